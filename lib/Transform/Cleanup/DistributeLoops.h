// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DistributeLoops: the scattered sums of a stencil become a loop for each neighbour.
//
//   for (j = n - 2; j >= 1; --j) {           for (j = 1; j < n - 1; ++j)
//     const double w_b = a * v_b[j];           u_b[j - 1] += a * v_b[j];
//     u_b[j - 1] += w_b;               ->    for (j = 1; j < n - 1; ++j) {
//     u_b[j + 1] += w_b;                       u_b[j + 1] += a * v_b[j];
//     v_b[j] = 0.0;                            v_b[j] = 0.0;
//   }                                        }
//
// One iteration adds to what its neighbours add to, which no compiler vectorises; the loops that come of it are
// vectorised. For innermost loops of assignments and constants that are computed quickly, whose iterations have no order
// (Iteration.h).

#ifndef ADJOINT_TRANSFORM_CLEANUP_DISTRIBUTELOOPS_H
#define ADJOINT_TRANSFORM_CLEANUP_DISTRIBUTELOOPS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList distributeLoops(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias,
                             const AreApart &areApart);

} // namespace adjoint::transform

#endif
