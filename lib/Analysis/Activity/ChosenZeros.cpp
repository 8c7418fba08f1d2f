// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/ChosenZeros.h"

#include "Analysis/Loops/Bounds.h"
#include "Rules/Rules.h"

#include <algorithm>
#include <functional>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool holdsChoice(const Expr *expr) {
  bool found = false;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *call = dyn_cast<IntrinsicExpr>(e);
    found |= (isa<SelectExpr>(e) && e->type->isFloating()) || (call && rules::isChoice(call));
  });
  return found;
}

bool branches(const StmtList &body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt *stmt) {
    found |= isa<IfStmt>(stmt) || isa<SwitchStmt>(stmt);
    forEachOperand(stmt, [&](const Expr *e) { found |= holdsChoice(e); }, [](const Place *) {});
  });
  return found;
}

} // namespace

// -------------------------------------------------------------- tangents

ChosenTangents::ChosenTangents(const Unit &unit, const Activity &activity, bool isRoot)
    : unit(unit), activity(activity), regions(unit.alias->regionCount()) {
  for (const Variable *param : unit.function->params)
    for (int region : {unit.alias->regionOf(param), unit.alias->targetOf(param), unit.alias->deepOf(param)})
      if (!isRoot && region >= 0)
        regions.set(region);
  for (unsigned before = ~0u; before != regions.count();) {
    before = regions.count();
    follow(unit.function->body, false);
  }
}

bool ChosenTangents::mayBeZero(const Expr *expr) const { return isChosen(expr); }

bool ChosenTangents::isChosen(const Expr *value) const {
  bool found = holdsChoice(value);
  rules::forEachDifferentiableLoad(
      value, [&](const LoadExpr *load) { found |= intersects(unit.alias->regionsOf(load->place), regions); });
  return found;
}

void ChosenTangents::add(const Place *place) { regions |= unit.alias->regionsOf(place); }

void ChosenTangents::follow(const StmtList &list, bool isConditional) {
  for (const Stmt *stmt : list)
    follow(stmt, isConditional);
}

void ChosenTangents::follow(const Stmt *stmt, bool isConditional) {
  const bool branches = isa<IfStmt>(stmt) || isa<SwitchStmt>(stmt);
  forEachList(stmt, [&](const StmtList &list) { follow(list, isConditional || branches); });
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init && isChosen(declare->init)) {
    VarPlace place(declare->variable);
    add(&place);
  } else if (const auto *assign = dyn_cast<AssignStmt>(stmt)) {
    const bool isConstant = assign->value->type->isFloating() && !activity.hasActiveRead(assign->value, stmt);
    if (isChosen(assign->value) || (isConditional && isConstant && activity.hasAdjoint(assign->place)))
      add(assign->place);
  } else if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    followCall(call);
  }
}

void ChosenTangents::followCall(const CallStmt *call) {
  if (call->callee->rule != CallRule::Derive || !call->callee->hasBody)
    return;
  const bool takes = std::any_of(call->args.begin(), call->args.end(), [&](const Expr *arg) {
    return isChosen(arg) || (pointsToFloating(arg->type) && intersects(unit.alias->pointees(arg), regions));
  });
  if (!takes && !branches(call->callee->body))
    return;
  if (call->result)
    add(call->result);
  for (const Expr *arg : call->args)
    if (pointsToFloating(arg->type) && !(arg->type->isPointer() && arg->type->element->isConst))
      regions |= unit.alias->pointees(arg);
}

// -------------------------------------------------------------- adjoints

namespace {

/// A variable that only its name leads to.
const Variable *tracked(const Place *place) {
  const Variable *variable = wholeVariable(place);
  const bool isPlain = variable && variable->type->isFloating() && !variable->isGlobal() && !variable->isAddressTaken();
  return isPlain ? variable : nullptr;
}

/// Those read on every path through the expression: of a choice, those on both sides.
void forEachCertainLoad(const Expr *expr, const std::function<void(const Variable *)> &visit) {
  if (const auto *choice = dyn_cast<SelectExpr>(expr)) {
    std::set<const Variable *> yes;
    forEachCertainLoad(choice->yes, [&](const Variable *read) { yes.insert(read); });
    forEachCertainLoad(choice->no, [&](const Variable *read) {
      if (yes.count(read))
        visit(read);
    });
    return;
  }
  if (const auto *load = dyn_cast<LoadExpr>(expr)) {
    if (const Variable *variable = tracked(load->place))
      visit(variable);
    return;
  }
  if (const auto *call = dyn_cast<IntrinsicExpr>(expr); call && rules::isChoice(call))
    return;
  rules::forEachDifferentiableOperand(expr, [&](const Expr *operand) { forEachCertainLoad(operand, visit); });
}

} // namespace

ChosenAdjoints::ChosenAdjoints(Context &context, const StmtList &body) : context(context) {
  Fed fed;
  walk(body, fed);
}

void ChosenAdjoints::walk(const StmtList &list, Fed &fed) {
  for (auto stmt = list.rbegin(); stmt != list.rend(); ++stmt)
    walk(*stmt, fed);
}

void ChosenAdjoints::assign(const Stmt *stmt, const Variable *variable, const Expr *value, Fed &fed) {
  const bool isFed = !variable || fed.count(variable);
  if (!isFed)
    found.insert(stmt);
  if (variable)
    fed.erase(variable);
  if (isFed)
    forEachCertainLoad(value, [&](const Variable *read) { fed.insert(read); });
}

/// Its body runs, and more than once; but what was taken out of it may be used by nothing. What is deep inside is looked at once, and
/// found too often.
void ChosenAdjoints::walkLoop(const Stmt *stmt, Fed &fed) {
  const auto *loop = cast<LoopStmt>(stmt);
  const unsigned deep = 3;
  const bool isEntered = isSurelyEntered(context, loop);
  for (int rounds = ++depth > deep ? 1 : 2; rounds > 0; --rounds) {
    const std::set<const Stmt *> before = found;
    Fed inside = fed;
    walk(loop->step, inside);
    walk(loop->body, inside);
    if (rounds > 1)
      found = before;
    auto isHoisted = [](const Variable *variable) { return variable->isTemporary && variable->type->isConst; };
    for (const Variable *variable : inside)
      if (isEntered || !isHoisted(variable))
        fed.insert(variable);
  }
  --depth;
  walk(loop->init, fed);
}

void ChosenAdjoints::walk(const Stmt *stmt, Fed &fed) {
  if (isa<LoopStmt>(stmt))
    return walkLoop(stmt, fed);
  if (isa<IfStmt>(stmt) || isa<SwitchStmt>(stmt)) {
    const auto *choice = dyn_cast<SwitchStmt>(stmt);
    const bool hasOther = choice && std::none_of(choice->sections.begin(), choice->sections.end(),
                                                 [](const SwitchSection &section) { return section.isDefault; });
    const Fed after = fed;
    bool isFirst = !hasOther;
    forEachList(stmt, [&](const StmtList &list) {
      Fed path = after, both;
      walk(list, path);
      std::set_intersection(fed.begin(), fed.end(), path.begin(), path.end(), std::inserter(both, both.end()));
      fed = std::exchange(isFirst, false) ? path : both;
    });
    return;
  }
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
    VarPlace place(declare->variable);
    if (declare->init && declare->variable->type->isFloating())
      assign(stmt, tracked(&place), declare->init, fed);
  } else if (const auto *set = dyn_cast<AssignStmt>(stmt); set && set->value->type->isFloating()) {
    assign(stmt, tracked(set->place), set->value, fed);
  } else if (const auto *last = dyn_cast<ReturnStmt>(stmt); last && last->value) {
    assign(stmt, nullptr, last->value, fed);
  } else if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    if (const Variable *result = call->result ? tracked(call->result) : nullptr)
      fed.erase(result);
    for (const Expr *arg : call->args)
      forEachCertainLoad(arg, [&](const Variable *read) { fed.insert(read); });
  } else {
    forEachList(stmt, [&](const StmtList &list) { walk(list, fed); });
  }
}

} // namespace adjoint::analysis
