// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/CallLowering.h"

#include "Frontend/BodyLowering.h"
#include "Frontend/Intrinsics.h"

namespace adjoint::frontend {

using clang::dyn_cast;

// ------------------------------------------------------- as an expression

const ir::Expr *CallLowering::value(const clang::CallExpr *e) {
  if (std::optional<LibraryCall> known = recognise(e))
    return body.library.value(e, *known);
  if (const ir::Expr *constant = body.library.constant(e))
    return constant;
  if (isObjectAssignment(e))
    return body.ir.load(objectAssignment(e));
  if (e->getType()->isVoidType()) {
    effect(e);
    return body.ir.literal("0", body.ir.intType());
  }
  return body.ir.load(body.ir.place(resultOf(e)));
}

const ir::Place *CallLowering::place(const clang::CallExpr *e) {
  if (std::optional<LibraryCall> known = recognise(e))
    return body.library.place(e, *known);
  if (isObjectAssignment(e))
    return objectAssignment(e);
  return body.ir.place(resultOf(e));
}

void CallLowering::effect(const clang::CallExpr *e) {
  if (std::optional<LibraryCall> known = recognise(e))
    return body.library.effect(e, *known);
  if (isObjectAssignment(e))
    return void(objectAssignment(e));
  Target callee = target(e);
  std::vector<const ir::Expr *> args = arguments(e, callee);
  body.emit<ir::CallStmt>(e->getExprLoc(), nullptr, false, callee.function, std::move(args));
}

/// A temporary that holds what the call returns.
const ir::Variable *CallLowering::resultOf(const clang::CallExpr *e) {
  Target callee = target(e);
  body.unit.types.require(callee.decl->getReturnType(), e->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(e, callee);
  const ir::Type *type = callee.function->returnType;
  if (!type->isReference())
    type = body.ir.withConst(type);
  const ir::Variable *result = body.temporary(callee.function->name + "_value", type, e->getExprLoc());
  body.emit<ir::CallStmt>(e->getExprLoc(), body.ir.make<ir::VarPlace>(result), true, callee.function, std::move(args));
  return result;
}

// ----------------------------------------- results that need no temporary

const clang::CallExpr *CallLowering::plainCall(const clang::Expr *e) const {
  const auto *call = dyn_cast<clang::CallExpr>(e->IgnoreUnlessSpelledInSource()->IgnoreParens());
  bool isPlain =
      call && !call->isGLValue() && !recognise(call) && !isPureCall(call) && !isObjectAssignment(call) &&
      call->getType().getCanonicalType().getUnqualifiedType() == e->getType().getCanonicalType().getUnqualifiedType();
  return isPlain ? call : nullptr;
}

const ir::Place *CallLowering::assignResult(const clang::Expr *left, const clang::Expr *right) {
  const clang::CallExpr *call = plainCall(right);
  if (!call)
    return nullptr;
  Target callee = target(call);
  body.unit.types.require(callee.decl->getReturnType(), call->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(call, callee);
  const ir::Place *place = body.places.place(left);
  bool staysInPlace = !body.mayChange(body.ir.addressOf(place), writesOf(call));
  if (staysInPlace) {
    body.emit<ir::CallStmt>(right->getExprLoc(), place, false, callee.function, std::move(args));
    return place;
  }
  const ir::Variable *result = body.temporary(callee.function->name + "_value",
                                              body.ir.withConst(callee.function->returnType), right->getExprLoc());
  body.emit<ir::CallStmt>(right->getExprLoc(), body.ir.place(result), true, callee.function, std::move(args));
  place = body.places.place(left);
  body.assign(place, body.ir.load(result), right->getExprLoc());
  return place;
}

bool CallLowering::declareResult(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where) {
  const clang::CallExpr *call = plainCall(init);
  if (!call || variable->type->isReference())
    return false;
  Target callee = target(call);
  if (body.ir.withoutConst(variable->type) != body.ir.withoutConst(callee.function->returnType))
    return false;
  body.unit.types.require(callee.decl->getReturnType(), call->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(call, callee);
  body.emit<ir::CallStmt>(where, body.ir.place(variable), true, callee.function, std::move(args));
  return true;
}

// ---------------------------------------------------------------- target

CallLowering::Target CallLowering::target(const clang::CallExpr *e) {
  if (clang::isa<clang::CXXMemberCallExpr>(e))
    refuseExpression(e->getExprLoc(), "a call of a member function", "write it as a function that takes the object");
  const clang::FunctionDecl *decl = e->getDirectCallee();
  if (!decl)
    decl = body.knownFunction(e->getCallee());
  if (!decl)
    refuse(DiagId::call_indirect, e->getExprLoc());
  const auto *method = dyn_cast<clang::CXXMethodDecl>(decl);
  if (method && !method->isStatic())
    refuseExpression(e->getExprLoc(), "a call of a member function", "write it as a function that takes the object");
  bool isStream = clang::isa<clang::CXXOperatorCallExpr>(e) && isLibraryFunction(decl);
  if (isStream)
    refuseExpression(e->getExprLoc(), "an operator of a library class", "use functions of <cmath> and <cstdio>");
  llvm::StringRef name = decl->getIdentifier() ? decl->getName() : "";
  if (name == "setjmp" || name == "_setjmp" || name == "longjmp" || name == "sigsetjmp" || name == "__sigsetjmp")
    refuseExpression(e->getExprLoc(), "a jump out of a function", "return a status instead");
  return {decl, body.unit.function(decl, bindingsFor(decl, e))};
}

/// Parameters that this call binds to known functions.
Bindings CallLowering::bindingsFor(const clang::FunctionDecl *decl, const clang::CallExpr *e) const {
  Bindings bindings;
  const clang::FunctionDecl *definition = nullptr;
  if (!decl->hasBody(definition) || isLibraryFunction(decl))
    return bindings;
  std::optional<FunctionFacts> facts;
  for (unsigned i = 0; i < definition->getNumParams() && i < e->getNumArgs(); ++i) {
    const clang::ParmVarDecl *param = definition->getParamDecl(i);
    clang::QualType type = param->getType();
    if (!type->isFunctionPointerType() && !type->isFunctionReferenceType())
      continue;
    const clang::FunctionDecl *known = body.knownFunction(e->getArg(i));
    if (!facts)
      facts.emplace(definition->getBody());
    if (known && !facts->isReassigned(param) && (type->isReferenceType() || !facts->isExposed(param)))
      bindings[i] = known->getCanonicalDecl();
  }
  return bindings;
}

// ------------------------------------------------------------- arguments

namespace {
bool isReadOnlyMemory(const ir::Type *type) {
  return type->isPointer() && type->element->isVoid() && type->element->isConst;
}
} // namespace

std::vector<const ir::Expr *> CallLowering::arguments(const clang::CallExpr *e, const Target &target) {
  std::vector<const ir::Expr *> args;
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const ir::Variable *param = i < target.function->params.size() ? target.function->params[i] : nullptr;
    const ir::Expr *arg = nullptr;
    if (!param)
      arg = variableArgument(e->getArg(i), target);
    else if (isReadOnlyMemory(param->type) && isLibraryFunction(target.decl))
      arg = untypedArgument(e->getArg(i), param->type);
    else
      arg = argument(e->getArg(i), param->type, param->name);
    for (unsigned later = i + 1; later < e->getNumArgs(); ++later)
      arg = body.keep(arg, e->getArg(later), param && !param->name.empty() ? param->name : "argument");
    args.push_back(arg);
  }
  return args;
}

const ir::Expr *CallLowering::argument(const clang::Expr *e, const ir::Type *paramType, const std::string &name) {
  body.unit.types.require(e->getType(), e->getExprLoc());
  if (!paramType->isReference())
    return body.exprs.value(e);
  if (paramType->element->is(ir::TypeKind::Function)) {
    const clang::FunctionDecl *known = body.knownFunction(e);
    if (!known)
      refuse(DiagId::call_indirect, e->getExprLoc());
    const ir::Type *pointer = body.ir.pointerTo(paramType->element);
    return body.ir.make<ir::FunctionRefExpr>(nullptr, body.unit.names.of(known), pointer);
  }
  const clang::Expr *bound = e->IgnoreParens();
  if (const auto *full = dyn_cast<clang::FullExpr>(bound))
    bound = full->getSubExpr();
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(bound)) {
    const ir::Place *held = body.places.materialize(temporary->getSubExpr(), name.empty() ? "argument" : name);
    const ir::Type *element = body.ir.pointerTo(paramType->element);
    return body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.addressOf(held), element);
  }
  return body.places.address(e, paramType->element);
}

/// Memory that a library function only reads, whatever it holds (fwrite).
const ir::Expr *CallLowering::untypedArgument(const clang::Expr *e, const ir::Type *paramType) {
  const ir::Expr *pointer = body.exprs.value(
      e->IgnoreParenImpCasts()->getType()->isArrayType() ? e->IgnoreParens() : e->IgnoreParenImpCasts());
  return body.ir.cast(ir::CastExpr::Form::Implicit, pointer, paramType);
}

const ir::Expr *CallLowering::variableArgument(const clang::Expr *e, const Target &target) {
  const ir::Expr *arg = body.exprs.value(e);
  const bool isData = ir::reachesFloating(arg->type) && !llvm::isa<ir::LiteralExpr>(arg);
  bool mayBeWritten = isData && (arg->type->isPointer() ? !arg->type->element->isConst : !arg->type->isScalar());
  bool mayReturn = isData && target.function->rule == ir::CallRule::Derive && !target.decl->isDefined() &&
                   ir::reachesFloating(target.function->returnType);
  if (mayBeWritten || mayReturn)
    refuse(DiagId::call_varargs, e->getExprLoc(), {target.function->spelling});
  return arg;
}

// ------------------------------------------------- assignment of structs

bool CallLowering::isObjectAssignment(const clang::CallExpr *e) const {
  const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e);
  if (!op || op->getOperator() != clang::OO_Equal)
    return false;
  const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
  return method && method->isTrivial();
}

/// `s = t` of structs: the right operand is evaluated first.
const ir::Place *CallLowering::objectAssignment(const clang::CallExpr *e) {
  const clang::Expr *left = e->getArg(0), *right = e->getArg(1);
  body.unit.types.require(left->getType(), e->getExprLoc());
  const clang::Expr *source = right->IgnoreParenImpCasts();
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(source))
    source = temporary->getSubExpr();
  if (!hasEffects(left))
    if (const ir::Place *place = assignResult(left, source))
      return place;
  const ir::Expr *value = body.keep(body.exprs.value(source), left);
  const ir::Place *place = body.places.place(left);
  body.assign(place, value, e->getExprLoc());
  return place;
}

} // namespace adjoint::frontend
