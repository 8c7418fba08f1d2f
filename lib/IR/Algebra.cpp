// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Algebra.h"
#include "IR/Values.h"
#include "IR/Visit.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace adjoint::ir {

using llvm::dyn_cast;

namespace {
bool isReal(const Expr *expr, long double value) {
  if (!expr->type->isFloating() || !isNumeral(expr))
    return false;
  std::optional<long double> known = realValue(expr);
  return known && *known == value;
}
} // namespace

bool isZero(const Expr *expr) { return isReal(expr, 0) && !std::signbit(*realValue(expr)); }
bool isOne(const Expr *expr) { return isReal(expr, 1); }

bool isNegated(const Expr *expr) {
  const auto *unary = dyn_cast<UnaryExpr>(expr);
  return unary && unary->op == UnaryOp::Minus;
}

const Expr *one(Context &context, const Type *type) { return context.literal(1, type); }

const Expr *negated(Context &context, const Expr *expr) {
  if (isNegated(expr))
    return llvm::cast<UnaryExpr>(expr)->operand;
  return context.unary(UnaryOp::Minus, expr);
}

const Expr *sum(Context &context, const Expr *a, const Expr *b) {
  if (isNegated(b))
    return context.binary(BinaryOp::Sub, a, negated(context, b));
  return context.binary(BinaryOp::Add, a, b);
}

const Expr *difference(Context &context, const Expr *a, const Expr *b) {
  if (isNegated(b))
    return context.binary(BinaryOp::Add, a, negated(context, b));
  return context.binary(BinaryOp::Sub, a, b);
}

namespace {
/// `c ? 1 : 0` and the like, nested too.
const SelectExpr *constantCases(const Expr *expr) {
  auto isConstant = [](const Expr *e) {
    return isZero(e) || isOne(e) || (isNegated(e) && isOne(llvm::cast<UnaryExpr>(e)->operand)) || constantCases(e);
  };
  const auto *select = dyn_cast<SelectExpr>(expr);
  return select && isConstant(select->yes) && isConstant(select->no) ? select : nullptr;
}
} // namespace

const Expr *product(Context &context, const Expr *a, const Expr *b) {
  if (isNegated(a))
    return negated(context, product(context, negated(context, a), b));
  if (isNegated(b))
    return negated(context, product(context, a, negated(context, b)));
  if (isOne(a))
    return b;
  if (isOne(b))
    return a;
  if (isZero(a) || isZero(b)) // a partial that is zero whatever the other factor
    return isZero(a) ? a : b;
  if (const auto *cases = constantCases(a))
    return choice(context, cases->condition, product(context, cases->yes, b), product(context, cases->no, b));
  if (const auto *cases = constantCases(b))
    return choice(context, cases->condition, product(context, a, cases->yes), product(context, a, cases->no));
  const auto *fraction = dyn_cast<BinaryExpr>(a);
  if (fraction && fraction->op == BinaryOp::Div && isOne(fraction->left))
    return quotient(context, b, fraction->right);
  fraction = dyn_cast<BinaryExpr>(b);
  if (fraction && fraction->op == BinaryOp::Div && isOne(fraction->left))
    return quotient(context, a, fraction->right);
  return context.binary(BinaryOp::Mul, a, b);
}

const Expr *quotient(Context &context, const Expr *a, const Expr *b) {
  if (isNegated(a))
    return negated(context, quotient(context, negated(context, a), b));
  return isOne(b) ? a : context.binary(BinaryOp::Div, a, b);
}

const Expr *shifted(Context &context, const Expr *expr, long long by) {
  std::optional<long long> value = isNumeral(expr) ? integerValue(expr) : std::nullopt;
  const bool isSmall = value && *value >= 0 && *value < std::numeric_limits<long long>::max() - std::abs(by);
  if (isSmall && holds(expr->type, *value + by))
    return context.literal(*value + by, expr->type);
  const auto *sum = dyn_cast<BinaryExpr>(expr);
  if (sum && sum->op == (by > 0 ? BinaryOp::Sub : BinaryOp::Add) && isInteger(sum->right, std::abs(by)))
    return sum->left;
  return context.binary(by > 0 ? BinaryOp::Add : BinaryOp::Sub, expr, context.literal(std::abs(by), expr->type));
}

const Expr *choice(Context &context, const Expr *condition, const Expr *yes, const Expr *no) {
  return same(yes, no) ? yes : context.select(condition, yes, no);
}

} // namespace adjoint::ir
