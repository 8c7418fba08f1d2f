// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BlockZeros: no zero is written into a block of the function's own that nobody reads.
//
//   k_b = calloc(n);                                k_b = malloc(n);
//   for (i = 0; i < n; ++i)                         for (i = 0; i < n; ++i)
//     k_b[i] += h * y_b[i];                  ->       k_b[i] = h * y_b[i];
//   ...                                             ...
//   for (i = 0; i < n; ++i) {                       for (i = 0; i < n; ++i) {
//     x_b[i] += x[i] * k_b[i];                        x_b[i] += x[i] * k_b[i];
//     k_b[i] = 0.0;                                 }
//   }                                               free(k_b);
//   free(k_b);
//
// The adjoint of a vector that an iteration makes begins as zero and ends as zero. It need not begin so where loops over all its
// elements come first, each of which sets its element, or adds to it. It need not end so where it is freed next.
//
// Nor does it have to be zero between the iterations of a loop, where each sets the elements that the one before it has set to zero last:
//
//   for (s = 0; s < steps; ++s) {                   for (s = 0; s < steps; ++s) {
//     for (i = 1; i < n; ++i)                         for (i = 1; i < n; ++i)
//       f_b[i] += u_b[i];                    ->         f_b[i] = u_b[i];
//     ...                                             ...
//     for (i = 0; i < n; ++i)                         for (i = 0; i < 1; ++i)
//       f_b[i] = 0.0;                                   f_b[i] = 0.0;
//   }                                               }
//   free(f_b);                                      free(f_b);
//
// A block is one that a variable of its own leads to, and nothing else: it is not passed on, and its address is not taken.

#ifndef ADJOINT_TRANSFORM_CLEANUP_BLOCKZEROS_H
#define ADJOINT_TRANSFORM_CLEANUP_BLOCKZEROS_H

#include "IR/Visit.h"

namespace adjoint::transform {

ir::StmtList dropBlockZeros(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
