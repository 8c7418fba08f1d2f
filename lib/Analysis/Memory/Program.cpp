// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Program.h"

#include "Analysis/Memory/PassedPointers.h"
#include "IR/Mentions.h"
#include "Support/StageTimes.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

void forEachCallee(const Function &function, const std::function<void(const Function *)> &visit) {
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (call)
      visit(call->callee);
    if (call && call->callee->implicit) // whose derivatives the call has
      visit(call->callee->implicit->residual);
  });
}

std::set<const Variable *> mentionedGlobals(const Function &function) {
  std::set<const Variable *> found;
  auto note = [&](const Place *place) {
    const Variable *variable = rootVariable(place);
    if (variable && variable->isGlobal())
      found.insert(variable);
  };
  forEachPlaceIn(function.body, note);
  return found;
}

} // namespace

Program::Program(const Function &root, Normalise normalise) {
  StageTimes::Stage stage(stageTimes(), "effects");
  collect(&root, normalise);
  collectGlobals();
  for (const Function *original : collected) {
    const Function *form = normal.at(original);
    auto unit = std::make_unique<Unit>();
    unit->function = form;
    unit->original = original;
    unit->versions = std::make_unique<const Versions>(form->body);
    unit->alias = std::make_unique<Alias>(*form, globals[original], solvedAliases(), WithAdjoints(), original->hasBody ? original : nullptr);
    unit->reads = unit->writes = unit->alias->noKeys();
    units[original] = std::move(unit);
  }
  for (const Function *function : collected)
    order.push_back(units.at(function).get());
  solveEffects();
  solveCallDepths();
  findCalledInLoops();
}

Alias::Callees Program::solvedAliases() const {
  return [this](const Function *callee) -> const Alias * {
    auto found = units.find(callee);
    return found != units.end() && callee->hasBody ? found->second->alias.get() : nullptr;
  };
}

void Program::collect(const Function *function, const Normalise &normalise) {
  if (normal.count(function))
    return;
  const Function *form = function->hasBody ? normalise(*function) : function;
  normal[function] = form;
  forEachCallee(*form, [&](const Function *callee) { collect(callee, normalise); });
  collected.push_back(function);
}

void Program::collectGlobals() {
  for (const auto &[original, form] : normal)
    globals[original] = mentionedGlobals(*form);
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto &[original, form] : normal)
      forEachCallee(*form, [&, caller = original](const Function *callee) {
        size_t before = globals[caller].size();
        globals[caller].insert(globals[callee].begin(), globals[callee].end());
        grown |= globals[caller].size() != before;
      });
  }
}

void Program::solveCallDepths() {
  for (bool grown = true; grown;) { // a cycle grows until it is endless
    grown = false;
    for (auto &[original, unit] : units)
      forEachCallee(*unit->function, [&, caller = unit.get()](const Function *callee) {
        bool isDerived = callee->hasBody && callee->rule == CallRule::Derive;
        unsigned below = isDerived ? std::min(units.at(callee)->callDepth + 1, Unit::endless) : 0;
        grown |= below > caller->callDepth;
        caller->callDepth = std::max(caller->callDepth, below);
      });
  }
}

void Program::solveEffects() {
  for (bool grown = true; grown;) {
    grown = false;
    for (auto &[original, unit] : units)
      grown |= addEffects(*unit);
  }
}

void Program::findCalledInLoops() {
  auto inLoops = [this](const Stmt *stmt) {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      units.at(call->callee)->runsInLoop = true;
  };
  for (auto &[original, unit] : units)
    forEachStmt(unit->function->body, [&](const Stmt *stmt) {
      if (const auto *loop = dyn_cast<LoopStmt>(stmt))
        forEachStmt(loop->body, inLoops);
    });
  for (bool grown = true; grown;) {
    grown = false;
    for (auto &[original, caller] : units)
      if (caller->runsInLoop)
        forEachCallee(*caller->function, [&](const Function *callee) {
          Unit &called = *units.at(callee);
          grown |= !called.runsInLoop;
          called.runsInLoop = true;
        });
  }
}

std::unique_ptr<Unit> Program::unitOf(const Function *variant, const Function *original,
                                      const WithAdjoints &withAdjoints) const {
  auto made = std::make_unique<Unit>();
  made->function = variant;
  made->original = original;
  made->versions = std::make_unique<const Versions>(variant->body);
  made->alias = std::make_unique<Alias>(*variant, globalsOf(original), solvedAliases(), withAdjoints);
  made->reads = made->writes = made->alias->noKeys();
  while (addEffects(*made)) {
  }
  return made;
}

namespace {

/// What a function without a body may do, by the types of its parameters.
void assumeFromTypes(Unit &unit) {
  const Alias &alias = *unit.alias;
  const bool isOfOtherFile = !unit.function->halves.empty() && keepsOwners(*unit.function);
  unit.reads = alias.allKeys();
  const bool isTake = unit.function->bridge && unit.function->bridge->part == Bridge::Part::Take;
  if (const int left = isTake ? alias.targetOf(unit.function->params[unit.function->bridge->left]) : -1; left >= 0) { // new memory
    Set result(alias.regionCount());
    result.set(left);
    unit.reads.reset(alias.keysOf(result));
  }
  unit.managesMemory |= isOfOtherFile && mayMoveOwned(*unit.function);
  for (const Variable *param : unit.function->params) {
    bool isIndirect = param->type->isPointer() || param->type->isReference();
    bool isConst = isIndirect && param->type->element->isConst;
    const bool isObject = isObjectOfBridge(*unit.function, param);
    if (isObject && (isConst || !isIndirect))
      continue;
    Set written(alias.regionCount());
    if (alias.targetOf(param) >= 0 && !isConst && !isObject)
      written.set(alias.targetOf(param));
    if (alias.deepOf(param) >= 0 && !(isOfOtherFile && !isWritable(param->type)))
      written.set(alias.deepOf(param));
    unit.writes |= alias.keysOf(written);
  }
}

} // namespace

namespace {

/// Does the statement pass on, or free, memory that outlives the activation?
bool outlives(const Alias &alias, const Stmt *stmt) {
  auto anyVisible = [&](const Set &regions) {
    for (unsigned r : regions.set_bits())
      if (!alias.isLocal(r))
        return true;
    return false;
  };
  if (const auto *release = dyn_cast<FreeStmt>(stmt))
    return anyVisible(alias.pointees(release->pointer));
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign && holdsPointer(assign->place->type) && anyVisible(alias.regionsOf(assign->place));
}

/// Does it hold, or lead to, an object of the library?
bool leadsToObject(const Type *type) {
  while (type->element)
    type = type->element;
  return isOpaque(type);
}

/// A variable of the function's own, which begins anew with each call of it.
bool isNewEachTime(const Place *place) {
  const auto *whole = dyn_cast<VarPlace>(place);
  return whole && whole->variable->storage == Storage::Local && isOpaque(whole->variable->type);
}

/// Is the call given objects of the library (random engines), which are all the function's own?
bool usesOwnObjects(const CallStmt *call) {
  bool isGiven = false, areOwn = true;
  auto check = [&](const Place *place) {
    isGiven = isGiven || leadsToObject(place->type);
    areOwn = areOwn && (!leadsToObject(place->type) || isNewEachTime(place));
  };
  for (const Expr *argument : call->args)
    forEachExpr(argument, [&](const Expr *part) {
      if (const auto *load = dyn_cast<LoadExpr>(part))
        check(load->place);
      else if (const auto *address = dyn_cast<AddressExpr>(part))
        check(address->place);
    });
  return isGiven && areOwn;
}

} // namespace

bool Program::addEffects(Unit &unit) const {
  Set reads = unit.reads, writes = unit.writes;
  unit.communicates |= unit.function->communicates();
  bool manages = unit.managesMemory, communicates = unit.communicates, outside = unit.hasOutsideEffects, repeatable = unit.isRepeatable,
       repeatableWithObjects = unit.isRepeatableWithObjects;
  const bool isOutside = !unit.function->hasBody && (unit.function->rule != CallRule::HandWritten || unit.function->communicates());
  unit.hasOutsideEffects |= isOutside;
  auto repeats = [&](bool isRight, const Function *why) {
    unit.notRepeatable = unit.isRepeatable && !isRight ? why : unit.notRepeatable;
    unit.isRepeatable &= isRight;
  };
  auto repeatsWithObjects = [&](bool isRight, const Function *why) {
    unit.notRepeatableWithObjects = unit.isRepeatableWithObjects && !isRight ? why : unit.notRepeatableWithObjects;
    unit.isRepeatableWithObjects &= isRight;
  };
  repeats(!isOutside || unit.function->isRepeatable, unit.original);
  repeatsWithObjects(!isOutside || unit.function->isRepeatable || unit.function->isRepeatableWithObjects, unit.original);
  const Alias &alias = *unit.alias;
  auto read = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { unit.reads |= alias.keysOf(load->place); });
  };
  if (!unit.function->hasBody)
    assumeFromTypes(unit);
  if (unit.function->hasBody)
    unit.managesMemory |= holdsPointer(unit.function->returnType);
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    forEachOperand(stmt, read, [&](const Place *written) {
      unit.writes |= alias.keysOf(written);
      forEachLoad(written, [&](const LoadExpr *load) { unit.reads |= alias.keysOf(load->place); });
    });
    unit.managesMemory |= outlives(alias, stmt);
    if (const auto *call = dyn_cast<CallStmt>(stmt)) {
      const Unit &callee = *units.at(call->callee);
      unit.reads |= toCaller(call, alias, callee, callee.reads);
      unit.writes |= toCaller(call, alias, callee, callee.writes);
      unit.managesMemory |= callee.managesMemory;
      unit.communicates |= callee.communicates;
      unit.hasOutsideEffects |= callee.hasOutsideEffects;
      const bool startsAnew = !callee.function->hasBody && callee.isRepeatableWithObjects && usesOwnObjects(call);
      repeats(callee.isRepeatable || startsAnew, callee.notRepeatable);
      repeatsWithObjects(callee.isRepeatableWithObjects, callee.notRepeatableWithObjects);
    }
  });
  return unit.reads != reads || unit.writes != writes || unit.managesMemory != manages || unit.communicates != communicates ||
         unit.hasOutsideEffects != outside || unit.isRepeatable != repeatable ||
         unit.isRepeatableWithObjects != repeatableWithObjects;
}

// ----------------------------------------------------- through a call

Set Program::toCaller(const CallStmt *call, const Alias &caller, const Unit &callee, const Set &calleeKeys) const {
  Set out = caller.noKeys();
  for (unsigned k : calleeKeys.set_bits()) {
    unsigned region = callee.alias->regionOfKey(k);
    const Set seen = caller.seenAt(call, *callee.alias, region);
    if (isUntyped(callee.alias->leafOfKey(k)))
      out |= caller.keysOf(seen);
    else
      for (unsigned r : elements(seen))
        out |= caller.keysOf(r, callee.alias->leafOfKey(k));
  }
  return out;
}

Set Program::toCallee(const CallStmt *call, const Alias &caller, const Unit &callee, const Set &callerKeys) const {
  Set out = callee.alias->noKeys();
  std::vector<unsigned> asked = elements(callerKeys);
  for (unsigned region = 0; region < callee.alias->regionCount(); ++region) {
    Set seen = caller.seenAt(call, *callee.alias, region);
    for (unsigned k : asked)
      if (seen.test(caller.regionOfKey(k)))
        out |= callee.alias->keysOf(region, caller.leafOfKey(k));
  }
  return out;
}

} // namespace adjoint::analysis
