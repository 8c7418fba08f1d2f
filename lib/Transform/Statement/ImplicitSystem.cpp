// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/ImplicitSystem.h"

#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

using namespace ir;

ImplicitSystem::ImplicitSystem(Context &context, const CallStmt *call)
    : context(context), found(call), roles(*call->callee->implicit), residual(*roles.residual),
      count(call->args[roles.count()]) {}

const Expr *ImplicitSystem::unknown() const {
  return isNumber() ? context.load(found->result) : found->args[roles.argument(roles.unknown)];
}

const Type *ImplicitSystem::number() const {
  const Type *type = residual.params[roles.unknown]->type;
  return context.withoutConst(type->isPointer() ? type->element : type);
}

Request ImplicitSystem::byUnknown() const {
  Request request;
  request.function = &residual;
  request.wrt = std::vector<unsigned>{roles.unknown};
  request.of = std::vector<unsigned>();
  if (roles.output)
    request.of->push_back(*roles.output);
  request.ofResult = isNumber();
  return request;
}

Request ImplicitSystem::byOthers(const std::function<bool(const Expr *)> &isActive) const {
  Request request = byUnknown();
  request.wrt->clear();
  for (unsigned i = 0; i < residual.params.size(); ++i)
    if (i != roles.unknown && roles.output != i && reachesFloating(residual.params[i]->type) && isActive(found->args[roles.argument(i)]))
      request.wrt->push_back(i);
  return request;
}

const Variable *ImplicitSystem::local(const std::string &name, const Type *type, bool isAdjoint) const {
  auto *variable = context.make<Variable>(name, type, Storage::Local);
  variable->isTemporary = true;
  variable->isAdjoint = isAdjoint;
  return variable;
}

/// A function of <adjoint/implicit.h>.
const Function *ImplicitSystem::runtime(const std::string &name, const Type *result, const std::vector<const Expr *> &args) const {
  auto *function = context.make<Function>();
  function->name = function->spelling = "adjoint::" + name;
  function->returnType = result;
  function->rule = CallRule::HandWritten;
  function->isOverloaded = true;
  function->usesTape = true;
  for (const Expr *arg : args)
    function->params.push_back(context.make<Variable>("", arg->type, Storage::Parameter));
  return function;
}

/// A part of the system: a pointer.
const Expr *ImplicitSystem::part(const char *name, const std::vector<const Expr *> &more, StmtList &out) {
  std::vector<const Expr *> args = {context.load(system), count};
  args.insert(args.end(), more.begin(), more.end());
  const Type *pointer = context.pointerTo(number());
  const Variable *result = local(name, pointer, true);
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(result), true, runtime(std::string("implicit_") + name, pointer, args), args));
  return context.load(result);
}

const Expr *ImplicitSystem::argument(unsigned param) const {
  return param == roles.unknown ? unknown() : found->args[roles.argument(param)];
}

void ImplicitSystem::call(const Helper &helper, const std::function<const Expr *(unsigned)> &adjointOf, const Expr *seed, StmtList &out) {
  std::vector<const Expr *> args;
  const Expr *values = isNumber() ? nullptr : part("values", {}, out);
  for (unsigned i = 0; i < residual.params.size(); ++i) {
    const bool isOutput = roles.output == i;
    args.push_back(isOutput ? values : argument(i));
    if (helper.demand.adjointParam[i])
      args.push_back(isOutput ? seed : adjointOf(i));
  }
  if (helper.demand.useful.result)
    args.push_back(seed);
  out.push_back(context.make<CallStmt>(nullptr, false, helper.joint, args));
}

void ImplicitSystem::findMultipliers(const Helper &byUnknown, const Expr *unknownAdjoint, StmtList &out) {
  const Type *pointer = context.pointerTo(number());
  if (isNumber()) {
    const Variable *slope = local("slope", number(), true);
    out.push_back(context.make<DeclareStmt>(slope, context.zero(number())));
    const Expr *one = context.cast(CastExpr::Form::Implicit, context.intLiteral(1), number());
    call(byUnknown, [&](unsigned) { return context.addressOf(context.place(slope)); }, one, out);
    multiplier = local("multiplier", context.withConst(number()), true);
    const std::vector<const Expr *> args = {context.load(slope), unknownAdjoint};
    out.push_back(context.make<CallStmt>(context.place(multiplier), true, runtime("implicit_multiplier", number(), args), args));
    return;
  }
  system = local("system", pointer, true);
  auto *make = context.make<Function>(*runtime("implicit_system", pointer, {count}));
  make->spelling += "<" + number()->spelling + ">";
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(system), true, make, std::vector<const Expr *>{count}));
  auto *counter = context.make<Variable>("k", count->type, Storage::Local);
  counter->isTemporary = true;
  const Expr *k = context.load(counter), *zero = context.zero(context.withoutConst(count->type));
  const Expr *one = context.cast(CastExpr::Form::Implicit, context.intLiteral(1), zero->type);
  StmtList body;
  const Expr *row = part("row", {k}, body), *unit = part("unit", {k}, body);
  call(byUnknown, [&](unsigned) { return row; }, unit, body);
  const Stmt *step = context.make<AssignStmt>(context.place(counter), context.binary(BinaryOp::Add, k, one));
  out.push_back(context.make<LoopStmt>(StmtList{context.make<DeclareStmt>(counter, zero)}, context.binary(BinaryOp::Less, k, count),
                                       StmtList{step}, body, false));
  const std::vector<const Expr *> args = {context.load(system), count, unknownAdjoint};
  out.push_back(context.make<CallStmt>(nullptr, false, runtime("solve_implicit", context.voidType(), args), args));
}

void ImplicitSystem::callResidual(const Helper &byOthers, const std::function<const Expr *(unsigned)> &adjointOf, StmtList &out) {
  StmtList calls;
  const Expr *seed = isNumber() ? context.load(multiplier) : part("multipliers", {}, calls);
  call(byOthers, adjointOf, seed, calls); // what adjoints need comes first
  out.insert(out.end(), calls.begin(), calls.end());
}

void ImplicitSystem::end(StmtList &out) {
  if (isNumber())
    return;
  const std::vector<const Expr *> args = {context.load(system), count};
  out.push_back(context.make<CallStmt>(nullptr, false, runtime("end_implicit", context.voidType(), args), args));
}

} // namespace adjoint::transform
