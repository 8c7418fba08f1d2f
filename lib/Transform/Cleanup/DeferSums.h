// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DeferSums: what an iteration adds to its neighbours' elements waits in a block of the tape.
//
//                                                    double *u_b_sums = tape.reserve<double>(trips(0, n - 1));
//   for (i = n - 2; i >= 0; --i) {                   for (i = 0; i < n - 1; ++i) {
//     const double w_b = g(u[i], u[i + 1], f_b[i]);    const double w_b = g(u[i], u[i + 1], f_b[i]);
//     u_b[i] += w_b;                                   u_b[i] += w_b;
//     if (u[i] > 0.0)                          ->      double u_b_sum = 0.0;
//       u_b[i + 1] += h(w_b);                          if (u[i] > 0.0)
//   }                                                    u_b_sum += h(w_b);
//                                                      u_b_sums[i] = u_b_sum;
//                                                    }
//                                                    for (i = 0; i < n - 1; ++i)
//                                                      if (u_b_sums[i] != 0.0)
//                                                        u_b[i + 1] += u_b_sums[i];
//
// For the loops that DistributeLoops leaves, which branch or compute what takes time: nothing is computed twice. The
// loops that come of it can be vectorised, as those of DistributeLoops can. The test spares elements that do not exist.

#ifndef ADJOINT_TRANSFORM_CLEANUP_DEFERSUMS_H
#define ADJOINT_TRANSFORM_CLEANUP_DEFERSUMS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList deferSums(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias,
                       const AreApart &areApart);

} // namespace adjoint::transform

#endif
