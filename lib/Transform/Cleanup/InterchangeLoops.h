// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InterchangeLoops: short loops that scatter go around the long loop that they stand in.
//
//                                                     double *s_b_kept = tape.reserve<double>(trips(0, n));
//   for (j = 0; j < n; ++j) {                         for (j = 0; j < n; ++j) {
//     const double s_b = g(out_b[j]);                   const double s_b = g(out_b[j]);
//     for (p = 0; p < 3; ++p)                           s_b_kept[j] = s_b;
//       for (q = 0; q < 3; ++q)                       }
//         x_b[p * m + j + q] += w[p * 3 + q] * s_b;   for (p = 0; p < 3; ++p)
//   }                                         ->        for (j = 0; j < n; ++j) {
//                                                         const double s_b = s_b_kept[j];
//                                                         x_b[p * m + j] += w[p * 3] * s_b;
//                                                         x_b[p * m + j + 1] += w[p * 3 + 1] * s_b;
//                                                         x_b[p * m + j + 2] += w[p * 3 + 2] * s_b;
//                                                       }
//
// The innermost of the short loops is written out, so that the long loop is the innermost one: a stencil, which GatherSums makes
// fit for vectors. What the short loops do is adding to adjoints, of what no other part of the iteration writes: sums have no order
// to keep. Numbers that they use of the iteration wait in a block of the tape.
//
// Source: K. Kennedy and J. R. Allen, Optimizing Compilers for Modern Architectures, Morgan Kaufmann 2001, sections 5.2 and 8.4.

#ifndef ADJOINT_TRANSFORM_CLEANUP_INTERCHANGELOOPS_H
#define ADJOINT_TRANSFORM_CLEANUP_INTERCHANGELOOPS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList interchangeLoops(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias, const AreApart &areApart);

} // namespace adjoint::transform

#endif
