// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Leaves.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <tuple>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

LeafName nameOf(const Record *record, const Field &field) { return {record->spelling + "::" + field.name}; }

/// The leaves of a value of the type which is, or is a part of, the member.
void collectLeaves(const Type *type, LeafName member, bool deep, std::set<Leaf> &out,
                   std::set<const Record *> &seen) {
  switch (type->kind) {
  case TypeKind::Array:
    return collectLeaves(type->element, member, deep, out, seen);
  case TypeKind::Record:
    if (seen.insert(type->record).second)
      for (const Field &field : type->record->fields)
        collectLeaves(field.type, nameOf(type->record, field), deep, out, seen);
    return;
  case TypeKind::Pointer:
  case TypeKind::Reference:
    out.insert({{"*"}, member});
    if (deep)
      collectLeaves(type->element, {}, deep, out, seen);
    return;
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum: // signed and unsigned may access the same storage
    out.insert({{"i" + std::to_string(type->bits)}, member});
    return;
  case TypeKind::Void:
  case TypeKind::Floating:
  case TypeKind::Function:
    out.insert({{type->spelling}, member});
    return;
  }
}

/// The leaves of what pointers in a value of this type point to directly.
void collectTargets(const Type *type, std::set<Leaf> &out, std::set<const Record *> &seen) {
  switch (type->kind) {
  case TypeKind::Array:
    return collectTargets(type->element, out, seen);
  case TypeKind::Record:
    if (seen.insert(type->record).second)
      for (const Field &field : type->record->fields)
        collectTargets(field.type, out, seen);
    return;
  case TypeKind::Pointer:
  case TypeKind::Reference: {
    std::set<Leaf> held = leavesOf(type->element);
    out.insert(held.begin(), held.end());
    return;
  }
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Floating:
  case TypeKind::Function:
    return;
  }
}

/// The member that the place is, or is an element of.
LeafName memberOf(const Place *place) {
  while (const auto *element = dyn_cast<IndexPlace>(place))
    place = element->array;
  const auto *field = dyn_cast<FieldPlace>(place);
  return field ? nameOf(field->object->type->record, *field->field) : LeafName();
}

} // namespace

LeafName::LeafName(llvm::StringRef text) {
  static llvm::StringMap<unsigned> numbers;
  number = text.empty() ? 0 : numbers.try_emplace(text, numbers.size() + 1).first->second;
}

bool isUntyped(const Leaf &leaf) {
  static const LeafName untyped("void");
  return leaf.type == untyped;
}

bool isPointer(const Leaf &leaf) {
  static const LeafName pointer("*");
  return leaf.type == pointer;
}

bool isFloating(const Leaf &leaf) {
  static const LeafName types[] = {{"float"}, {"double"}, {"long double"}};
  return llvm::is_contained(types, leaf.type);
}

bool holdsPointers(const std::set<Leaf> &leaves) { return llvm::any_of(leaves, isPointer); }

bool operator<(const Leaf &a, const Leaf &b) { return std::tie(a.type, a.member) < std::tie(b.type, b.member); }
bool operator==(const Leaf &a, const Leaf &b) { return a.type == b.type && a.member == b.member; }

bool mayCoincide(const Leaf &a, const Leaf &b) {
  return a.type == b.type && (a.member == b.member || a.member.empty() || b.member.empty());
}

bool mayCoincide(const std::set<Leaf> &some, const Leaf &leaf) {
  return llvm::any_of(some, [&](const Leaf &other) { return mayCoincide(other, leaf); });
}

std::set<Leaf> leavesOf(const Type *type) {
  std::set<Leaf> out;
  std::set<const Record *> seen;
  collectLeaves(type, {}, false, out, seen);
  return out;
}

std::set<Leaf> leavesOf(const Place *place) {
  std::set<Leaf> out;
  std::set<const Record *> seen;
  collectLeaves(place->type, memberOf(place), false, out, seen);
  return out;
}

std::set<Leaf> targetLeaves(const Type *type) {
  std::set<Leaf> out;
  std::set<const Record *> seen;
  collectTargets(type, out, seen);
  return out;
}

std::set<Leaf> reachableLeaves(const Type *type) {
  std::set<Leaf> out;
  std::set<const Record *> seen;
  collectLeaves(type, {}, true, out, seen);
  return out;
}

namespace {

/// The leaves of all memory that pointers in a value of this type lead to: the value itself is not among it.
void collectLeavesBehind(const Type *type, std::set<Leaf> &out, std::set<const Record *> &seen) {
  if (type->isArray())
    return collectLeavesBehind(type->element, out, seen);
  if (type->isPointer() || type->isReference())
    return collectLeaves(type->element, {}, true, out, seen);
  if (type->isRecord())
    for (const Field &field : type->record->fields)
      collectLeavesBehind(field.type, out, seen);
}

/// The leaves of the memory beyond what pointers in a value of this type point to.
void collectLeavesBeyond(const Type *type, std::set<Leaf> &out, std::set<const Record *> &seen) {
  if (type->isArray())
    return collectLeavesBeyond(type->element, out, seen);
  if (type->isPointer() || type->isReference())
    return collectLeavesBehind(type->element, out, seen);
  if (type->isRecord())
    for (const Field &field : type->record->fields)
      collectLeavesBeyond(field.type, out, seen);
}

} // namespace

std::set<Leaf> leavesBehind(const Type *type) {
  std::set<Leaf> out;
  std::set<const Record *> seen;
  collectLeavesBehind(type, out, seen);
  return out;
}

std::set<Leaf> leavesBeyond(const Type *type) {
  std::set<Leaf> out;
  std::set<const Record *> seen;
  collectLeavesBeyond(type, out, seen);
  return out;
}

} // namespace adjoint::analysis
