// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/CheckpointLowering.h"

namespace adjoint::frontend {

ir::Checkpoint CheckpointLowering::lower(const CheckpointPragma &pragma) {
  ir::Checkpoint made = pragma.request;
  for (const CheckpointPragma::Extent &extent : pragma.extents) {
    const ir::Variable *pointer = variable(extent.pointer);
    if (!pointer || !pointer->type->isPointer())
      refuse(DiagId::extent_pointer, where, {extent.pointer});
    made.extents.push_back({body.ir.load(pointer), countOf(extent)});
  }
  return made;
}

const ir::Expr *CheckpointLowering::countOf(const CheckpointPragma::Extent &extent) {
  Count count = {extent};
  const ir::Expr *number = sum(count);
  if (!number || count.next != extent.count.size())
    refuse(DiagId::extent_count, where, {extent.pointer});
  return number;
}

/// Null if there is none of the name, or several.
const ir::Variable *CheckpointLowering::variable(llvm::StringRef name) const {
  const ir::Variable *found = nullptr;
  for (const auto &[decl, variable] : body.declared()) {
    if (decl->getName() != name)
      continue;
    if (found)
      return nullptr;
    found = variable;
  }
  return found;
}

const ir::Expr *CheckpointLowering::combined(ir::BinaryOp op, const ir::Expr *a, const ir::Expr *b) {
  const ir::Type *wide = body.ir.integer("std::ptrdiff_t", 64, true);
  auto widened = [&](const ir::Expr *e) { return body.ir.cast(ir::CastExpr::Form::Explicit, e, wide); };
  return a->type == b->type ? body.ir.binary(op, a, b) : body.ir.binary(op, widened(a), widened(b));
}

const ir::Expr *CheckpointLowering::sum(Count &count) {
  const ir::Expr *left = product(count);
  while (left && (count.is("+") || count.is("-"))) {
    const ir::BinaryOp op = count.is("+") ? ir::BinaryOp::Add : ir::BinaryOp::Sub;
    ++count.next;
    const ir::Expr *right = product(count);
    left = right ? combined(op, left, right) : nullptr;
  }
  return left;
}

const ir::Expr *CheckpointLowering::product(Count &count) {
  const ir::Expr *left = factor(count);
  while (left && count.is("*")) {
    ++count.next;
    const ir::Expr *right = factor(count);
    left = right ? combined(ir::BinaryOp::Mul, left, right) : nullptr;
  }
  return left;
}

const ir::Expr *CheckpointLowering::factor(Count &count) {
  if (count.next == count.extent.count.size())
    return nullptr;
  const bool isNested = count.is("(");
  llvm::StringRef token = count.extent.count[count.next++];
  if (isNested) {
    const ir::Expr *inner = sum(count);
    const bool isClosed = inner && count.is(")");
    count.next += isClosed;
    return isClosed ? inner : nullptr;
  }
  int number = 0;
  if (!token.getAsInteger(10, number))
    return body.ir.intLiteral(number);
  const ir::Variable *named = variable(token);
  const bool isInteger = named && body.ir.place(named)->type->is(ir::TypeKind::Integer);
  return isInteger ? body.ir.load(named) : nullptr;
}

} // namespace adjoint::frontend
