// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/GatherSums.h"

#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Slice.h"
#include "Transform/Cleanup/Stencils.h"
#include "Transform/Cleanup/Vectors.h"

#include <algorithm>
#include <utility>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Range;

namespace {

class GatheringLoop {
public:
  GatheringLoop(Context &context, const StmtList &work, const CountedLoop &counted, const Range &range,
                const analysis::Alias &alias, const AreApart &areApart)
      : context(context), work(work), counted(counted), range(range), iteration(context, work, counted, alias, areApart) {}

  bool canGather();
  void rewrite(StmtList &out);

private:
  bool chooseLoopsOfStores();
  std::vector<std::set<const Stmt *>> slicesFor(const Stencil &stencil) const;
  bool arrangeStencils();
  bool canBeVectorised(const std::vector<const Stencil *> &together) const;

  StmtList loopOf(const std::set<const Stmt *> &wanted) const;
  void addMiddle(const std::vector<const Stencil *> &together, const Range &middle, StmtList &out) const;
  void addEnds(const std::vector<const Stencil *> &together, const GatheredRange &gathered, StmtList &out) const;
  LoopStmt *addLoop(const Range &over, const StmtList &body, const char *comment, StmtList &out) const;

  Context &context;
  const StmtList work;
  const CountedLoop counted;
  const Range range;
  const Iteration iteration;
  std::vector<Stencil> stencils;
  std::vector<std::vector<const Stencil *>> loops; ///< stencils of one loop
  LoopsOfStores stores;
};

bool GatheringLoop::canBeVectorised(const std::vector<const Stencil *> &together) const {
  Arrays arrays;
  for (const Stencil *stencil : together) {
    const std::set<const Stmt *> slice = sliceOf(work, stencil->sums());
    for (const Access &access : iteration.accesses())
      if (slice.count(access.stmt))
        arrays.add(access);
  }
  return letVectorise(arrays, work);
}

/// What an element computes for each of its neighbours.
std::vector<std::set<const Stmt *>> GatheringLoop::slicesFor(const Stencil &stencil) const {
  std::vector<std::set<const Stmt *>> slices;
  for (const Stencil::Member &member : stencil.members)
    slices.push_back(sliceOf(work, member.sums));
  return slices;
}

/// Stencils of one shape share a loop, as far as compilers vectorise it.
bool GatheringLoop::arrangeStencils() {
  for (const Stencil &stencil : stencils) {
    if (stencil.isAlone() && !stencil.hasRows)
      continue;
    if (!canBeVectorised({&stencil}) || !areComputedQuickly(slicesFor(stencil), iteration.arrays()))
      return false;
    auto fits = [&](const std::vector<const Stencil *> &loop) {
      std::vector<const Stencil *> together = loop;
      together.push_back(&stencil);
      return loop.front()->least() == stencil.least() && loop.front()->greatest() == stencil.greatest() &&
             llvm::none_of(loop, [&](const Stencil *other) {
               return iteration.meet(other->middle().place, stencil.middle().place);
             }) && canBeVectorised(together);
    };
    auto loop = std::find_if(loops.begin(), loops.end(), fits);
    if (loop == loops.end())
      loop = loops.insert(loops.end(), std::vector<const Stencil *>());
    loop->push_back(&stencil);
  }
  return llvm::any_of(loops, [](const auto &loop) { return !loop.front()->isAlone(); });
}

/// Of all that is no stencil.
bool GatheringLoop::chooseLoopsOfStores() {
  std::set<const Stmt *> gathered;
  for (const auto &together : loops)
    for (const Stencil *stencil : together)
      gathered.merge(stencil->sums());
  std::optional<LoopsOfStores> found = loopsOfStores(work, iteration, gathered);
  if (found)
    stores = *found;
  return found.has_value();
}

bool GatheringLoop::canGather() {
  if (isKnownToBeShort(range) || !iteration.hasNoOrder() || !isOnlyAddedTo(iteration))
    return false;
  stencils = stencilsOf(iteration);
  return arrangeStencils() && chooseLoopsOfStores();
}

StmtList GatheringLoop::loopOf(const std::set<const Stmt *> &wanted) const {
  return copyOfSlice(context, work, sliceOf(work, wanted), counted.counter, 0, {});
}

LoopStmt *GatheringLoop::addLoop(const Range &over, const StmtList &body, const char *comment, StmtList &out) const {
  LoopStmt *loop = upwardLoop(context, counted, over, body);
  loop->comment = comment;
  out.push_back(loop);
  return loop;
}

void GatheringLoop::addMiddle(const std::vector<const Stencil *> &together, const Range &middle, StmtList &out) const {
  StmtList body, sums;
  for (const Stencil *stencil : together) {
    const Place *element = iteration.expanded(stencil->middle());
    const Type *type = context.withoutConst(element->type);
    auto *sum = context.make<Variable>(stencil->base()->name + "_sum", type, Storage::Local);
    sum->isTemporary = sum->isAdjoint = true;
    body.push_back(context.make<DeclareStmt>(sum, context.zero(type)));
    for (const Stencil::Member &member : stencil->members) {
      std::map<const Stmt *, const Variable *> redirected;
      for (const Stmt *stmt : member.sums)
        redirected[stmt] = sum;
      StmtList part = copyOfSlice(context, work, sliceOf(work, member.sums), counted.counter, -member.offset, redirected);
      body.insert(body.end(), part.begin(), part.end());
    }
    const Expr *added = context.binary(BinaryOp::Add, context.load(element), context.load(sum));
    sums.push_back(context.make<AssignStmt>(element, added));
  }
  body.insert(body.end(), sums.begin(), sums.end());
  addLoop(middle, body, "Each element gathers from its neighbours.", out);
}

void GatheringLoop::addEnds(const std::vector<const Stencil *> &together, const GatheredRange &gathered, StmtList &out) const {
  const char *comment = "At the ends.";
  for (long long offset = together.front()->least(); offset <= together.front()->greatest(); ++offset) {
    std::set<const Stmt *> sums;
    for (const Stencil *stencil : together)
      for (const Stencil::Member &member : stencil->members)
        if (member.offset == offset)
          sums.insert(member.sums.begin(), member.sums.end());
    if (sums.empty())
      continue;
    for (const std::optional<Range> &over : {gathered.firstOnes(offset, out), gathered.lastOnes(offset)})
      if (over)
        addLoop(*over, loopOf(sums), std::exchange(comment, ""), out)->isShort = true;
  }
}

void GatheringLoop::rewrite(StmtList &out) {
  if (!stores.before.empty())
    addLoop(range, loopOf(stores.before), "", out);
  for (const auto &together : loops) {
    const long long least = together.front()->least(), greatest = together.front()->greatest();
    if (greatest == least) { // rows
      std::set<const Stmt *> sums;
      for (const Stencil *stencil : together)
        sums.merge(stencil->sums());
      addLoop(range, loopOf(sums), "", out);
      continue;
    }
    const GatheredRange gathered(context, range, least, greatest, out);
    addMiddle(together, gathered.middle(), out);
    addEnds(together, gathered, out);
  }
  if (!stores.behind.empty())
    addLoop(range, loopOf(stores.behind), "", out);
}

class Gathering : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (loop->parallel) // whose elements are shared in another way
      return false;
    GatheringLoop gathering(context, found.work, found.counted, found.range, alias, areApart);
    if (!gathering.canGather())
      return false;
    const Context::Origin origin(context, loop->location);
    gathering.rewrite(out);
    return true;
  }
};

} // namespace

StmtList gatherSums(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return Gathering(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
