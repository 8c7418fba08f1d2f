// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TurnOuterLoops: reversed loops around loops run upwards, where their iterations are independent.
//
//   for (i = n - 1; i >= 0; --i)                      for (i = 0; i < n; ++i)
//     for (j = m - 1; j >= 0; --j) {                    for (j = 0; j < m; ++j) {
//       a_b[i * m + j] += x[j] * y_b[i];       ->         a_b[i * m + j] += x[j] * y_b[i];
//       x_b[j] += a[i * m + j] * y_b[i];                  x_b[j] += a[i * m + j] * y_b[i];
//     }                                                 }
//
// A compiler that vectorises the inner loop has to ask whether the arrays overlap. LLVM, from 17 on, asks once, in front
// of the outer loop, for all that its iterations reach; but only if the addresses grow with them. If they do not, the
// loop without vectors runs (HoistRuntimeChecks in LoopUtils.cpp). Where nothing has to be asked, and no records lie in a block whose
// address comes off the tape, the loop stays. An innermost loop in a loop is turned wherever its iterations have no order: vectors are
// loaded as they lie. One that stands alone is not: the end of a long array, where the forward sweep was last, is still in the cache.

#ifndef ADJOINT_TRANSFORM_CLEANUP_TURNOUTERLOOPS_H
#define ADJOINT_TRANSFORM_CLEANUP_TURNOUTERLOOPS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList turnOuterLoops(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias,
                            const AreApart &areApart);

} // namespace adjoint::transform

#endif
