// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Tangent/ExpressionTangent.h"

#include "IR/Algebra.h"
#include "IR/Visit.h"
#include "Rules/Rules.h"
#include "Transform/Statement/Powers.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;

const Expr *ExpressionTangent::valueOf(const Expr *expr) {
  if (expr != known)
    return expr;
  usedValue = true;
  return knownValue;
}

/// Null stands for zero.
const Expr *ExpressionTangent::sumOf(const Expr *a, const Expr *b) {
  if (!a || !b)
    return a ? a : b;
  return isNegated(a) && !isNegated(b) ? difference(context, b, negated(context, a)) : sum(context, a, b);
}

const Expr *ExpressionTangent::times(const Expr *partial, const Expr *tangent, const Scaling &by) {
  if (!tangent)
    return nullptr;
  const Expr *scaled = by.product(context, partial, tangent);
  return isZero(scaled) ? nullptr : scaled;
}

const Expr *ExpressionTangent::of(const Expr *expr) {
  if (!expr->type->isFloating())
    return nullptr;
  switch (expr->kind) {
  case Expr::Kind::Load: {
    const Place *place = cast<LoadExpr>(expr)->place;
    return isActive(place) ? context.load(shadows.of(place)) : nullptr;
  }
  case Expr::Kind::Unary: {
    const Expr *operand = of(cast<UnaryExpr>(expr)->operand);
    return operand ? negated(context, operand) : nullptr;
  }
  case Expr::Kind::Binary:
    return ofBinary(cast<BinaryExpr>(expr));
  case Expr::Kind::Cast: {
    const Expr *operand = of(cast<CastExpr>(expr)->operand);
    return operand ? context.cast(cast<CastExpr>(expr)->form, operand, expr->type) : nullptr;
  }
  case Expr::Kind::Select:
    return ofSelect(cast<SelectExpr>(expr));
  case Expr::Kind::Intrinsic:
    return ofIntrinsic(cast<IntrinsicExpr>(expr));
  case Expr::Kind::Literal:
  case Expr::Kind::Address:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    return nullptr;
  }
  return nullptr;
}

const Expr *ExpressionTangent::ofBinary(const BinaryExpr *binary) {
  switch (binary->op) {
  case BinaryOp::Add:
    return sumOf(of(binary->left), of(binary->right));
  case BinaryOp::Sub: {
    const Expr *right = of(binary->right);
    return sumOf(of(binary->left), right ? negated(context, right) : nullptr);
  }
  case BinaryOp::Mul:
    return ofProduct(binary);
  case BinaryOp::Div:
    return ofQuotient(binary);
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::Less:
  case BinaryOp::LessEq:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEq:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::And:
  case BinaryOp::Or:
    return nullptr;
  }
  return nullptr;
}

const Expr *ExpressionTangent::ofProduct(const BinaryExpr *binary) {
  const Expr *left = binary->left, *right = binary->right;
  if (const auto power = powerIn(context, binary, [this](const Expr *factor) { return of(factor) != nullptr; }))
    return sumOf(times(power->partial, of(power->base)), power->rest ? times(power->power, of(power->rest)) : nullptr);
  return sumOf(times(right, of(left)), times(left, of(right)));
}

const Expr *ExpressionTangent::ofQuotient(const BinaryExpr *binary) {
  const Expr *left = of(binary->left), *right = of(binary->right);
  if (right)
    left = sumOf(left, negated(context, scaling.product(context, valueOf(binary), right)));
  return left ? scaling.quotient(context, left, binary->right) : nullptr;
}

const Expr *ExpressionTangent::ofSelect(const SelectExpr *select) {
  const Expr *yes = of(select->yes), *no = of(select->no);
  if (!yes && !no)
    return nullptr;
  const Expr *zero = context.zero(select->type);
  return choice(context, select->condition, yes ? yes : zero, no ? no : zero);
}

const Expr *ExpressionTangent::ofIntrinsic(const IntrinsicExpr *call) {
  const Expr *total = nullptr;
  for (unsigned i = 0; i < call->args.size(); ++i) {
    if (!rules::isDifferentiable(call, i))
      continue;
    const Expr *tangent = of(call->args[i]);
    if (!tangent)
      continue;
    const Expr *result = rules::mentionsResult(call, i) ? valueOf(call) : call;
    const bool isGuarded =
        rules::isStrong(call) || (chosen && rules::mayBeSingular(call, i) && chosen->mayBeZero(call->args[i]));
    const Expr *scaled = times(rules::partial(context, call, i, result),
                               context.cast(CastExpr::Form::Implicit, tangent, call->type),
                               isGuarded ? strongScaling() : scaling);
    total = sumOf(total, scaled);
  }
  return total;
}

} // namespace adjoint::transform
