// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/CallAdjoint.h"

#include "Analysis/Memory/PassedPointers.h"
#include "IR/ClassView.h"
#include "IR/Identifiers.h"
#include "Transform/Calls/Estimates.h"
#include "Transform/Contract/Demands.h"
#include "Transform/Contract/RuntimeCalls.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Statement/ImplicitSystem.h"
#include "Transform/Statement/StatementAdjoint.h"

#include <functional>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// The scalars of an object, one by one.
void forEachScalar(Context &context, const Place *place, StmtList &out,
                   const std::function<void(const Place *, StmtList &)> &visit) {
  if (place->type->isArray())
    forEachElement(context, place->type, out, [&](const Expr *index, StmtList &body) {
      forEachScalar(context, context.index(place, index), body, visit);
    });
  else
    visit(place, out);
}

/// The same elements, last first.
StmtList backward(Context &context, const StmtList &list) {
  StmtList out;
  for (auto it = list.rbegin(); it != list.rend(); ++it) {
    const auto *loop = dyn_cast<LoopStmt>(*it);
    if (!loop) {
      out.push_back(*it);
      continue;
    }
    const Variable *counter = declaredBy(loop->init[0]);
    const Expr *k = context.load(counter), *count = cast<BinaryExpr>(loop->condition)->right;
    const Expr *last = context.binary(BinaryOp::Sub, count, context.intLiteral(1));
    const Stmt *step = context.make<AssignStmt>(context.place(counter),
                                                context.binary(BinaryOp::Sub, k, context.intLiteral(1)));
    out.push_back(context.make<LoopStmt>(StmtList{context.make<DeclareStmt>(counter, last)},
                                         context.binary(BinaryOp::GreaterEq, k, context.intLiteral(0)),
                                         StmtList{step}, backward(context, loop->body), false));
  }
  return out;
}
} // namespace

/// Pushes a record of the variable before the call.
StmtList CallAdjoint::pushedBefore(const Variable *variable, unsigned record) {
  StmtList pushes;
  forEachScalar(context, context.place(variable), pushes, [&](const Place *scalar, StmtList &body) {
    auto *push = context.make<PushStmt>(context.load(scalar));
    push->record = record;
    body.push_back(push);
  });
  return pushes;
}

/// Pops it, last element first, into the place.
StmtList CallAdjoint::poppedInto(const Place *place, unsigned record) {
  StmtList pops;
  forEachScalar(context, place, pops, [&](const Place *scalar, StmtList &body) {
    auto *pop = context.make<PopStmt>(scalar, false);
    pop->record = record;
    body.push_back(pop);
  });
  return backward(context, pops);
}

/// Of a call without adjoint code, which nothing is active in, or whose adjoint expects what it has written: what it
/// overwrites is put back behind that.
void CallAdjoint::addRestoration(const CallStmt *call, Fragment &out) {
  StmtList restored;
  for (const Variable *variable : *plans.of(call).snapshot) {
    unsigned record = context.newRecord();
    StmtList pushes = pushedBefore(variable, record), pops = poppedInto(context.place(variable), record);
    out.early.insert(out.early.end(), pushes.begin(), pushes.end());
    restored.insert(restored.begin(), pops.begin(), pops.end());
  }
  out.adjoint.insert(out.adjoint.end(), restored.begin(), restored.end());
}

/// Pushed before the call; popped before its adjoint, which may overwrite it again, and so
/// kept in a copy until after.
void CallAdjoint::addSnapshots(const CallStmt *call, Fragment &out) {
  StmtList before, after;
  for (const Variable *variable : *plans.of(call).snapshot) {
    const Place *place = context.place(variable);
    auto *copy = context.make<Variable>(stemOf(variable) + "_before", context.withoutConst(variable->type),
                                        Storage::Local);
    copy->isTemporary = true;
    unsigned record = context.newRecord();
    StmtList pushes = pushedBefore(variable, record), popped = poppedInto(context.place(copy), record);
    StmtList reversed = {context.make<DeclareStmt>(copy, context.zero(copy->type))};
    out.early.insert(out.early.end(), pushes.begin(), pushes.end());
    reversed.insert(reversed.end(), popped.begin(), popped.end());
    StmtList restore = copies(place, context.place(copy)), again = copies(place, context.place(copy));
    reversed.insert(reversed.end(), restore.begin(), restore.end());
    before.insert(before.begin(), reversed.begin(), reversed.end());
    after.insert(after.end(), again.begin(), again.end());
  }
  // The last pushed is the first popped.
  StmtList ordered;
  ordered.insert(ordered.end(), before.begin(), before.end());
  ordered.insert(ordered.end(), out.adjoint.begin(), out.adjoint.end());
  ordered.insert(ordered.end(), after.begin(), after.end());
  out.adjoint = ordered;
}

/// Before the call they are recorded. An adjoint that expects what was there before gets it, and may overwrite it again.
void CallAdjoint::keepBlocks(const CallStmt *call, Fragment &out) {
  const CallPlan &plan = plans.of(call);
  const bool isExpectedBefore = !out.adjoint.empty() && !plan.isAfterward();
  StmtList restored, again;
  for (const KeptBlock &block : plan.blocks) {
    out.early.push_back(recordNumbers(context, block.pointer, block.count));
    restored.insert(restored.begin(), restoreNumbers(context, block.pointer, block.count));
    again.push_back(recordNumbers(context, block.pointer, block.count));
  }
  if (isExpectedBefore) {
    again.insert(again.begin(), restored.begin(), restored.end());
    out.adjoint.insert(out.adjoint.begin(), again.begin(), again.end());
  }
  out.adjoint.insert(out.adjoint.end(), restored.begin(), restored.end());
}

/// What the adjoint of a bridge finds in sequences that the call overwrites is what was there before.
void CallAdjoint::keepSequences(const CallStmt *call, Fragment &out) {
  StmtList restored;
  const std::vector<const Variable *> &params = call->callee->params;
  for (unsigned i = 0; i < params.size(); ++i) {
    const bool isWritten = params[i]->type->isReference() && !params[i]->type->element->isConst;
    if (!isWritten || !analysis::isObjectOfBridge(*call->callee, params[i]))
      continue;
    const Sequence sequence = *sequenceIn(*params[i]->type->element->record);
    const Place *object = context.deref(call->args[i]);
    const Expr *elements = context.load(context.field(object, sequence.elements->index));
    const Expr *count = context.load(context.field(object, sequence.count->index));
    out.early.push_back(recordNumbers(context, elements, count));
    restored.insert(restored.begin(), restoreNumbers(context, elements, count));
  }
  out.adjoint.insert(out.adjoint.begin(), restored.begin(), restored.end());
}

StmtList CallAdjoint::copies(const Place *to, const Place *from) {
  StmtList out;
  if (!to->type->isArray()) {
    out.push_back(context.make<AssignStmt>(to, context.load(from)));
    return out;
  }
  forEachElement(context, to->type, out, [&](const Expr *index, StmtList &body) {
    StmtList inner = copies(context.index(to, index), context.index(from, index));
    body.insert(body.end(), inner.begin(), inner.end());
  });
  return out;
}

void CallAdjoint::fragment(const CallStmt *call, Fragment &out) {
  const CallPlan &plan = plans.of(call);
  switch (plan.form) {
  case CallForm::Passive:
    break;
  case CallForm::HandWritten:
    handWritten(call, out);
    break;
  case CallForm::WithContext:
    handWrittenHalves(call, out);
    break;
  case CallForm::Differences:
    differences(call, out);
    break;
  case CallForm::Implicit:
    implicit(call, out);
    break;
  case CallForm::Hook:
    hook(call, out);
    break;
  case CallForm::Joint:
  case CallForm::OneSweep:
    joint(call, out);
    break;
  case CallForm::Split:
  case CallForm::Restoring:
  case CallForm::Elsewhere:
    halves(call, out);
    break;
  }
  const bool hasAdjoint = !out.adjoint.empty();
  keepBlocks(call, out);
  if (plan.keepsUnknown) {
    ImplicitSystem system(context, call);
    system.recordUnknown(out.early);
    system.restoreUnknown(out.adjoint);
  } else if (plan.keepsSequences) {
    keepSequences(call, out);
    if (plan.snapshot)
      addSnapshots(call, out);
  } else if (plan.snapshot && (!hasAdjoint || plan.isAfterward()))
    addRestoration(call, out);
  else if (plan.snapshot)
    addSnapshots(call, out);
}

StmtList CallAdjoint::oneSweep(const CallStmt *call) {
  const Helper &helper = derivatives.helper(call->callee, activity.demandAt(call), HelperForm::OneSweep);
  Fragment fragment;
  callAdjoint(call, helper.joint, helper.demand.adjointParam, helper.globals, true, fragment);
  for (const Stmt *&stmt : fragment.adjoint)
    if (const auto *adjoint = dyn_cast<CallStmt>(stmt))
      stmt = context.rebuilt(call, adjoint->callee, adjoint->args);
  return fragment.adjoint;
}

void CallAdjoint::useWhatIsRead(const CallStmt *call, Fragment &out) {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  analysis::Set read = derivatives.program.toCaller(call, *unit.alias, callee, callee.reads);
  read &= initialised.before(call); // what was never written nobody needs
  out.use.keysBefore |= read;
}

void CallAdjoint::handWritten(const CallStmt *call, Fragment &out) {
  useWhatIsRead(call, out);
  std::vector<bool> all;
  for (const Variable *param : call->callee->params)
    all.push_back(reachesFloating(param->type));
  bool hasSeed = isResultSeeded(call->callee->returnType);
  callAdjoint(call, derivatives.handWritten(call->callee), all, {}, hasSeed, out);
}

void CallAdjoint::joint(const CallStmt *call, Fragment &out) {
  useWhatIsRead(call, out);
  const Helper &helper = derivatives.helper(call->callee, activity.demandAt(call), helperForm(plans.of(call).form));
  callAdjoint(call, helper.joint, helper.demand.adjointParam, helper.globals, helper.demand.useful.result, out);
}

void CallAdjoint::handWrittenHalves(const CallStmt *call, Fragment &out) {
  useWhatIsTouched(call, out);
  const Helper &helper = derivatives.handWrittenHalves(call->callee);
  out.forward = {context.rebuilt(call, helper.forward, call->args)};
  callReverse(call, helper, out);
}

/// Adds what the seed of an argument is to what the argument is made of.
void CallAdjoint::propagate(const CallStmt *call, const Expr *arg, const Expr *seed, StmtList &out) {
  ExpressionAdjoint expression(context, shadows, scaling(derivatives.options.strongZero),
                               [&](const Place *place) { return activity.isActiveRead(place, call); });
  for (const Contribution &c : expression.propagate(arg, seed, out))
    out.push_back(expression.increment(c));
}

/// y = g(x, z)   ->   const double g_by_x = ...; x_b += g_by_x * y_b;
void CallAdjoint::differences(const CallStmt *call, Fragment &out) {
  if (!call->result || !activity.hasAdjoint(call->result))
    return;
  useWhatIsRead(call, out);
  const Expr *seed = context.load(shadows.of(call->result));
  for (unsigned i = 0; i < call->args.size(); ++i) {
    if (!activity.hasActiveRead(call->args[i], call))
      continue;
    const CallStmt *estimate = estimateOfPartial(context, call, i);
    out.adjoint.push_back(estimate);
    const Expr *partial = context.load(estimate->result);
    const Expr *scaled = context.binary(BinaryOp::Mul, partial, context.cast(CastExpr::Form::Implicit, seed, partial->type));
    propagate(call, call->args[i], scaled, out.adjoint);
  }
}

/// Everything sees the unknown, which the call has found.
void CallAdjoint::implicit(const CallStmt *call, Fragment &out) {
  const ImplicitFunction &roles = *call->callee->implicit;
  const bool isNumber = roles.isOfNumber();
  if (isNumber && !(call->result && activity.hasAdjoint(call->result)))
    return;
  if (!isNumber && !activity.pointsToAdjoint(call->args[roles.argument(roles.unknown)]))
    return;
  useWhatIsTouched(call, out);
  ImplicitSystem system(context, call);
  auto derivative = [&](const Request &request) -> ImplicitSystem::Derivative {
    const analysis::Demand demand = demandOf(request, derivatives.program.unit(roles.residual));
    const Helper &helper = derivatives.helper(roles.residual, demand, HelperForm::Joint);
    return {helper.joint, helper.demand.adjointParam, helper.demand.useful.result};
  };
  StmtList after;
  const Expr *unknown_b = isNumber ? context.load(shadows.of(call->result)) : shadows.pointer(system.unknown());
  system.findMultipliers(derivative(system.byUnknown()), unknown_b, out.afterward);
  const Request byOthers = system.byOthers([&](const Expr *arg) {
    return arg->type->isPointer() ? activity.pointsToAdjoint(arg) : activity.hasActiveRead(arg, call);
  });
  if (!byOthers.wrt->empty())
    system.callResidual(derivative(byOthers), [&](unsigned param) { return adjointArgument(call, roles.argument(param), out.afterward, after); },
                        out.afterward);
  out.afterward.insert(out.afterward.end(), after.begin(), after.end());
  system.end(out.afterward);
}

/// y = hook(x)   ->   f(y_b); x_b += y_b;
void CallAdjoint::hook(const CallStmt *call, Fragment &out) {
  if (!call->result || !activity.hasAdjoint(call->result))
    return;
  const Place *seed = shadows.of(call->result);
  out.adjoint.push_back(context.make<CallStmt>(nullptr, false, call->callee->hook, std::vector<const Expr *>{context.addressOf(seed)}));
  propagate(call, call->args[0], context.load(seed), out.adjoint);
}

void CallAdjoint::useWhatIsTouched(const CallStmt *call, Fragment &out) {
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  analysis::Set touched = callee.reads;
  touched |= callee.writes;
  out.use.keysAfter |= derivatives.program.toCaller(call, *unit.alias, callee, touched);
}

void CallAdjoint::halves(const CallStmt *call, Fragment &out) {
  useWhatIsTouched(call, out);
  const analysis::Unit &callee = derivatives.program.unit(call->callee);
  const CallForm form = plans.of(call).form;
  const Helper &helper = form == CallForm::Elsewhere
                             ? derivatives.halvesElsewhere(call->callee)
                             : derivatives.helper(call->callee, activity.demandAt(call), helperForm(form));
  std::vector<const Expr *> args;
  for (unsigned i = 0; i < call->args.size() && i < callee.function->params.size(); ++i) {
    args.push_back(call->args[i]);
    if (!helper.demand.adjointParam[i] || !holdsPointer(callee.function->params[i]->type))
      continue;
    args.push_back(adjointOfPointers(call->args[i], out.early));
  }
  for (const Variable *global : helper.globals)
    args.push_back(globalAdjoint(global, out.early));
  bool returnsReference = call->result && call->result->type->isReference();
  bool returnsPointer = call->result && pointsToFloating(call->result->type) && activity.hasAdjoint(call->result);
  if (returnsReference)
    return bindReference(call, helper, args, returnsPointer, out);
  if (returnsPointer)
    args.push_back(context.addressOf(shadows.of(call->result)));
  else if (args.size() < helper.forward->params.size()) { // nobody asks for the pointer's adjoint
    auto *unused = context.make<Variable>("unused_b", helper.forward->params.back()->type->element, Storage::Local);
    unused->isTemporary = unused->isAdjoint = true;
    out.early.push_back(context.make<DeclareStmt>(unused, context.zero(unused->type)));
    args.push_back(context.addressOf(context.place(unused)));
  }
  out.forward = {context.rebuilt(call, helper.forward, args)};
  callReverse(call, helper, out);
}

void CallAdjoint::callReverse(const CallStmt *call, const Helper &helper, Fragment &out) {
  bool hasSeed = helper.demand.useful.result;
  callAdjoint(call, helper.reverse, helper.demand.adjointParam, helper.globals, hasSeed, out);
}

/// A forward half returns references as pointers, to which `T &r` and `T &r_b` are then bound.
void CallAdjoint::bindReference(const CallStmt *call, const Helper &helper, std::vector<const Expr *> args,
                                bool hasAdjoint, Fragment &out) {
  const Variable *reference = wholeVariable(call->result);
  auto pointerNamed = [&](const std::string &name, const Type *type) {
    auto *variable = context.make<Variable>(name, type, Storage::Local);
    variable->isTemporary = true;
    return variable;
  };
  out.forward.clear();
  auto *at = pointerNamed(reference->name + "_at", helper.forward->returnType);
  Variable *adjointAt = nullptr;
  if (args.size() < helper.forward->params.size()) {
    adjointAt = pointerNamed(reference->name + "_b_at", helper.forward->params.back()->type->element);
    adjointAt->isAdjoint = true;
    out.forward.push_back(context.make<DeclareStmt>(adjointAt, context.zero(adjointAt->type)));
    args.push_back(context.addressOf(context.place(adjointAt)));
  }
  out.forward.push_back(context.rebuilt(call, context.make<VarPlace>(at), true, helper.forward, args));
  out.forward.push_back(context.make<DeclareStmt>(reference, context.load(at)));
  if (hasAdjoint && adjointAt)
    out.forward.push_back(context.make<DeclareStmt>(shadows.of(reference), context.load(adjointAt)));
  callReverse(call, helper, out);
}

// ------------------------------------------------------------- arguments

/// The adjoint of pointers, or of a record of pointers, that a forward half stores where their adjoints are looked for.
const Expr *CallAdjoint::adjointOfPointers(const Expr *arg, StmtList &before) {
  if (arg->type->isPointer())
    return activity.pointsToAdjoint(arg) ? shadows.pointer(arg) : context.null(adjointType(context, arg->type));
  const Place *place = cast<LoadExpr>(arg)->place;
  if (activity.hasAdjoint(place))
    return context.addressOf(shadows.of(place));
  auto *none = context.make<Variable>("none_b", adjointType(context, arg->type), Storage::Local);
  none->isTemporary = none->isAdjoint = true;
  before.push_back(context.make<DeclareStmt>(none, context.zero(none->type)));
  return context.addressOf(context.place(none));
}

/// The adjoint that goes with an argument; what it needs around the call is appended.
const Expr *CallAdjoint::adjointArgument(const CallStmt *call, unsigned index, StmtList &before, StmtList &after) {
  const Expr *arg = call->args[index];
  if (arg->type->isPointer()) {
    if (activity.pointsToAdjoint(arg) || isa<LiteralExpr>(arg))
      return shadows.pointer(arg);
    return context.null(adjointType(context, arg->type));
  }
  const auto *load = dyn_cast<LoadExpr>(arg);
  bool isPlain = load && activity.hasAdjoint(load->place) &&
                 (holdsPointer(arg->type) || activity.isActiveRead(load->place, call));
  if (isPlain)
    return context.addressOf(shadows.of(load->place));
  auto *own = context.make<Variable>("arg_b", arg->type, Storage::Local);
  own->isTemporary = own->isAdjoint = true;
  before.push_back(context.make<DeclareStmt>(own, context.zero(arg->type)));
  if (arg->type->isFloating())
    propagate(call, arg, context.load(own), after);
  return context.addressOf(context.place(own));
}

const Expr *CallAdjoint::globalAdjoint(const Variable *global, StmtList &before) {
  if (activity.hasAdjoint(global))
    return context.addressOf(shadows.of(context.make<VarPlace>(global)));
  auto *own = context.make<Variable>(adjointName(global), adjointType(context, global->type), Storage::Local);
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
