// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/MovedPointers.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What stands beside others in an object.
bool isMember(const Place *place) { return isa<FieldPlace>(place) && !place->type->isArray(); }

} // namespace

MovedPointers::MovedPointers(const StmtList &body, const Callers &callers) {
  forEachStmt(body, [&](const Stmt *stmt) {
    findMoves(stmt);
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      movesIn(call, callers);
  });
  for (bool isGrown = true; isGrown;) { // from copies back to what they are copies of
    isGrown = false;
    forEachStmt(body, [&](const Stmt *stmt) { isGrown = passOn(stmt) || isGrown; });
  }
  forEachStmt(body, [&](const Stmt *stmt) { findPlaces(stmt); });
}

/// The pointer is moved. True if that was not known.
bool MovedPointers::move(const Expr *pointer) {
  pointer = withoutCasts(pointer);
  if (const auto *choice = dyn_cast<SelectExpr>(pointer)) {
    const bool isNew = move(choice->yes);
    return move(choice->no) || isNew;
  }
  if (const auto *sum = dyn_cast<BinaryExpr>(pointer))
    return move(sum->left);
  if (const auto *load = dyn_cast<LoadExpr>(pointer))
    if (const Variable *variable = wholeVariable(load->place))
      return variables.insert(variable).second;
  return isa<AddressExpr>(pointer) && moves.insert(pointer).second;
}

/// By an offset.
void MovedPointers::findMoves(const Stmt *stmt) {
  auto inExpr = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      const auto *sum = dyn_cast<BinaryExpr>(e);
      if (sum && sum->type->isPointer())
        move(sum->left);
      if (sum && sum->op == BinaryOp::Sub && sum->right->type->isPointer()) { // how far they are apart
        move(sum->left);
        move(sum->right);
      }
    });
  };
  forEachOperand(stmt, inExpr, [&](const Place *place) { forEachExpr(place, inExpr); });
}

void MovedPointers::movesIn(const CallStmt *call, const Callers &callers) {
  const std::vector<const Variable *> &params = call->callee->params;
  constexpr size_t deepest = 3;
  const bool isKnown = call->callee->hasBody && !callers.count(call->callee) && callers.size() < deepest;
  if (!call->callee->hasBody && !call->callee->pattern.empty()) // an operation of the library's, on what it is given
    return;
  Callers around = callers;
  around.insert(call->callee);
  const MovedPointers inside(isKnown ? call->callee->body : StmtList(), around);
  for (size_t i = 0; i < call->args.size() && i < params.size(); ++i)
    if (holdsPointer(call->args[i]->type) && (!isKnown || inside.isMoved(params[i])))
      move(call->args[i]);
}

/// What is copied to a variable that is moved, or stored elsewhere or returned.
bool MovedPointers::passOn(const Stmt *stmt) {
  const Expr *value = nullptr;
  const Variable *target = nullptr;
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
    value = declare->init;
    target = declare->variable;
  } else if (const auto *assign = dyn_cast<AssignStmt>(stmt)) {
    value = assign->value;
    target = wholeVariable(assign->place);
  } else if (const auto *last = dyn_cast<ReturnStmt>(stmt)) {
    value = last->value;
  }
  if (!value || !(value->type->isPointer() || value->type->isReference()))
    return false;
  const bool stays = target && !target->isGlobal() && !variables.count(target);
  return !stays && move(value);
}

void MovedPointers::findPlaces(const Stmt *stmt) {
  auto inExpr = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      const auto *address = dyn_cast<AddressExpr>(e);
      if (address && moves.count(address) && isMember(address->place))
        moved.push_back(address->place);
    });
  };
  forEachOperand(stmt, inExpr, [&](const Place *place) { forEachExpr(place, inExpr); });
}

} // namespace adjoint::analysis
