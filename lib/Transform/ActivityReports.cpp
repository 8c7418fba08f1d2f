// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/ActivityReports.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Activity;
using analysis::Region;
using analysis::Unit;
using llvm::dyn_cast;

bool reportConflict(const Unit &unit, const Activity &activity, Location where, DiagnosticSink &diagnostics) {
  const auto &conflict = activity.conflict();
  if (!conflict)
    return false;
  const Region &outside = unit.alias->region(conflict->pointer), &named = unit.alias->region(conflict->passive);
  if (outside.kind != Region::Kind::Variable && outside.variable && outside.variable->isGlobal() && named.variable &&
      named.kind == Region::Kind::Variable && named.variable->isGlobal()) {
    diagnostics.report(DiagId::global_pointer_to_global, where, {outside.variable->name, named.variable->name});
    return true;
  }
  for (unsigned region : {conflict->pointer, conflict->passive}) {
    const Variable *variable = unit.alias->region(region).variable;
    if (variable && variable->isGlobal() && holdsPointer(variable->type)) {
      diagnostics.report(DiagId::global_pointer, where, {variable->name});
      return true;
    }
  }
  std::string pointer = unit.alias->nameOf(conflict->pointer), passive = unit.alias->nameOf(conflict->passive);
  if (conflict->pointer == conflict->passive)
    diagnostics.report(DiagId::active_without_adjoint, where, {passive});
  else
    diagnostics.report(DiagId::mixed_activity_pointer, where, {pointer, passive});
  return true;
}

void reportActiveBranches(const StmtList &body, const Activity &activity, const Options &options,
                          DiagnosticSink &diagnostics) {
  if (!options.strict && !options.warnActiveBranch)
    return;
  DiagId id = options.strict ? DiagId::active_branch_strict : DiagId::active_branch;
  auto check = [&](const Stmt *stmt, const Expr *condition) {
    const Place *active = nullptr;
    forEachLoad(condition, [&](const LoadExpr *load) {
      if (load->type->isFloating() && activity.isActiveRead(load->place, stmt))
        active = load->place;
    });
    if (!active)
      return;
    const Variable *variable = rootVariable(active);
    diagnostics.report(id, stmt->location, {variable ? variable->name : "data"});
  };
  auto checkInside = [&](const Stmt *stmt, const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *select = dyn_cast<SelectExpr>(e))
        check(stmt, select->condition);
    });
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(
        stmt, [&](const Expr *e) { checkInside(stmt, e); },
        [&](const Place *p) { forEachExpr(p, [&](const Expr *e) { checkInside(stmt, e); }); });
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      check(stmt, branch->condition);
    else if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      check(stmt, choice->condition);
    else if (const auto *loop = dyn_cast<LoopStmt>(stmt); loop && loop->condition)
      check(stmt, loop->condition);
    else if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
      if (declare->variable->isTemporary && declare->variable->type->isIntegral())
        check(stmt, declare->init);
  });
}

std::vector<const Variable *> activeGlobals(const Unit &unit, const Activity &activity) {
  std::vector<const Variable *> found;
  for (unsigned r = 0; r < unit.alias->regionCount(); ++r) {
    const Region &region = unit.alias->region(r);
    if (region.kind == Region::Kind::Variable && region.variable->isGlobal() && activity.hasAdjoint(r))
      found.push_back(region.variable);
  }
  return found;
}

} // namespace adjoint::transform
