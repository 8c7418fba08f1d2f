// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds: what can be proved of indices made of the counters of loops?
//
//   for (j = 0; j < n; ++j) for (i = j + 1; i < n; ++i)      0 <= i - 1 and i < n
//
// A difference a - b is a sum of terms. A counter in it is replaced by the least value it takes, or the
// greatest if it is subtracted; what is left after equal terms have cancelled must be a constant.

#ifndef ADJOINT_ANALYSIS_LOOPS_BOUNDS_H
#define ADJOINT_ANALYSIS_LOOPS_BOUNDS_H

#include "Analysis/Loops/Loops.h"

namespace adjoint::analysis {

/// Without conversions of integers that keep the value of what is no larger than memory.
const ir::Expr *withoutWidening(const ir::Expr *expr);

/// The values of a counter that moves by one: low <= i < high.
struct Range {
  const ir::Expr *low, *high;
};
/// None if the test is `!=`, which may wrap, or if `high` would be beyond the end of the type.
std::optional<Range> rangeOf(ir::Context &context, const CountedLoop &loop);
/// How many values these are, as a std::size_t: a number where both ends are.
const ir::Expr *tripsOf(ir::Context &context, const ir::Expr *low, const ir::Expr *high);
/// The same as a number of another type of integers: of `0 <= i < n` without signs, n.
const ir::Expr *tripsOf(ir::Context &context, const Range &range, const ir::Type *type);
/// Does the loop, counted by one, come to its first iteration, whatever the variables are?
bool isSurelyEntered(ir::Context &context, const ir::LoopStmt *loop);

constexpr unsigned partsOfLoop = 64; ///< adjoint::TapeParts::count
/// Is it where a part of a parallel loop begins or ends (adjoint/parts.h)? It is as soon computed again as read.
bool isBoundOfPart(const ir::Expr *expr);

/// The same loop from or to values that are not chosen, perhaps with more iterations: up to `n` for `n < 3 ? n : 3`.
CountedLoop withoutChoices(ir::Context &context, CountedLoop loop);

/// a >= b, in every iteration of the loops around?
bool isNeverLess(const std::vector<CountedLoop> &loops, const ir::Expr *a, const ir::Expr *b);
/// a < b, in every iteration of the loops around?
bool isAlwaysLess(const std::vector<CountedLoop> &loops, const ir::Expr *a, const ir::Expr *b);
/// Is the index the counter, or the counter and terms without it? Then no two iterations have the same, wrap as it may.
bool growsWith(const ir::Expr *index, const ir::Variable *counter);

/// b - a, where that is a number, whatever the variables are; as unsigned indices wrap.
std::optional<long long> distanceBetween(const ir::Expr *a, const ir::Expr *b);
/// The same, where products with the counter are multiplied out: of `i * n + j` and `(i + 1) * n + j - n`, 0.
std::optional<long long> distanceBetween(ir::Context &context, const ir::Expr *a, const ir::Expr *b, const ir::Variable *counter);

/// Is the index `outer * m + inner` (and terms without counters) with 0 <= inner < m, so that no element stands twice?
bool isRowMajor(const ir::Expr *index, const CountedLoop &inner, const ir::Variable *outer);
/// An index, and the loops around it that another one does not share with it.
struct IndexIn {
  const ir::Expr *index;
  std::vector<CountedLoop> loops;
};
/// In two different iterations of `outer`, are the indices different? Both are `outer * width` and terms that differ by
/// less than the width. What they and the bounds mention, but for the counters, stays as it is. `reach`: in two iterations that are
/// farther apart than that.
bool differ(ir::Context &context, const CountedLoop &outer, const IndexIn &a, const IndexIn &b, unsigned reach = 0);
/// In every iteration of the loops around: is `index` one of the values that `written` takes in the loop `writer`, where
/// it grows with the counter?
bool isReached(const std::vector<CountedLoop> &loops, const ir::Expr *index, const CountedLoop &writer,
               const ir::Expr *written);
/// The same of an index of an array, which is never below zero.
bool isReachedFromZero(const std::vector<CountedLoop> &loops, const ir::Expr *index, const CountedLoop &writer,
                       const ir::Expr *written);

} // namespace adjoint::analysis

#endif
