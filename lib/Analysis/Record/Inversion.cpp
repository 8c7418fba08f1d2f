// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/Inversion.h"

#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// A scalar that can be read again wherever it is visible.
bool isPlainScalar(const LoadExpr *load) {
  const Variable *variable = wholeVariable(load->place);
  return variable && !variable->isGlobal() && !variable->isAddressTaken() && variable->type->isScalar();
}
} // namespace

bool isInvertible(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const Variable *variable = assign ? wholeVariable(assign->place) : nullptr;
  if (!variable || variable->isAddressTaken())
    return false;
  auto isOwn = [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    return load && wholeVariable(load->place) == variable;
  };
  const auto *minus = dyn_cast<UnaryExpr>(assign->value);
  if (minus && minus->op == UnaryOp::Minus)
    return isOwn(minus->operand);
  const auto *binary = dyn_cast<BinaryExpr>(assign->value);
  bool isNumber = variable->type->is(TypeKind::Integer);
  if (!binary || !isOwn(binary->left) || !(isNumber || variable->type->isPointer()))
    return false;
  if (binary->op == BinaryOp::Mul)
    return isNumber && variable->type->isSigned && integerValue(binary->right).value_or(0) > 0;
  if (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub)
    return false;
  bool isPlain = true;
  forEachExpr(binary->right, [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    const auto *inner = dyn_cast<BinaryExpr>(e);
    bool isSimple = inner && (inner->op == BinaryOp::Add || inner->op == BinaryOp::Sub || inner->op == BinaryOp::Mul);
    isPlain &= isa<LiteralExpr>(e) || isa<CastExpr>(e) || isSimple || (load && isPlainScalar(load) && !isOwn(load));
  });
  return isPlain;
}

const Expr *operandOfInverse(const Stmt *invertible) {
  const auto *step = dyn_cast<BinaryExpr>(cast<AssignStmt>(invertible)->value);
  return step ? step->right : nullptr;
}

} // namespace adjoint::analysis
