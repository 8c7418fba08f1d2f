// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PassOverZeros: a reversed loop, or a call of an adjoint, is passed over where the adjoint that it spreads is zero.
//
//   double mean_b = 0.0;                      double mean_b = 0.0;
//   if (taken)                                if (taken)
//     mean_b += sum_b;                 ->       mean_b += sum_b;
//   for (i = n - 1; i >= 0; --i)              if (mean_b != 0.0) {
//     x_b[i] += w[i] * mean_b;                  for (i = n - 1; i >= 0; --i)
//                                                 x_b[i] += w[i] * mean_b;
//                                             }
//
// An option that ends out of the money, a unit that is not active, a point that is not in range: the primal's branch says
// that nothing depends on what came before. For loops, and adjoints of functions without effects, that do nothing but add
// multiples of adjoints, all of them known to be zero there but a few, which get a value in branches, in sums of choices, or
// are made of such. What the loop restores nobody reads afterwards.

#ifndef ADJOINT_TRANSFORM_CLEANUP_PASSOVERZEROS_H
#define ADJOINT_TRANSFORM_CLEANUP_PASSOVERZEROS_H

#include "IR/Visit.h"

namespace adjoint::transform {

/// Of a reverse sweep whose records are in blocks: a loop that takes single ones from the tape cannot be passed over.
/// `strongZeros`: the user asked for them. Otherwise what is made of the adjoint, where that is not zero, needs none.
ir::StmtList passOverZeros(ir::Context &context, const ir::StmtList &body, bool strongZeros);

} // namespace adjoint::transform

#endif
