// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slice: of the body of a loop, what some of its statements need, for another iteration perhaps.
//
//   const double a = u[i], w = 0.1 * y_b[i];
//   x_b[i + 1] += a * w;                            a slice for the second statement, one iteration before:
//   z_b[i] += w;                                      const double w = 0.1 * y_b[i - 1];
//
// A statement of the slice is one of those asked for, gives a variable of the body a value that the slice reads, or is a
// branch with such a statement in it.

#ifndef ADJOINT_TRANSFORM_CLEANUP_SLICE_H
#define ADJOINT_TRANSFORM_CLEANUP_SLICE_H

#include "IR/Visit.h"

#include <map>
#include <set>

namespace adjoint::transform {

/// Declarations, assignments and branches.
std::set<const ir::Stmt *> sliceOf(const ir::StmtList &work, const std::set<const ir::Stmt *> &wanted);

/// A copy of the statements of the slice, with variables of its own, where the counter is `by` more. What `sums` names adds to
/// variables in the place of memory.
ir::StmtList copyOfSlice(ir::Context &context, const ir::StmtList &work, const std::set<const ir::Stmt *> &slice,
                         const ir::Variable *counter, long long by,
                         const std::map<const ir::Stmt *, const ir::Variable *> &sums);

} // namespace adjoint::transform

#endif
