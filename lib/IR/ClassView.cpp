// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/ClassView.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::ir {

namespace {
const char *prefixOf(BoundaryFunction what) {
  switch (what) {
  case BoundaryFunction::Read:
    return "read_";
  case BoundaryFunction::Write:
    return "write_";
  case BoundaryFunction::Extend:
    return "extend_";
  case BoundaryFunction::Clear:
    return "clear_";
  case BoundaryFunction::Add:
    return "add_";
  case BoundaryFunction::Seed:
    return "seed_";
  case BoundaryFunction::Own:
    return "own_";
  case BoundaryFunction::Release:
    return "release_";
  case BoundaryFunction::Shape:
    return "shape_";
  case BoundaryFunction::Fill:
    return "fill_";
  case BoundaryFunction::Put:
    return "put_";
  case BoundaryFunction::Take:
    return "take_";
  }
  return "";
}
} // namespace

const Field &valueOfRing(const Field &ring) { return ring.type->element->record->fields.front(); }

const Type *elementsOf(const FieldView &view, const Field &field) {
  if (view.kind == FieldView::Kind::Ring)
    return valueOfRing(field).type;
  if (view.kind == FieldView::Kind::Slots)
    return field.type->element->element;
  return field.type->isPointer() && !view.extent.empty() ? field.type->element : nullptr;
}

std::optional<Sequence> sequenceIn(const Record &mirror) {
  if (!mirror.view || mirror.view->fields.size() != mirror.fields.size() || mirror.view->shape.find(".resize(") == std::string::npos)
    return std::nullopt;
  std::optional<Sequence> found;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    if (!elementsOf(view, field))
      continue;
    const bool isPlain = view.kind != FieldView::Kind::Ring && view.kind != FieldView::Kind::Slots && !view.isShared;
    if (found || !isPlain || !field.type->element->isScalar() || field.type->element->isPointer())
      return std::nullopt;
    found = Sequence{&field, nullptr};
  }
  for (const Field &field : mirror.fields) {
    if (!found || &field == found->elements)
      continue;
    const FieldView &elements = mirror.view->fields[found->elements->index];
    if (!field.type->isIntegral() || mirror.view->fields[field.index].text != elements.extent)
      return std::nullopt;
    if ("$." + field.name == elements.plainExtent)
      found->count = &field;
  }
  return found && found->count ? found : std::nullopt;
}

bool isExtent(const Record &mirror, const Field &field) {
  const std::string name = "$." + field.name;
  auto names = [&](const FieldView &view) {
    const llvm::StringRef extent = view.plainExtent;
    const size_t at = extent.find(name);
    const llvm::StringRef behind = at == llvm::StringRef::npos ? "" : extent.substr(at + name.size());
    return at != llvm::StringRef::npos && (behind.empty() || (!llvm::isAlnum(behind.front()) && behind.front() != '_'));
  };
  return mirror.view && llvm::any_of(mirror.view->fields, names);
}

bool isUncounted(const FieldView &view, const Field &field) {
  return field.type->isPointer() && !view.isReference && view.kind != FieldView::Kind::Ring && view.kind != FieldView::Kind::Slots &&
         view.extent.empty() && field.type->element->isFloating() && !field.type->element->isConst;
}

namespace {
bool isUncountedIn(const Record &record, const Field &field) {
  const bool isSeen = record.view && record.view->fields.size() == record.fields.size();
  return isUncounted(isSeen ? record.view->fields[field.index] : FieldView(), field);
}

bool anyPart(const Record &record, bool (*isAsked)(const Record &)) {
  return llvm::any_of(record.fields, [&](const Field &field) {
    const Type *type = field.type;
    while (type->isArray())
      type = type->element;
    return type->isRecord() && isAsked(*type->record);
  });
}
} // namespace

bool holdsUncounted(const Record &record) {
  return llvm::any_of(record.fields, [&](const Field &field) { return isUncountedIn(record, field); }) || anyPart(record, holdsUncounted);
}

bool mayCopyUncounted(const Record &record) {
  return record.view && record.view->copiesByItself ? holdsUncounted(record) : anyPart(record, mayCopyUncounted);
}

std::string boundaryFunctionName(BoundaryFunction what, const std::string &mirror) { return prefixOf(what) + mirror; }

} // namespace adjoint::ir
