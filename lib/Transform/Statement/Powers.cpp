// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/Powers.h"

#include "IR/Algebra.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

void collectFactors(const Expr *expr, std::vector<const Expr *> &factors) {
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (!binary || binary->op != BinaryOp::Mul) {
    factors.push_back(expr);
    return;
  }
  collectFactors(binary->left, factors);
  collectFactors(binary->right, factors);
}

const Expr *productOf(Context &context, const std::vector<const Expr *> &factors) {
  const Expr *all = nullptr;
  for (const Expr *factor : factors)
    all = all ? product(context, all, factor) : factor;
  return all;
}

} // namespace

std::optional<Power> powerIn(Context &context, const BinaryExpr *product, const std::function<bool(const Expr *)> &isChosen) {
  if (product->op != BinaryOp::Mul || !product->type->isFloating())
    return std::nullopt;
  std::vector<const Expr *> factors;
  collectFactors(product, factors);
  const auto base = llvm::find_if(factors, [&](const Expr *factor) {
    return isChosen(factor) && llvm::count_if(factors, [&](const Expr *other) { return same(other, factor); }) > 1;
  });
  if (base == factors.end())
    return std::nullopt;
  std::vector<const Expr *> rest, power;
  for (const Expr *factor : factors)
    (same(factor, *base) ? power : rest).push_back(factor);
  std::vector<const Expr *> partial = {context.literal(static_cast<long long>(power.size()), product->type)};
  for (const Expr *const &factor : factors)
    if (&factor != &*base)
      partial.push_back(factor);
  return Power{*base, productOf(context, partial), productOf(context, rest), productOf(context, power)};
}

} // namespace adjoint::transform
