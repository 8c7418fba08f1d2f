// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Values.h"

#include "IR/Visit.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <limits>

namespace adjoint::ir {

using llvm::dyn_cast;

bool holds(const Type *type, long long value) {
  if (type->is(TypeKind::Bool))
    return value == 0 || value == 1;
  if (value < 0)
    return type->isSigned && (type->bits >= 64 || value >= -(1ll << (type->bits - 1)));
  const unsigned digits = type->bits - type->isSigned;
  return digits >= 63 || value < 1ll << digits;
}

std::optional<long long> wrapped(const Type *type, long long value) {
  if (holds(type, value))
    return value;
  if (type->is(TypeKind::Bool))
    return 1;
  if (type->bits >= 64) // below zero, of an unsigned type
    return std::nullopt;
  const long long range = 1ll << type->bits, rest = value & (range - 1);
  return holds(type, rest) ? rest : rest - range;
}

namespace {

std::optional<long long> valueOf(const Integer &integer) {
  const std::uint64_t most = std::numeric_limits<long long>::max();
  if (integer.magnitude > most + integer.isNegative)
    return std::nullopt;
  return static_cast<long long>(integer.isNegative ? 0 - integer.magnitude : integer.magnitude);
}

std::optional<long long> converted(const Type *type, std::optional<long long> value) {
  return value ? wrapped(type, *value) : std::nullopt;
}

std::optional<long long> negated(const Type *type, std::optional<long long> value) {
  const bool hasNegative = value && *value != std::numeric_limits<long long>::min();
  return hasNegative ? wrapped(type, -*value) : std::nullopt;
}

/// Does the floating-point type hold the number?
bool isOfType(const Type *type, long double value) {
  if (type->bits <= 32)
    return static_cast<float>(value) == value;
  return type->bits > 64 || static_cast<double>(value) == value;
}

/// As a number that every long double holds.
std::optional<long double> realOf(std::optional<long long> value) {
  const long long limit = 1ll << 53;
  return value && *value <= limit && *value >= -limit ? std::optional<long double>(*value) : std::nullopt;
}

} // namespace

std::optional<long long> integerValue(const Expr *expr) {
  if (!expr->type->isIntegral())
    return std::nullopt;
  if (const auto *literal = dyn_cast<LiteralExpr>(expr)) {
    const auto *integer = std::get_if<Integer>(&literal->value);
    return integer ? valueOf(*integer) : std::nullopt;
  }
  if (const auto *conversion = dyn_cast<CastExpr>(expr))
    return converted(expr->type, integerValue(conversion->operand));
  const auto *sign = dyn_cast<UnaryExpr>(expr);
  return sign && sign->op == UnaryOp::Minus ? negated(expr->type, integerValue(sign->operand)) : std::nullopt;
}

namespace {

/// None where it is not one of a type with signs, or beyond it.
std::optional<long long> resultOf(BinaryOp op, long long left, long long right) {
  const bool haveDigits = left >= 0 && right >= 0;
  switch (op) {
  case BinaryOp::Add:
    return llvm::checkedAdd(left, right);
  case BinaryOp::Sub:
    return llvm::checkedSub(left, right);
  case BinaryOp::Mul:
    return llvm::checkedMul(left, right);
  case BinaryOp::Div:
    return haveDigits && right != 0 ? std::optional<long long>(left / right) : std::nullopt;
  case BinaryOp::Rem:
    return haveDigits && right != 0 ? std::optional<long long>(left % right) : std::nullopt;
  case BinaryOp::BitAnd:
    return haveDigits ? std::optional<long long>(left & right) : std::nullopt;
  case BinaryOp::BitOr:
    return haveDigits ? std::optional<long long>(left | right) : std::nullopt;
  case BinaryOp::BitXor:
    return haveDigits ? std::optional<long long>(left ^ right) : std::nullopt;
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
  case BinaryOp::And:
    return left != 0 && right != 0;
  case BinaryOp::Or:
    return left != 0 || right != 0;
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return std::nullopt;
  }
  return std::nullopt;
}

/// A number below zero becomes another one beside an unsigned one.
bool areTakenAsTheyAre(const BinaryExpr *binary, long long left, long long right) {
  const bool haveSigns = binary->left->type->isSigned && binary->right->type->isSigned;
  return binary->left->type->isIntegral() && binary->right->type->isIntegral() && (haveSigns || (left >= 0 && right >= 0));
}

std::optional<long long> computedPair(const BinaryExpr *binary, KnownVariable known) {
  const std::optional<long long> left = computedValue(binary->left, known), right = computedValue(binary->right, known);
  if (!left || !right || !areTakenAsTheyAre(binary, *left, *right))
    return std::nullopt;
  const std::optional<long long> result = resultOf(binary->op, *left, *right);
  return result && holds(binary->type, *result) ? result : std::nullopt;
}

} // namespace

std::optional<long long> computedValue(const Expr *expr, KnownVariable known) {
  if (!expr->type->isIntegral())
    return std::nullopt;
  if (std::optional<long long> value = integerValue(expr))
    return value;
  if (const auto *load = dyn_cast<LoadExpr>(expr)) {
    const Variable *variable = wholeVariable(load->place);
    return variable ? known(variable) : std::nullopt;
  }
  if (const auto *conversion = dyn_cast<CastExpr>(expr))
    return converted(expr->type, computedValue(conversion->operand, known));
  if (const auto *choice = dyn_cast<SelectExpr>(expr)) {
    const std::optional<long long> isFirst = computedValue(choice->condition, known);
    return isFirst ? computedValue(*isFirst ? choice->yes : choice->no, known) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  return binary ? computedPair(binary, known) : std::nullopt;
}

std::optional<bool> comparedWithItself(BinaryOp op) {
  const std::optional<long long> holds = isComparison(op) ? resultOf(op, 0, 0) : std::nullopt;
  return holds ? std::optional<bool>(*holds != 0) : std::nullopt;
}

std::optional<long double> realValue(const Expr *expr) {
  if (expr->type->isIntegral())
    return realOf(integerValue(expr));
  if (const auto *literal = dyn_cast<LiteralExpr>(expr)) {
    const auto *number = std::get_if<Floating>(&literal->value);
    return number ? std::optional<long double>(number->value) : std::nullopt;
  }
  std::optional<long double> value;
  if (const auto *conversion = dyn_cast<CastExpr>(expr); conversion && expr->type->isFloating())
    value = realValue(conversion->operand);
  if (const auto *sign = dyn_cast<UnaryExpr>(expr); sign && sign->op == UnaryOp::Minus)
    if (std::optional<long double> positive = realValue(sign->operand))
      value = -*positive;
  return value && isOfType(expr->type, *value) ? value : std::nullopt;
}

bool isInteger(const Expr *expr, long long value) {
  std::optional<long long> known = integerValue(expr);
  return known && *known == value;
}

bool isNull(const Expr *expr) {
  const auto *literal = dyn_cast<LiteralExpr>(withoutCasts(expr));
  return expr->type->isPointer() && literal && std::holds_alternative<NullPointer>(literal->value);
}

bool isNumeral(const Expr *expr) {
  const auto *literal = dyn_cast<LiteralExpr>(withoutCasts(expr));
  return literal && !literal->isNamed;
}

} // namespace adjoint::ir
