// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules/Evaluator.h"

#include "IR/Values.h"
#include "Rules/References.h"

#include "gtest/gtest.h"

namespace adjoint::rules {

using namespace ir;
using llvm::cast;

Real Evaluator::operator()(const Expr *expr) const {
  switch (expr->kind) {
  case Expr::Kind::Literal:
    return realValue(expr).value();
  case Expr::Kind::Load:
    return values.at(wholeVariable(cast<LoadExpr>(expr)->place));
  case Expr::Kind::Unary:
    return unary(cast<UnaryExpr>(expr));
  case Expr::Kind::Binary:
    return binary(cast<BinaryExpr>(expr));
  case Expr::Kind::Cast:
    return (*this)(cast<CastExpr>(expr)->operand);
  case Expr::Kind::Select: {
    const auto *select = cast<SelectExpr>(expr);
    return (*this)((*this)(select->condition) != 0 ? select->yes : select->no);
  }
  case Expr::Kind::Intrinsic:
    return intrinsic(cast<IntrinsicExpr>(expr));
  case Expr::Kind::Address:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    break;
  }
  ADD_FAILURE() << "a rule has no expressions of this kind";
  return 0;
}

Real Evaluator::unary(const UnaryExpr *expr) const {
  const Real operand = (*this)(expr->operand);
  switch (expr->op) {
  case UnaryOp::Minus:
    return -operand;
  case UnaryOp::Not:
    return operand == 0;
  case UnaryOp::BitNot:
    break;
  }
  ADD_FAILURE() << "a rule has no operations on bits";
  return 0;
}

Real Evaluator::binary(const BinaryExpr *expr) const {
  const Real left = (*this)(expr->left), right = (*this)(expr->right);
  switch (expr->op) {
  case BinaryOp::Add:
    return left + right;
  case BinaryOp::Sub:
    return left - right;
  case BinaryOp::Mul:
    return left * right;
  case BinaryOp::Div:
    return left / right;
  case BinaryOp::Less:
    return left < right;
  case BinaryOp::LessEq:
    return left <= right;
  case BinaryOp::Greater:
    return left > right;
  case BinaryOp::GreaterEq:
    return left >= right;
  case BinaryOp::Equal:
    return left == right;
  case BinaryOp::NotEqual:
    return left != right;
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::And:
  case BinaryOp::Or:
    break;
  }
  ADD_FAILURE() << "a rule has no operation of this kind";
  return 0;
}

Real Evaluator::intrinsic(const IntrinsicExpr *call) const {
  Reals arguments;
  for (const Expr *argument : call->args)
    arguments.push_back((*this)(argument));
  const Reference *reference = referenceOf(call->name);
  if (!reference) {
    ADD_FAILURE() << "no reference function for '" << call->name << "', which a rule uses";
    return 0;
  }
  return reference->value(arguments);
}

} // namespace adjoint::rules
