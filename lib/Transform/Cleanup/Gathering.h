// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathering: what loops have in common whose iterations add to their neighbours, elements (GatherSums) or rows (GatherRows).
//
//   for (i = 1; i < n - 1; ++i) {                  for (i = 2; i < high; ++i)          the middle
//     x_b[i - 1] += f(i);                            x_b[i] += f(i + 1) + g(i - 1);
//     x_b[i + 1] += g(i);                  ->      for (i = 1; i < low; ++i)           the end of what goes to offset -1
//   }                                                x_b[i - 1] += f(i);
//                                                  for (i = high - 1; i < n - 1; ++i)  the end of what goes to offset 1
//                                                    x_b[i + 1] += g(i);

#ifndef ADJOINT_TRANSFORM_CLEANUP_GATHERING_H
#define ADJOINT_TRANSFORM_CLEANUP_GATHERING_H

#include "Analysis/Loops/Bounds.h"
#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

/// Is it known that there are only a few iterations?
bool isKnownToBeShort(const analysis::Range &range);
/// Is nothing that is added to read or set?
bool isOnlyAddedTo(const Iteration &iteration);
/// Without a division or a function, but for the absolute value, and with few operations all together? Where something branches in a loop
/// whose arrays compilers compare, all of it counts for each: such a loop is not marked as independent, and each part of it compares them.
bool areComputedQuickly(const std::vector<std::set<const ir::Stmt *>> &slices, const Arrays &arrays);
/// The same of one that is computed so many times.
bool isComputedQuickly(const std::set<const ir::Stmt *> &slice, size_t times);

/// What has loops of its own, in front of those that gather, or behind.
struct LoopsOfStores {
  std::set<const ir::Stmt *> before, behind;
};
/// Of what is set, and of sums that are not gathered. None if something is set between reads.
std::optional<LoopsOfStores> loopsOfStores(const ir::StmtList &work, const Iteration &iteration,
                                           const std::set<const ir::Stmt *> &gathered);

/// The iterations of a loop that add to elements, or rows, which lie by `least` to `greatest` from their own.
class GatheredRange {
public:
  /// Declares in `out` where the middle ends.
  GatheredRange(ir::Context &context, const analysis::Range &range, long long least, long long greatest, ir::StmtList &out);

  /// The elements that get something from each neighbour.
  analysis::Range middle() const;
  /// The iterations whose sums to the element at that offset go in front of the middle, or behind. None: there are none.
  std::optional<analysis::Range> firstOnes(long long offset, ir::StmtList &out) const;
  std::optional<analysis::Range> lastOnes(long long offset) const;

private:
  const ir::Expr *plus(const ir::Expr *e, long long by) const;
  const ir::Expr *lesser(const ir::Expr *a, const ir::Expr *b) const;
  const ir::Expr *named(const char *name, const ir::Expr *value, ir::StmtList &out) const;

  ir::Context &context;
  const analysis::Range range;
  const long long least, greatest;
  const ir::Expr *end;
};

} // namespace adjoint::transform

#endif
