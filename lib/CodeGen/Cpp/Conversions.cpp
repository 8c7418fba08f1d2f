// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Conversions.h"

#include <algorithm>

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

} // namespace adjoint::codegen
