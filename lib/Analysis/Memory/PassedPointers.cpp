// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/PassedPointers.h"

#include "IR/ClassView.h"

#include <algorithm>
#include <set>

namespace adjoint::analysis {

using namespace ir;

namespace {

const Type *withoutArrays(const Type *type) {
  while (type->isArray())
    type = type->element;
  return type;
}

bool isIndirect(const Type *type) { return type->isPointer() || type->isReference(); }
bool isMirror(const Type *type) { return type->isRecord() && type->record->isMirror; }

/// Can numbers be written through objects of a type, from const objects or others?
class WriteSearch {
public:
  bool isWritable(const Type *type, bool isConst) {
    if (type->isRecord())
      return seen.insert({type->record, isConst}).second && isWritable(*type->record, isConst);
    if (!isIndirect(type))
      return false;
    return !withoutArrays(type->element)->isConst || isWritable(withoutArrays(type->element), true);
  }

private:
  bool isWritable(const Record &record, bool isConst) {
    return std::any_of(record.fields.begin(), record.fields.end(), [&](const Field &field) {
      bool isConstElement = field.type->isPointer() && ((isConst && ownsElements(record)) || leadsToConstants(record, field));
      return isWritable(isConstElement ? field.type->element : field.type, isConst);
    });
  }

  /// The elements of a container that can be made longer are const where it is.
  static bool ownsElements(const Record &record) { return record.view && !record.view->extend.empty(); }

  /// As those of std::span<const T>.
  static bool leadsToConstants(const Record &record, const Field &field) {
    if (!record.isMirror || !record.view || record.view->fields.size() != record.fields.size())
      return false;
    const FieldView &view = record.view->fields[field.index];
    return view.kind == FieldView::Kind::Expression && view.isConst;
  }

  std::set<std::pair<const Record *, bool>> seen;
};

class OwnerSearch {
public:
  /// Is all that objects of the type lead to their own, of an extent that is known?
  bool owns(const Type *type) {
    type = withoutArrays(type);
    if (type->isVoid() || isOpaque(type) || isIndirect(type))
      return false;
    if (!type->isRecord() || !seen.insert(type->record).second)
      return true;
    const Record &record = *type->record;
    if (!record.isMirror)
      return !holdsPointer(type);
    const bool isKnown = record.view && record.view->obstacle.empty() && record.view->fields.size() == record.fields.size();
    return isKnown && std::all_of(record.fields.begin(), record.fields.end(), [&](const Field &field) {
      return owns(field, record.view->fields[field.index]);
    });
  }

private:
  bool owns(const Field &field, const FieldView &view) {
    if (view.isShared || view.isReference || view.kind == FieldView::Kind::Ring)
      return false;
    const Type *type = withoutArrays(field.type);
    return owns(type->isPointer() && !view.extent.empty() ? type->element : type);
  }

  std::set<const Record *> seen;
};

/// Can the function store no pointer in what it is led to?
class FollowSearch {
public:
  bool isFollowed(const Type *object) {
    const Type *element = withoutArrays(object);
    if (element->isVoid() || isMirror(element))
      return false;
    if (isOpaque(element)) // a text, which nobody changes where it is constant
      return object->isConst;
    return !holdsPointer(object) || (object->isConst && leadsToFollowed(element));
  }

private:
  /// Of what is constant itself.
  bool leadsToFollowed(const Type *type) {
    type = withoutArrays(type);
    if (isIndirect(type))
      return isFollowed(type->element);
    if (!type->isRecord() || !seen.insert(type->record).second)
      return true;
    if (type->record->isMirror)
      return false;
    return std::all_of(type->record->fields.begin(), type->record->fields.end(),
                       [&](const Field &field) { return leadsToFollowed(field.type); });
  }

  std::set<const Record *> seen;
};

bool keepsOwner(const Type *passed) {
  if (!isIndirect(passed))
    return !holdsPointer(passed) && !isMirror(withoutArrays(passed)) && !isOpaque(withoutArrays(passed));
  // A pointer to an owner may lead to several of them.
  return FollowSearch().isFollowed(passed->element) ||
         (passed->isReference() && isMirror(passed->element) && OwnerSearch().owns(passed->element));
}

/// Or nothing with pointers.
bool returnsOwner(const Type *type) { return !holdsPointer(type) || (isMirror(type) && OwnerSearch().owns(type)); }

} // namespace

bool isWritable(const Type *parameterType) { return WriteSearch().isWritable(parameterType, parameterType->isConst); }

bool isOwner(const Type *type) { return OwnerSearch().owns(type); }

bool keepsOwners(const Function &function) {
  return returnsOwner(function.returnType) && std::all_of(function.params.begin(), function.params.end(),
                     [](const Variable *param) { return keepsOwner(param->type); });
}

Set keysHandedOut(const CallStmt *call, const Alias &caller) {
  Set fresh(caller.regionCount());
  if (int region = call->callee->halves.empty() ? -1 : caller.handedOutBy(call); region >= 0)
    fresh.set(region);
  return caller.keysOf(fresh);
}

bool isObjectOfBridge(const Function &function, const Variable *param) {
  const Type *type = param->type->isReference() ? param->type->element : param->type;
  return function.bridge && isMirror(type);
}

bool keepsNoPointer(const Function &function) {
  const bool isTake = function.bridge && function.bridge->part == Bridge::Part::Take; // which is generated
  return isTake || (function.bridge && std::all_of(function.params.begin(), function.params.end(), [&](const Variable *param) {
           const bool isNumber = param->type->isReference() && param->type->element->isScalar() && !holdsPointer(param->type->element);
           return !holdsPointer(param->type) || isNumber || isObjectOfBridge(function, param);
         }));
}

bool mayMoveOwned(const Function &function) {
  return holdsPointer(function.returnType) || std::any_of(function.params.begin(), function.params.end(), [](const Variable *param) {
    const Type *type = param->type;
    return type->isReference() && isMirror(type->element) && !type->element->isConst && holdsPointer(type->element);
  });
}

} // namespace adjoint::analysis
