// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/Activity.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Rules/Rules.h"

#include <algorithm>
#include <tuple>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

bool Demand::operator<(const Demand &o) const {
  auto key = [](const Demand &d) {
    return std::make_tuple(elements(d.varied), elements(d.useful.keys), d.useful.result, d.adjointParam, d.adjointBehind,
                           d.globals, d.handedOut, d.outside);
  };
  return key(*this) < key(o);
}

Activity::Activity(const Program &program, const Unit &unit, const Demand &demand, Summaries &summaries,
                   bool flowSensitive)
    : program(program), unit(unit), demand(demand), summaries(summaries), varied(program, unit, summaries.varied),
      useful(program, unit, summaries.useful), flowSensitive(flowSensitive), variedAnywhere(demand.varied),
      usefulAnywhere(demand.useful.keys), adjoints(unit.alias->regionCount()), lacks(unit.alias->regionCount()) {
  Set passive(unit.alias->regionCount());
  for (unsigned r = 0; r < unit.alias->regionCount(); ++r)
    if (!canHaveAdjoint(r))
      passive.set(r);
  isolated = unit.alias->keysOf(passive);
  varied.isolate(isolated);
  useful.isolate(isolated);
  varied.run(demand.varied);
  useful.run(demand.useful);
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    variedAnywhere |= varied.after(stmt);
    variedAnywhere |= varied.before(stmt);
  });
  if (!flowSensitive) {
    usefulAnywhere = unit.alias->floatingOnly(unit.alias->allKeys());
    usefulAnywhere.reset(isolated);
  }
  findAdjoints();
}

const Set &Activity::variedBefore(const Stmt *stmt) const {
  if (!flowSensitive)
    return variedAnywhere;
  const auto *loop = dyn_cast<LoopStmt>(stmt); // whose condition reads what the body has left
  return loop && loop->condition ? varied.atCondition(loop) : varied.before(stmt);
}

const Set &Activity::usefulAfter(const Stmt *stmt) const {
  return flowSensitive ? useful.after(stmt) : usefulAnywhere;
}

// ------------------------------------------------------ what has an adjoint

bool Activity::canHaveAdjoint(unsigned index) const {
  const Region &region = unit.alias->region(index);
  switch (region.kind) {
  case Region::Kind::Heap:
    return true;
  case Region::Kind::Variable:
    return !region.variable->isGlobal() || !region.variable->type->isConst;
  case Region::Kind::Target:
  case Region::Kind::Deep: {
    if (region.variable->isGlobal()) // where the function is a request, nothing is behind one that leads nowhere
      return region.variable->isUnsetOnEntry || demand.globals.count(region.variable) != 0;
    const std::vector<const Variable *> &params = unit.function->params;
    auto at = std::find(params.begin(), params.end(), region.variable);
    return at != params.end() && comesWithAdjoint(at - params.begin(), region);
  }
  }
  return false;
}

bool Activity::comesWithAdjoint(unsigned param, const Region &part) const {
  return demand.adjointParam[param] && (!isBehindObject(part) || demand.adjointBehind[param]);
}

void Activity::addActive() {
  Set active = unit.alias->noKeys();
  auto add = [&](Set both, const Set &other) {
    both &= other;
    active |= both;
  };
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (!flowSensitive)
      return add(variedAnywhere, usefulAnywhere);
    add(varied.before(stmt), useful.before(stmt));
    add(varied.after(stmt), useful.after(stmt));
  });
  adjoints |= unit.alias->regionsIn(active);
}

void Activity::addParameters() {
  const Alias &alias = *unit.alias;
  for (const Variable *global : demand.globals)
    for (int region : {alias.regionOf(global), alias.targetOf(global), alias.deepOf(global)})
      if (region >= 0 && canHaveAdjoint(region))
        adjoints.set(region);
  for (unsigned i = 0; i < unit.function->params.size(); ++i) {
    const Variable *param = unit.function->params[i];
    for (int region : {alias.regionOf(param), alias.targetOf(param), alias.deepOf(param)}) {
      if (region < 0)
        continue;
      if (comesWithAdjoint(i, alias.region(region)))
        adjoints.set(region);
      else
        adjoints.reset(region);
    }
  }
}

/// The caller may store active values in what it gets.
void Activity::addHandedOut() {
  const Alias &alias = *unit.alias;
  Set visible(alias.regionCount());
  for (unsigned r = 0; r < alias.regionCount(); ++r)
    if (!alias.isLocal(r))
      visible.set(r);
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *last = dyn_cast<ReturnStmt>(stmt);
    if (last && last->value && holdsPointer(last->value->type))
      visible |= alias.pointees(last->value);
  });
  for (unsigned r : elements(alias.reachable(visible)))
    if (alias.region(r).kind == Region::Kind::Heap && alias.mayLeadToFloating(r))
      adjoints.set(r);
}

void Activity::findAdjoints() {
  addActive();
  for (unsigned r : adjoints.set_bits())
    if (!canHaveAdjoint(r))
      adjoints.reset(r);
  addParameters();
  if (demand.handedOut)
    addHandedOut();
  addStores();
  followPointers();
  findMeetings();
}

/// What a global pointer leads to on entry has no adjoint: no active value may pass from there to a global by name, or
/// from a global to there.
void Activity::findMeetings() {
  if (demand.outside.empty())
    return;
  const Alias &alias = *unit.alias;
  Set usefulSomewhere = demand.useful.keys;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    usefulSomewhere |= useful.before(stmt);
    usefulSomewhere |= useful.after(stmt);
  });
  auto carries = [&](unsigned from, unsigned to, const Leaf &leaf) {
    return intersects(alias.keysOf(from, leaf), variedAnywhere) && intersects(alias.keysOf(to, leaf), usefulSomewhere);
  };
  for (unsigned r = 0; r < alias.regionCount() && !found; ++r) {
    const Region &place = alias.region(r);
    bool isOutside = place.kind == Region::Kind::Target || place.kind == Region::Kind::Deep;
    if (!isOutside || !demand.outside.count(place.variable))
      continue;
    for (unsigned g = 0; g < alias.regionCount(); ++g) {
      const Region &named = alias.region(g);
      bool isNamed = named.kind == Region::Kind::Variable && named.variable->isGlobal() && named.variable->mayBePointedTo;
      if (isNamed && alias.mayOverlap(r, g))
        for (const Leaf &leaf : named.leaves)
          if (carries(g, r, leaf) || carries(r, g, leaf))
            found = Conflict{r, g};
    }
  }
}

/// May a pointer that the callee is given, or finds in a global, lead to the global as well?
bool Activity::reachesByPointer(const CallStmt *call, const Variable *global) const {
  const Alias &alias = *unit.alias;
  const int region = alias.regionOf(global);
  if (!global->mayBePointedTo || region < 0)
    return false;
  Set led(alias.regionCount());
  for (const Expr *arg : call->args)
    led |= alias.pointees(arg);
  for (unsigned r = 0; r < alias.regionCount(); ++r)
    if (alias.region(r).kind == Region::Kind::Variable && alias.region(r).variable->isGlobal())
      led |= alias.contentOf(r);
  const std::vector<unsigned> reached = elements(alias.reachable(led));
  return llvm::any_of(reached, [&](unsigned r) { return alias.mayOverlap(region, r); });
}

/// A global that the callee names, and reaches in no other way, has an adjoint of the callee's own.
Set Activity::storedThrough(const CallStmt *call) const {
  Set regions(unit.alias->regionCount());
  const Unit &callee = program.unit(call->callee);
  if (call->callee->rule != CallRule::Derive || !call->callee->hasBody)
    return regions;
  UsefulExit exit = useful.exitOf(call, usefulAfter(call));
  Set entry = varied.entryOf(call, variedBefore(call));
  const Set &stored = summaries.activeStores(call->callee, entry, exit);
  for (unsigned r : stored.set_bits()) {
    const Region &region = callee.alias->region(r);
    if (region.kind != Region::Kind::Variable || reachesByPointer(call, region.variable))
      regions |= unit.alias->seenAt(call, *callee.alias, r);
  }
  return regions;
}

Set Activity::storedBy(const Stmt *stmt) const {
  const Alias &alias = *unit.alias;
  if (const auto *call = dyn_cast<CallStmt>(stmt))
    return storedThrough(call);
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const bool isActive = assign && isVaried(assign->value, stmt) &&
                        intersects(alias.floatingOnly(alias.overlapping(alias.keysOf(assign->place), isolated)), usefulAfter(stmt));
  return isActive ? alias.regionsOf(assign->place) : Set(alias.regionCount());
}

Set Activity::storedRegions() const {
  const Alias &alias = *unit.alias;
  Set regions(alias.regionCount());
  forEachStmt(unit.function->body, [&](const Stmt *stmt) { regions |= storedBy(stmt); });
  regions &= alias.regionsIn(alias.floatingOnly(alias.allKeys())); // nothing active is stored among integers
  return regions;
}

void Activity::note(const Conflict &conflict) {
  lacks.set(conflict.passive);
  if (!found)
    found = conflict;
}

void Activity::addStores() {
  for (unsigned r : elements(storedRegions())) {
    if (canHaveAdjoint(r))
      adjoints.set(r);
    else
      note({r, r, firstStoreTo(r)});
  }
}

const Stmt *Activity::firstStoreTo(unsigned region) const {
  const Stmt *first = nullptr;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (!first && storedBy(stmt).test(region))
      first = stmt;
  });
  return first;
}

Set Summaries::solveStores(const StoreKey &key) {
  const Unit &unit = program.unit(key.first);
  Set stored = Activity(program, unit, key.second, *this, true).activeStores();
  for (unsigned r : elements(stored))
    if (unit.alias->isLocal(r))
      stored.reset(r);
  return stored;
}

const Set &Summaries::activeStores(const Function *callee, const Set &entry, const UsefulExit &exit) {
  const Unit &unit = program.unit(callee);
  const std::vector<bool> all(unit.function->params.size(), true);
  StoreKey key{callee, {entry, exit, all, all, program.globalsOf(callee), false}};
  return stores.get(key, Set(unit.alias->regionCount()), [this](const StoreKey &k) { return solveStores(k); });
}

/// All targets of one pointer have an adjoint, or none. True if something was added.
bool Activity::unite(int pointer, const Set &targets, const Stmt *where) {
  if (!intersects(targets, adjoints))
    return false;
  bool grown = false;
  for (unsigned r : targets.set_bits()) {
    if (adjoints.test(r) || !unit.alias->mayLeadToFloating(r))
      continue;
    if (canHaveAdjoint(r)) {
      adjoints.set(r);
      grown = true;
    } else {
      note({pointer < 0 ? r : static_cast<unsigned>(pointer), r, where});
    }
  }
  if (pointer >= 0 && !adjoints.test(pointer)) {
    bool isOwn = unit.alias->isLocal(pointer);
    if (canHaveAdjoint(pointer) || isOwn) {
      adjoints.set(pointer);
      grown = true;
    }
  }
  return grown;
}

/// Is it a pointer to numbers that the callee only reads, and which have no adjoint?
bool Activity::isConstant(const Expr *arg) const {
  return arg->type->element->isConst && arg->type->element->isScalar() && !pointsToAdjoint(arg);
}

/// A hand-written adjoint takes an adjoint of everything that reaches floating point, unless it takes null for those of constants. So
/// do halves of another file, which are called also for what they do with memory.
bool Activity::uniteHandWritten(const CallStmt *call) {
  const bool movesMemory = call->callee->needsCopy && program.unit(call->callee).managesMemory;
  if (call->callee->rule != CallRule::HandWritten || call->callee->implicit || !(isActive(call) || movesMemory))
    return false;
  Set targets(unit.alias->regionCount());
  for (const Expr *arg : call->args)
    if (arg->type->isPointer() && reachesFloating(arg->type) && !(call->callee->takesNullAdjoints && isConstant(arg)))
      targets |= unit.alias->pointees(arg);
  bool grown = false;
  for (unsigned r : elements(unit.alias->reachable(targets))) {
    if (adjoints.test(r) || !unit.alias->mayLeadToFloating(r))
      continue;
    if (canHaveAdjoint(r)) {
      adjoints.set(r);
      grown = true;
    } else {
      note({r, r, call});
    }
  }
  return grown;
}

/// Of these, all that hold floating-point numbers or pointers, and can have an adjoint, have one if any does.
bool Activity::uniteWherePossible(const Set &regions) {
  return intersects(regions, adjoints) && addWherePossible(regions);
}

bool Activity::addWherePossible(const Set &regions) {
  bool grown = false;
  for (unsigned r : regions.set_bits())
    if (!adjoints.test(r) && unit.alias->mayLeadToFloating(r) && canHaveAdjoint(r)) {
      adjoints.set(r);
      grown = true;
    }
  return grown;
}

/// What one argument may lead to, as in `g(c ? &active : &passive)`, has an adjoint all or none, where it can have one.
bool Activity::uniteArguments(const CallStmt *call) {
  bool grown = false;
  for (const Expr *arg : call->args)
    if (arg->type->isPointer())
      grown |= uniteWherePossible(unit.alias->pointees(arg));
  return grown;
}

/// A buffer that others send to, or receive from.
bool Activity::uniteBuffers(const CallStmt *call) {
  if (!program.unit(call->callee).communicates || call->callee->rule != CallRule::Derive)
    return false;
  bool grown = false;
  for (const Expr *arg : call->args)
    if (arg->type->isPointer() && reachesFloating(arg->type))
      grown |= addWherePossible(unit.alias->reachable(unit.alias->pointees(arg)));
  return grown;
}

/// The object in which the callee finds a pointer that leads nowhere yet, as that of an empty vector; none for any other region.
Set Activity::holderAt(const CallStmt *call, const Region &region) const {
  Set holder(unit.alias->regionCount());
  const std::vector<const Variable *> &params = call->callee->params;
  const bool isBehind = region.kind == Region::Kind::Target || region.kind == Region::Kind::Deep;
  for (size_t i = 0; isBehind && i < params.size() && i < call->args.size(); ++i)
    if (params[i] == region.variable && call->args[i]->type->isPointer())
      holder |= unit.alias->pointees(call->args[i]);
  return holder;
}

/// What a callee reaches through one pointer.
bool Activity::uniteCommonTargets(const CallStmt *call) {
  if (call->callee->rule != CallRule::Derive || !call->callee->hasBody)
    return false;
  const Unit &callee = program.unit(call->callee);
  if (!callee.managesMemory && !isActive(call)) // then it is called as it is
    return false;
  bool grown = false;
  for (const Set &common : summaries.commonTargets.of(call->callee)) {
    Set seen(unit.alias->regionCount());
    for (unsigned r : common.set_bits()) {
      const Set here = unit.alias->seenAt(call, *callee.alias, r);
      seen |= here.any() ? here : holderAt(call, callee.alias->region(r));
    }
    grown |= uniteWherePossible(seen);
  }
  return grown;
}

/// What lies behind an argument with an adjoint has one for the callee, too. It follows that where what it writes may be stored there
/// as well, although nothing of it is varied here.
bool Activity::uniteReached(const CallStmt *call) {
  if (call->callee->rule != CallRule::Derive || !call->callee->hasBody || !isActive(call))
    return false;
  const Alias &callee = *program.unit(call->callee).alias;
  const Set entry = varied.entryOf(call, variedBefore(call));
  Set reached = summaries.varied.exitOf(call->callee, entry).keys;
  reached.reset(entry);
  bool grown = false;
  for (unsigned r : elements(callee.regionsIn(callee.floatingOnly(reached)))) {
    if (callee.region(r).kind != Region::Kind::Deep)
      continue;
    const std::vector<const Variable *> &params = call->callee->params;
    for (size_t i = 0; i < params.size() && i < call->args.size(); ++i)
      if (params[i] == callee.region(r).variable && call->args[i]->type->isPointer() && pointsToAdjoint(call->args[i]))
        grown |= addWherePossible(unit.alias->seenAt(call, callee, r));
  }
  return grown;
}

/// What was found once stays, for functions that call one another to come to an end.
Set Summaries::solveLacking(const StoreKey &key) {
  const Unit &unit = program.unit(key.first);
  const Activity activity(program, unit, key.second, *this, /*flowSensitive=*/true);
  Set &found = lackedSoFar.try_emplace(key, unit.alias->regionCount()).first->second;
  found |= activity.lacking();
  return found;
}

const Set &Summaries::lacking(const Function *callee, const Demand &demand) {
  return lacks.get({callee, demand}, Set(program.unit(callee).alias->regionCount()), [this](const StoreKey &k) { return solveLacking(k); });
}

/// What lies behind an object with an adjoint has one where the callee cannot do without.
bool Activity::uniteBehind(const CallStmt *call) {
  if (call->callee->rule != CallRule::Derive || !call->callee->hasBody || !isActive(call))
    return false;
  const Demand asked = demandAt(call);
  if (asked.adjointParam == asked.adjointBehind)
    return false;
  bool grown = false;
  for (unsigned r : elements(summaries.lacking(call->callee, asked)))
    grown |= addWherePossible(unit.alias->seenAt(call, *program.unit(call->callee).alias, r));
  return grown;
}

/// Where an argument has an adjoint, the callee gives one to the memory that it allocates there: all that a pointer leads to
/// has one; and it may give one to what it returns. The caller then takes it to have one, too, and ends both.
bool Activity::uniteAllocations(const CallStmt *call) {
  int handedOut = unit.alias->handedOutBy(call);
  if (handedOut < 0 || adjoints.test(handedOut) || !unit.alias->mayLeadToFloating(handedOut) || !program.unit(call->callee).managesMemory)
    return false;
  for (const Expr *arg : call->args) {
    bool hasAdjoint = holdsPointer(arg->type) && reachesFloating(arg->type) && pointsToAdjoint(arg);
    if (!hasAdjoint || !unit.alias->reachable(unit.alias->pointees(arg)).test(handedOut))
      continue;
    adjoints.set(handedOut);
    return true;
  }
  const bool isReturned = call->result && isActive(call) && unit.alias->reachable(unit.alias->regionsOf(call->result)).test(handedOut);
  if (isReturned)
    adjoints.set(handedOut);
  return isReturned;
}

void Activity::followPointers() {
  const Alias &alias = *unit.alias;
  bool grown = true;
  const Stmt *current = nullptr;
  auto dereference = [&](const Place *place) {
    if (const auto *deref = dyn_cast<DerefPlace>(place))
      if (reachesFloating(deref->type))
        grown |= unite(-1, alias.pointees(deref->pointer), current);
  };
  while (grown) {
    grown = false;
    for (unsigned r = 0; r < alias.regionCount(); ++r)
      grown |= unite(r, alias.contentOf(r));
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      current = stmt;
      if (const auto *call = dyn_cast<CallStmt>(stmt))
        for (bool more : {uniteHandWritten(call), uniteBuffers(call), uniteArguments(call), uniteCommonTargets(call), uniteReached(call), uniteBehind(call), uniteAllocations(call)})
          grown |= more;
      forEachOperand(stmt, [&](const Expr *e) { forEachPlace(e, dereference); }, dereference);
    });
  }
}

// --------------------------------------------------------------- queries

bool Activity::hasAdjoint(const Place *place) const {
  return mayLeadToFloating(place->type) && intersects(unit.alias->regionsOf(place), adjoints);
}

bool Activity::hasAdjoint(const Variable *variable) const {
  int region = unit.alias->regionOf(variable);
  return region >= 0 && mayLeadToFloating(variable->type) && adjoints.test(region);
}

bool Activity::pointsToAdjoint(const Expr *pointer) const {
  return mayLeadToFloating(pointer->type) && intersects(unit.alias->pointees(pointer), adjoints);
}

bool Activity::isActiveRead(const Place *place, const Stmt *stmt) const {
  const Alias &alias = *unit.alias;
  return hasAdjoint(place) && intersects(alias.floatingOnly(alias.keysOf(place)), variedBefore(stmt));
}

bool Activity::hasActiveRead(const Expr *expr, const Stmt *stmt) const {
  bool active = false;
  rules::forEachDifferentiableLoad(expr, [&](const LoadExpr *load) { active |= isActiveRead(load->place, stmt); });
  return active;
}

bool Activity::isUsefulAfter(const Place *place, const Stmt *stmt) const {
  const Alias &alias = *unit.alias;
  return hasAdjoint(place) &&
         intersects(alias.floatingOnly(alias.overlapping(alias.keysOf(place), isolated)), usefulAfter(stmt));
}

bool Activity::isVaried(const Expr *expr, const Stmt *stmt) const { return varied.isVaried(expr, variedBefore(stmt)); }

/// May a global pointer still lead where it led when the requested function was entered?
bool Activity::leadsOutside(const Variable *pointer) const {
  int region = unit.alias->regionOf(pointer);
  if (region < 0 || demand.outside.empty())
    return false;
  std::vector<unsigned> targets = elements(unit.alias->contentOf(region));
  return std::any_of(targets.begin(), targets.end(), [&](unsigned r) {
    const Region &target = unit.alias->region(r);
    return target.kind != Region::Kind::Variable && target.variable && demand.outside.count(target.variable);
  });
}

/// Does what a parameter is given matter to what is asked of the callee? Otherwise its argument may lead to memory that has no
/// adjoint here.
bool Activity::isUsefulIn(const Function *callee, unsigned param, const UsefulExit &exit) const {
  if (callee->rule != CallRule::Derive || !callee->hasBody)
    return true;
  const Unit &body = program.unit(callee);
  return intersects(body.alias->keysOf(body.function->params[param]), summaries.useful.entryOf(callee, exit));
}

/// Has an adjoint what the pointers of an object lead to, which an argument is, or leads to?
bool Activity::hasAdjointBehind(const Expr *arg) const {
  const Alias &alias = *unit.alias;
  const Set targets = alias.pointees(arg);
  Set behind(alias.regionCount());
  if (!arg->type->isPointer() && !arg->type->isReference())
    behind = targets;
  else
    for (unsigned r : targets.set_bits())
      behind |= alias.contentOf(r);
  return behind.none() || intersects(alias.reachable(behind), adjoints);
}

Demand Activity::demandAt(const CallStmt *call) const {
  const Unit &callee = program.unit(call->callee);
  Demand asked{varied.entryOf(call, variedBefore(call)), useful.exitOf(call, usefulAfter(call)), {}, {}, {}, false};
  for (unsigned i = 0; i < callee.function->params.size(); ++i) {
    const Expr *arg = i < call->args.size() ? call->args[i] : nullptr;
    bool has = false;
    if (arg && arg->type->isPointer())
      has = reachesFloating(arg->type) && pointsToAdjoint(arg);
    else if (arg)
      has = (hasActiveRead(arg, call) && isUsefulIn(call->callee, i, asked.useful)) ||
            (holdsPointer(arg->type) && pointsToAdjoint(arg));
    asked.adjointParam.push_back(has);
    asked.adjointBehind.push_back(has && hasAdjointBehind(arg));
  }
  Set written = callee.alias->regionsIn(callee.writes);
  for (unsigned r = 0; r < callee.alias->regionCount(); ++r) {
    const Region &region = callee.alias->region(r);
    bool isNamed = region.kind == Region::Kind::Variable && region.variable->isGlobal() &&
                   (written.test(r) || holdsPointer(region.variable->type));
    if (isNamed && hasAdjoint(region.variable))
      asked.globals.insert(region.variable);
  }
  for (const Variable *global : program.globalsOf(call->callee))
    if (leadsOutside(global))
      asked.outside.insert(global);
  int handedOut = unit.alias->handedOutBy(call);
  asked.handedOut = handedOut >= 0 && callee.managesMemory && hasAdjoint(handedOut);
  addNullPointers(call, asked);
  return asked;
}

/// A null pointer has a null adjoint beside arguments that have one: the callee may store both in one place.
void Activity::addNullPointers(const CallStmt *call, Demand &asked) const {
  const std::vector<bool> &has = asked.adjointParam;
  if (!asked.handedOut && std::find(has.begin(), has.end(), true) == has.end())
    return;
  for (unsigned i = 0; i < has.size() && i < call->args.size(); ++i)
    if (const Expr *arg = call->args[i]; pointsToFloating(arg->type) && unit.alias->pointees(arg).none())
      asked.adjointParam[i] = asked.adjointBehind[i] = true;
}

/// Does the callee hand what is varied to an object without an adjoint (CallRule::Opaque)? Nothing else is useful where
/// nothing is asked for.
bool Activity::losesDerivatives(const CallStmt *call, const Set &varied) const {
  if (call->callee->rule != CallRule::Derive || !call->callee->hasBody)
    return false;
  return intersects(summaries.useful.entryOf(call->callee, {program.unit(call->callee).alias->noKeys(), false}), varied);
}

bool Activity::isActive(const CallStmt *call) const {
  if (givesConstants(call->callee->rule))
    return false;
  const Unit &callee = program.unit(call->callee);
  if (callee.communicates) // what is sent in one process is received in another
    return true;
  Demand asked{varied.entryOf(call, variedBefore(call)), useful.exitOf(call, usefulAfter(call)), {}, {}, {}, false};
  Set written = asked.useful.keys;
  written &= callee.writes;
  bool isAsked = written.any() || asked.useful.result ||
                 intersects(keysHandedOut(call, *unit.alias), usefulAfter(call));
  if (!isAsked)
    return losesDerivatives(call, asked.varied);
  // What a callee overwrites with a passive value takes its adjoint away.
  return asked.varied.any() || intersects(unit.alias->regionsIn(program.toCaller(call, *unit.alias, callee, written)), adjoints);
}

} // namespace adjoint::analysis
