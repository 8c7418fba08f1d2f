// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Tangent/CallTangent.h"

#include "IR/Visit.h"
#include "Transform/Calls/CallPlan.h"
#include "Transform/Calls/Estimates.h"
#include "Transform/Calls/ImplicitGlobals.h"
#include "Transform/Contract/Demands.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Statement/ImplicitSystem.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

void CallTangent::append(const CallStmt *call, StmtList &out) {
  const Function &callee = *call->callee;
  if (isRefused(call) || !needsTangent(call))
    return appendPrimal(call, out);
  if (callee.hook)
    return appendHook(call, out);
  if (callee.implicit)
    return appendImplicit(call, out);
  if (callee.differences)
    return appendEstimates(call, out);
  if (callee.rule == CallRule::HandWritten) {
    std::vector<bool> all;
    for (const Variable *param : callee.params)
      all.push_back(reachesFloating(param->type));
    return appendTangent(call, tangents.handWritten(&callee), all, {}, reachesFloating(callee.returnType), out);
  }
  const TangentHelper &helper = tangents.of(&callee, activity.demandAt(call));
  appendTangent(call, helper.function, helper.demand.adjointParam, helper.globals, helper.hasResult, out);
}

// ------------------------------------------------------------- decisions

/// Nobody knows where an unknown function takes what it is given.
bool CallTangent::receivesActive(const CallStmt *call) const {
  for (const Expr *arg : call->args) {
    bool leadsToActive = holdsPointer(arg->type) && reachesFloating(arg->type) && activity.pointsToAdjoint(arg);
    if (leadsToActive || activity.hasActiveRead(arg, call))
      return true;
  }
  return false;
}

/// Reports an active call of a function that has no tangent.
bool CallTangent::isRefused(const CallStmt *call) const {
  const Function &callee = *call->callee;
  bool isUnknown = callee.rule == CallRule::Derive && !callee.hasBody;
  bool lacksTangent = callee.rule == CallRule::HandWritten && callee.handWrittenTangent.empty() &&
                      !callee.hook && !callee.differences && !callee.implicit;
  if (isUnknown && (activity.isActive(call) || receivesActive(call) || callee.needsCopy)) {
    DiagId id = callee.isVariadic ? DiagId::call_varargs : DiagId::call_unknown_tangent;
    tangents.diagnostics.report(id, call->location, {callee.spelling});
    return true;
  }
  const bool isOnStructs = callee.rule == CallRule::HandWritten && callee.needsCopy; // of which there are no tangents elsewhere
  if (isOnStructs && (activity.isActive(call) || tangents.program.unit(&callee).managesMemory)) {
    tangents.diagnostics.report(DiagId::elsewhere_tangent, call->location, {callee.spelling});
    return true;
  }
  if (callee.rule == CallRule::Opaque && receivesActive(call)) {
    tangents.diagnostics.report(leavesNumbers(callee) ? DiagId::reads_into_active : DiagId::opaque_active, call->location, {callee.name});
    return true;
  }
  if (callee.implicit && usesChangedGlobal(tangents.program, *callee.implicit)) {
    tangents.diagnostics.report(DiagId::implicit_global, call->location, {callee.implicit->source()->spelling});
    return true;
  }
  if (lacksTangent && activity.isActive(call)) {
    tangents.diagnostics.report(callee.derivativeOf ? DiagId::no_tangent_of_chosen : DiagId::no_hand_written_tangent, call->location,
                                {callee.spelling});
    return true;
  }
  return false;
}

/// A callee that hands out or stores pointers does the same with pointers to tangents.
bool CallTangent::needsTangent(const CallStmt *call) const {
  const Function &callee = *call->callee;
  if (givesConstants(callee.rule))
    return false;
  if (activity.isActive(call))
    return true;
  bool isDerived = callee.rule == CallRule::Derive && callee.hasBody;
  if (!isDerived || !tangents.program.unit(&callee).managesMemory)
    return false;
  analysis::Demand asked = activity.demandAt(call);
  bool leadsToTangents = call->result && activity.hasAdjoint(call->result);
  leadsToTangents |= asked.handedOut || !asked.globals.empty();
  for (const Expr *arg : call->args)
    leadsToTangents |= holdsPointer(arg->type) && reachesFloating(arg->type) && activity.pointsToAdjoint(arg);
  return leadsToTangents;
}

// ------------------------------------------------------------- the calls

const Place *CallTangent::unasked(const std::string &name, const Type *type, StmtList &out) {
  auto *variable = context.make<Variable>(name, context.withoutConst(type), Storage::Local);
  variable->isTemporary = variable->isAdjoint = true;
  out.push_back(context.make<DeclareStmt>(variable, context.zero(variable->type)));
  return context.place(variable);
}

void CallTangent::appendPrimal(const CallStmt *call, StmtList &out) {
  out.push_back(call);
  declareUnasked(declaredBy(call), out);
}

/// y = g(x, z)   ->   const double g_by_x = ...; double y_d = g_by_x * x_d;
void CallTangent::appendEstimates(const CallStmt *call, StmtList &out) {
  const Variable *result = declaredBy(call);
  if (!result || !activity.hasAdjoint(result))
    return appendPrimal(call, out);
  const Expr *sum = nullptr;
  for (unsigned i = 0; i < call->args.size(); ++i) {
    if (!activity.hasActiveRead(call->args[i], call))
      continue;
    const CallStmt *estimate = estimateOfPartial(context, call, i);
    out.push_back(estimate);
    const Expr *term = context.binary(BinaryOp::Mul, context.load(estimate->result), argumentTangent(call, i, out));
    term = context.cast(CastExpr::Form::Implicit, term, context.withoutConst(call->callee->returnType));
    sum = sum ? context.binary(BinaryOp::Add, sum, term) : term;
  }
  const Variable *tangent = shadows.of(result);
  out.push_back(context.make<DeclareStmt>(tangent, sum ? sum : context.zero(tangent->type)));
  out.push_back(call);
}

/// Behind the call, which has found the unknown.
void CallTangent::appendImplicit(const CallStmt *call, StmtList &out) {
  const ImplicitFunction &roles = *call->callee->implicit;
  const Variable *result = declaredBy(call);
  ImplicitSystem system(context, call);
  const bool isNumber = roles.isOfNumber();
  if (isNumber ? !result || !activity.hasAdjoint(result) : !activity.pointsToAdjoint(system.unknown()))
    return appendPrimal(call, out);
  out.push_back(call);
  auto derivative = [&](const Request &request) -> ImplicitSystem::Derivative {
    const TangentHelper &helper = tangents.of(roles.residual, demandOf(request, tangents.program.unit(roles.residual)));
    return {helper.function, helper.demand.adjointParam, helper.hasResult};
  };
  Request byUnknown = system.byUnknown(), byOthers = system.byOthers([&](const Expr *arg) {
    return arg->type->isPointer() ? activity.pointsToAdjoint(arg) : activity.hasActiveRead(arg, call);
  });
  byUnknown.mode = byOthers.mode = Mode::Tangent;
  const ImplicitSystem::Derivative ofUnknown = derivative(byUnknown);
  const std::optional<ImplicitSystem::Derivative> ofOthers =
      byOthers.wrt->empty() ? std::nullopt : std::optional(derivative(byOthers));
  system.findTangent(ofUnknown, ofOthers ? &*ofOthers : nullptr,
                     [&](unsigned param) { return argumentTangent(call, roles.argument(param), out); },
                     isNumber ? nullptr : shadows.pointer(system.unknown()), isNumber ? shadows.of(result) : nullptr, out);
}

/// y = hook(x)   ->   double y_d = x_d;
void CallTangent::appendHook(const CallStmt *call, StmtList &out) {
  const Variable *result = declaredBy(call);
  if (!result || !activity.hasAdjoint(result))
    return appendPrimal(call, out);
  out.push_back(context.make<DeclareStmt>(shadows.of(result), argumentTangent(call, 0, out)));
  out.push_back(call);
}

/// The tangent of a result that nobody asks for.
void CallTangent::declareUnasked(const Variable *result, StmtList &out) {
  if (!result || !activity.hasAdjoint(result))
    return;
  const Variable *tangent = shadows.of(result);
  const Expr *init = result->type->isReference()
                         ? context.addressOf(unasked("none_d", result->type->element, out))
                         : context.zero(tangent->type);
  out.push_back(context.make<DeclareStmt>(tangent, init));
}

const Expr *CallTangent::argumentTangent(const CallStmt *call, unsigned index, StmtList &out) {
  const Expr *arg = call->args[index];
  if (arg->type->isPointer()) {
    bool hasTangent = activity.pointsToAdjoint(arg) || llvm::isa<LiteralExpr>(arg);
    return hasTangent ? shadows.pointer(arg) : context.zero(arg->type);
  }
  if (arg->type->isFloating()) {
    ExpressionTangent expression(context, shadows, scaling(tangents.options.strongZero),
                                 [&](const Place *place) { return activity.isActiveRead(place, call); });
    const Expr *tangent = expression.of(arg);
    return tangent ? tangent : context.zero(arg->type);
  }
  const auto *load = dyn_cast<LoadExpr>(arg);
  if (load && activity.hasAdjoint(load->place))
    return context.load(shadows.of(load->place));
  return context.load(unasked("arg_d", arg->type, out));
}

const Expr *CallTangent::globalTangent(const Variable *global, StmtList &out) {
  if (activity.hasAdjoint(global))
    return context.addressOf(shadows.of(context.make<VarPlace>(global)));
  return context.addressOf(unasked("global_d", global->type, out));
}

/// Where the callee puts the tangent of what it returns; declared here.
const Expr *CallTangent::resultPlace(const CallStmt *call, StmtList &out) {
  const Variable *result = declaredBy(call);
  if (!result || !activity.hasAdjoint(result))
    return context.addressOf(unasked("none_d", byPointer(context, call->callee->returnType), out));
  const Variable *tangent = shadows.of(result);
  out.push_back(context.make<DeclareStmt>(tangent, context.zero(tangent->type)));
  return context.addressOf(context.place(tangent));
}

void CallTangent::appendTangent(const CallStmt *call, const Function *tangent, const std::vector<bool> &tangentParam,
                                const std::vector<const Variable *> &globals, bool hasResult, StmtList &out) {
  std::vector<const Expr *> args;
  for (unsigned i = 0; i < call->args.size() && i < tangentParam.size(); ++i) {
    args.push_back(call->args[i]);
    if (tangentParam[i])
      args.push_back(argumentTangent(call, i, out));
  }
  for (const Variable *global : globals)
    args.push_back(globalTangent(global, out));
  const Variable *result = declaredBy(call);
  if (hasResult && result && result->type->isReference() && activity.hasAdjoint(result))
    return bindReference(call, tangent, args, out);
  if (hasResult)
    args.push_back(resultPlace(call, out));
  else
    declareUnasked(result, out);
  out.push_back(context.rebuilt(call, tangent, args));
}

/// The tangent of a reference comes as a pointer, to which `T &r_d` is then bound.
void CallTangent::bindReference(const CallStmt *call, const Function *tangent, std::vector<const Expr *> args,
                                StmtList &out) {
  const Variable *reference = wholeVariable(call->result);
  auto *at = context.make<Variable>(reference->name + "_d_at", tangent->params.back()->type->element, Storage::Local);
  at->isTemporary = at->isAdjoint = true;
  out.push_back(context.make<DeclareStmt>(at, context.zero(at->type)));
  args.push_back(context.addressOf(context.place(at)));
  out.push_back(context.rebuilt(call, call->result, true, tangent, args));
  out.push_back(context.make<DeclareStmt>(shadows.of(reference), context.load(at)));
}

} // namespace adjoint::transform
