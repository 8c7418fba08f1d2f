// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/Scaling.h"

#include "IR/Algebra.h"
#include "IR/Values.h"

#include <cmath>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

const Expr *Scaling::product(Context &context, const Expr *partial, const Expr *derivative) const {
  return ir::product(context, partial, derivative);
}

const Expr *Scaling::quotient(Context &context, const Expr *derivative, const Expr *divisor) const {
  return ir::quotient(context, derivative, divisor);
}

namespace {

/// A number of the program's text, a choice of such numbers, or a bounded function.
bool isAlwaysFinite(const Expr *expr) {
  if (const auto *unary = dyn_cast<UnaryExpr>(expr))
    return isAlwaysFinite(unary->operand);
  if (const auto *conversion = dyn_cast<CastExpr>(expr))
    return !conversion->operand->type->isFloating() || isAlwaysFinite(conversion->operand);
  if (const auto *select = dyn_cast<SelectExpr>(expr))
    return isAlwaysFinite(select->yes) && isAlwaysFinite(select->no);
  std::optional<long double> value = realValue(expr);
  return value && std::isfinite(*value);
}

bool isOneOver(const Expr *expr) {
  const auto *fraction = dyn_cast<BinaryExpr>(expr);
  return fraction && fraction->op == BinaryOp::Div && isOne(fraction->left);
}

} // namespace

const Expr *StrongScaling::product(Context &context, const Expr *partial, const Expr *derivative) const {
  if (isNegated(partial))
    return negated(context, product(context, negated(context, partial), derivative));
  if (isNegated(derivative))
    return negated(context, product(context, partial, negated(context, derivative)));
  if (isAlwaysFinite(partial) || isZero(derivative) || isOne(derivative))
    return ir::product(context, partial, derivative);
  if (isOneOver(partial))
    return quotient(context, derivative, cast<BinaryExpr>(partial)->right);
  return context.intrinsic("strong.product", "adjoint::strong::product", {partial, derivative}, derivative->type);
}

const Expr *StrongScaling::quotient(Context &context, const Expr *derivative, const Expr *divisor) const {
  if (isNegated(derivative))
    return negated(context, quotient(context, negated(context, derivative), divisor));
  if (isAlwaysFinite(divisor) && realValue(divisor).value_or(1) != 0)
    return ir::quotient(context, derivative, divisor);
  return context.intrinsic("strong.quotient", "adjoint::strong::quotient", {derivative, divisor}, derivative->type);
}

const Scaling &strongScaling() {
  static const StrongScaling strong;
  return strong;
}

const Scaling &scaling(bool strongZero) {
  static const Scaling plain;
  return strongZero ? strongScaling() : plain;
}

} // namespace adjoint::transform
