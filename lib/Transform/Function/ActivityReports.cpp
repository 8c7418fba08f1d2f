// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/ActivityReports.h"

#include "Analysis/Memory/PassedPointers.h"
#include "IR/Callees.h"
#include "IR/Visit.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using analysis::Activity;
using analysis::Region;
using analysis::Unit;
using llvm::dyn_cast;

namespace {

/// Where the variable is named first, here or in what is called; invalid: in the head of a statement.
Location useOf(const Variable *variable, const StmtList &body, std::set<const Function *> &seen) {
  Location found;
  forEachStmt(body, [&](const Stmt *stmt) {
    bool isLeaf = !found.isValid();
    forEachList(stmt, [&](const StmtList &) { isLeaf = false; });
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (isLeaf && mentions(stmt, variable))
      found = stmt->location;
    else if (isLeaf && call && seen.insert(call->callee).second)
      found = useOf(variable, call->callee->body, seen);
  });
  return found;
}

/// What a parameter leads to that nothing can be stored through: stores are not told apart from those to what lies beside it.
bool isConstant(const Region &region) {
  return region.variable && region.kind != Region::Kind::Variable && region.variable->storage == Storage::Parameter &&
         !analysis::isWritable(region.variable->type);
}

} // namespace

bool reportConflict(const Unit &unit, const Activity &activity, Location where, DiagnosticSink &diagnostics) {
  const auto &conflict = activity.conflict();
  if (!conflict)
    return false;
  if (conflict->stmt && conflict->stmt->location.isValid())
    where = conflict->stmt->location;
  auto placeOf = [&](const Variable *variable) {
    std::set<const Function *> seen;
    const Location use = conflict->stmt ? where : useOf(variable, unit.function->body, seen);
    return use.isValid() ? use : where;
  };
  const Region &outside = unit.alias->region(conflict->pointer), &named = unit.alias->region(conflict->passive);
  if (outside.kind != Region::Kind::Variable && outside.variable && outside.variable->isGlobal() && named.variable &&
      named.kind == Region::Kind::Variable && named.variable->isGlobal()) {
    diagnostics.report(DiagId::global_pointer_to_global, placeOf(outside.variable), {outside.variable->name, named.variable->name});
    return true;
  }
  for (unsigned region : {conflict->pointer, conflict->passive}) {
    const Variable *variable = unit.alias->region(region).variable;
    if (variable && variable->isGlobal() && holdsPointer(variable->type)) {
      diagnostics.report(DiagId::global_pointer, placeOf(variable), {variable->name});
      return true;
    }
  }
  std::string pointer = unit.alias->nameOf(conflict->pointer), passive = unit.alias->nameOf(conflict->passive);
  const auto *call = llvm::dyn_cast_or_null<CallStmt>(conflict->stmt);
  if (call && call->callee->rule == CallRule::HandWritten)
    diagnostics.report(DiagId::argument_without_adjoint, where, {call->callee->spelling, named.variable ? named.variable->name : passive});
  else if (conflict->pointer == conflict->passive)
    diagnostics.report(isConstant(named) ? DiagId::constant_beside_active : DiagId::active_without_adjoint, where, {passive});
  else
    diagnostics.report(DiagId::mixed_activity_pointer, where, {pointer, passive});
  return true;
}

bool reportNothingActive(const Request &request, const Options &options, DiagnosticSink &diagnostics) {
  if (options.strict)
    diagnostics.report(DiagId::nothing_active_strict, request.location, {request.function->spelling});
  else if (options.warnNothingActive)
    diagnostics.report(DiagId::nothing_active, request.location, {request.function->spelling});
  return !options.strict;
}

namespace {

/// Does one way throw? All runs that have a derivative take the other.
bool isGuard(const Stmt *stmt) {
  const auto *branch = dyn_cast<IfStmt>(stmt);
  return branch && (endsRun(branch->yes) || endsRun(branch->no));
}

/// The conditions of such branches, where they have names.
std::set<const Variable *> guardsIn(const StmtList &body) {
  std::set<const Variable *> found;
  forEachStmt(body, [&](const Stmt *stmt) {
    if (isGuard(stmt))
      forEachLoad(llvm::cast<IfStmt>(stmt)->condition, [&](const LoadExpr *load) { found.insert(wholeVariable(load->place)); });
  });
  return found;
}

} // namespace

void reportActiveBranches(const StmtList &body, const Activity &activity, Location where,
                          const Options &options, DiagnosticSink &diagnostics) {
  if (!options.strict && !options.warnActiveBranch)
    return;
  DiagId id = options.strict ? DiagId::active_branch_strict : DiagId::active_branch;
  const std::set<const Variable *> guards = guardsIn(body);
  Location last = where; // of what stands before a statement that was made without one
  auto check = [&](const Stmt *stmt, const Expr *condition, Location written = {}) {
    const Place *active = nullptr;
    forEachLoad(condition, [&](const LoadExpr *load) {
      if (load->type->isFloating() && activity.isActiveRead(load->place, stmt))
        active = load->place;
    });
    if (!active)
      return;
    const Variable *variable = rootVariable(active);
    diagnostics.report(id, written.isValid() ? written : last, {variable ? variable->name : "data"});
  };
  auto checkInside = [&](const Stmt *stmt, const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *select = dyn_cast<SelectExpr>(e))
        check(stmt, select->condition, select->location);
    });
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    last = stmt->location.isValid() ? stmt->location : last;
    forEachOperand(
        stmt, [&](const Expr *e) { checkInside(stmt, e); },
        [&](const Place *p) { forEachExpr(p, [&](const Expr *e) { checkInside(stmt, e); }); });
    if (isGuard(stmt))
      return;
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      check(stmt, branch->condition);
    else if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      check(stmt, choice->condition);
    else if (const auto *loop = dyn_cast<LoopStmt>(stmt); loop && loop->condition)
      check(stmt, loop->condition);
    else if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
      if (declare->variable->isTemporary && declare->variable->type->isIntegral() && !guards.count(declare->variable))
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
