// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Uses.h"

#include "IR/Visit.h"

namespace adjoint::codegen {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Uses::Uses(const Function &function) {
  forEachStmt(function.body, [this](const Stmt *stmt) { addStatement(stmt); });
  findTape(function.body);
}

bool namesTape(const Stmt *stmt) {
  const auto *call = dyn_cast<CallStmt>(stmt);
  return movesTape(stmt) || (call && call->callee->contextArgument);
}

void Uses::findTape(const StmtList &list) {
  for (const Stmt *stmt : list) {
    tapeOfFunction |= namesTape(stmt);
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || !loop->runsInParallel)
      forEachList(stmt, [this](const StmtList &inner) { findTape(inner); });
  }
}

namespace {

/// `e` of `place = place op e`, where the value has that form.
const Expr *operandOfUpdate(const AssignStmt *assign) {
  const auto *binary = dyn_cast<BinaryExpr>(withoutCasts(assign->value));
  if (!binary)
    return nullptr;
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(binary->left));
  return load && same(load->place, assign->place) ? binary->right : nullptr;
}

} // namespace

void Uses::addStatement(const Stmt *stmt) {
  tape |= namesTape(stmt);
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  parts |= loop && loop->parts != LoopStmt::Parts::None;
  if (const auto *block = dyn_cast<TapeBlockStmt>(stmt)) {
    mentioned.insert(block->block);
    read.insert(block->block);
  }
  if (const auto *jump = dyn_cast<GotoStmt>(stmt))
    labels.insert(jump->label);
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    for (const SwitchSection &section : choice->sections)
      for (const Expr *label : section.labels)
        addExpr(label);

  if (const auto *assign = dyn_cast<AssignStmt>(stmt))
    if (const Expr *operand = operandOfUpdate(assign)) {
      addExpr(operand);
      addWritten(assign->place);
      return;
    }
  forEachOperand(
      stmt, [this](const Expr *e) { addExpr(e); }, [this](const Place *p) { addWritten(p); });
}

void Uses::addExpr(const Expr *expr) {
  forEachExpr(expr, [this](const Expr *e) {
    if (const auto *load = dyn_cast<LoadExpr>(e))
      addRead(load->place);
    else if (const auto *address = dyn_cast<AddressExpr>(e))
      addRead(address->place);
  });
}

void Uses::addRead(const Place *place) {
  if (const Variable *variable = rootVariable(place)) {
    mentioned.insert(variable);
    read.insert(variable);
  }
}

void Uses::addWritten(const Place *place) {
  if (const Variable *variable = rootVariable(place))
    mentioned.insert(variable);
  forEachExpr(place, [this](const Expr *e) {
    if (const auto *load = dyn_cast<LoadExpr>(e))
      addRead(load->place);
    else if (const auto *address = dyn_cast<AddressExpr>(e))
      addRead(address->place);
  });
}

} // namespace adjoint::codegen
