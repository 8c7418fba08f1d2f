// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/OwnRows.h"

#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/StoredPointers.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

std::optional<RowElement> rowElementOf(const Place *place) {
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *sum = deref ? dyn_cast<BinaryExpr>(deref->pointer) : nullptr;
  const auto *load = sum && sum->op == BinaryOp::Add ? dyn_cast<LoadExpr>(sum->left) : nullptr;
  const auto *member = load ? dyn_cast<FieldPlace>(load->place) : nullptr;
  std::optional<Element> row = member ? elementOf(member->object) : std::nullopt;
  if (!row)
    return std::nullopt;
  return RowElement{row->base, member->field, row->index, sum->right};
}

OwnRows::OwnRows(const StmtList &body) : writes(body) {
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      allocated.insert(wholeVariable(allocation->place));
  });
  visit(body);
}

void OwnRows::visit(const StmtList &list) {
  std::set<const Variable *> fresh;
  for (const Stmt *stmt : list) {
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt)) {
      const Variable *pointer = wholeVariable(allocation->place);
      if (!pointer)
        visitPlace(allocation->place);
      else if (writes.count(pointer) == 1 && !writes.isExposed(pointer))
        fresh.insert(pointer);
    } else if (const auto *assign = dyn_cast<AssignStmt>(stmt)) {
      visitAssignment(assign, fresh);
    } else if (const auto *call = dyn_cast<CallStmt>(stmt)) {
      isKnown &= !mayStorePointers(*call->callee) && (!call->result || rootVariable(call->result) || !holdsPointer(call->result->type));
    }
    forEachList(stmt, [&](const StmtList &nested) { visit(nested); });
  }
}

/// What is written in memory is a number, or a pointer in a member.
void OwnRows::visitPlace(const Place *written) {
  if (!rootVariable(written) && holdsPointer(written->type))
    isKnown &= llvm::isa<FieldPlace>(written) && written->type->isPointer();
}

void OwnRows::visitAssignment(const AssignStmt *assign, const std::set<const Variable *> &fresh) {
  visitPlace(assign->place);
  const auto *member = dyn_cast<FieldPlace>(assign->place);
  if (rootVariable(assign->place) || !member || !assign->place->type->isPointer() || isNull(assign->value))
    return;
  const auto *load = dyn_cast<LoadExpr>(assign->value);
  const Variable *pointer = load ? wholeVariable(load->place) : nullptr;
  if (!pointer || !fresh.count(pointer) || !stored.insert(pointer).second)
    shared.insert(member->field);
}

bool OwnRows::areApart(const Variable *base, const Field *member) const {
  return areDistinct(member) && base->storage == Storage::Local && !writes.isExposed(base) &&
         writes.count(base) == 1 && allocated.count(base);
}

} // namespace adjoint::analysis
