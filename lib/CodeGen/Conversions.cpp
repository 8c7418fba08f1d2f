// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Conversions.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace adjoint::codegen {

using ir::Type;
using ir::TypeKind;

ScalarKind kindOf(const Type *type) {
  switch (type->kind) {
  case TypeKind::Bool:
    return boolKind();
  case TypeKind::Integer:
    return {ScalarKind::Integer, type->bits, type->isSigned};
  case TypeKind::Enum:
    return {ScalarKind::Enumeration, type->bits, type->isSigned};
  case TypeKind::Floating:
    return {ScalarKind::Floating, type->bits, true};
  case TypeKind::Void:
  case TypeKind::Pointer:
  case TypeKind::Reference:
  case TypeKind::Array:
  case TypeKind::Record:
  case TypeKind::Function:
    return {};
  }
  return {};
}

ScalarKind boolKind() { return {ScalarKind::Bool, 8, false}; }
ScalarKind intKind() { return {ScalarKind::Integer, 32, true}; }
ScalarKind ptrdiffKind() { return {ScalarKind::Integer, 64, true}; }

ScalarKind promoted(ScalarKind kind) {
  switch (kind.which) {
  case ScalarKind::Other:
  case ScalarKind::Floating:
    return kind;
  case ScalarKind::Bool:
    return intKind();
  case ScalarKind::Enumeration:
  case ScalarKind::Integer:
    return kind.bits < 32 ? intKind() : ScalarKind{ScalarKind::Integer, kind.bits, kind.isSigned};
  }
  return kind;
}

ScalarKind commonKind(ScalarKind a, ScalarKind b) {
  if (!a.isArithmetic() || !b.isArithmetic())
    return {};
  if (a.which == ScalarKind::Floating || b.which == ScalarKind::Floating) {
    unsigned ofA = a.which == ScalarKind::Floating ? a.bits : 0;
    unsigned ofB = b.which == ScalarKind::Floating ? b.bits : 0;
    return {ScalarKind::Floating, std::max(ofA, ofB), true};
  }
  a = promoted(a);
  b = promoted(b);
  if (a.bits != b.bits)
    return a.bits > b.bits ? a : b;
  return {ScalarKind::Integer, a.bits, a.isSigned && b.isSigned};
}

namespace {
unsigned mantissaBits(ScalarKind floating) { return floating.bits <= 32 ? 24 : floating.bits <= 64 ? 53 : 64; }
} // namespace

bool preservesValue(ScalarKind from, ScalarKind to) {
  if (from == to)
    return from.isArithmetic();
  if (from.which == ScalarKind::Floating)
    return to.which == ScalarKind::Floating && to.bits >= from.bits;
  if (!from.isIntegral() || !to.isArithmetic() || to.which == ScalarKind::Bool)
    return false;
  if (from.which == ScalarKind::Bool)
    return true;
  if (to.which == ScalarKind::Floating)
    return mantissaBits(to) >= from.bits - (from.isSigned ? 1 : 0);
  if (from.isSigned == to.isSigned)
    return to.bits >= from.bits;
  return to.isSigned && to.bits > from.bits;
}

// -------------------------------------------------------------- literals

namespace {

/// A number as C++ writes it, taken apart. `digits` has neither sign nor suffix.
struct Number {
  bool isNegative = false;
  bool isFloating = false;
  bool isDecimal = true;
  std::string digits;
  std::string suffix; ///< in lower case
};

bool isSuffix(char c, bool isFloating) {
  c = static_cast<char>(std::tolower(c));
  return c == 'l' || c == (isFloating ? 'f' : 'u');
}

std::optional<Number> parseNumber(std::string text) {
  Number number;
  text.erase(std::remove(text.begin(), text.end(), '\''), text.end());
  if (!text.empty() && text[0] == '-') {
    number.isNegative = true;
    text.erase(0, 1);
  }
  bool startsAsNumber =
      !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) || (text[0] == '.' && text.size() > 1));
  if (!startsAsNumber || text.find_first_not_of("0123456789abcdefABCDEFxXpPlLuU.+-") != std::string::npos)
    return std::nullopt;
  bool isHex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  number.isDecimal = !isHex && (text[0] != '0' || text.size() == 1 || text.find_first_of(".eE") != std::string::npos ||
                                !std::isdigit(static_cast<unsigned char>(text[1])));
  number.isFloating = text.find_first_of(isHex ? ".pP" : ".eE") != std::string::npos;
  while (text.size() > 1 && isSuffix(text.back(), number.isFloating)) {
    number.suffix.insert(number.suffix.begin(), static_cast<char>(std::tolower(text.back())));
    text.pop_back();
  }
  if (text.find_first_of("+-*/") != std::string::npos && !number.isFloating)
    return std::nullopt;
  number.digits = text;
  return number;
}

ScalarKind integerKind(const Number &number) {
  unsigned long long value = std::strtoull(number.digits.c_str(), nullptr, 0);
  bool isUnsigned = number.suffix.find('u') != std::string::npos;
  bool isLong = number.suffix.find('l') != std::string::npos;
  bool mayBeUnsigned = isUnsigned || !number.isDecimal;
  if (!isLong && !isUnsigned && value <= 0x7fffffffull)
    return intKind();
  if (!isLong && mayBeUnsigned && value <= 0xffffffffull)
    return {ScalarKind::Integer, 32, false};
  if (!isUnsigned && value <= 0x7fffffffffffffffull)
    return ptrdiffKind();
  return {ScalarKind::Integer, 64, false};
}

unsigned floatingBits(const Number &number, const Type *type) {
  if (number.suffix == "f")
    return 32;
  if (number.suffix == "l")
    return type->isFloating() && type->bits > 64 ? type->bits : 128;
  return 64;
}

const char *floatingSuffix(const Type *type) { return type->bits <= 32 ? "f" : type->bits <= 64 ? "" : "L"; }

std::optional<std::string> integerAsFloating(const Number &number, const Type *type) {
  unsigned long long value = std::strtoull(number.digits.c_str(), nullptr, 10);
  if (!number.isDecimal || value > (1ull << (type->bits <= 32 ? 24 : 53)))
    return std::nullopt;
  return number.digits + ".0" + floatingSuffix(type);
}

std::optional<std::string> floatingAsFloating(const Number &number, const Type *type) {
  if (!number.isDecimal)
    return std::nullopt;
  const char *digits = number.digits.c_str();
  long double before = number.suffix == "f"   ? std::strtof(digits, nullptr)
                       : number.suffix == "l" ? std::strtold(digits, nullptr)
                                              : std::strtod(digits, nullptr);
  long double after = type->bits <= 32   ? std::strtof(digits, nullptr)
                      : type->bits <= 64 ? std::strtod(digits, nullptr)
                                         : std::strtold(digits, nullptr);
  if (before != after)
    return std::nullopt;
  return number.digits + floatingSuffix(type);
}

std::optional<std::string> integerAsInteger(const Number &number, const Type *type) {
  if (type->bits < 32 || number.isNegative)
    return std::nullopt;
  std::string suffix = type->isSigned ? "" : "U";
  if (type->bits > 32)
    suffix += type->spelling.find("long long") != std::string::npos ? "LL" : "L";
  Number wanted = number;
  wanted.suffix.clear();
  for (char c : suffix)
    wanted.suffix += static_cast<char>(std::tolower(c));
  if (integerKind(wanted) != kindOf(type))
    return std::nullopt;
  return number.digits + suffix;
}

} // namespace

ScalarKind literalKind(const std::string &text, const Type *type) {
  if (text == "true" || text == "false")
    return boolKind();
  std::optional<Number> number = parseNumber(text);
  if (!number)
    return kindOf(type);
  if (number->isFloating)
    return {ScalarKind::Floating, floatingBits(*number, type), true};
  return integerKind(*number);
}

std::optional<std::string> literalAs(const std::string &text, const Type *type) {
  std::optional<Number> number = parseNumber(text);
  if (!number)
    return std::nullopt;
  std::optional<std::string> result;
  if (type->isFloating())
    result = number->isFloating ? floatingAsFloating(*number, type) : integerAsFloating(*number, type);
  else if (type->is(TypeKind::Integer) && !number->isFloating)
    result = integerAsInteger(*number, type);
  else if (type->is(TypeKind::Bool) && (text == "0" || text == "1"))
    return text == "0" ? "false" : "true";
  if (result && number->isNegative)
    result->insert(result->begin(), '-');
  return result;
}

} // namespace adjoint::codegen
