// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/CallAdjoint.h"

#include "Transform/Signature.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool CallAdjoint::canSplit(const CallStmt *call) {
  return call->callee->rule == CallRule::Derive && call->callee->hasBody;
}

bool CallAdjoint::report(const CallStmt *call) {
  const Function &callee = *call->callee;
  if (callee.rule != CallRule::Derive || callee.hasBody || !reported.insert(call).second)
    return false;
  DiagId id = callee.isVariadic ? DiagId::call_varargs : DiagId::call_unknown;
  derivatives.diagnostics.report(id, call->location, {callee.spelling});
  return true;
}

void CallAdjoint::fragment(const CallStmt *call, Fragment &out) {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  bool isDerived = canSplit(call);
  if (isDerived && (callee.managesMemory || isSplit(call))) {
    splitCalls.insert(call);
    return halves(call, out);
  }
  if (!activity.isActive(call))
    return;
  if (!isDerived && call->callee->rule == CallRule::Derive) {
    report(call);
    return;
  }
  joint(call, out);
}

void CallAdjoint::joint(const CallStmt *call, Fragment &out) {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  out.use.keysBefore |= derivatives.program.toCaller(call, *unit.alias, callee, callee.reads);
  if (call->callee->rule == CallRule::HandWritten) {
    std::vector<bool> all;
    for (const Variable *param : callee.function->params)
      all.push_back(reachesFloating(param->type));
    bool hasSeed = reachesFloating(callee.function->returnType);
    return callAdjoint(call, derivatives.handWritten(call->callee), all, {}, hasSeed, out);
  }
  const Helper &helper = derivatives.joint(call->callee, activity.demandAt(call));
  callAdjoint(call, helper.joint, helper.demand.adjointParam, helper.globals, helper.demand.useful.result, out);
}

void CallAdjoint::halves(const CallStmt *call, Fragment &out) {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  analysis::Set touched = callee.reads;
  touched |= callee.writes;
  out.use.keysAfter |= derivatives.program.toCaller(call, *unit.alias, callee, touched);
  const Helper &helper = derivatives.split(call->callee, activity.demandAt(call));
  std::vector<const Expr *> args;
  for (unsigned i = 0; i < call->args.size() && i < callee.function->params.size(); ++i) {
    args.push_back(call->args[i]);
    if (!helper.demand.adjointParam[i] || !holdsPointer(callee.function->params[i]->type))
      continue;
    if (call->args[i]->type->isPointer())
      args.push_back(shadows.pointer(call->args[i]));
    else
      args.push_back(context.addressOf(shadows.of(cast<LoadExpr>(call->args[i])->place)));
  }
  bool returnsPointer = call->result && call->result->type->isPointer() && activity.hasAdjoint(call->result);
  if (returnsPointer)
    args.push_back(context.addressOf(shadows.of(call->result)));
  if (args.size() < helper.forward->params.size()) { // nobody asks for the pointer's adjoint
    auto *unused = context.make<Variable>("unused_b", helper.forward->params.back()->type->element, Storage::Local);
    unused->isTemporary = unused->isAdjoint = true;
    out.early.push_back(context.make<DeclareStmt>(unused, context.zero(unused->type)));
    args.push_back(context.addressOf(context.place(unused)));
  }
  auto *forward = context.make<CallStmt>(call->result, call->declares, helper.forward, args);
  out.forward = {annotatedAs(call, forward)};
  bool hasSeed = helper.demand.useful.result;
  callAdjoint(call, helper.reverse, helper.demand.adjointParam, helper.globals, hasSeed, out);
}

// ------------------------------------------------------------- arguments

/// The adjoint that goes with an argument; what it needs around the call is appended.
const Expr *CallAdjoint::adjointArgument(const CallStmt *call, unsigned index, StmtList &before, StmtList &after) {
  const Expr *arg = call->args[index];
  if (arg->type->isPointer()) {
    if (activity.pointsToAdjoint(arg) || isa<LiteralExpr>(arg))
      return shadows.pointer(arg);
    return context.literal("nullptr", adjointType(context, arg->type));
  }
  const auto *load = dyn_cast<LoadExpr>(arg);
  bool isPlain = load && activity.hasAdjoint(load->place) &&
                 (holdsPointer(arg->type) || activity.isActiveRead(load->place, call));
  if (isPlain)
    return context.addressOf(shadows.of(load->place));
  auto *own = context.make<Variable>("arg_b", arg->type, Storage::Local);
  own->isTemporary = own->isAdjoint = true;
  before.push_back(context.make<DeclareStmt>(own, context.zero(arg->type)));
  if (arg->type->isFloating()) {
    ExpressionAdjoint expression(context, shadows,
                                 [&](const Place *place) { return activity.isActiveRead(place, call); });
    for (const Contribution &c : expression.propagate(arg, context.load(own), after))
      after.push_back(expression.increment(c));
  }
  return context.addressOf(context.place(own));
}

const Expr *CallAdjoint::globalAdjoint(const Variable *global, StmtList &before) {
  if (activity.hasAdjoint(global))
    return context.addressOf(shadows.of(context.make<VarPlace>(global)));
  auto *own = context.make<Variable>(global->name + "_b", adjointType(context, global->type), Storage::Local);
  own->isTemporary = own->isAdjoint = true;
  before.push_back(context.make<DeclareStmt>(own, context.zero(own->type)));
  return context.addressOf(context.place(own));
}

void CallAdjoint::callAdjoint(const CallStmt *call, const Function *adjoint, const std::vector<bool> &adjointParam,
                              const std::vector<const Variable *> &globals, bool hasSeed, Fragment &out) {
  StmtList before, after;
  std::vector<const Expr *> args;
  for (unsigned i = 0; i < call->args.size() && i < adjointParam.size(); ++i) {
    args.push_back(call->args[i]);
    if (adjointParam[i])
      args.push_back(adjointArgument(call, i, before, after));
  }
  for (const Variable *global : globals)
    args.push_back(globalAdjoint(global, before));
  if (hasSeed) {
    bool isAsked = call->result && activity.hasAdjoint(call->result);
    const Type *type = context.withoutConst(call->callee->returnType);
    if (isAsked) {
      args.push_back(context.load(shadows.of(call->result)));
    } else if (type->isFloating()) {
      args.push_back(context.zero(type));
    } else {
      auto *none = context.make<Variable>("none_b", type, Storage::Local);
      none->isTemporary = none->isAdjoint = true;
      before.push_back(context.make<DeclareStmt>(none, context.zero(type)));
      args.push_back(context.load(none));
    }
  }
  out.adjoint.insert(out.adjoint.end(), before.begin(), before.end());
  out.adjoint.push_back(context.make<CallStmt>(nullptr, false, adjoint, args));
  out.adjoint.insert(out.adjoint.end(), after.begin(), after.end());
}

} // namespace adjoint::transform
