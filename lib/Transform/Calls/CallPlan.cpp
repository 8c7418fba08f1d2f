// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Calls/CallPlan.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Rules/Rules.h"
#include "Transform/Calls/ImplicitGlobals.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// A joint call runs all below it once more: a recursion would do so at every level.
constexpr unsigned shallow = 2;

/// Only with a body to generate the halves from.
bool canSplit(const CallStmt *call) { return call->callee->rule == CallRule::Derive && call->callee->hasBody; }

/// Does a loop of the function evaluate what costs more than a record? (exp: some ten loads)
bool evaluatesExpensively(const Function &function) {
  bool found = false;
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop)
      return;
    auto look = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        const auto *intrinsic = dyn_cast<IntrinsicExpr>(e);
        found |= intrinsic && rules::isExpensive(intrinsic->name);
      });
    };
    forEachStmt(loop->body, [&](const Stmt *inner) { forEachOperand(inner, look, [](const Place *) {}); });
  });
  return found;
}

} // namespace

HelperForm helperForm(CallForm form) {
  switch (form) {
  case CallForm::OneSweep:
    return HelperForm::OneSweep;
  case CallForm::Split:
    return HelperForm::Split;
  case CallForm::Restoring:
    return HelperForm::Restoring;
  case CallForm::Passive:
  case CallForm::HandWritten:
  case CallForm::WithContext:
  case CallForm::Differences:
  case CallForm::Implicit:
  case CallForm::Hook:
  case CallForm::Joint:
  case CallForm::Elsewhere:
    break;
  }
  return HelperForm::Joint;
}

void CallPlans::plan() {
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (call && !plans[call].isSplit()) {
      const CallPlan before = plans[call];
      plans[call] = planned(call);
      plans[call].snapshot = before.snapshot;
      plans[call].blocks = before.blocks;
      plans[call].keepsUnknown = before.keepsUnknown;
      plans[call].keepsSequences = before.keepsSequences;
    }
  });
}

/// Nobody knows where an unknown function takes what it is given.
bool CallPlans::receivesActive(const CallStmt *call) const {
  for (const Expr *arg : call->args) {
    bool leadsToActive = holdsPointer(arg->type) && reachesFloating(arg->type) && activity.pointsToAdjoint(arg);
    if (leadsToActive || activity.hasActiveRead(arg, call))
      return true;
  }
  return false;
}

bool leavesNumbers(const Function &callee) {
  return llvm::any_of(callee.params, [](const Variable *param) {
    const Type *type = param->type;
    return (type->isPointer() || type->isReference()) && type->element->isFloating() && !type->element->isConst;
  });
}

void CallPlans::reportOnce(const CallStmt *call, DiagId id, const std::string &name) {
  if (reported.insert(call).second)
    derivatives.diagnostics.report(id, call->location, {name});
}

/// What another file defines, with objects that are plain structs here: its adjoint takes others.
CallPlan CallPlans::onStructs(const CallStmt *call) {
  if (!derivatives.hasHalvesElsewhere(call->callee))
    reportOnce(call, DiagId::elsewhere_pointers, call->callee->spelling);
  else if (derivatives.program.unit(call->callee).managesMemory)
    return {CallForm::Elsewhere, {}, "it may give objects other memory"};
  else if (activity.isActive(call))
    return {CallForm::Elsewhere, {}, "it takes objects"};
  return {};
}

CallPlan CallPlans::withoutBody(const CallStmt *call) {
  const Function &callee = *call->callee;
  if (callee.rule == CallRule::Derive) {
    if (activity.isActive(call) || receivesActive(call) || callee.needsCopy) // of which there is nothing to copy
      reportOnce(call, callee.isVariadic ? DiagId::call_varargs : callee.isLastDerivative ? DiagId::call_last_derivative : DiagId::call_unknown,
                 callee.spelling);
    return {};
  }
  if (callee.implicit && usesChangedGlobal(derivatives.program, *callee.implicit))
    reportOnce(call, DiagId::implicit_global, callee.implicit->source()->spelling);
  if (callee.rule == CallRule::Opaque && receivesActive(call))
    reportOnce(call, leavesNumbers(callee) ? DiagId::reads_into_active : DiagId::opaque_active, callee.name);
  if (!callee.halves.empty() && activity.isActive(call))
    if (const Variable *global = derivatives.globalOfFiles(); global && reported.insert(call).second)
      derivatives.diagnostics.report(DiagId::elsewhere_global, call->location, {callee.spelling, global->name});
  if (callee.needsCopy && callee.rule == CallRule::HandWritten)
    return onStructs(call);
  const bool isByHand = callee.handWrittenHalves || !callee.handWrittenAdjoint.empty();
  if (isByHand && call->result && pointsToFloating(callee.returnType) && activity.hasAdjoint(call->result))
    reportOnce(call, DiagId::hand_written_pointer, callee.spelling);
  if (!activity.isActive(call))
    return {};
  if (callee.hook)
    return {CallForm::Hook, {}, ""};
  if (callee.implicit)
    return {CallForm::Implicit, {}, ""};
  if (callee.differences)
    return {CallForm::Differences, {}, callee.differences->isExtrapolated ? "extrapolated" : "central"};
  if (callee.handWrittenHalves)
    return {CallForm::WithContext, {}, callee.handWrittenHalves->restores ? "it restores what it overwrites" : ""};
  if (callee.rule == CallRule::HandWritten && !callee.handWrittenAdjoint.empty())
    return {CallForm::HandWritten, {}, ""};
  if (callee.rule == CallRule::HandWritten)
    reportOnce(call, DiagId::no_hand_written_adjoint, callee.spelling);
  return {callee.rule == CallRule::HandWritten ? CallForm::Passive : CallForm::Joint, {}, ""};
}

/// Why running the callee twice is wrong or dear; null where it is not.
const char *CallPlans::reasonToSplit(const CallStmt *call) const {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  if (callee.managesMemory)
    return "it allocates or frees memory";
  if (!activity.isActive(call))
    return nullptr;
  if (callee.hasOutsideEffects)
    return "it has effects outside, which happen once";
  if (callee.callDepth > shallow)
    return "the calls below it would run once more at every level";
  // Where memory that is written says that it has to be evaluated before.
  if (callee.writes.any() && evaluatesExpensively(*callee.function))
    return "it evaluates expensive functions in a loop";
  return nullptr;
}

CallPlan CallPlans::planned(const CallStmt *call) {
  if (!canSplit(call))
    return withoutBody(call);
  const bool isActive = activity.isActive(call);
  // Elsewhere two sweeps run nothing twice either.
  const bool isEndless = derivatives.program.unit(call->callee).callDepth == analysis::Unit::endless;
  if (isActive && isEndless && derivatives.hasOneSweep(call->callee, activity.demandAt(call)))
    return {CallForm::OneSweep, {}, "each call adds to sums, so that value and adjoint are found at once"};
  if (const char *reason = reasonToSplit(call))
    return {CallForm::Split, {}, reason};
  return {isActive ? CallForm::Joint : CallForm::Passive, {}, ""};
}

bool CallPlans::keepsOverwritten(const CallStmt *call) const {
  const CallForm form = of(call).form;
  const bool isRestored = form == CallForm::WithContext && call->callee->handWrittenHalves->restores;
  return form == CallForm::Restoring || form == CallForm::Elsewhere || isRestored || of(call).keepsUnknown || of(call).keepsSequences || of(call).snapshot;
}

bool CallPlans::keepOverwritten(const CallStmt *call) {
  CallPlan &plan = plans.at(call);
  const char *reason = "it overwrites what the reverse sweep needs";
  if (plan.form == CallForm::Split)
    plan = {CallForm::Restoring, plan.snapshot, reason};
  else if (canSplit(call))
    plan = {CallForm::Split, plan.snapshot, reason};
  else if (overwritesUnknownAlone(call))
    return plan.keepsUnknown = true;
  else if (std::optional<std::vector<const Variable *>> beside = overwrittenBesideSequences(call)) {
    plan.keepsSequences = true;
    if (!beside->empty())
      plan.snapshot = beside;
  } else
    return recordOverwritten(call, plan);
  return true;
}

/// Halves that another file has record less than whole blocks.
bool CallPlans::recordOverwritten(const CallStmt *call, CallPlan &plan) const {
  CallPlan recording = plan;
  const bool canRecord = findOverwrittenBy(call, recording);
  const bool hasHalves = plan.form == CallForm::HandWritten && derivatives.hasHalvesElsewhere(call->callee);
  if (hasHalves && !(canRecord && recording.blocks.empty()))
    plan = {CallForm::Elsewhere, {}, "it overwrites what the reverse sweep needs"};
  else if (canRecord)
    plan = recording;
  return canRecord || hasHalves;
}

/// Of which it is known how many numbers it has.
bool CallPlans::overwritesUnknownAlone(const CallStmt *call) const {
  const std::optional<ImplicitFunction> &roles = call->callee->implicit;
  if (!roles || roles->isOfNumber())
    return false;
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  const analysis::Set written = derivatives.program.toCaller(call, *unit.alias, callee, callee.writes);
  const analysis::Set unknown = unit.alias->pointees(call->args[roles->argument(roles->unknown)]);
  return llvm::all_of(analysis::elements(unit.alias->regionsIn(written)), [&](unsigned region) { return unknown.test(region); });
}

/// Of a bridge: numbers that it writes by references. None if it is no bridge, or writes to other memory, too.
std::optional<std::vector<const Variable *>> CallPlans::overwrittenBesideSequences(const CallStmt *call) const {
  const Function &callee = *call->callee;
  if (!callee.bridge || callee.bridge->part != Bridge::Part::Call)
    return std::nullopt;
  std::vector<const Variable *> variables;
  for (unsigned i = 0; i < callee.params.size(); ++i) {
    const Variable *param = callee.params[i];
    if (analysis::isObjectOfBridge(callee, param) || !analysis::isWritable(param->type))
      continue;
    const auto *address = llvm::dyn_cast<AddressExpr>(call->args[i]);
    const Variable *variable = address ? wholeVariable(address->place) : nullptr;
    if (!param->type->isReference() || !variable || !variable->type->isScalar() || holdsPointer(variable->type))
      return std::nullopt;
    variables.push_back(variable);
  }
  return variables;
}

/// The variables and blocks that the callee may overwrite. False if there is other memory that it may overwrite.
bool CallPlans::findOverwrittenBy(const CallStmt *call, CallPlan &plan) const {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  analysis::Set written = derivatives.program.toCaller(call, *unit.alias, callee, callee.writes);
  std::vector<const Variable *> variables;
  std::vector<KeptBlock> blocks;
  for (unsigned r : analysis::elements(unit.alias->regionsIn(written))) {
    const analysis::Region &region = unit.alias->region(r);
    const bool isPlain = region.kind == analysis::Region::Kind::Variable && !holdsPointer(region.variable->type);
    const std::optional<KeptBlock> block = isPlain ? std::nullopt : blockGivenTo(call, region, r);
    if (!isPlain && !block)
      return false;
    if (isPlain)
      variables.push_back(region.variable);
    else
      blocks.push_back(*block);
  }
  plan.snapshot = variables;
  plan.blocks = blocks;
  return true;
}

/// The block that one argument leads to, from its beginning, where it is known how many numbers it has.
std::optional<KeptBlock> CallPlans::blockGivenTo(const CallStmt *call, const analysis::Region &region, unsigned number) const {
  const auto *site = llvm::dyn_cast_or_null<AllocateStmt>(region.site);
  const Variable *pointer = site && site->declares ? wholeVariable(site->place) : nullptr;
  if (!pointer || !(site->element->isFloating() || site->element->isIntegral()))
    return std::nullopt;
  auto isSteady = [&](const Variable *variable) { return !variable->isGlobal() && writes.count(variable) <= 1 && !writes.isExposed(variable); };
  bool isKnown = isSteady(pointer);
  if (site->count)
    forEachLoad(site->count, [&](const LoadExpr *load) {
      const Variable *variable = wholeVariable(load->place);
      isKnown = isKnown && variable && isSteady(variable) && !(variable->storage == Storage::Parameter && writes.count(variable) != 0);
    });
  unsigned leading = 0;
  for (const Expr *arg : call->args) {
    const auto *load = llvm::dyn_cast<LoadExpr>(arg);
    const bool leads = holdsPointer(arg->type) && unit.alias->pointees(arg).test(number);
    leading += leads;
    isKnown = isKnown && (!leads || (load && wholeVariable(load->place) == pointer));
  }
  if (!isKnown || leading != 1)
    return std::nullopt;
  Context &context = derivatives.context;
  return KeptBlock{context.load(pointer), site->count ? site->count : context.intLiteral(1)};
}

} // namespace adjoint::transform
