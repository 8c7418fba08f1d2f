// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops: is the trip count known on entry?
//
// A counted loop is `for (i = first; i op bound; i += step)` with an integer i that the body
// does not write, a bound that it does not change, and a constant step. Its iterations can be
// run backward without having been counted, as long as the counter goes backward only where it went forward: it
// must not step over the end of its type, nor begin at a bound that its type does not hold.

#ifndef ADJOINT_ANALYSIS_LOOPS_LOOPS_H
#define ADJOINT_ANALYSIS_LOOPS_LOOPS_H

#include "Analysis/Memory/Writes.h"

#include <optional>

namespace adjoint::analysis {

struct CountedLoop {
  const ir::Variable *counter;
  bool declares; ///< is the counter declared by the loop?
  const ir::Expr *first;
  ir::BinaryOp test; ///< Less, LessEq, Greater, GreaterEq or NotEqual, counter on the left
  const ir::Expr *bound;
  long long step; ///< ±1 where test is NotEqual or the counter is unsigned
};

std::optional<CountedLoop> countedLoop(const ir::LoopStmt *loop);

/// The same, but with a bound of a wider type, such as `int i` has against a `long`. There is no iteration where the bound is
/// beyond the counter's type.
std::optional<CountedLoop> countedToWiderBound(const ir::LoopStmt *loop);

/// Is the first value perhaps that end of the counter's type from which the loop goes away? One step further back would be
/// too far.
bool mayBeginAtEnd(const CountedLoop &loop);

/// Of `for (i = high; i > low;) { --i; work }`, as unsigned counters run backward: `for (i = low; i < high; ++i) { work }`.
/// The work is all of the body but its first statement.
std::optional<CountedLoop> runUpwards(const ir::LoopStmt *loop);

} // namespace adjoint::analysis

#endif
