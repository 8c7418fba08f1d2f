// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IndependentLoops: compilers are told that the iterations of a loop have nothing to do with each other.
//
//                                                     ADJOINT_INDEPENDENT
//   for (i = 1; i < n - 1; ++i) {                     for (i = 1; i < n - 1; ++i) {
//     const double w_b = r_tape[i - 1] * v_b[i];        const double w_b = r_tape[i - 1] * v_b[i];
//     c_b[i] += (u[i + 1] - u[i - 1]) * w_b;     ->     c_b[i] += (u[i + 1] - u[i - 1]) * w_b;
//     w_b_sums[i - 1] = c[i] * w_b;                     w_b_sums[i - 1] = c[i] * w_b;
//     v_b[i] = 0.0;                                     v_b[i] = 0.0;
//   }                                                 }
//
// Else they compare the addresses of its arrays in front of it, and leave it as it is where there are many (letVectorise).
// For innermost loops over several arrays, element by element, without branches: Clang vectorises what it is told of, also where that does
// not pay. Choices may be among what is read in any case. Sums of numbers are told by SumLocally.

#ifndef ADJOINT_TRANSFORM_CLEANUP_INDEPENDENTLOOPS_H
#define ADJOINT_TRANSFORM_CLEANUP_INDEPENDENTLOOPS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList independentLoops(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias, const AreApart &areApart);

} // namespace adjoint::transform

#endif
