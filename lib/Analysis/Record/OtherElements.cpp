// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/OtherElements.h"

#include "Analysis/Memory/Elements.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

OtherElements::OtherElements(const Versions &versions, const CountedLoops &countedLoops, const OwnRows *rows)
    : versions(versions), countedLoops(countedLoops), positions(versions.positions), rows(rows) {}

bool OtherElements::isSince(const Variable *variable, const Stmt *stmt) const {
  return versions.isFixed(variable) &&
         (variable->storage == Storage::Parameter || isInFrontOf(versions.madeBy(variable), stmt));
}

/// Is it made of the counters of these loops, and of variables that have one value throughout?
bool OtherElements::isFixedIn(const Expr *expr, const Loops &loops) const {
  bool fixed = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    auto isCounter = [&](const CountedLoop &loop) { return loop.declares && loop.counter == variable; };
    fixed &= versions.isFixed(variable) || llvm::any_of(loops, isCounter);
  });
  return fixed;
}

namespace {
bool isOf(const Expr *expr, const Variable *variable) {
  const auto *load = dyn_cast<LoadExpr>(withoutWidening(expr));
  return load && wholeVariable(load->place) == variable;
}

/// In a branch that is taken for one value of the counter.
void narrow(CountedLoop &loop, const Expr *value) {
  loop.first = loop.bound = value;
  loop.test = loop.step > 0 ? BinaryOp::LessEq : BinaryOp::GreaterEq;
}
} // namespace

/// The outermost first, with the iterations that come to the statement; none if there are others than counted ones inside of `within`.
std::optional<OtherElements::Around> OtherElements::loopsAround(const Stmt *stmt, const Stmt *within) const {
  Around found;
  const Compared compared = comparedAt(stmt);
  const std::vector<const LoopStmt *> loops = positions.loopsAround(stmt);
  for (const LoopStmt *loop : llvm::reverse(loops)) {
    const bool isSame = within && (loop == within || positions.isInside(within, loop));
    const CountedLoop *facts = countedLoops.of(loop);
    const bool isKnown = facts && isFixedIn(facts->first, found.loops) && isFixedIn(facts->bound, found.loops);
    if (!isKnown && !isSame)
      return std::nullopt;
    if (!isKnown)
      continue;
    CountedLoop counts = *facts;
    for (const auto &[one, other] : compared.equal)
      for (const auto &[counter, value] : {std::pair(one, other), std::pair(other, one)})
        if (counts.declares && isOf(counter, counts.counter) && isFixedIn(value, found.loops))
          narrow(counts, value);
    found.loops.push_back(counts);
    found.same += isSame;
  }
  return found;
}

namespace {
/// What a pointer is moved by; null: nothing.
struct Moved {
  const LoadExpr *from;
  const Expr *by;
};
std::optional<Moved> movedPointer(const Expr *pointer) {
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  const bool isMoved = sum && sum->op == BinaryOp::Add;
  const auto *load = dyn_cast<LoadExpr>(isMoved ? sum->left : pointer);
  return load ? std::optional<Moved>({load, isMoved ? sum->right : nullptr}) : std::nullopt;
}
} // namespace

bool OtherElements::arePaired(const Expr *written, const Expr *used, Pairs &pairs) const {
  const std::optional<Moved> first = movedPointer(written), second = movedPointer(used);
  if (!first || !second || (first->by == nullptr) != (second->by == nullptr))
    return false;
  if (first->by)
    pairs.push_back({first->by, second->by});
  const Variable *pointer = wholeVariable(first->from->place);
  if (pointer)
    return pointer == wholeVariable(second->from->place) && pointer->type->isPointer() && versions.isFixed(pointer);
  const auto *member = dyn_cast<FieldPlace>(first->from->place), *other = dyn_cast<FieldPlace>(second->from->place);
  const std::optional<Element> row = rows && member && first->by ? elementOf(member->object) : std::nullopt;
  return row && other && member->field == other->field && rows->areApart(row->base, member->field) &&
         arePaired(member->object, other->object, pairs);
}

/// Do both lead to one object on the same way, but for the indices?
bool OtherElements::arePaired(const Place *written, const Place *used, Pairs &pairs) const {
  if (written->kind != used->kind)
    return false;
  switch (written->kind) {
  case Place::Kind::Var: {
    const Variable *variable = wholeVariable(written);
    return variable && variable == wholeVariable(used) && !variable->isGlobal() && !variable->type->isReference();
  }
  case Place::Kind::Index: {
    const auto *first = llvm::cast<IndexPlace>(written), *second = llvm::cast<IndexPlace>(used);
    pairs.push_back({first->index, second->index});
    return arePaired(first->array, second->array, pairs);
  }
  case Place::Kind::Field: {
    const auto *first = llvm::cast<FieldPlace>(written), *second = llvm::cast<FieldPlace>(used);
    return first->field == second->field && arePaired(first->object, second->object, pairs);
  }
  case Place::Kind::Deref:
    return arePaired(llvm::cast<DerefPlace>(written)->pointer, llvm::cast<DerefPlace>(used)->pointer, pairs);
  }
  return false;
}

/// By the branches that the statement stands in.
Compared OtherElements::comparedAt(const Stmt *stmt) const {
  Compared found;
  for (const Stmt *inner = stmt, *around = positions.around(stmt); around; inner = around, around = positions.around(around))
    if (const auto *branch = dyn_cast<IfStmt>(around))
      addCompared(branch->condition, llvm::is_contained(branch->yes, inner), found);
  return found;
}

size_t OtherElements::loopsInCommon(const Stmt *one, const Stmt *other) const {
  const std::vector<const LoopStmt *> first = positions.loopsAround(one), second = positions.loopsAround(other);
  size_t common = 0;
  while (common < first.size() && common < second.size() &&
         first[first.size() - 1 - common] == second[second.size() - 1 - common])
    ++common;
  return common;
}

bool OtherElements::mayRunBefore(const LoopStmt *loop, const Stmt *stmt, const LoopStmt *within) const {
  const size_t fixed = within && positions.isInside(loop, within) ? positions.loopsAround(within).size() + 1 : 0;
  return isInFrontOf(loop, stmt) || loopsInCommon(loop, stmt) > fixed;
}

namespace {
/// A variable of which nothing is known for what may have another value in each iteration.
class Known : public Rewriter {
public:
  Known(Context &context, llvm::function_ref<bool(const Expr *)> isFixed) : Rewriter(context), isFixed(isFixed) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    if (!llvm::isa<LoadExpr>(expr) || isFixed(expr))
      return nullptr;
    const Variable *any = context.make<Variable>("any", expr->type, Storage::Local);
    return context.make<LoadExpr>(context.place(any), expr->type);
  }

private:
  const llvm::function_ref<bool(const Expr *)> isFixed;
};
} // namespace

const Expr *OtherElements::known(Context &context, const Expr *index, const Loops &loops) const {
  return Known(context, [&](const Expr *load) { return isFixedIn(load, loops); }).rewrite(index);
}

bool OtherElements::isElsewhere(const NeededRead &use, const AssignStmt *store, const Stmt *within) const {
  const size_t fixed = within ? positions.loopsAround(within).size() + llvm::isa<LoopStmt>(within) : 0;
  const size_t common = loopsInCommon(store, use.by);
  const bool isInFront = use.by == store ? !use.after : isInFrontOf(use.by, store);
  if (common <= fixed && !isInFront)
    return true;
  Pairs pairs;
  if (!use.load || !arePaired(store->place, use.load->place, pairs) || pairs.empty())
    return false;
  const std::optional<Around> now = loopsAround(store, within), then = loopsAround(use.by, within);
  return now && then && areElsewhere(pairs, {now->loops, then->loops, now->same, common - (fixed - now->same), isInFront}, store);
}

bool OtherElements::areElsewhere(Pairs pairs, const InLoops &statements, const Stmt *store) const {
  ExprPairs unequal = comparedAt(store).unequal;
  auto isAnything = [&](const auto &pair) { return !isFixedIn(pair.first, statements.now) || !isFixedIn(pair.second, statements.now); };
  llvm::erase_if(unequal, isAnything);
  Context context; // of what is asked for here alone
  for (Indices &pair : pairs)
    pair = {known(context, pair.written, statements.now), known(context, pair.used, statements.then)};
  return holdsOfEarlier(context, statements, [&](const Loops &loops, OtherIteration &iteration) {
    return llvm::any_of(pairs, [&](const Indices &pair) {
      return areDifferent(context, loops, unequal, pair.written, iteration.rewrite(pair.used));
    });
  });
}

// ---------------------------------------------------------------- setters

namespace {
/// for (outer) { .. for (inner) { .. place = .. } }, from `low` to below the bound, one by one.
bool isOneByOne(const CountedLoop &loop) { return loop.declares && loop.step == 1 && loop.test == BinaryOp::Less; }

const Expr *loadIn(const Expr *expr, const Variable *variable) {
  const Expr *found = nullptr;
  forEachLoad(expr, [&](const LoadExpr *load) {
    if (wholeVariable(load->place) == variable)
      found = load;
  });
  return found;
}

/// outer * width + inner, where the inner loop goes from 0 to the width.
bool isRow(Context &context, const Expr *index, const CountedLoop &outer, const CountedLoop &inner) {
  const Expr *row = loadIn(index, outer.counter), *column = loadIn(index, inner.counter);
  if (!row || !column || !isInteger(outer.first, 0) || !isInteger(inner.first, 0))
    return false;
  const Expr *whole = context.binary(BinaryOp::Add, context.binary(BinaryOp::Mul, row, inner.bound), column);
  return distanceBetween(index, whole) == 0;
}
} // namespace

/// Is the index of the matrix's element among those that the loops go through: rows of `width` numbers, or one counter for each index?
bool OtherElements::covers(const CountedLoop &outer, const CountedLoop &inner, const Pairs &pairs, const Loops &around) const {
  Context context; // of what is asked for here alone
  auto isReached = [&](const Expr *index, const CountedLoop &loop, const Expr *written) {
    return isOf(written, loop.counter) && analysis::isReached(around, index, loop, written);
  };
  if (pairs.size() == 2)
    return (isReached(pairs[0].written, inner, pairs[0].used) && isReached(pairs[1].written, outer, pairs[1].used)) ||
           (isReached(pairs[0].written, outer, pairs[0].used) && isReached(pairs[1].written, inner, pairs[1].used));
  return pairs.size() == 1 && isRow(context, pairs[0].used, outer, inner) &&
         isWithin(context, around, pairs[0].written, context.binary(BinaryOp::Mul, outer.bound, inner.bound));
}

const AssignStmt *OtherElements::setterIn(const LoopStmt *nest, const AssignStmt *store) const {
  const CountedLoop *outer = countedLoops.of(nest);
  const std::optional<Around> around = loopsAround(store, positions.around(nest));
  auto isSame = [&](const Expr *e) { return isFixedIn(e, around->loops); }; // where the loops run, and where the store does
  if (!outer || !around || !isOneByOne(*outer) || !isSame(outer->first) || !isSame(outer->bound))
    return nullptr;
  for (const Stmt *stmt : nest->body) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    const CountedLoop *inner = loop ? countedLoops.of(loop) : nullptr;
    if (!inner || !isOneByOne(*inner) || !isSame(inner->first) || !isSame(inner->bound))
      continue;
    for (const Stmt *set : loop->body) {
      const auto *assign = dyn_cast<AssignStmt>(set);
      Pairs pairs;
      if (assign && arePaired(store->place, assign->place, pairs) &&
          llvm::all_of(pairs, [&](const Indices &pair) { return isSame(pair.written); }) && covers(*outer, *inner, pairs, around->loops))
        return assign;
    }
  }
  return nullptr;
}

} // namespace adjoint::analysis
