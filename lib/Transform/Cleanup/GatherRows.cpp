// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/GatherRows.h"

#include "Analysis/Memory/Substitution.h"
#include "IR/Algebra.h"
#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Slice.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <utility>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

const long long farthestColumn = 4;

/// The loop that is all of an iteration, but for constants in front of it. Those that are the same in all rows go in front of all; others
/// become part of its own iterations.
struct Nest {
  RunnableUpwards inner;
  StmtList before, work;
};

std::optional<Nest> nestIn(Context &context, const RunnableUpwards &outer) {
  if (outer.work.empty())
    return std::nullopt;
  const auto *loop = dyn_cast<LoopStmt>(outer.work.back());
  std::optional<RunnableUpwards> inner = loop && !loop->parallel ? runnableUpwards(context, loop) : std::nullopt;
  const bool isRectangle = inner && !mentions(inner->range.low, outer.counted.counter) && !mentions(inner->range.high, outer.counted.counter);
  if (!isRectangle)
    return std::nullopt;
  const analysis::Changes changes(outer.work);
  Nest nest{*inner, {}, {}};
  std::set<const Variable *> ofRow = {outer.counted.counter};
  for (const Stmt *stmt : llvm::ArrayRef(outer.work).drop_back()) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (!declare || !declare->init || changes.count(declare->variable) != 1 || changes.isExposed(declare->variable))
      return std::nullopt;
    const bool isOfRow = llvm::any_of(ofRow, [&](const Variable *variable) { return mentions(declare->init, variable); });
    if (isOfRow)
      ofRow.insert(declare->variable);
    const bool canMove = isOfRow || (declare->variable->type->isIntegral() && !changes.mayChange(declare->init));
    const bool isOfBounds = mentions(inner->range.low, declare->variable) || mentions(inner->range.high, declare->variable);
    if (!canMove || (isOfRow && isOfBounds))
      return std::nullopt;
    (isOfRow ? nest.work : nest.before).push_back(stmt);
  }
  bool isFixed = true;
  for (const Expr *bound : {inner->range.low, inner->range.high})
    forEachLoad(bound, [&](const LoadExpr *load) {
      auto isDeclared = [&](const Stmt *stmt) { return declaredBy(stmt) == wholeVariable(load->place); };
      isFixed &= llvm::any_of(nest.before, isDeclared) || !changes.mayChange(load);
    });
  nest.work.insert(nest.work.end(), inner->work.begin(), inner->work.end());
  return isFixed ? std::optional<Nest>(nest) : std::nullopt;
}

/// What an iteration adds to an element.
struct RowSum {
  Access access;
  unsigned array;   ///< sums of one number are near each other
  long long row;    ///< from that in the middle
  long long column; ///< from an element of that row
};

/// Adds to places that are written in another way.
class OtherTargets : public Rewriter {
public:
  OtherTargets(Context &context, const std::map<const Stmt *, const Place *> &targets) : Rewriter(context), targets(targets) {}
  using Rewriter::rewrite;
  std::map<const Stmt *, const Stmt *> made; ///< of each sum

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    auto target = targets.find(stmt);
    if (target == targets.end())
      return false;
    const auto *assign = cast<AssignStmt>(stmt);
    const BinaryOp op = cast<BinaryExpr>(assign->value)->op;
    const Expr *value = context.binary(op, context.load(target->second), analysis::operandOfSum(assign));
    out.push_back(made[stmt] = context.rebuilt(assign, target->second, value));
    return true;
  }

private:
  const std::map<const Stmt *, const Place *> &targets;
};

class RowGathering {
public:
  RowGathering(Context &context, const RunnableUpwards &outer, const Nest &nest, const analysis::Alias &alias, const AreApart &areApart)
      : context(context), outer(outer), inner(nest.inner), before(nest.before), work(nest.work), rows(context, outer.work, outer.counted, alias, areApart),
        iteration(context, nest.work, nest.inner.counted, alias, areApart) {}

  bool canGather();
  void rewrite(StmtList &out);

private:
  bool collectSums();
  void addSum(const Access &access);
  void centre();
  bool areComparedQuickly() const;
  std::set<const Stmt *> gathered() const;
  const Expr *inRow(const Expr *index, long long by) const;
  const Place *target(const RowSum &sum) const;

  void addNest(const analysis::Range &over, const StmtList &body, const char *comment, StmtList &out) const;
  StmtList copy(const std::set<const Stmt *> &wanted) const;
  void addMiddle(const analysis::Range &over, StmtList &out) const;
  void addEnds(const GatheredRange &range, StmtList &out) const;

  Context &context;
  const RunnableUpwards outer, inner;
  const StmtList before, work;
  const Iteration rows, iteration;      ///< of the outer loop, and of the inner one
  std::vector<const Expr *> elements;   ///< of each array, the index of one in the middle row
  std::vector<const Variable *> arrays; ///< and its name
  std::vector<RowSum> sums;
  LoopsOfStores stores;
  long long least = 0, greatest = 0;
};

/// The index some rows on.
const Expr *RowGathering::inRow(const Expr *index, long long by) const {
  if (by == 0)
    return index;
  const analysis::Substitution::Values moved = {{outer.counted.counter, shifted(context, context.load(outer.counted.counter), by)}};
  return analysis::Substitution(context, moved).rewrite(index);
}

/// To the array in which its element lies near the first one.
void RowGathering::addSum(const Access &access) {
  for (unsigned array = 0; array < arrays.size(); ++array)
    for (long long row : {0, -1, 1, -2, 2}) {
      if (arrays[array] != access.base)
        continue;
      const Expr *first = inRow(elements[array], row);
      std::optional<long long> column = analysis::distanceBetween(context, first, access.index, outer.counted.counter);
      if (!column || std::abs(*column) > farthestColumn)
        continue;
      sums.push_back({access, array, row, *column});
      return;
    }
  sums.push_back({access, static_cast<unsigned>(arrays.size()), 0, 0});
  arrays.push_back(access.base);
  elements.push_back(access.index);
}

/// False: an array is not the same in all rows.
bool RowGathering::collectSums() {
  const analysis::Changes changes(outer.work);
  for (const Access &access : iteration.accesses()) {
    if (access.kind != Access::Kind::Sum || !iteration.isMoving(access))
      continue;
    if (access.base->isGlobal() || changes.mayWrite(access.base))
      return false;
    addSum(access);
  }
  return true;
}

/// The rows of each array lie about its middle.
void RowGathering::centre() {
  for (unsigned array = 0; array < arrays.size(); ++array) {
    long long low = 0, high = 0; // the first one's row is 0
    for (const RowSum &sum : sums)
      if (sum.array == array) {
        low = std::min(low, sum.row);
        high = std::max(high, sum.row);
      }
    auto sumsIn = [&](long long row) {
      return llvm::count_if(sums, [&](const RowSum &sum) { return sum.array == array && sum.row == row; });
    };
    const long long half = low + (high - low) / 2, other = low + (high - low + 1) / 2;
    const long long middle = sumsIn(other) > sumsIn(half) ? other : half;
    long long column = 0;
    elements[array] = inRow(elements[array], middle);
    for (const RowSum &sum : sums)
      if (sum.array == array && sum.row == middle) { // in its own words
        elements[array] = sum.access.index;
        column = sum.column;
        break;
      }
    for (RowSum &sum : sums)
      if (sum.array == array) {
        sum.row -= middle;
        sum.column -= column;
      }
    least = std::min(least, low - middle);
    greatest = std::max(greatest, high - middle);
  }
}

std::set<const Stmt *> RowGathering::gathered() const {
  std::set<const Stmt *> all;
  for (const RowSum &sum : sums)
    all.insert(sum.access.stmt);
  return all;
}

bool RowGathering::areComparedQuickly() const {
  Arrays compared;
  for (const Access &access : iteration.accesses())
    compared.add(access);
  return compared.areComparedQuickly();
}

bool RowGathering::canGather() {
  if (isKnownToBeShort(outer.range) || isKnownToBeShort(inner.range) || !iteration.hasNoOrder() || !isOnlyAddedTo(iteration) ||
      !rows.isIndependent() || !collectSums())
    return false;
  centre();
  std::optional<LoopsOfStores> found = loopsOfStores(work, iteration, gathered());
  if (least == greatest || !found || !areComparedQuickly() || !isComputedQuickly(sliceOf(work, gathered())))
    return false;
  stores = *found;
  return true;
}

/// The element, in terms of that of the middle row.
const Place *RowGathering::target(const RowSum &sum) const {
  Access access = sum.access;
  access.index = inRow(elements[sum.array], sum.row);
  if (sum.column != 0)
    access.index = shifted(context, access.index, sum.column);
  return iteration.expanded(access);
}

void RowGathering::addNest(const analysis::Range &over, const StmtList &body, const char *comment, StmtList &out) const {
  LoopStmt *loop = upwardLoop(context, outer.counted, over, {upwardLoop(context, inner.counted, inner.range, body)});
  loop->comment = comment;
  out.push_back(loop);
}

StmtList RowGathering::copy(const std::set<const Stmt *> &wanted) const {
  return copyOfSlice(context, work, sliceOf(work, wanted), outer.counted.counter, 0, {});
}

void RowGathering::addMiddle(const analysis::Range &over, StmtList &out) const {
  std::map<const Stmt *, const Place *> targets;
  for (const RowSum &sum : sums)
    targets[sum.access.stmt] = target(sum);
  OtherTargets others(context, targets);
  const StmtList moved = others.rewrite(work);
  StmtList body;
  for (long long row = least; row <= greatest; ++row) {
    std::set<const Stmt *> wanted;
    for (const RowSum &sum : sums)
      if (sum.row == row)
        wanted.insert(others.made.at(sum.access.stmt));
    StmtList part = copyOfSlice(context, moved, sliceOf(moved, wanted), outer.counted.counter, -row, {});
    body.insert(body.end(), part.begin(), part.end());
  }
  addNest(over, body, "Each row gathers from its neighbours.", out);
}

/// For each neighbour of an element loops of its own.
void RowGathering::addEnds(const GatheredRange &range, StmtList &out) const {
  const char *comment = "The rows at the ends.";
  std::map<long long, std::map<long long, std::set<const Stmt *>>> ends;
  for (const RowSum &sum : sums)
    ends[sum.row][sum.column].insert(sum.access.stmt);
  for (const auto &[row, columns] : ends)
    for (const std::optional<analysis::Range> &over : {range.firstOnes(row, out), range.lastOnes(row)})
      for (const auto &[column, wanted] : columns)
        if (over)
          addNest(*over, copy(wanted), std::exchange(comment, ""), out);
}

void RowGathering::rewrite(StmtList &out) {
  out.insert(out.end(), before.begin(), before.end());
  if (!stores.before.empty())
    addNest(outer.range, copy(stores.before), "", out);
  const GatheredRange range(context, outer.range, least, greatest, out);
  addMiddle(range.middle(), out);
  addEnds(range, out);
  if (!stores.behind.empty())
    addNest(outer.range, copy(stores.behind), "", out);
}

class GatheringOfRows : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    std::optional<Nest> nest = loop->parallel ? std::nullopt : nestIn(context, found);
    if (!nest)
      return false;
    RowGathering gathering(context, found, *nest, alias, areApart);
    if (!gathering.canGather())
      return false;
    const Context::Origin origin(context, loop->location);
    gathering.rewrite(out);
    return true;
  }
};

} // namespace

StmtList gatherRows(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return GatheringOfRows(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
