// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Fusion.h"

#include "Analysis/Elements.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Fusion::Fusion(Context &context, const Program &program, const Unit &unit, UseOf useOf, bool visibleIsNeeded,
               CanWait canWait)
    : context(context), program(program), unit(unit), useOf(std::move(useOf)), visibleIsNeeded(visibleIsNeeded),
      canWait(std::move(canWait)), writes(unit.function->body) {
  considerIn(unit.function->body, true);
}

/// The loops that no other loop is around.
void Fusion::considerIn(const StmtList &list, bool isOutermost) {
  for (const Stmt *stmt : list) {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      consider(loop, isOutermost);
    else
      forEachList(stmt, [&](const StmtList &inner) { considerIn(inner, false); });
  }
}

namespace {
/// Does an iteration leave anything that its reverse does not take back?
bool staysInside(const LoopStmt *loop) {
  bool stays = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) { stays &= !isa<AllocateStmt>(stmt) && !isa<FreeStmt>(stmt); });
  return stays;
}

/// A loop that reads nothing active, or only adds, has no record to save.
bool hasCalculations(const LoopStmt *loop, const UseOf &useOf) {
  bool found = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    if (isa<IfStmt>(stmt) || isa<LoopStmt>(stmt) || isa<SwitchStmt>(stmt) || isa<BlockStmt>(stmt))
      return;
    const ReverseUse &use = useOf(stmt);
    found |= !use.before.empty() || !use.after.empty() || use.keysBefore.any() || use.keysAfter.any();
  });
  return found;
}
} // namespace

void Fusion::consider(const LoopStmt *loop, bool isOutermost) {
  std::optional<CountedLoop> counted = countedLoop(loop);
  if (!counted || !counted->declares || !staysInside(loop) || !hasCalculations(loop, useOf))
    return;
  Exposed facts(context, program, unit, loop);
  if (!facts.isKnown())
    return;
  Set written = unit.alias->overlapping(facts.written());
  if (intersects(facts.exposed(), written))
    return;
  FusedLoop fused{facts.exposed(), facts.written()};
  Variables sums;
  if (intersects(neededBeside(loop, facts, sums), written)) {
    sums = canWait && isOutermost ? sumsOf(loop) : sums;
    if (sums.empty() || intersects(neededBeside(loop, facts, sums), written) || !canWait(loop, fused, sums))
      return;
  }
  found[loop] = fused;
}

namespace {
/// Is the variable, here, only added to?
bool isOnlyAddedTo(const Variable *variable, const Stmt *stmt) {
  bool onlySums = true;
  forEachStmt(stmt, [&](const Stmt *inner) {
    const auto *assign = dyn_cast<AssignStmt>(inner);
    const Expr *operand = assign && wholeVariable(assign->place) == variable ? operandOfSum(assign) : nullptr;
    auto read = [&](const Expr *e) { onlySums &= !mentions(e, variable); };
    if (operand)
      read(operand);
    else
      forEachOperand(inner, read, [&](const Place *place) {
        onlySums &= rootVariable(place) != variable;
        forEachExpr(place, read);
      });
  });
  return onlySums;
}
} // namespace

/// Variables that are declared before the loop, have no other value there, and are only added to in it.
Fusion::Variables Fusion::sumsOf(const LoopStmt *loop) const {
  Variables sums;
  Writes inside(loop->body);
  for (const Stmt *stmt : unit.function->body) {
    if (stmt == loop)
      break;
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const Variable *variable = declare && declare->init ? declare->variable : nullptr;
    if (variable && variable->storage == Storage::Local && variable->type->isFloating() && inside.count(variable) &&
        !writes.isExposed(variable) && writes.count(variable) == inside.count(variable) + 1 &&
        isOnlyAddedTo(variable, loop))
      sums.insert(variable);
  }
  return sums;
}

/// What reversing a statement outside the loop reads, and what the forward sweep reads to get there.
void Fusion::addUses(const Stmt *stmt, const Variables &waiting, Set &needed) const {
  const Alias &alias = *unit.alias;
  auto read = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { needed |= alias.keysOf(load->place); });
  };
  switch (stmt->kind) {
  case Stmt::Kind::If:
    return read(cast<IfStmt>(stmt)->condition);
  case Stmt::Kind::Switch:
    return read(cast<SwitchStmt>(stmt)->condition);
  case Stmt::Kind::Loop: {
    const auto *loop = cast<LoopStmt>(stmt);
    if (loop->condition)
      read(loop->condition);
    if (loop->trips)
      needed |= alias.keysOf(loop->trips);
    return;
  }
  case Stmt::Kind::Block:
    return;
  default:
    break;
  }
  const ReverseUse &use = useOf(stmt);
  for (const auto *loads : {&use.before, &use.after})
    for (const LoadExpr *load : *loads)
      if (!waiting.count(wholeVariable(load->place)))
        needed |= alias.keysOf(load->place);
  needed |= use.keysBefore;
  needed |= use.keysAfter;
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    needed |= program.toCaller(call, alias, callee, callee.reads);
    for (const Expr *arg : call->args)
      read(arg);
  }
  if (isa<AllocateStmt>(stmt) || isa<FreeStmt>(stmt))
    forEachOperand(stmt, read, [](const Place *) {});
  // Pointers and integers lead to what the sweeps read and write.
  const Type *type = nullptr;
  if (const auto *assign = dyn_cast<AssignStmt>(stmt)) {
    type = assign->place->type;
    forEachExpr(assign->place, read);
  } else if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
    type = declare->variable->type;
  }
  if (type && !type->isFloating())
    forEachOperand(stmt, read, [](const Place *) {});
  const auto *result = dyn_cast<ReturnStmt>(stmt);
  if (result && result->value && (visibleIsNeeded || !result->value->type->isFloating()))
    read(result->value);
}

/// If what the statement writes is needed, what it reads is.
bool Fusion::addOperands(const Stmt *stmt, Set &needed) const {
  const Alias &alias = *unit.alias;
  bool writesNeeded = false;
  auto note = [&](const Place *place) {
    writesNeeded |= intersects(alias.overlapping(alias.keysOf(place)), needed);
  };
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
    VarPlace place(declare->variable);
    note(&place);
  }
  forEachOperand(stmt, [](const Expr *) {}, note);
  if (!writesNeeded)
    return false;
  Set before = needed;
  auto read = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { needed |= alias.keysOf(load->place); });
  };
  forEachOperand(stmt, read, [](const Place *) {});
  return needed != before;
}

/// What the caller sees, memory that the function hands out included.
Set Fusion::visibleKeys() const {
  const Alias &alias = *unit.alias;
  Set visible(alias.regionCount());
  for (unsigned r = 0; r < alias.regionCount(); ++r)
    if (!alias.isLocal(r))
      visible.set(r);
  for (const Stmt *stmt : unit.function->body)
    if (const auto *result = dyn_cast<ReturnStmt>(stmt); result && result->value && holdsPointer(result->value->type))
      visible |= alias.pointees(result->value);
  return alias.keysOf(alias.reachable(visible));
}

Set Fusion::neededBeside(const LoopStmt *loop, const Exposed &facts, const Variables &waiting) const {
  Set needed = facts.exposed();
  if (visibleIsNeeded)
    needed |= visibleKeys();
  std::set<const Stmt *> inside;
  forEachStmt(loop, [&](const Stmt *stmt) { inside.insert(stmt); });
  std::vector<const Stmt *> outside;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (!inside.count(stmt))
      outside.push_back(stmt);
  });
  std::set<const Stmt *> behind;
  for (auto it = unit.function->body.rbegin(); it != unit.function->body.rend() && *it != loop; ++it)
    behind.insert(*it);
  for (const Stmt *stmt : outside)
    addUses(stmt, behind.count(stmt) ? waiting : Variables(), needed);
  for (bool grown = true; grown;) {
    grown = false;
    for (const Stmt *stmt : outside)
      grown |= addOperands(stmt, needed);
  }
  return needed;
}

} // namespace adjoint::analysis
