// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/DeferSums.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Elements.h"
#include "IR/Values.h"
#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/Iteration.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/SumTargets.h"
#include "Transform/Cleanup/Vectors.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Range;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// All that an iteration adds to one element.
struct ElementSum {
  Access first;
  unsigned count = 0;
  bool isConditional = true; ///< in every case in a branch
  const Variable *sum = nullptr, *block = nullptr;
};

/// A loop that adds to several elements of an array in each iteration.
class ScatteringLoop {
public:
  ScatteringLoop(Context &context, const StmtList &work, const CountedLoop &counted, const Range &range,
                 const analysis::Alias &alias, const AreApart &areApart)
      : context(context), work(work), counted(counted), range(range),
        iteration(context, work, counted, alias, areApart) {}

  bool canDefer();
  void rewrite(StmtList &out);

private:
  void collectSums();
  bool hasNeighbours(const Variable *base) const;
  void chooseDeferred();
  const Variable *makeVariable(const Variable *base, const char *suffix, const Type *type);
  const Place *elementOf(const Variable *block);
  const Stmt *addition(const Place *place, const Expr *sum);
  const Stmt *additionIfAny(const ElementSum &element, const Expr *sum);
  const Stmt *upwards(const StmtList &body) { return upwardLoop(context, counted, range, body); }
  StmtList firstLoop();
  void addDeferred(StmtList &out);

  Context &context;
  const StmtList work;
  const CountedLoop counted;
  const Range range;
  const Iteration iteration;
  std::vector<ElementSum> sums;
};

void ScatteringLoop::collectSums() {
  for (const Access &access : iteration.accesses()) {
    if (access.kind != Access::Kind::Sum || !iteration.isMoving(access))
      continue;
    auto known = std::find_if(sums.begin(), sums.end(), [&](const ElementSum &other) {
      return other.first.base == access.base && same(other.first.index, access.index);
    });
    ElementSum &own = known == sums.end() ? sums.emplace_back(ElementSum{access}) : *known;
    ++own.count;
    own.isConditional &= access.isConditional;
  }
}

bool ScatteringLoop::hasNeighbours(const Variable *base) const {
  return std::count_if(sums.begin(), sums.end(), [&](const ElementSum &s) { return s.first.base == base; }) > 1;
}

/// Of each array the first element stays, that which every iteration adds to if there is one.
void ScatteringLoop::chooseDeferred() {
  std::stable_sort(sums.begin(), sums.end(),
                   [](const ElementSum &a, const ElementSum &b) { return a.isConditional < b.isConditional; });
  std::set<const Variable *> stays;
  for (ElementSum &element : sums) {
    const Variable *base = element.first.base;
    const Type *type = context.withoutConst(element.first.place->type);
    bool isDeferred = hasNeighbours(base) && !stays.insert(base).second;
    if (isDeferred)
      element.block = makeVariable(base, "_sums", context.pointerTo(type));
    if (isDeferred || (hasNeighbours(base) && (element.count > 1 || element.isConditional)))
      element.sum = makeVariable(base, "_sum", type);
  }
}

bool ScatteringLoop::canDefer() {
  if (isKnownToBeShort(range) || !isVectorisable(work) || !iteration.hasNoOrder())
    return false;
  collectSums();
  chooseDeferred();
  bool defersAny = std::any_of(sums.begin(), sums.end(), [](const ElementSum &element) { return element.block; });
  return defersAny && letVectorise(iteration.arrays(), work);
}

const Variable *ScatteringLoop::makeVariable(const Variable *base, const char *suffix, const Type *type) {
  auto *made = context.make<Variable>(base->name + suffix, type, Storage::Local);
  made->isTemporary = true;
  made->isAdjoint = !type->isPointer();
  made->isRestrict = type->isPointer();
  return made;
}

/// The block's element for the present iteration.
const Place *ScatteringLoop::elementOf(const Variable *block) {
  const Expr *i = context.load(counted.counter);
  const Expr *index = isInteger(range.low, 0) ? i : context.binary(BinaryOp::Sub, i, range.low);
  return context.deref(context.binary(BinaryOp::Add, context.load(block), index));
}

const Stmt *ScatteringLoop::addition(const Place *place, const Expr *sum) {
  return context.make<AssignStmt>(place, context.binary(BinaryOp::Add, context.load(place), sum));
}

const Stmt *ScatteringLoop::additionIfAny(const ElementSum &element, const Expr *sum) {
  const Stmt *add = addition(iteration.expanded(element.first), sum);
  if (!element.isConditional)
    return add;
  return context.make<IfStmt>(context.binary(BinaryOp::NotEqual, sum, context.zero(sum->type)), StmtList{add}, StmtList());
}

StmtList ScatteringLoop::firstLoop() {
  StmtList body;
  SumTargets::Places redirected;
  for (const ElementSum &element : sums)
    if (element.sum)
      body.push_back(context.make<DeclareStmt>(element.sum, context.zero(element.sum->type)));
  for (const Access &access : iteration.accesses())
    for (const ElementSum &element : sums)
      if (element.sum && access.kind == Access::Kind::Sum && access.base == element.first.base &&
          same(access.index, element.first.index))
        redirected[access.stmt] = context.place(element.sum);
  StmtList rest = SumTargets(context, redirected).rewrite(work);
  body.insert(body.end(), rest.begin(), rest.end());
  for (const ElementSum &element : sums)
    if (element.block)
      body.push_back(context.make<AssignStmt>(elementOf(element.block), context.load(element.sum)));
    else if (element.sum)
      body.push_back(additionIfAny(element, context.load(element.sum)));
  return body;
}

/// One loop for one neighbour of each array.
void ScatteringLoop::addDeferred(StmtList &out) {
  std::vector<const ElementSum *> waiting;
  for (const ElementSum &element : sums)
    if (element.block)
      waiting.push_back(&element);
  while (!waiting.empty()) {
    StmtList body;
    std::vector<const ElementSum *> taken, left;
    for (const ElementSum *element : waiting) {
      bool meets = std::any_of(taken.begin(), taken.end(), [&](const ElementSum *other) {
        return iteration.meet(other->first.place, element->first.place);
      });
      (meets ? left : taken).push_back(element);
      if (!meets)
        body.push_back(additionIfAny(*element, context.load(elementOf(element->block))));
    }
    out.push_back(upwards(body));
    waiting = std::move(left);
  }
}

void ScatteringLoop::rewrite(StmtList &out) {
  const Expr *count = analysis::tripsOf(context, range.low, range.high);
  std::vector<const Variable *> blocks;
  for (const ElementSum &element : sums)
    if (element.block)
      blocks.push_back(element.block);
  for (const Variable *block : blocks)
    out.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, block, count));
  out.push_back(upwards(firstLoop()));
  addDeferred(out);
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
    out.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, *block, count));
}

class Deferring : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    ScatteringLoop scattering(context, found.work, found.counted, found.range, alias, areApart);
    if (!scattering.canDefer())
      return false;
    const Context::Origin origin(context, loop->location);
    scattering.rewrite(out);
    return true;
  }
};

} // namespace

StmtList deferSums(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return Deferring(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
