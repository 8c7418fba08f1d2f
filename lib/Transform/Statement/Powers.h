// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers: factors that a product has more than once.
//
//   y = c * x * x * x      has the partial 3 * c * x * x with respect to x, in one term; by the product rule there are three.

#ifndef ADJOINT_TRANSFORM_STATEMENT_POWERS_H
#define ADJOINT_TRANSFORM_STATEMENT_POWERS_H

#include "IR/Context.h"

#include <functional>
#include <optional>

namespace adjoint::transform {

struct Power {
  const ir::Expr *base;
  const ir::Expr *partial; ///< of the product, with respect to the base
  const ir::Expr *rest;    ///< the product without the base; null: nothing is left
  const ir::Expr *power;   ///< the base alone, as often as it is there
};

/// The first factor of the product that is there more than once, of those that are chosen.
std::optional<Power> powerIn(ir::Context &context, const ir::BinaryExpr *product, const std::function<bool(const ir::Expr *)> &isChosen);

} // namespace adjoint::transform

#endif
