// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/ImplicitSystem.h"

#include "Transform/Contract/RuntimeCalls.h"
#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

using namespace ir;

ImplicitSystem::ImplicitSystem(Context &context, const CallStmt *call)
    : context(context), found(call), roles(*call->callee->implicit), residual(*roles.residual),
      count(call->args[roles.count()]), isByProducts(roles.isMatrixFree && !isNumber()) {}

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
  request.ofResult = !roles.output;
  return request;
}

Request ImplicitSystem::byOthers(const std::function<bool(const Expr *)> &isActive) const {
  Request request = byUnknown();
  request.wrt->clear();
  for (unsigned i = 0; i < residual.params.size(); ++i)
    if (i != roles.unknown && roles.output != i && roles.direction() != i && reachesFloating(residual.params[i]->type) && isActive(found->args[roles.argument(i)]))
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
  return runtimeFunction(context, name, result, args);
}

const char *ImplicitSystem::prefix() const { return isByProducts ? "gmres_" : "implicit_"; }

/// A part of the system: a pointer.
const Expr *ImplicitSystem::part(const char *name, const std::vector<const Expr *> &more, StmtList &out) {
  std::vector<const Expr *> args = {context.load(system), count};
  args.insert(args.end(), more.begin(), more.end());
  const Type *pointer = context.pointerTo(number());
  const Variable *result = local(name, pointer, true);
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(result), true, runtime(std::string(prefix()) + name, pointer, args), args));
  return context.load(result);
}

const Expr *ImplicitSystem::argument(unsigned param) const {
  return param == roles.unknown ? unknown() : found->args[roles.argument(param)];
}

void ImplicitSystem::call(const Derivative &derivative, const AdjointOf &adjointOf, const Expr *seed, StmtList &out) {
  if (!roles.output)
    return append(derivative, adjointOf, {}, seed, out);
  const unsigned output = *roles.output;
  const Expr *values = part("values", {}, out);
  append(derivative, [&](unsigned param) { return param == output ? seed : adjointOf(param); }, {{output, values}}, seed, out);
}

void ImplicitSystem::callAlong(const Expr *direction, const Derivative &derivative, const AdjointOf &adjointOf, const Expr *seed,
                               StmtList &out) {
  append(derivative, adjointOf, {{*roles.direction(), direction}}, seed, out);
}

/// `given`: arguments that are not those of the source.
void ImplicitSystem::append(const Derivative &derivative, const AdjointOf &adjointOf, const std::map<unsigned, const Expr *> &given,
                            const Expr *seed, StmtList &out) {
  std::vector<const Expr *> args;
  for (unsigned i = 0; i < residual.params.size(); ++i) {
    const auto own = given.find(i);
    args.push_back(own == given.end() ? argument(i) : own->second);
    if (derivative.hasAdjoint[i])
      args.push_back(adjointOf(i));
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

/// `adjoint`: with the right-hand side that it has; null: that comes later.
void ImplicitSystem::makeSystem(const char *name, const Expr *adjoint, StmtList &out) {
  const Type *pointer = context.pointerTo(number());
  system = local("system", pointer, true);
  std::vector<const Expr *> args = {count};
  if (adjoint)
    args.push_back(adjoint);
  Function *make = runtime(name, pointer, args);
  make->tapeUse = TapeUse::Leaves;
  if (!adjoint)
    make->spelling += "<" + number()->spelling + ">";
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(system), true, make, args));
}

/// `while` the system asks for a product of the matrix with a direction; `start`: says whether it asks for a first one.
void ImplicitSystem::whileAsked(const char *start, const std::function<void(const Expr *direction, const Expr *product, StmtList &)> &make,
                                StmtList &out) {
  const std::vector<const Expr *> args = {context.load(system), count};
  const Variable *more = local("more", context.boolType(), true);
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(more), true, runtime(start, context.boolType(), args), args));
  StmtList body;
  const Expr *product = part("product", {}, body), *direction = part("direction", {}, body);
  make(direction, product, body);
  body.push_back(context.make<CallStmt>(context.place(more), false, runtime("gmres_more", context.boolType(), args), args));
  out.push_back(context.make<LoopStmt>(StmtList(), context.load(more), StmtList(), body, false));
}

/// A row of the transposed Jacobian times a vector: r_b(x, row, p, ..., vector), or the slope along it.
void ImplicitSystem::callTransposed(const Derivative &byUnknown, const Expr *vector, const Expr *row, StmtList &out) {
  const AdjointOf into = [&](unsigned) { return row; };
  if (roles.slope)
    callAlong(vector, byUnknown, into, one(), out);
  else
    call(byUnknown, into, vector, out);
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
    const AdjointOf intoSlope = [&](unsigned) { return context.addressOf(context.place(slope)); };
    if (roles.slope)
      callAlong(one(), byUnknown, intoSlope, one(), out);
    else
      call(byUnknown, intoSlope, one(), out);
    multiplier = local("multiplier", context.withConst(number()), true);
    const std::vector<const Expr *> args = {context.load(slope), unknownAdjoint};
    out.push_back(context.make<CallStmt>(context.place(multiplier), true, runtime("implicit_multiplier", number(), args), args));
    return;
  }
  if (isByProducts) {
    makeSystem("gmres_system", unknownAdjoint, out);
    whileAsked("gmres_more", [&](const Expr *direction, const Expr *product, StmtList &body) {
      callTransposed(byUnknown, direction, product, body);
    }, out);
    return;
  }
  makeSystem("implicit_system", nullptr, out);
  forEachUnknown([&](const Expr *k, StmtList &body) {
    const Expr *row = part("row", {k}, body), *unit = part("unit", {k}, body);
    callTransposed(byUnknown, unit, row, body);
  }, out);
  const std::vector<const Expr *> args = {context.load(system), count, unknownAdjoint};
  out.push_back(context.make<CallStmt>(nullptr, false, runtime("solve_implicit", context.voidType(), args), args));
}

void ImplicitSystem::callResidual(const Derivative &byOthers, const AdjointOf &adjointOf, StmtList &out) {
  StmtList calls;
  const Expr *seed = isNumber() ? context.load(multiplier) : part(isByProducts ? "solution" : "multipliers", {}, calls);
  if (roles.slope) // what adjoints need comes first
    callAlong(isNumber() ? one() : seed, byOthers, adjointOf, isNumber() ? seed : one(), calls);
  else
    call(byOthers, adjointOf, seed, calls);
  out.insert(out.end(), calls.begin(), calls.end());
}

void ImplicitSystem::end(StmtList &out) {
  if (isNumber())
    return;
  const std::vector<const Expr *> args = {context.load(system), count};
  Function *end = runtime(isByProducts ? "end_gmres" : "end_implicit", context.voidType(), args);
  end->tapeUse = TapeUse::Takes;
  out.push_back(context.make<CallStmt>(nullptr, false, end, args));
}

void ImplicitSystem::recordUnknown(StmtList &out) { out.push_back(recordNumbers(context, unknown(), count)); }

void ImplicitSystem::restoreUnknown(StmtList &out) {
  out.push_back(restoreNumbers(context, context.cast(CastExpr::Form::Const, unknown(), context.pointerTo(number())), count));
}

const Expr *ImplicitSystem::element(const Expr *pointer, const Expr *index) const {
  return context.addressOf(context.deref(context.binary(BinaryOp::Add, pointer, index)));
}

void ImplicitSystem::findNumberTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                                       const Variable *numberTangent, StmtList &out) {
  const Variable *slope = zeroNumber("slope", out), *change = zeroNumber("change", out);
  auto find = [&](const Derivative &derivative, const AdjointOf &tangent, const Variable *into) {
    const Expr *address = context.addressOf(context.place(into));
    if (roles.slope)
      callAlong(one(), derivative, tangent, address, out);
    else
      call(derivative, tangent, address, out);
  };
  find(byUnknown, [&](unsigned) { return one(); }, slope);
  if (byOthers)
    find(*byOthers, tangentOf, change);
  const std::vector<const Expr *> args = {context.load(slope), context.load(change)};
  out.push_back(context.make<CallStmt>(context.place(numberTangent), true, runtime("implicit_multiplier", number(), args), args));
}

/// The matrix of second derivatives element by element, by tangents of the slope; then the change of the gradient, likewise.
void ImplicitSystem::findSlopeTangents(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                                       StmtList &out) {
  forEachUnknown([&](const Expr *k, StmtList &rows) {
    const Expr *row = part("row", {k}, rows), *direction = part("direction", {k}, rows);
    forEachUnknown([&](const Expr *j, StmtList &body) {
      const Expr *unit = part("unit", {j}, body);
      callAlong(direction, byUnknown, [&](unsigned) { return unit; }, element(row, j), body);
    }, rows);
  }, out);
  const Expr *change = part("change", {}, out);
  if (!byOthers)
    return;
  forEachUnknown([&](const Expr *k, StmtList &body) {
    const Expr *direction = part("direction", {k}, body);
    callAlong(direction, *byOthers, tangentOf, element(change, k), body);
  }, out);
}

void ImplicitSystem::findMatrixTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                                       const Expr *unknownTangent, StmtList &out) {
  makeSystem("implicit_system", nullptr, out);
  if (roles.slope) {
    findSlopeTangents(byUnknown, byOthers, tangentOf, out);
  } else {
    forEachUnknown([&](const Expr *k, StmtList &body) {
      const Expr *column = part("row", {k}, body), *unit = part("unit", {k}, body);
      call(byUnknown, [&](unsigned) { return unit; }, column, body);
    }, out);
    const Expr *change = part("change", {}, out);
    if (byOthers)
      call(*byOthers, tangentOf, change, out);
  }
  const std::vector<const Expr *> args = {context.load(system), count, unknownTangent};
  out.push_back(context.make<CallStmt>(nullptr, false, runtime("solve_implicit_tangent", context.voidType(), args), args));
}

void ImplicitSystem::findTangentByProducts(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                                           const Expr *unknownTangent, StmtList &out) {
  makeSystem("gmres_tangent", nullptr, out);
  const Expr *change = part("change", {}, out);
  if (byOthers)
    call(*byOthers, tangentOf, change, out);
  whileAsked("gmres_start", [&](const Expr *direction, const Expr *product, StmtList &body) {
    call(byUnknown, [&](unsigned) { return direction; }, product, body);
  }, out);
  const std::vector<const Expr *> args = {context.load(system), count, unknownTangent};
  out.push_back(context.make<CallStmt>(nullptr, false, runtime("gmres_finish", context.voidType(), args), args));
}

void ImplicitSystem::findTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                                 const Expr *unknownTangent, const Variable *numberTangent, StmtList &out) {
  isByProducts &= !roles.slope; // whose tangents give one element of a product only
  StmtList calls;
  if (isNumber()) {
    findNumberTangent(byUnknown, byOthers, tangentOf, numberTangent, calls);
  } else {
    const Expr *into = context.cast(CastExpr::Form::Const, unknownTangent, context.pointerTo(number()));
    if (isByProducts)
      findTangentByProducts(byUnknown, byOthers, tangentOf, into, calls);
    else
      findMatrixTangent(byUnknown, byOthers, tangentOf, into, calls);
    end(calls);
  }
  out.insert(out.end(), calls.begin(), calls.end());
}

} // namespace adjoint::transform
