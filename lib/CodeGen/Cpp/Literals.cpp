// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Literals.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace adjoint::codegen {

using namespace ir;

namespace {

constexpr std::uint64_t mostOfInt = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t mostOfLong = std::numeric_limits<std::int64_t>::max();

std::string digitsOf(const Integer &number) {
  return (number.isNegative ? "-" : "") + std::to_string(number.magnitude);
}

/// The sign is an operator: it does not count for the type of the digits behind it.
Spelling spelled(const Integer &number) {
  if (number.isNegative && number.magnitude > mostOfLong)
    return {"(-" + std::to_string(mostOfLong) + " - 1)", ptrdiffKind()};
  if (number.magnitude > mostOfLong)
    return {digitsOf(number) + "U", {ScalarKind::Integer, 64, false}};
  return {digitsOf(number), number.magnitude > mostOfInt ? ptrdiffKind() : intKind()};
}

const char *suffixOf(const Type *floating) { return floating->bits <= 32 ? "f" : floating->bits <= 64 ? "" : "L"; }

/// As many digits as tell the number from its neighbours, without a suffix.
std::string digitsOf(const Floating &number, const Type *type) {
  std::array<char, 64> digits;
  const int precision = type->bits <= 32 ? 9 : type->bits <= 64 ? 17 : 21;
  std::snprintf(digits.data(), digits.size(), "%.*Lg", precision, number.value);
  std::string text = digits.data();
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// What the user wrote, without the suffix; the rest of a number has other letters, or an exponent behind them.
std::string digitsOf(const LiteralExpr *literal, const char *suffixes) {
  return llvm::StringRef(literal->spelling).rtrim(suffixes).str();
}

/// Are the digits, with the right suffix, of the type, and the sign before them, too?
bool isOfType(const Integer &number, const Type *type) {
  const unsigned digits = type->bits - type->isSigned;
  return (type->isSigned || !number.isNegative) && (digits >= 64 || number.magnitude < std::uint64_t(1) << digits);
}

std::optional<std::string> asInteger(const LiteralExpr *literal, const Integer &number, const Type *type) {
  if ((type->bits != 32 && type->bits != 64) || !isOfType(number, type))
    return std::nullopt;
  std::string suffix = type->isSigned ? "" : "U";
  if (type->bits > 32)
    suffix += type->spelling.find("long long") != std::string::npos ? "LL" : "L";
  return (literal->spelling.empty() ? digitsOf(number) : digitsOf(literal, "uUlLzZ")) + suffix;
}

std::optional<std::string> asFloating(const Integer &number, const Type *type) {
  if (number.magnitude > std::uint64_t(1) << (type->bits <= 32 ? 24 : 53))
    return std::nullopt;
  return digitsOf(number) + ".0" + suffixOf(type);
}

/// Digits that were rounded on the way to one type may lead to another number in another.
std::optional<std::string> asFloating(const LiteralExpr *literal, const Floating &number, const Type *type) {
  bool isExact = number.isExact && (type->bits > 64 || static_cast<double>(number.value) == number.value) &&
                 (type->bits > 32 || static_cast<float>(number.value) == number.value);
  if (!isExact)
    return std::nullopt;
  return (literal->spelling.empty() ? digitsOf(number, type) : digitsOf(literal, "fFlL")) + suffixOf(type);
}

} // namespace

Spelling spell(const LiteralExpr *literal) {
  if (!literal->spelling.empty())
    return {literal->spelling, kindOf(literal->type)};
  if (std::holds_alternative<NullPointer>(literal->value))
    return {"nullptr", {}};
  if (const auto *number = std::get_if<Floating>(&literal->value))
    return {digitsOf(*number, literal->type) + suffixOf(literal->type), kindOf(literal->type)};
  const auto &number = std::get<Integer>(literal->value);
  if (literal->type->is(TypeKind::Bool))
    return {number.magnitude != 0 ? "true" : "false", boolKind()};
  return spelled(number);
}

std::optional<std::string> spellAs(const LiteralExpr *literal, const Type *type) {
  if (literal->isNamed || literal->type->is(TypeKind::Bool))
    return std::nullopt;
  if (const auto *number = std::get_if<Floating>(&literal->value))
    return type->isFloating() ? asFloating(literal, *number, type) : std::nullopt;
  const auto *number = std::get_if<Integer>(&literal->value);
  if (!number)
    return std::nullopt;
  if (type->isFloating())
    return asFloating(*number, type);
  if (type->is(TypeKind::Bool) && number->magnitude < 2)
    return number->magnitude == 0 ? "false" : "true";
  return type->is(TypeKind::Integer) ? asInteger(literal, *number, type) : std::nullopt;
}

std::unique_ptr<LiteralExpr> withoutSign(const LiteralExpr *literal) {
  if (literal->isNamed || spell(literal).text[0] != '-')
    return nullptr;
  Constant value = literal->value;
  if (auto *number = std::get_if<Integer>(&value))
    number->isNegative = false;
  if (auto *number = std::get_if<Floating>(&value))
    number->value = -number->value;
  const std::string spelling = literal->spelling.empty() ? "" : literal->spelling.substr(1);
  return std::make_unique<LiteralExpr>(value, spelling, false, literal->type);
}

} // namespace adjoint::codegen
