// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/GatherRows.h"

#include "Analysis/Memory/Substitution.h"
#include "IR/Algebra.h"
#include "IR/Evaluation.h"
#include "IR/FreshCopy.h"
#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Slice.h"
#include "Transform/Cleanup/SumTargets.h"
#include "Transform/Cleanup/Vectors.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

const long long farthestColumn = 4;

/// The loop that is all of an iteration, but for what stands around it: blocks that it takes from the tape, and constants. Constants that are
/// the same in all rows go in front of all rows; others become part of the loop's own iterations.
struct Nest {
  const LoopStmt *loop;
  RunnableUpwards inner;
  StmtList before, work;
  std::set<const Variable *> blocks;
};

/// Statements around the one loop.
class NestParts {
public:
  NestParts(Context &context, const RunnableUpwards &outer) : context(context), outer(outer), changes(outer.work) {}

  std::optional<Nest> parts();

private:
  bool add(const Stmt *stmt, Nest &nest);
  bool addConstant(const DeclareStmt *declare, Nest &nest);
  bool isFixed(const Expr *bound, const Nest &nest) const;

  Context &context;
  const RunnableUpwards &outer;
  const analysis::Changes changes;
  std::set<const Variable *> ofRow;
};

bool NestParts::addConstant(const DeclareStmt *declare, Nest &nest) {
  const Variable *variable = declare->variable;
  if (!declare->init || changes.count(variable) != 1 || changes.isExposed(variable))
    return false;
  const bool isOfRow = llvm::any_of(ofRow, [&](const Variable *other) { return mentions(declare->init, other); });
  const bool isOfBounds = mentions(nest.inner.range.low, variable) || mentions(nest.inner.range.high, variable);
  const bool canGoInFront = variable->type->isIntegral() && isAlwaysComputable(declare->init) && !changes.mayChange(declare->init);
  if (isOfRow ? isOfBounds : !canGoInFront)
    return false;
  if (isOfRow)
    ofRow.insert(variable);
  (isOfRow ? nest.work : nest.before).push_back(declare);
  return true;
}

bool NestParts::add(const Stmt *stmt, Nest &nest) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return addConstant(declare, nest);
  if (const auto *block = dyn_cast<TapeBlockStmt>(stmt))
    return nest.blocks.count(block->block) && !mentions(block->count, outer.counted.counter);
  const auto *pop = dyn_cast<PopStmt>(stmt);
  const Variable *taken = pop ? wholeVariable(pop->place) : nullptr;
  return taken && isBlockOfTape(taken) && nest.blocks.insert(taken).second;
}

bool NestParts::isFixed(const Expr *bound, const Nest &nest) const {
  bool fixed = !mentions(bound, outer.counted.counter);
  forEachLoad(bound, [&](const LoadExpr *load) {
    auto isDeclared = [&](const Stmt *stmt) { return declaredBy(stmt) == wholeVariable(load->place); };
    fixed &= llvm::any_of(nest.before, isDeclared) || !changes.mayChange(load);
  });
  return fixed;
}

std::optional<Nest> NestParts::parts() {
  const auto at = llvm::find_if(outer.work, [](const Stmt *stmt) { return llvm::isa<LoopStmt>(stmt); });
  const auto *loop = at == outer.work.end() ? nullptr : llvm::cast<LoopStmt>(*at);
  std::optional<RunnableUpwards> inner = loop && !loop->parallel ? runnableUpwards(context, loop) : std::nullopt;
  if (!inner)
    return std::nullopt;
  Nest nest{loop, *inner, {}, {}, {}};
  ofRow = {outer.counted.counter};
  for (const Stmt *stmt : outer.work)
    if (stmt != loop && !add(stmt, nest))
      return std::nullopt;
  if (!isFixed(inner->range.low, nest) || !isFixed(inner->range.high, nest))
    return std::nullopt;
  nest.work.insert(nest.work.end(), inner->work.begin(), inner->work.end());
  return nest;
}

/// What an iteration adds to an element.
struct RowSum {
  Access access;
  unsigned array;   ///< sums of one number are near each other
  long long row;    ///< from that in the middle
  long long column; ///< from an element of that row
};

class RowGathering {
public:
  RowGathering(Context &context, const LoopStmt *loop, const RunnableUpwards &outer, const Nest &nest, const analysis::Alias &alias,
               const AreApart &areApart)
      : context(context), loop(loop), outer(outer), nest(nest), inner(nest.inner), work(nest.work),
        rows(context, outer.work, outer.counted, alias, areApart, /*takesRecords=*/!nest.blocks.empty()),
        iteration(context, nest.work, nest.inner.counted, alias, areApart) {}

  bool canGather();
  void rewrite(StmtList &out);

private:
  bool collectSums();
  void addSum(const Access &access);
  void centre();
  bool canBeVectorised() const;
  std::set<const Stmt *> gathered() const;
  std::vector<std::set<const Stmt *>> slices() const;
  const Expr *inRow(const Expr *index, long long by) const;
  const Place *target(const RowSum &sum) const;

  void addNest(const analysis::Range &over, const StmtList &body, const char *comment, StmtList &out) const;
  StmtList copy(const std::set<const Stmt *> &wanted) const;
  bool canLeaveBlocks() const;
  void addStores(const std::set<const Stmt *> &wanted, StmtList &out) const;
  void addMiddle(const analysis::Range &over, StmtList &out) const;
  void addEnds(const GatheredRange &range, StmtList &out) const;

  Context &context;
  const LoopStmt *loop;
  const RunnableUpwards outer;
  const Nest nest;
  const RunnableUpwards inner;
  const StmtList work;
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

/// What an element computes for each of its neighbours.
std::vector<std::set<const Stmt *>> RowGathering::slices() const {
  std::map<std::tuple<unsigned, long long, long long>, std::set<const Stmt *>> targets;
  for (const RowSum &sum : sums)
    targets[{sum.array, sum.row, sum.column}].insert(sum.access.stmt);
  std::vector<std::set<const Stmt *>> found;
  for (const auto &[target, wanted] : targets)
    found.push_back(sliceOf(work, wanted));
  return found;
}

/// Each array for itself: GatherSums gives them loops of their own where they are too many.
bool RowGathering::canBeVectorised() const {
  std::vector<std::set<const Stmt *>> added(arrays.size());
  for (const RowSum &sum : sums)
    added[sum.array].insert(sum.access.stmt);
  return llvm::all_of(added, [&](const std::set<const Stmt *> &own) {
    const std::set<const Stmt *> slice = sliceOf(work, own);
    Arrays compared;
    for (const Access &access : iteration.accesses())
      if (slice.count(access.stmt))
        compared.add(access);
    return letVectorise(compared, work);
  });
}

bool RowGathering::canGather() {
  if (isKnownToBeShort(outer.range) || isKnownToBeShort(inner.range) || !iteration.hasNoOrder() || !isOnlyAddedTo(iteration) ||
      rows.declaresRows() || !rows.isIndependent() || !collectSums())
    return false;
  centre();
  std::optional<LoopsOfStores> found = loopsOfStores(work, iteration, gathered());
  if (least == greatest || !found || !canBeVectorised() || !areComputedQuickly(slices(), iteration.arrays()))
    return false;
  stores = *found;
  return canLeaveBlocks();
}

/// Is what comes from the tape for one loop of stores alone?
bool RowGathering::canLeaveBlocks() const {
  if (nest.blocks.empty())
    return true;
  if (stores.before.empty() == stores.behind.empty())
    return false;
  const std::set<const Stmt *> slice = sliceOf(work, gathered());
  return llvm::none_of(slice, [&](const Stmt *stmt) {
    return llvm::any_of(nest.blocks, [&](const Variable *block) { return mentions(stmt, block); });
  });
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
  LoopStmt *made = upwardLoop(context, outer.counted, over, {upwardLoop(context, inner.counted, inner.range, body)});
  made->comment = comment;
  out.push_back(made);
}

StmtList RowGathering::copy(const std::set<const Stmt *> &wanted) const {
  return copyOfSlice(context, work, sliceOf(work, wanted), outer.counted.counter, 0, {});
}

/// With the blocks, as the loop was.
void RowGathering::addStores(const std::set<const Stmt *> &wanted, StmtList &out) const {
  if (wanted.empty())
    return;
  if (nest.blocks.empty())
    return addNest(outer.range, copy(wanted), "", out);
  const StmtList own = copyOfSlice(context, inner.work, sliceOf(inner.work, wanted), outer.counted.counter, 0, {});
  StmtList body;
  for (const Stmt *stmt : loop->body)
    if (!llvm::is_contained(nest.before, stmt))
      body.push_back(stmt == nest.loop ? upwardLoop(context, inner.counted, inner.range, own) : stmt);
  out.push_back(FreshCopy(context).of(context.rebuilt(loop, loop->init, loop->condition, loop->step, body)));
}

void RowGathering::addMiddle(const analysis::Range &over, StmtList &out) const {
  SumTargets::Places targets;
  for (const RowSum &sum : sums)
    targets[sum.access.stmt] = target(sum);
  SumTargets sumsOfMiddle(context, targets);
  const StmtList moved = sumsOfMiddle.rewrite(work);
  StmtList body;
  for (long long row = least; row <= greatest; ++row) {
    std::set<const Stmt *> wanted;
    for (const RowSum &sum : sums)
      if (sum.row == row)
        wanted.insert(sumsOfMiddle.madeOf(sum.access.stmt));
    StmtList part = copyOfSlice(context, moved, sliceOf(moved, wanted), outer.counted.counter, -row, {});
    body.insert(body.end(), part.begin(), part.end());
  }
  LoopStmt *row = sameLoopUpwards(context, inner.counted, inner.range, body);
  LoopStmt *middle = sameLoopUpwards(context, outer.counted, over, {row});
  middle->comment = "Each row gathers from its neighbours.";
  out.push_back(middle);
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
  out.insert(out.end(), nest.before.begin(), nest.before.end());
  addStores(stores.before, out);
  const GatheredRange range(context, outer.range, least, greatest, out);
  addMiddle(range.middle(), out);
  addEnds(range, out);
  addStores(stores.behind, out);
}

class GatheringOfRows : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    std::optional<Nest> nest = loop->parallel ? std::nullopt : NestParts(context, found).parts();
    if (!nest)
      return false;
    RowGathering gathering(context, loop, found, *nest, alias, areApart);
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
