// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SumLocally: what an innermost loop adds up is kept in a variable, and may be added in any order.
//
//                                             double x_b_sum = 0.0;
//                                             ADJOINT_SUMS(x_b_sum)
//   for (i = n - 1; i > j; --i) {             for (i = j + 1; i < n; ++i) {
//                                               ADJOINT_ANY_ORDER
//     a_b[i] += x[j] * y_b[i];         ->       a_b[i] += x[j] * y_b[i];
//     x_b[j] += a[i] * y_b[i];                  x_b_sum += a[i] * y_b[i];
//   }                                         }
//                                             if (x_b_sum != 0.0)
//                                               x_b[j] += x_b_sum;
//
// A compiler must store x_b[j] in each iteration, since a_b may overlap it, and must keep the order of additions. Here
// both are known not to matter: all that the loop does with memory that may overlap the element is adding to it, and
// sums of adjoints have no order to keep. The test spares an element that does not exist where no iteration runs.
// Primal sums keep their order: somebody may have chosen it. The sums of adjoints behind them stand in a block of their own, if iterations can
// run side by side. ADJOINT_SUMS, which g++ reads, says more:
// that iterations have nothing to do with each other but for the sums.

#ifndef ADJOINT_TRANSFORM_CLEANUP_SUMLOCALLY_H
#define ADJOINT_TRANSFORM_CLEANUP_SUMLOCALLY_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList sumLocally(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias,
                        const AreApart &areApart);

} // namespace adjoint::transform

#endif
