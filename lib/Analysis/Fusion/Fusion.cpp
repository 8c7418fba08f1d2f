// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Fusion/Fusion.h"

#include "Analysis/Memory/Elements.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Fusion::Fusion(Context &context, const Program &program, const Unit &unit, UseOf useOf, bool visibleIsNeeded,
               CanWait canWait)
    : context(context), program(program), unit(unit), useOf(std::move(useOf)), visibleIsNeeded(visibleIsNeeded),
      canWait(std::move(canWait)), writes(unit.versions->writes), positions(unit.versions->positions), visible(visibleKeys()),
      uses(unit.alias->keyCount()), readBy(unit.alias->keyCount()) {
  bool hasLoop = false;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) { hasLoop |= isa<LoopStmt>(stmt); });
  if (!hasLoop)
    return;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    addUses(stmt);
    addStep(stmt);
  });
  for (const Stmt *stmt : unit.function->body)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
      initialised[declare->variable] = positions.numberOf(declare);
  considerIn(unit.function->body, true);
}

/// The loops that no other loop is around, and those in loops that are fused: in the sweeps of an iteration.
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
  Exposed facts(context, program, unit, loop, positions.loopsAround(loop).size());
  if (!facts.isKnown())
    return;
  Set written = unit.alias->overlapping(facts.written());
  if (intersects(facts.exposed(), written))
    return;
  FusedLoop fused;
  fused.exposed = facts.exposed();
  fused.written = facts.written();
  Variables sums;
  if (areNeeded(written, loop, facts, sums)) {
    sums = canWait && isOutermost ? sumsOf(loop) : sums;
    if (sums.empty() || areNeeded(written, loop, facts, sums) || !canWait(loop, fused, sums)) {
      fused.runsTwice = mayRunTwice(loop, written);
      if (!fused.runsTwice)
        return;
    }
  }
  found[loop] = fused;
  if (!fused.runsTwice)
    considerIn(loop->body, false);
}

namespace {
/// Would its records have no place of their own for each iteration?
bool recordsInOrder(const LoopStmt *loop) {
  const std::optional<CountedLoop> counted = countedLoop(loop);
  bool inOrder = counted && counted->step != 1 && counted->step != -1;
  auto ofIteration = [&](const Place *place) {
    const Variable *variable = rootVariable(place);
    inOrder |= variable && variable->isOfIteration;
  };
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    inOrder |= isa<LoopStmt>(stmt) || isa<IfStmt>(stmt) || isa<SwitchStmt>(stmt) || isa<CallStmt>(stmt);
    forEachOperand(stmt, [&](const Expr *e) { forEachPlace(e, ofIteration); }, ofIteration);
  });
  return inOrder;
}
} // namespace

/// May an iteration be run in the forward sweep, and once more in the reverse sweep? What the loop writes has then been read by what
/// is behind it, which is reversed; and what is in front of it must not need it.
bool Fusion::mayRunTwice(const LoopStmt *loop, const Set &written) const {
  if (!loop->parallel || !canWait || !recordsInOrder(loop) || (visibleIsNeeded && intersects(visible, written)))
    return false;
  const Interval inside = positions.of(loop);
  return llvm::none_of(elements(written), [&](unsigned key) {
    return llvm::any_of(uses[key], [&](const Use &use) { return use.number < inside.first; });
  });
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
  Variables added, sums;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (const Variable *variable = assign && operandOfSum(assign) ? wholeVariable(assign->place) : nullptr)
      added.insert(variable);
  });
  if (added.empty())
    return sums;
  Writes inside(loop->body);
  for (const Variable *variable : added) {
    auto declared = initialised.find(variable);
    if (declared != initialised.end() && declared->second < positions.numberOf(loop) &&
        variable->storage == Storage::Local && variable->type->isFloating() && !writes.isExposed(variable) &&
        writes.count(variable) == inside.count(variable) + 1 && isOnlyAddedTo(variable, loop))
      sums.insert(variable);
  }
  return sums;
}

// ---------------------------------------------------------------- needed

void Fusion::addUse(const Set &keys, const Stmt *stmt, const Variable *loaded) {
  for (unsigned k : keys.set_bits())
    uses[k].push_back({positions.numberOf(stmt), positions.around(stmt) ? nullptr : loaded});
}

/// What reversing the statement reads, and what the forward sweep reads to get there.
void Fusion::addUses(const Stmt *stmt) {
  const Alias &alias = *unit.alias;
  auto read = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { addUse(alias.keysOf(load->place), stmt); });
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
      addUse(alias.keysOf(loop->trips), stmt);
    return;
  }
  case Stmt::Kind::Block:
    return;
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    break;
  }
  const ReverseUse &use = useOf(stmt);
  for (const auto *loads : {&use.before, &use.after})
    for (const LoadExpr *load : *loads)
      addUse(alias.keysOf(load->place), stmt, wholeVariable(load->place));
  addUse(use.keysBefore, stmt);
  addUse(use.keysAfter, stmt);
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    addUse(program.toCaller(call, alias, callee, callee.reads), stmt);
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

void Fusion::addStep(const Stmt *stmt) {
  const Alias &alias = *unit.alias;
  Set written = alias.noKeys(), read = alias.noKeys();
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    written |= alias.keysOf(declare->variable);
  forEachOperand(
      stmt,
      [&](const Expr *e) { forEachLoad(e, [&](const LoadExpr *load) { read |= alias.keysOf(load->place); }); },
      [&](const Place *place) { written |= alias.keysOf(place); });
  if (written.none() || read.none())
    return;
  for (unsigned k : read.set_bits())
    readBy[k].push_back(steps.size());
  steps.push_back({positions.numberOf(stmt), elements(alias.overlapping(written))});
}

bool Fusion::isUsedBeside(unsigned key, const LoopStmt *loop, const Variables &waiting) const {
  const std::vector<Use> &own = uses[key];
  const Interval inside = positions.of(loop);
  if (waiting.empty())
    return !own.empty() && !(inside.contains(own.front().number) && inside.contains(own.back().number));
  return llvm::any_of(own, [&](const Use &use) {
    bool waits = use.number > inside.last && use.loaded && waiting.count(use.loaded);
    return !inside.contains(use.number) && !waits;
  });
}

bool Fusion::areNeeded(const Set &keys, const LoopStmt *loop, const Exposed &facts, const Variables &waiting) const {
  const Interval inside = positions.of(loop);
  Set seen = keys;
  std::vector<unsigned> open = elements(keys);
  while (!open.empty()) {
    const unsigned key = open.back();
    open.pop_back();
    if (facts.exposed().test(key) || (visibleIsNeeded && visible.test(key)) || isUsedBeside(key, loop, waiting))
      return true;
    for (size_t at : readBy[key])
      if (!inside.contains(steps[at].number))
        for (unsigned written : steps[at].written)
          if (!seen.test(written)) {
            seen.set(written);
            open.push_back(written);
          }
  }
  return false;
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

} // namespace adjoint::analysis
