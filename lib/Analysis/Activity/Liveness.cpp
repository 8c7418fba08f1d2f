// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/Liveness.h"

#include "Analysis/Memory/Writes.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Liveness::Liveness(const Function &function, const Alias &alias, EffectsOf effectsOf, bool visibleIsLive)
    : function(function), alias(alias), effectsOf(std::move(effectsOf)), visibleIsLive(visibleIsLive),
      addressable(addressableKeys()) {}

Set Liveness::addressableKeys() const {
  Writes writes(function.body);
  Set regions(alias.regionCount(), true);
  for (unsigned r = 0; r < alias.regionCount(); ++r) {
    const Region &region = alias.region(r);
    if (region.kind == Region::Kind::Variable && alias.isLocal(r) && !writes.isExposed(region.variable))
      regions.reset(r);
  }
  return alias.keysOf(regions);
}

Set Liveness::exitState() const {
  Set regions(alias.regionCount());
  for (unsigned r = 0; r < alias.regionCount(); ++r) {
    if (alias.region(r).kind == Region::Kind::Heap) { // it may be handed to the other half
      if (visibleIsLive)
        regions.set(r);
      continue;
    }
    if (alias.isLocal(r))
      continue;
    bool isAdjoint = alias.region(r).variable->isAdjoint;
    if (isAdjoint || visibleIsLive)
      regions.set(r);
  }
  return alias.keysOf(regions);
}

void Liveness::run() {
  // Declarations, pops and pushes feed each other: repeat until nothing more is live.
  size_t before = 0;
  do {
    before = live.size() + livePops.size() + declarations.size() + initialised.size();
    mentioned.clear();
    solve(function.body, exitState());
  } while (before != live.size() + livePops.size() + declarations.size() + initialised.size());
}

// ------------------------------------------------------------------ uses

void Liveness::mention(const Place *place) {
  if (const Variable *variable = rootVariable(place))
    mentioned.insert(variable);
}

void Liveness::read(const Expr *expr, Set &state) {
  forEachPlace(expr, [&](const Place *place) { mention(place); });
  forEachLoad(expr, [&](const LoadExpr *load) {
    Set regions = alias.regionsOf(load->place);
    if (regions.none()) // through a pointer of unknown origin
      state |= addressable;
    else
      state |= alias.overlapping(alias.keysOf(load->place));
  });
}

void Liveness::readPath(const Place *place, Set &state) {
  mention(place);
  forEachExpr(place, [&](const Expr *e) {
    if (isa<LoadExpr>(e) || isa<AddressExpr>(e))
      read(e, state);
  });
}

bool holdsOpaque(const Type *type) {
  while (type->isArray())
    type = type->element;
  if (!type->isRecord() || isOpaque(type))
    return type->isRecord();
  const std::vector<Field> &fields = type->record->fields;
  return std::any_of(fields.begin(), fields.end(), [](const Field &field) { return holdsOpaque(field.type); });
}

bool Liveness::isNeeded(const Place *place, const Set &state) const {
  if (alias.regionsOf(place).none() || holdsOpaque(place->type))
    return true;
  return intersects(alias.overlapping(alias.keysOf(place)), state);
}

void Liveness::keep(const Stmt *stmt, Set &state) {
  live.insert(stmt);
  forEachOperand(stmt, [&](const Expr *e) { read(e, state); }, [&](const Place *p) { readPath(p, state); });
}

// ------------------------------------------------------------- statements

void Liveness::write(const Stmt *stmt, const Place *place, Set &state) {
  bool isEffect = keepsEffects && !wholeVariable(place);
  if (!isEffect && !isNeeded(place, state) && !live.count(stmt))
    return;
  if (wholeVariable(place))
    state.reset(alias.keysOf(place));
  keep(stmt, state);
}

/// The solver passes the declaration: is its variable mentioned further down?
bool Liveness::beginsScopeOf(const Stmt *stmt) {
  const Variable *variable = declaredBy(stmt);
  if (variable && mentioned.erase(variable))
    declarations.insert(stmt);
  return declarations.count(stmt) != 0;
}

void Liveness::transfer(const Stmt *stmt, Set &state) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *s = cast<DeclareStmt>(stmt);
    VarPlace place(s->variable);
    bool mentionedBelow = beginsScopeOf(s);
    bool needed = mentionedBelow && (isNeeded(&place, state) || s->variable->type->isReference());
    state.reset(alias.keysOf(&place));
    if (s->init && needed) {
      initialised.insert(s);
      read(s->init, state);
    }
    if (mentionedBelow)
      live.insert(stmt);
    return;
  }
  case Stmt::Kind::Assign:
    return write(stmt, cast<AssignStmt>(stmt)->place, state);
  case Stmt::Kind::Allocate: {
    if (beginsScopeOf(stmt))
      keep(stmt, state);
    mentioned.erase(wholeVariable(cast<AllocateStmt>(stmt)->place));
    return;
  }
  case Stmt::Kind::Pop: {
    const auto *s = cast<PopStmt>(stmt);
    if (s->declares ? !beginsScopeOf(stmt) : !isNeeded(s->place, state))
      return;
    livePops.insert(s->record);
    live.insert(stmt);
    write(stmt, s->place, state);
    if (s->declares)
      mentioned.erase(wholeVariable(s->place));
    return;
  }
  case Stmt::Kind::Push:
    if (livePops.count(cast<PushStmt>(stmt)->record))
      keep(stmt, state);
    return;
  case Stmt::Kind::Call:
    return transferCall(cast<CallStmt>(stmt), state);
  case Stmt::Kind::Free:
  case Stmt::Kind::Return:
    return keep(stmt, state);
  case Stmt::Kind::Heading:
  case Stmt::Kind::Break:
    live.insert(stmt);
    return;
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::TapeBlock: // made after everything else
    return;
  }
}

void Liveness::transferCall(const CallStmt *call, Set &state) {
  CallEffects effects = effectsOf(call, alias);
  bool needed = keepsEffects || effects.alwaysLive || live.count(call) || intersects(alias.overlapping(effects.writes), state);
  if (call->declares)
    needed = beginsScopeOf(call) || needed;
  else if (call->result)
    needed |= isNeeded(call->result, state);
  if (!needed)
    return;
  if (call->result && wholeVariable(call->result))
    state.reset(alias.keysOf(call->result));
  keep(call, state);
  if (call->declares)
    mentioned.erase(wholeVariable(call->result));
  Set reads = effects.reads; // what is passed by value has been read above
  reads &= addressable;
  state |= alias.overlapping(reads);
}

bool Liveness::hasLivePart(const Stmt *stmt) const {
  bool found = false;
  auto search = [&](const StmtList &list) {
    forEachStmt(list, [&](const Stmt *s) { found |= live.count(s) && !isa<HeadingStmt>(s) && !isa<BreakStmt>(s); });
  };
  if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
    // A counter of its own does not keep a loop alive.
    bool ownCounter = loop->init.size() == 1 && isa<DeclareStmt>(loop->init[0]);
    search(loop->body);
    if (!ownCounter)
      search(loop->step);
  } else {
    forEachList(stmt, search);
  }
  return found;
}

void Liveness::evaluate(const Stmt *stmt, const Expr *condition, Set &state) {
  if (!hasLivePart(stmt))
    return;
  live.insert(stmt);
  read(condition, state);
}

} // namespace adjoint::analysis
