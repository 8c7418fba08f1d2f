// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/GatherTerms.h"

#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"
#include "IR/Algebra.h"
#include "IR/Values.h"
#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Slice.h"
#include "Transform/Cleanup/Stencils.h"
#include "Transform/Cleanup/Vectors.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Range;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

constexpr size_t mostBlocks = 4; ///< that a loop has

bool isNumber(const Expr *e) { return e->type->isFloating() && isa<LiteralExpr>(withoutCasts(e)); }

const Variable *loaded(const Expr *e) {
  const auto *load = dyn_cast<LoadExpr>(e);
  return load ? wholeVariable(load->place) : nullptr;
}

/// The values that sums of an iteration are made of, and the blocks in which they wait.
class SharedTerms {
public:
  SharedTerms(Context &context, const StmtList &work) : context(context), changes(work) {
    for (const Stmt *stmt : work)
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
        inits[declare->variable] = declare->init;
  }

  void add(const AssignStmt *sum);
  /// What is added, or null where it is made of other terms.
  const Variable *own(const Stmt *sum) const { return owns.lookup(sum); }
  const std::vector<std::pair<const Variable *, const Variable *>> &blocks() const { return found; }
  /// What the sum adds, the terms being elements at the index of their blocks.
  const Expr *read(const AssignStmt *sum, const Expr *index) const;

private:
  bool isTerm(const Variable *variable) const;
  bool isLinear(const Expr *e) const;
  const Variable *representative(const Variable *variable) const;
  void addTerm(const Variable *variable);

  Context &context;
  const analysis::Changes changes;
  std::map<const Variable *, const Expr *> inits;
  llvm::DenseMap<const Stmt *, const Variable *> owns;
  std::map<const Variable *, const Variable *> alike; ///< that has the same value, perhaps itself
  std::vector<std::pair<const Variable *, const Variable *>> found;
};

/// A number that an iteration computes once.
bool SharedTerms::isTerm(const Variable *variable) const {
  return variable && variable->type->isFloating() && inits.count(variable) && changes.count(variable) == 1 && !changes.isExposed(variable);
}

/// A sum of terms, multiplied by numerals.
bool SharedTerms::isLinear(const Expr *e) const {
  if (isTerm(loaded(e)))
    return true;
  if (const auto *unary = dyn_cast<UnaryExpr>(e))
    return unary->op == UnaryOp::Minus && isLinear(unary->operand);
  const auto *binary = dyn_cast<BinaryExpr>(e);
  if (!binary)
    return false;
  switch (binary->op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return isLinear(binary->left) && isLinear(binary->right);
  case BinaryOp::Mul:
    return (isNumber(binary->left) && isLinear(binary->right)) || (isNumber(binary->right) && isLinear(binary->left));
  default:
    return false;
  }
}

/// Of constants that are computed alike from other terms, the first.
const Variable *SharedTerms::representative(const Variable *variable) const {
  const Expr *init = inits.at(variable);
  bool isOfTerms = true;
  forEachLoad(init, [&](const LoadExpr *load) { isOfTerms &= isTerm(wholeVariable(load->place)); });
  if (isOfTerms)
    for (const auto &[other, block] : found)
      if (auto known = inits.find(other); known != inits.end() && same(known->second, init))
        return other;
  return variable;
}

void SharedTerms::addTerm(const Variable *variable) {
  if (alike.count(variable))
    return;
  const Variable *first = inits.count(variable) ? representative(variable) : variable;
  alike[variable] = first;
  if (first != variable)
    return;
  auto *block = context.make<Variable>(variable->name + "_terms", context.pointerTo(context.withoutConst(variable->type)), Storage::Local);
  block->isTemporary = block->isRestrict = true;
  found.push_back({variable, block});
}

void SharedTerms::add(const AssignStmt *sum) {
  const Expr *added = analysis::operandOfSum(sum);
  if (isLinear(added))
    return forEachLoad(added, [&](const LoadExpr *load) { addTerm(wholeVariable(load->place)); });
  const Variable *root = analysis::elementOf(sum->place)->base;
  auto *own = context.make<Variable>(root->name + "_term", context.withConst(added->type), Storage::Local);
  own->isTemporary = own->isAdjoint = true;
  owns[sum] = own;
  addTerm(own);
}

const Expr *SharedTerms::read(const AssignStmt *sum, const Expr *index) const {
  analysis::Substitution::Values values;
  for (const auto &[variable, first] : alike) {
    const auto at = llvm::find_if(found, [&, first = first](const auto &term) { return term.first == first; });
    values[variable] = context.load(context.deref(context.binary(BinaryOp::Add, context.load(at->second), index)));
  }
  const Variable *term = own(sum);
  return analysis::Substitution(context, values).rewrite(term ? context.load(term) : analysis::operandOfSum(sum));
}

size_t membersOf(const std::vector<Stencil> &stencils) {
  size_t members = 0;
  for (const Stencil &stencil : stencils)
    members += stencil.members.size();
  return members;
}

class SharingLoop {
public:
  SharingLoop(Context &context, const StmtList &work, const CountedLoop &counted, const Range &range, const analysis::Alias &alias,
              const AreApart &areApart)
      : context(context), work(work), counted(counted), range(range), iteration(context, work, counted, alias, areApart),
        terms(context, work) {}

  bool canShare();
  void rewrite(StmtList &out);

private:
  using Together = std::vector<const Stencil *>; ///< those of one shape, which share a loop

  bool collectStencils();
  bool collectTerms();
  void arrange();
  const Expr *position(long long by) const;
  StmtList ownWork() const;
  void addGathering(const Together &together, StmtList &out) const;
  const Expr *endOf(long long width, StmtList &out) const;

  Context &context;
  const StmtList work;
  const CountedLoop counted;
  const Range range;
  const Iteration iteration;
  SharedTerms terms;
  std::vector<Stencil> stencils;
  std::vector<Together> loops;
  std::set<const Stmt *> gathered;
  long long margin = 0; ///< zeros at each end of a block
};

/// Those whose array an iteration adds to at several places. False: a branch adds, or there are none.
bool SharingLoop::collectStencils() {
  for (Stencil &stencil : stencilsOf(iteration))
    if (!stencil.isAlone() || stencil.hasRows)
      stencils.push_back(std::move(stencil));
  for (const Stencil &stencil : stencils) {
    gathered.merge(stencil.sums());
    margin = std::max(margin, stencil.greatest() - stencil.least());
  }
  return !gathered.empty() && llvm::all_of(gathered, [&](const Stmt *sum) { return llvm::is_contained(work, sum); });
}

/// False: there are as many as elements that get them.
bool SharingLoop::collectTerms() {
  for (const Stmt *stmt : work)
    if (gathered.count(stmt))
      terms.add(cast<AssignStmt>(stmt));
  return terms.blocks().size() <= mostBlocks && terms.blocks().size() < membersOf(stencils);
}

void SharingLoop::arrange() {
  for (const Stencil &stencil : stencils) {
    auto fits = [&](const Together &loop) {
      return loop.front()->least() == stencil.least() && loop.front()->greatest() == stencil.greatest() &&
             llvm::none_of(loop, [&](const Stencil *other) { return iteration.meet(other->middle().place, stencil.middle().place); });
    };
    auto loop = llvm::find_if(loops, fits);
    if (loop == loops.end())
      loop = loops.insert(loops.end(), Together());
    loop->push_back(&stencil);
  }
}

bool SharingLoop::canShare() {
  if (isKnownToBeShort(range) || !isVectorisable(work) || !iteration.hasNoOrder() || !isOnlyAddedTo(iteration) || !collectStencils() ||
      isComputedQuickly(sliceOf(work, gathered), membersOf(stencils)) || !collectTerms())
    return false;
  arrange();
  return true;
}

/// In a block, of the present iteration and some more.
const Expr *SharingLoop::position(long long by) const {
  const Expr *i = context.load(counted.counter);
  if (const std::optional<long long> low = integerValue(range.low))
    return *low == by ? i : shifted(context, i, by - *low);
  const Expr *passed = context.binary(BinaryOp::Sub, i, range.low);
  return by == 0 ? passed : shifted(context, passed, by);
}

/// What is no sum of a stencil, and the terms.
StmtList SharingLoop::ownWork() const {
  StmtList body;
  std::set<const Stmt *> wanted;
  std::set<const Variable *> declared;
  forEachStmt(work, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
  for (const Stmt *stmt : work) {
    if (const Variable *term = terms.own(stmt))
      body.push_back(context.make<DeclareStmt>(term, analysis::operandOfSum(cast<AssignStmt>(stmt))));
    else if (!gathered.count(stmt))
      body.push_back(stmt);
  }
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *root = assign ? rootVariable(assign->place) : nullptr;
    if (assign && !(root && declared.count(root)))
      wanted.insert(stmt);
  });
  for (const auto &[term, block] : terms.blocks()) {
    const Place *own = context.deref(context.binary(BinaryOp::Add, context.load(block), position(margin)));
    body.push_back(context.make<AssignStmt>(own, context.load(term)));
    wanted.insert(body.back());
  }
  return copyOfSlice(context, body, sliceOf(body, wanted), counted.counter, 0, {});
}

/// Behind the last iteration and as many elements as neighbours are apart, but for no iterations.
const Expr *SharingLoop::endOf(long long width, StmtList &out) const {
  if (width == 0)
    return range.high;
  const Expr *end = shifted(context, range.high, width);
  if (integerValue(range.low) && integerValue(range.high))
    return end;
  auto *variable = context.make<Variable>("high", context.withConst(end->type), Storage::Local);
  variable->isTemporary = true;
  const Expr *isEntered = context.binary(BinaryOp::Less, range.low, range.high);
  out.push_back(context.make<DeclareStmt>(variable, choice(context, isEntered, end, range.low)));
  return context.load(variable);
}

/// Iteration i stands for the element that is the lowest that it adds to.
void SharingLoop::addGathering(const Together &together, StmtList &out) const {
  const long long least = together.front()->least(), greatest = together.front()->greatest(), width = greatest - least;
  const Expr *lowest = shifted(context, context.load(counted.counter), least);
  const analysis::Substitution::Values moved = {{counted.counter, least == 0 ? context.load(counted.counter) : lowest}};
  StmtList body, sums;
  for (const Stencil *stencil : together) {
    const Place *element = analysis::Substitution(context, moved).rewrite(iteration.expanded(stencil->middle()));
    const Type *type = context.withoutConst(element->type);
    auto *sum = context.make<Variable>(stencil->base()->name + "_sum", type, Storage::Local);
    sum->isTemporary = sum->isAdjoint = true;
    body.push_back(context.make<DeclareStmt>(sum, context.zero(type)));
    for (const Stencil::Member &member : stencil->members)
      for (const Stmt *stmt : work)
        if (member.sums.count(stmt)) {
          const auto *assign = cast<AssignStmt>(stmt);
          const Expr *added = terms.read(assign, position(margin - width + greatest - member.offset));
          const BinaryOp op = cast<BinaryExpr>(assign->value)->op;
          body.push_back(context.make<AssignStmt>(context.place(sum), context.binary(op, context.load(sum), added)));
        }
    sums.push_back(context.make<AssignStmt>(element, context.binary(BinaryOp::Add, context.load(element), context.load(sum))));
  }
  body.insert(body.end(), sums.begin(), sums.end());
  LoopStmt *loop = upwardLoop(context, counted, {range.low, endOf(width, out)}, body);
  loop->comment = width == 0 ? "" : "Each element gathers from its neighbours.";
  out.push_back(loop);
}

void SharingLoop::rewrite(StmtList &out) {
  const Expr *trips = analysis::tripsOf(context, range.low, range.high);
  const Expr *count = margin == 0 ? trips : shifted(context, trips, 2 * margin);
  const auto action = margin == 0 ? TapeBlockStmt::Action::Reserve : TapeBlockStmt::Action::Zeros;
  for (const auto &[term, block] : terms.blocks())
    out.push_back(context.make<TapeBlockStmt>(action, block, count));
  out.push_back(upwardLoop(context, counted, range, ownWork()));
  for (const Together &together : loops)
    addGathering(together, out);
  for (const auto &[term, block] : llvm::reverse(terms.blocks()))
    out.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, block, count));
}

class Sharing : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (loop->parallel) // whose elements are shared in another way
      return false;
    SharingLoop sharing(context, found.work, found.counted, found.range, alias, areApart);
    if (!sharing.canShare())
      return false;
    const Context::Origin origin(context, loop->location);
    sharing.rewrite(out);
    return true;
  }
};

} // namespace

StmtList gatherTerms(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return Sharing(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
