// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Type.h"

#include <algorithm>
#include <functional>
#include <set>

namespace adjoint::ir {

namespace {

/// Does `wanted` hold for the type or for one that it consists of? Through pointers where asked.
bool anyPart(const Type *type, bool throughPointers, const std::function<bool(const Type *)> &wanted,
             std::set<const Record *> &seen) {
  if (wanted(type))
    return true;
  switch (type->kind) {
  case TypeKind::Array:
    return anyPart(type->element, throughPointers, wanted, seen);
  case TypeKind::Pointer:
  case TypeKind::Reference:
    return throughPointers && anyPart(type->element, throughPointers, wanted, seen);
  case TypeKind::Record:
    if (!seen.insert(type->record).second)
      return false;
    for (const Field &field : type->record->fields)
      if (anyPart(field.type, throughPointers, wanted, seen))
        return true;
    return false;
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Floating:
  case TypeKind::Function:
    return false;
  }
  return false;
}

bool anyPart(const Type *type, bool throughPointers, const std::function<bool(const Type *)> &wanted) {
  std::set<const Record *> seen;
  return anyPart(type, throughPointers, wanted, seen);
}

} // namespace

bool reachesFloating(const Type *type) {
  return anyPart(type, true,
                 [](const Type *t) { return t->isFloating() || (t->isRecord() && t->record->isHierarchy); });
}

bool mayLeadToFloating(const Type *type) {
  return anyPart(type, true, [](const Type *t) { return t->isFloating() || t->isVoid(); });
}

bool holdsFloating(const Type *type) {
  return anyPart(type, false, [](const Type *t) { return t->isFloating(); });
}

bool holdsPointer(const Type *type) {
  return anyPart(type, false, [](const Type *t) { return t->isPointer() || t->isReference(); });
}

bool pointsToFloating(const Type *type) {
  return anyPart(type, true,
                 [](const Type *t) { return (t->isPointer() || t->isReference()) && reachesFloating(t->element); });
}

EmptyBraces emptyBraces(const Type *type) {
  while (type->isArray())
    type = type->element;
  if (!type->isRecord())
    return EmptyBraces::AllZero;
  EmptyBraces worst = type->record->emptyBraces;
  for (const Field &field : type->record->fields)
    worst = std::max(worst, emptyBraces(field.type));
  return worst;
}

} // namespace adjoint::ir
