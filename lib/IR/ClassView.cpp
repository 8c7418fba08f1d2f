// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/ClassView.h"

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

std::string boundaryFunctionName(BoundaryFunction what, const std::string &mirror) { return prefixOf(what) + mirror; }

} // namespace adjoint::ir
