// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlainProducts: a loop that runs where an adjoint is not zero needs no strong zeros.
//
//   for (...) {                                                     for (...) {
//     price_b += mean_b;                                              price_b += mean_b;
//     price_b = adjoint::strong::product(growth, price_b);    ->      price_b = growth * price_b;
//   }                                                               }
//
// A branch makes the adjoint of the mean zero, or not; in front of the loop that is decided. For innermost loops without branches, and factors
// that are infinite only where the value is: a function or a quotient of such a value may be infinite alone.

#ifndef ADJOINT_TRANSFORM_CLEANUP_PLAINPRODUCTS_H
#define ADJOINT_TRANSFORM_CLEANUP_PLAINPRODUCTS_H

#include "IR/Context.h"

namespace adjoint::transform {

/// What a strong product multiplies, or a strong quotient divides (rules::isStrong).
const ir::Expr *derivativeIn(const ir::IntrinsicExpr *strong);

/// `adjoint`: the variable that is not zero. Products with it, and with what is made of it first in an iteration, are plain.
const ir::Stmt *withPlainProducts(ir::Context &context, const ir::LoopStmt *loop, const ir::Variable *adjoint);

} // namespace adjoint::transform

#endif
