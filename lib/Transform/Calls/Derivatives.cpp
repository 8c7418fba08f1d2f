// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Calls/Derivatives.h"

#include "IR/Callees.h"
#include "Rules/Rules.h"
#include "Transform/Calls/HelperSignatures.h"
#include "Transform/Contract/Bridges.h"
#include "Transform/Contract/Halves.h"
#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

using namespace ir;

void Derivatives::announce(const Function *adjoint, const Function *original, Part part) {
  origins[adjoint] = {original, part};
  numbers[adjoint] = declared.size();
}

const Helper &Derivatives::helper(const Function *callee, const analysis::Demand &demand, HelperForm form) {
  std::unique_ptr<Helper> &slot = helpers[{callee, form, demand}];
  if (slot)
    return *slot;
  slot = std::make_unique<Helper>();
  Helper &helper = *slot;
  helper.demand = demand;
  DiagnosticSink::LookingAt here(diagnostics, callee->location);
  const bool isSplit = form == HelperForm::Split || form == HelperForm::Restoring;
  auto primal = std::make_unique<AnalysedFunction>(*this, callee, demand, isSplit);
  primal->analyseAndReport();
  primal->dump();
  helper.globals = primal->activeGlobals();
  helper.demand.useful.result = primal->hasActiveResult();
  const HelperSignatures signatures(context, *primal, apartParameters);
  std::vector<Function *> parts;
  if (!isSplit) {
    parts = {form == HelperForm::Joint ? signatures.joint() : signatures.oneSweep()};
    helper.joint = parts[0];
    announce(parts[0], callee, Part::Joint);
  } else {
    Function *reverse = signatures.reverse();
    parts = {signatures.forward(*reverse), reverse};
    helper.forward = parts[0];
    helper.reverse = parts[1];
    announce(parts[0], callee, Part::Forward);
    announce(parts[1], callee, Part::Reverse);
  }
  declared.push_back({std::move(primal), parts, form});
  return helper;
}

void Derivatives::makeCalledIn(const StmtList &code) {
  std::set<size_t> called; // in the order of their declarations
  forEachStmt(code, [&](const Stmt *stmt) {
    const auto *call = llvm::dyn_cast<CallStmt>(stmt);
    if (auto found = call ? numbers.find(call->callee) : numbers.end(); found != numbers.end())
      called.insert(found->second);
  });
  for (size_t number : called)
    make(std::exchange(declared[number], {}));
}

const Variable *Derivatives::globalOfFiles() {
  if (foundGlobal)
    return *foundGlobal;
  foundGlobal = nullptr;
  for (const analysis::Unit *unit : program.inOrder())
    forEachStmt(unit->function->body, [&](const Stmt *stmt) {
      const auto *assign = llvm::dyn_cast<AssignStmt>(stmt);
      const Variable *root = assign ? rootVariable(assign->place) : nullptr;
      if (!root || !root->isGlobal() || root->isOfFile || !holdsFloating(assign->place->type))
        return;
      rules::forEachDifferentiableLoad(assign->value, [&](const LoadExpr *) { foundGlobal = root; });
    });
  return *foundGlobal;
}

const Helper *Derivatives::findElsewhere(const Function *callee) {
  auto [entry, isNew] = elsewhere.insert({callee, nullptr});
  const std::optional<Halves> halves =
      isNew && !callee->halves.empty() ? halvesOf(context, *callee, callee->halves) : std::nullopt;
  if (!halves)
    return entry->second.get();
  entry->second = helperOf(callee, requestOfHalves(*callee), halves->forward, halves->reverse);
  entry->second->demand.useful.result &= holdsFloating(callee->returnType);
  return entry->second.get();
}

/// Of halves that are declared.
std::unique_ptr<Helper> Derivatives::helperOf(const Function *callee, const Request &request, const Function *forward,
                                              const Function *reverse) {
  auto helper = std::make_unique<Helper>();
  helper->forward = forward;
  helper->reverse = reverse;
  origins[forward] = {callee, Part::Forward};
  origins[reverse] = {callee, Part::Reverse};
  for (unsigned i = 0; i < callee->params.size(); ++i)
    helper->demand.adjointParam.push_back(hasAdjointParameter(request, i));
  helper->demand.adjointBehind = helper->demand.adjointParam;
  helper->demand.useful.result = hasSeed(request);
  return helper;
}

bool Derivatives::hasHalvesElsewhere(const Function *callee) { return findElsewhere(callee) != nullptr; }

const Helper &Derivatives::halvesElsewhere(const Function *callee) { return *findElsewhere(callee); }

void Derivatives::share(const Function *made, const Function &declared) {
  for (Function *function : functions)
    if (function == made) {
      function->name = function->spelling = declared.spelling;
      function->specifiers = declared.specifiers;
      function->halfOf = declared.halfOf;
    }
}

const Helper &Derivatives::handWrittenHalves(const Function *callee) {
  std::unique_ptr<Helper> &slot = withContext[callee];
  if (slot)
    return *slot;
  const HandWrittenHalves &halves = *callee->handWrittenHalves;
  Request request;
  request.function = callee;
  auto *forward = context.make<Function>();
  forward->returnType = callee->returnType;
  forward->params = callee->params;
  forward->name = forward->spelling = halves.forward;
  forward->tapeUse = TapeUse::Leaves;
  forward->contextArgument = ContextArgument{halves.context, ContextArgument::Half::Forward};
  auto *reverse = context.make<Function>(*adjointSignature(context, request));
  reverse->name = reverse->spelling = halves.reverse;
  reverse->tapeUse = TapeUse::Takes;
  reverse->contextArgument = ContextArgument{halves.context, ContextArgument::Half::Reverse};
  slot = helperOf(callee, request, forward, reverse);
  return *slot;
}

const Function *Derivatives::handWritten(const Function *callee) {
  const Function *&slot = announced[callee];
  if (!slot) {
    Request request;
    request.function = callee;
    Function *adjoint = context.make<Function>(*adjointSignature(context, request));
    adjoint->name = adjoint->spelling = callee->handWrittenAdjoint;
    if (callee->bridge)
      adjoint->bridge = bridgeToDerivative(*adjoint, Bridge::Part::Adjoint, callee->bridge->returned);
    slot = adjoint;
  }
  return slot;
}

namespace {
analysis::Set reachableKeys(const CallStmt *call, const analysis::Alias &caller, bool adjointOnly) {
  analysis::Set regions(caller.regionCount());
  const std::vector<const Variable *> &params = call->callee->params;
  for (unsigned i = 0; i < call->args.size(); ++i) {
    bool isAdjoint = i < params.size() && params[i]->isAdjoint;
    if (!holdsPointer(call->args[i]->type) || (adjointOnly && !isAdjoint))
      continue;
    analysis::Set targets = caller.pointees(call->args[i]);
    if (targets.none()) // of unknown origin
      return caller.allKeys();
    regions |= targets;
  }
  return caller.keysOf(caller.reachable(regions));
}

/// What leads a primal where it reads. As it is written it may read more than its normal form, which leaves out what
/// comes to nothing: a number that is not there does no harm, a pointer does.
analysis::Set guidesOf(const CallStmt *call, const analysis::Alias &caller) {
  analysis::Set guides = reachableKeys(call, caller, false);
  guides.reset(caller.floatingOnly(guides));
  return guides;
}
} // namespace

analysis::CallEffects Derivatives::effectsOf(const CallStmt *call, const analysis::Alias &caller) const {
  if (program.contains(call->callee)) {
    const analysis::Unit &unit = program.unit(call->callee);
    analysis::Set reads = program.toCaller(call, caller, unit, unit.reads);
    if (call->callee->hasBody)
      reads |= guidesOf(call, caller);
    return {unit.hasOutsideEffects, reads, program.toCaller(call, caller, unit, unit.writes)};
  }
  auto origin = origins.find(call->callee);
  if (origin == origins.end()) { // hand-written
    analysis::Set all = reachableKeys(call, caller, false);
    return {true, all, all};
  }
  // The primal arguments, as the primal would be called.
  const analysis::Unit &unit = program.unit(origin->second.original);
  std::vector<const Expr *> args;
  for (unsigned i = 0; i < call->args.size(); ++i)
    if (!call->callee->params[i]->isAdjoint)
      args.push_back(call->args[i]);
  CallStmt primal(nullptr, false, origin->second.original, args);
  analysis::Set touched = unit.reads;
  if (origin->second.part == Part::Reverse)
    touched |= unit.writes;
  analysis::Set reads = reachableKeys(call, caller, true);
  reads |= program.toCaller(&primal, caller, unit, touched);
  if (unit.managesMemory) // the other half handed out memory that this one reads
    reads = caller.allKeys();
  return {true, reads, program.toCaller(&primal, caller, unit, unit.writes)};
}

std::vector<const Function *> Derivatives::finished() {
  const std::vector<const Function *> called = reachedFrom(functions.back());
  std::set<std::string> names = {functions.back()->name};
  std::vector<const Function *> out;
  for (Function *function : functions) {
    if (!llvm::is_contained(called, function))
      continue;
    std::string name = function->name;
    for (unsigned i = 2; function != functions.back() && !names.insert(name).second; ++i)
      name = function->name + "_" + std::to_string(i);
    function->name = function->spelling = name;
    out.push_back(function);
  }
  return out;
}

} // namespace adjoint::transform
