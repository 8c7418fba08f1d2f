// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Elements.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

std::optional<Element> elementOf(const Place *place) {
  if (const auto *element = dyn_cast<IndexPlace>(place)) {
    const Variable *array = wholeVariable(element->array);
    return array ? std::optional<Element>({array, element->index}) : std::nullopt;
  }
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *sum = deref ? dyn_cast<BinaryExpr>(deref->pointer) : nullptr;
  const auto *load = sum && sum->op == BinaryOp::Add ? dyn_cast<LoadExpr>(sum->left) : nullptr;
  const Variable *base = load ? wholeVariable(load->place) : nullptr;
  return base && base->type->isPointer() ? std::optional<Element>({base, sum->right}) : std::nullopt;
}

const Expr *operandOfSum(const AssignStmt *stmt) {
  return stmt->place->type->isFloating() ? operandOfAnySum(stmt) : nullptr;
}

const Expr *operandOfAnySum(const AssignStmt *stmt) {
  const auto *sum = dyn_cast<BinaryExpr>(stmt->value);
  const Type *type = stmt->place->type;
  if (!sum || !(type->isFloating() || type->is(TypeKind::Integer)) || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub))
    return nullptr;
  auto isOwn = [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    return load && same(load->place, stmt->place);
  };
  if (isOwn(sum->left))
    return sum->right;
  return sum->op == BinaryOp::Add && isOwn(sum->right) ? sum->left : nullptr;
}

const Variable *pointerTo(const Place *place) {
  if (const auto *element = dyn_cast<IndexPlace>(place))
    return pointerTo(element->array);
  if (const auto *member = dyn_cast<FieldPlace>(place))
    return pointerTo(member->object);
  const auto *deref = dyn_cast<DerefPlace>(place);
  const Expr *pointer = deref ? deref->pointer : nullptr;
  while (const auto *sum = pointer ? dyn_cast<BinaryExpr>(pointer) : nullptr)
    pointer = sum->left->type->isPointer() ? sum->left : sum->right;
  const auto *load = pointer ? dyn_cast<LoadExpr>(pointer) : nullptr;
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  return variable && variable->type->isPointer() ? variable : nullptr;
}

const Variable *storageOf(const Place *place) {
  if (const auto *field = dyn_cast<FieldPlace>(place))
    return storageOf(field->object);
  if (const auto *index = dyn_cast<IndexPlace>(place))
    return storageOf(index->array);
  const auto *deref = dyn_cast<DerefPlace>(place);
  if (!deref)
    return rootVariable(place);
  const Expr *pointer = withoutCasts(deref->pointer);
  while (const auto *moved = dyn_cast<BinaryExpr>(pointer))
    pointer = withoutCasts(moved->left->type->isPointer() ? moved->left : moved->right);
  const auto *address = dyn_cast<AddressExpr>(pointer);
  return address ? storageOf(address->place) : nullptr;
}

const Variable *startOf(const Place *place) {
  const Variable *start = rootVariable(place);
  forEachLoad(place, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    bool leadsOn = variable && (variable->type->isPointer() || variable->type->isReference());
    if (leadsOn && !start)
      start = variable;
  });
  return start;
}

bool isAdjointNumber(const Place *place) {
  const Variable *start = startOf(place);
  return place->type->isFloating() && start && start->isAdjoint;
}

} // namespace adjoint::analysis
