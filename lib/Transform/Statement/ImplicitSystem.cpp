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
Function *ImplicitSystem::runtime(const std::string &name, const Type *result, const std::vector<const Expr *> &args) const {
  auto *function = context.make<Function>();
  function->name = function->spelling = "adjoint::" + name;
  function->returnType = result;
  function->rule = CallRule::HandWritten;
  function->isOverloaded = true;
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

void ImplicitSystem::call(const Derivative &derivative, const AdjointOf &adjointOf, const Expr *seed, StmtList &out) {
  std::vector<const Expr *> args;
  const Expr *values = isNumber() ? nullptr : part("values", {}, out);
  for (unsigned i = 0; i < residual.params.size(); ++i) {
    const bool isOutput = roles.output == i;
    args.push_back(isOutput ? values : argument(i));
    if (derivative.hasAdjoint[i])
      args.push_back(isOutput ? seed : adjointOf(i));
  }
  if (derivative.hasLast)
    args.push_back(seed);
  out.push_back(context.make<CallStmt>(nullptr, false, derivative.function, args));
}

const Expr *ImplicitSystem::one() const { return context.cast(CastExpr::Form::Implicit, context.intLiteral(1), number()); }

const Variable *ImplicitSystem::zeroNumber(const std::string &name, StmtList &out) const {
  const Variable *variable = local(name, number(), true);
  out.push_back(context.make<DeclareStmt>(variable, context.zero(number())));
  return variable;
}

void ImplicitSystem::makeSystem(StmtList &out) {
  const Type *pointer = context.pointerTo(number());
  system = local("system", pointer, true);
  Function *make = runtime("implicit_system", pointer, {count});
  make->tapeUse = TapeUse::Leaves;
  make->spelling += "<" + number()->spelling + ">";
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(system), true, make, std::vector<const Expr *>{count}));
}

void ImplicitSystem::forEachUnknown(const std::function<void(const Expr *, StmtList &)> &make, StmtList &out) {
  const Type *type = context.withoutConst(count->type);
  auto *counter = context.make<Variable>("k", type, Storage::Local);
  counter->isTemporary = true;
  const Expr *k = context.load(counter), *first = context.cast(CastExpr::Form::Implicit, context.intLiteral(0), type);
  const Expr *step = context.cast(CastExpr::Form::Implicit, context.intLiteral(1), type);
  StmtList body;
  make(k, body);
  const Stmt *next = context.make<AssignStmt>(context.place(counter), context.binary(BinaryOp::Add, k, step));
  out.push_back(context.make<LoopStmt>(StmtList{context.make<DeclareStmt>(counter, first)}, context.binary(BinaryOp::Less, k, count),
                                       StmtList{next}, body, false));
}

void ImplicitSystem::findMultipliers(const Derivative &byUnknown, const Expr *unknownAdjoint, StmtList &out) {
  if (isNumber()) {
    const Variable *slope = zeroNumber("slope", out);
    call(byUnknown, [&](unsigned) { return context.addressOf(context.place(slope)); }, one(), out);
    multiplier = local("multiplier", context.withConst(number()), true);
    const std::vector<const Expr *> args = {context.load(slope), unknownAdjoint};
    out.push_back(context.make<CallStmt>(context.place(multiplier), true, runtime("implicit_multiplier", number(), args), args));
    return;
  }
  makeSystem(out);
  forEachUnknown([&](const Expr *k, StmtList &body) {
    const Expr *row = part("row", {k}, body), *unit = part("unit", {k}, body);
    call(byUnknown, [&](unsigned) { return row; }, unit, body);
  }, out);
  const std::vector<const Expr *> args = {context.load(system), count, unknownAdjoint};
  out.push_back(context.make<CallStmt>(nullptr, false, runtime("solve_implicit", context.voidType(), args), args));
}

void ImplicitSystem::callResidual(const Derivative &byOthers, const AdjointOf &adjointOf, StmtList &out) {
  StmtList calls;
  const Expr *seed = isNumber() ? context.load(multiplier) : part("multipliers", {}, calls);
  call(byOthers, adjointOf, seed, calls); // what adjoints need comes first
  out.insert(out.end(), calls.begin(), calls.end());
}

void ImplicitSystem::end(StmtList &out) {
  if (isNumber())
    return;
  const std::vector<const Expr *> args = {context.load(system), count};
  Function *end = runtime("end_implicit", context.voidType(), args);
  end->tapeUse = TapeUse::Takes;
  out.push_back(context.make<CallStmt>(nullptr, false, end, args));
}

void ImplicitSystem::recordUnknown(StmtList &out) {
  const std::vector<const Expr *> args = {unknown(), count};
  Function *record = runtime("implicit_record", context.voidType(), args);
  record->tapeUse = TapeUse::Leaves;
  out.push_back(context.make<CallStmt>(nullptr, false, record, args));
}

void ImplicitSystem::restoreUnknown(StmtList &out) {
  const Expr *pointer = context.cast(CastExpr::Form::Const, unknown(), context.pointerTo(number()));
  const std::vector<const Expr *> args = {pointer, count};
  Function *restore = runtime("implicit_restore", context.voidType(), args);
  restore->tapeUse = TapeUse::Takes;
  out.push_back(context.make<CallStmt>(nullptr, false, restore, args));
}

void ImplicitSystem::findTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                                 const Expr *unknownTangent, const Variable *numberTangent, StmtList &out) {
  StmtList calls;
  if (isNumber()) {
    const Variable *slope = zeroNumber("slope", calls), *change = zeroNumber("change", calls);
    auto address = [&](const Variable *variable) { return context.addressOf(context.place(variable)); };
    call(byUnknown, [&](unsigned) { return one(); }, address(slope), calls);
    if (byOthers)
      call(*byOthers, tangentOf, address(change), calls);
    const std::vector<const Expr *> args = {context.load(slope), context.load(change)};
    calls.push_back(context.make<CallStmt>(context.place(numberTangent), true, runtime("implicit_multiplier", number(), args), args));
  } else {
    makeSystem(calls);
    forEachUnknown([&](const Expr *k, StmtList &body) {
      const Expr *column = part("row", {k}, body), *unit = part("unit", {k}, body);
      call(byUnknown, [&](unsigned) { return unit; }, column, body);
    }, calls);
    const Expr *change = part("change", {}, calls);
    if (byOthers)
      call(*byOthers, tangentOf, change, calls);
    const Expr *into = context.cast(CastExpr::Form::Const, unknownTangent, context.pointerTo(number()));
    const std::vector<const Expr *> args = {context.load(system), count, into};
    calls.push_back(context.make<CallStmt>(nullptr, false, runtime("solve_implicit_tangent", context.voidType(), args), args));
    end(calls);
  }
  out.insert(out.end(), calls.begin(), calls.end());
}

} // namespace adjoint::transform
