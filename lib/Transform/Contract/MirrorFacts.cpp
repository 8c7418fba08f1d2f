// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/MirrorFacts.h"

#include "Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace adjoint::transform {

using namespace ir;

const Record *mirrorPassed(const Type *type) {
  type = isIndirect(type) ? type->element : type;
  return type->isRecord() && type->record->isMirror ? type->record : nullptr;
}

namespace {

/// A mirror anywhere below the type.
const Record *firstMirror(const Type *type, std::set<const Record *> &seen) {
  while (type->element)
    type = type->element;
  if (!type->isRecord() || !seen.insert(type->record).second)
    return nullptr;
  if (type->record->isMirror)
    return type->record;
  for (const Field &field : type->record->fields)
    if (const Record *found = firstMirror(field.type, seen))
      return found;
  return nullptr;
}

} // namespace

const Record *mirrorBelow(const Type *type) {
  std::set<const Record *> seen;
  return firstMirror(type, seen);
}

namespace {

/// Can an element be found by its key?
bool hasKeys(const Type *element) {
  const bool hasView = element->isRecord() && element->record->view && !element->record->view->fields.empty();
  return hasView && element->record->view->fields.front().isKey;
}

/// What keeps objects of the class, or of those that it leads to, from being read; empty: nothing.
std::string unreadable(const Record &mirror, const Needs &needs, std::set<const Record *> &seen) {
  if (!seen.insert(&mirror).second)
    return "";
  if (!mirror.view || mirror.view->fields.size() != mirror.fields.size())
    return format(DiagId::view_unnamed);
  if (!mirror.view->obstacle.empty())
    return mirror.view->obstacle;
  if (needs.adjoint && mirror.view->holdsConstants && pointsToFloating(mirror.fields.front().type))
    return format(DiagId::view_constants);
  if (needs.extents && mirror.isHierarchy)
    return format(DiagId::view_class_unknown);
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const bool isRing = view.kind == FieldView::Kind::Ring;
    const Type *elements = elementsOf(view, field);
    if (isRing && mirror.view->extend.empty() && reachesFloating(elements))
      return format(DiagId::view_keys);
    if (isRing && needs.extents && reachesFloating(elements) && !hasKeys(elements))
      return format(DiagId::view_new_elements);
    const Type *type = isRing ? elements : field.type;
    while (type->isArray())
      type = type->element;
    const Record *inner = mirrorBelow(type);
    bool leadsOn = type->isPointer() && !view.isReference && !elements;
    if (inner && leadsOn)
      return format(DiagId::view_objects_behind, {field.name});
    if (elements && elements->isPointer() && mirrorBelow(elements->element))
      return format(DiagId::view_pointers_to_objects);
    const bool isNoted = needs.areNoted && isUncounted(view, field);
    if (needs.extents && leadsOn && !isNoted && reachesFloating(type->element))
      return format(DiagId::view_numbers_behind, {field.name});
    if (!inner)
      continue;
    if (std::string inside = unreadable(*inner, needs, seen); !inside.empty())
      return inside;
  }
  return "";
}

/// Does the object hold a map? The user's one may have its keys in another order than its tangent.
bool holdsRing(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  for (const Field &field : mirror.fields) {
    const Record *inner = mirrorBelow(field.type);
    if (mirror.view->fields[field.index].kind == FieldView::Kind::Ring || (inner && holdsRing(*inner, seen)))
      return true;
  }
  return false;
}

/// Do pointers in the object lead to numbers that it does not own?
bool leadsElsewhere(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const Type *elements = view.isReference ? nullptr : elementsOf(view, field), *type = elements ? elements : field.type;
    while (type->isArray())
      type = type->element;
    const Record *inner = type->isRecord() ? type->record : nullptr;
    if ((type->isPointer() || type->isReference()) && mayLeadToFloating(type))
      return true;
    if (inner && inner->isMirror ? leadsElsewhere(*inner, seen) : inner && pointsToFloating(type))
      return true;
  }
  return false;
}

/// Does the object have numbers for itself in memory that it leads to, which a copy has anew?
bool ownsNumbers(const Record &mirror, bool isBehind, std::set<std::pair<const Record *, bool>> &seen) {
  if (!mirror.view || !seen.insert({&mirror, isBehind}).second)
    return false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    if (view.isShared)
      continue;
    const Type *elements = elementsOf(view, field), *type = elements ? elements : field.type;
    const bool isSequence = elements;
    while (type->isArray())
      type = type->element;
    const Record *inner = type->isRecord() && type->record->isMirror ? type->record : nullptr;
    if (inner ? ownsNumbers(*inner, isBehind || isSequence, seen) : isSequence ? reachesFloating(type) : isBehind && holdsFloating(type))
      return true;
  }
  return false;
}

/// Does it lead to numbers that other objects may lead to?
bool sharesNumbers(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const Type *type = view.kind == FieldView::Kind::Ring ? valueOfRing(field).type : field.type;
    const Record *inner = mirrorBelow(type);
    if ((view.isShared && reachesFloating(type)) || (inner && sharesNumbers(*inner, seen)))
      return true;
  }
  return false;
}

/// Are there numbers in it that are not always there?
bool holdsChoices(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  return llvm::any_of(mirror.fields, [&](const Field &field) {
    const Record *inner = mirrorBelow(field.type);
    return !mirror.view->fields[field.index].where.empty() || (inner && holdsChoices(*inner, seen));
  });
}

/// Does the memory that the field leads to belong to the object?
bool isOwnMemory(const FieldView &view, const Field &field) {
  return !view.isShared && !view.isReference && elementsOf(view, field);
}

bool ownsMemory(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  return llvm::any_of(mirror.fields, [&](const Field &field) {
    const Record *inner = mirrorBelow(field.type);
    return isOwnMemory(mirror.view->fields[field.index], field) || (inner && ownsMemory(*inner, seen));
  });
}

bool leadsToMirrors(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  return llvm::any_of(mirror.fields, [&](const Field &field) {
    const Record *inner = mirrorBelow(field.type);
    const bool isBehind = field.type->isPointer() || elementsOf(mirror.view->fields[field.index], field);
    return inner && (isBehind || leadsToMirrors(*inner, seen));
  });
}

bool holdsPlainPointer(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  return llvm::any_of(mirror.fields, [&](const Field &field) {
    const FieldView &view = mirror.view->fields[field.index];
    const bool isKnown = view.isShared || view.kind == FieldView::Kind::Constant || elementsOf(view, field);
    const Record *inner = mirrorBelow(field.type);
    return (holdsPointer(field.type) && !inner && !isKnown) || (inner && holdsPlainPointer(*inner, seen));
  });
}

/// Can the user's field be given what the struct's holds? `hasShape`: elements are made and taken away.
bool isSettable(bool hasShape, const FieldView &field, const Type *type, const Type *elements) {
  if (field.kind == FieldView::Kind::Ring || field.isConst)
    return false;
  if (field.kind == FieldView::Kind::Constant || field.isReference)
    return true;
  if (elements)
    return !field.isShared && hasShape;
  return field.kind != FieldView::Kind::Expression || !type->isPointer();
}

/// `hasShape`: it is a part of an object that has one.
std::string notRemade(const Record &mirror, bool isNew, bool hasShape, std::set<std::pair<const Record *, bool>> &seen) {
  if (!seen.insert({&mirror, isNew}).second)
    return "";
  if (!mirror.view || mirror.view->fields.size() != mirror.fields.size())
    return format(DiagId::view_unnamed);
  if (mirror.isHierarchy)
    return format(DiagId::view_class_unknown);
  if (isNew && !mirror.view->canBeMade)
    return format(DiagId::view_no_default, {mirror.view->spelling});
  hasShape = hasShape || !mirror.view->shape.empty();
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const Type *elements = elementsOf(view, field), *type = elements ? elements : field.type;
    if (isNew && view.isReference)
      return format(DiagId::view_no_default, {mirror.view->spelling});
    if (!isSettable(hasShape, view, field.type, elements))
      return format(DiagId::view_not_set, {field.name});
    if (type->isPointer() && !view.isReference && reachesFloating(type->element))
      return format(DiagId::view_numbers_behind, {field.name});
    while (type->isArray())
      type = type->element;
    if (!type->isRecord())
      continue;
    const bool isMade = isNew || elements || !view.where.empty();
    if (isMade && !type->record->isMirror && emptyBraces(type) == EmptyBraces::Nothing)
      return format(DiagId::view_no_default, {type->record->spelling});
    const bool isPart = view.kind == FieldView::Kind::Part;
    std::string inside = type->record->isMirror ? notRemade(*type->record, isMade, hasShape && isPart, seen) : "";
    if (!inside.empty())
      return inside;
  }
  return "";
}

/// Numbers, pointers to numbers, vectors of numbers, and objects of such parts.
std::string notTaken(const Record &mirror) {
  if (mirror.isHierarchy)
    return format(DiagId::view_class_unknown);
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const Type *elements = elementsOf(view, field), *type = elements ? elements : field.type;
    const bool isIterated = view.kind == FieldView::Kind::Ring || view.kind == FieldView::Kind::Slots;
    while (type->isArray())
      type = type->element;
    const bool isNumbers = !reachesFloating(type) || type->isFloating() || (!elements && isUncounted(view, field));
    const Record *inner = !elements && type->isRecord() && type->record->isMirror ? type->record : nullptr;
    if ((!isNumbers && !inner) || (isIterated && reachesFloating(type)) || !view.where.empty())
      return format(DiagId::view_numbers_behind, {field.name});
    if (std::string inside = inner ? notTaken(*inner) : ""; !inside.empty())
      return inside;
  }
  return "";
}

} // namespace

std::string whyUnreadable(const Record &mirror, const Needs &needs) {
  std::set<const Record *> seen;
  return unreadable(mirror, needs, seen);
}

std::string whyNotTaken(const Record &mirror) { return notTaken(mirror); }

std::string whyNotRemade(const Record &mirror, bool isNew) {
  std::set<std::pair<const Record *, bool>> seen;
  return notRemade(mirror, isNew, /*hasShape=*/false, seen);
}

bool holdsRing(const Record &mirror) {
  std::set<const Record *> seen;
  return holdsRing(mirror, seen);
}

bool leadsElsewhere(const Record &mirror) {
  std::set<const Record *> seen;
  return leadsElsewhere(mirror, seen);
}

bool ownsNumbers(const Record &mirror) {
  std::set<std::pair<const Record *, bool>> seen;
  return ownsNumbers(mirror, false, seen);
}

bool ownsMemory(const Record &mirror) {
  std::set<const Record *> seen;
  return ownsMemory(mirror, seen);
}

bool sharesNumbers(const Record &mirror) {
  std::set<const Record *> seen;
  return sharesNumbers(mirror, seen);
}

bool holdsChoices(const Record &mirror) {
  std::set<const Record *> seen;
  return holdsChoices(mirror, seen);
}

bool leadsToMirrors(const Record &mirror) {
  std::set<const Record *> seen;
  return leadsToMirrors(mirror, seen);
}

bool holdsPlainPointer(const Record &mirror) {
  std::set<const Record *> seen;
  return holdsPlainPointer(mirror, seen);
}

} // namespace adjoint::transform
