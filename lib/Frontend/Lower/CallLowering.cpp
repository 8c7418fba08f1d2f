// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/CallLowering.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/FunctionKind.h"
#include "Frontend/Facts/HandedInFunctions.h"
#include "Frontend/Facts/InjectedCode.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/BridgedResult.h"
#include "Frontend/Lower/HiddenConstants.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/Attr.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {
bool isDestructor(const clang::CXXMemberCallExpr *e) {
  return clang::isa_and_nonnull<clang::CXXDestructorDecl>(e->getMethodDecl());
}

/// `std::addressof(x)`, which is `&x`.
bool isAddressOf(const clang::CallExpr *e) {
  const unsigned builtin = e->getBuiltinCallee();
  return builtin == clang::Builtin::BI__builtin_addressof || builtin == clang::Builtin::BIaddressof ||
         builtin == clang::Builtin::BI__addressof;
}
/// Why a function without a body cannot be called.
DiagId definitionNeeded(const clang::FunctionDecl *function) {
  return isGenerated(function) ? DiagId::call_last_derivative : DiagId::definition_needed;
}
} // namespace

// ------------------------------------------------------- as an expression

const ir::Expr *CallLowering::value(const clang::CallExpr *e) {
  if (const ir::Expr *answer = body.openMp.answerOf(e))
    return answer;
  if (std::optional<LibraryCall> known = recognise(e))
    return body.library.value(e, *known);
  if (isAddressOf(e))
    return body.places.address(e->getArg(0), body.unit.types.lower(e->getType()->getPointeeType()));
  if (const ir::Expr *constant = body.library.constant(e))
    return constant;
  if (isObjectAssignment(e))
    return body.ir.load(objectAssignment(e));
  if (const clang::Expr *constant = constantReturnedBy(e->getDirectCallee()))
    return body.exprs.value(constant);
  if (e->getType()->isVoidType()) {
    effect(e);
    return body.ir.intLiteral(0);
  }
  return body.ir.load(resultPlace(e));
}

const ir::Place *CallLowering::place(const clang::CallExpr *e) {
  if (std::optional<LibraryCall> known = recognise(e))
    return body.library.place(e, *known);
  if (isObjectAssignment(e))
    return objectAssignment(e);
  if (const clang::Expr *constant = constantReturnedBy(e->getDirectCallee()))
    return body.places.place(constant);
  return resultPlace(e);
}

/// What the call returns, or what the reference it returns leads to.
const ir::Place *CallLowering::resultPlace(const clang::CallExpr *e) {
  const ir::Variable *result = resultOf(e);
  const bool isAddress = result->type->isPointer() && e->getCallReturnType(body.ast)->isReferenceType();
  return isAddress ? body.ir.deref(body.ir.load(result)) : body.ir.place(result);
}

void CallLowering::effect(const clang::CallExpr *e) {
  if (std::optional<LibraryCall> known = recognise(e))
    return body.library.effect(e, *known);
  if (isObjectAssignment(e))
    return void(objectAssignment(e));
  if (const auto *end = dyn_cast<clang::CXXPseudoDestructorExpr>(e->getCallee()->IgnoreParens()))
    return body.exprs.effect(end->getBase()); // of a number
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e); member && isDestructor(member))
    return destroy(member);
  if (const clang::FunctionDecl *thrower = body.exceptions.areCaught() ? e->getDirectCallee() : nullptr)
    if (const clang::Type *type = thrownByModel(thrower))
      return body.exceptions.raise(type, e->getExprLoc());
  if (!body.exceptions.areCaught() && body.opaques.raiseByCall(e))
    return;
  Target callee = target(e);
  std::vector<const ir::Expr *> args = arguments(callee);
  emitCall(e->getExprLoc(), nullptr, false, callee.function, std::move(args));
}

/// `object.~T()`, in models alone: the user's objects end with their scopes.
void CallLowering::destroy(const clang::CXXMemberCallExpr *e) {
  const clang::Expr *object = e->getImplicitObjectArgument();
  const ir::Place *place = object->getType()->isPointerType() ? body.ir.deref(body.exprs.value(object))
                                                              : body.places.place(object);
  const bool isVirtual = e->getMethodDecl()->isVirtual() && !isOfModels(body.definition); // elements are of one class
  if (isVirtual && !clang::cast<clang::MemberExpr>(e->getCallee()->IgnoreParens())->hasQualifier())
    body.objects.destroyDynamic(place, e->getObjectType(), e->getExprLoc());
  else
    body.objects.destroy(place, e->getObjectType(), e->getExprLoc());
}

/// What a temporary for the result of a call is named after: a method by itself, without its class.
static std::string nameOfResult(const clang::CallExpr *call, const ir::Function *callee) {
  const auto *method = llvm::dyn_cast_if_present<clang::CXXMethodDecl>(call->getDirectCallee());
  return (method && method->getDeclName().isIdentifier() ? method->getName().str() : callee->name) + "_value";
}

/// A temporary that holds what the call returns.
const ir::Variable *CallLowering::resultOf(const clang::CallExpr *e) {
  Target callee = target(e);
  body.unit.types.require(e->getCallReturnType(body.ast), e->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(callee);
  const ir::Type *type = callee.function->returnType;
  if (!type->isReference())
    type = body.ir.withConst(type);
  const ir::Variable *result = body.temporary(nameOfResult(e, callee.function), type, e->getExprLoc());
  emitCall(e->getExprLoc(), body.ir.make<ir::VarPlace>(result), true, callee.function, std::move(args));
  return result;
}

// ----------------------------------------- results that need no temporary

const clang::CallExpr *CallLowering::plainCall(const clang::Expr *e) const {
  const auto *call = dyn_cast<clang::CallExpr>(body.unit.modelled(e->IgnoreUnlessSpelledInSource()->IgnoreParens()));
  bool isPlain =
      call && !call->isGLValue() && !body.opaques.concerns(call) && !recognise(call) && !isPureCall(call) && !isObjectAssignment(call) && !isAddressOf(call) &&
      !constantReturnedBy(call->getDirectCallee()) &&
      call->getType().getCanonicalType().getUnqualifiedType() == e->getType().getCanonicalType().getUnqualifiedType();
  return isPlain ? call : nullptr;
}

const ir::Place *CallLowering::assignResult(const clang::Expr *left, const clang::Expr *right) {
  const clang::CallExpr *call = plainCall(right);
  if (!call)
    return nullptr;
  Target callee = target(call);
  body.unit.types.require(call->getCallReturnType(body.ast), call->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(callee);
  const ir::Place *place = body.places.place(left);
  // Nothing is assigned where the callee throws.
  const bool always = body.unit.reportOf(callee.function).isNothing();
  if (always && !body.mayChange(body.ir.addressOf(place), writesOf(call))) {
    emitCall(right->getExprLoc(), place, false, callee.function, std::move(args));
    return place;
  }
  const ir::Variable *result = body.temporary(nameOfResult(call, callee.function), body.ir.withConst(callee.function->returnType),
                                              right->getExprLoc());
  emitCall(right->getExprLoc(), body.ir.place(result), true, callee.function, std::move(args));
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
  body.unit.types.require(call->getCallReturnType(body.ast), call->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(callee);
  emitCall(where, body.ir.place(variable), true, callee.function, std::move(args));
  return true;
}

bool CallLowering::storeResult(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where) {
  const clang::CallExpr *call = plainCall(init);
  if (!call)
    return false;
  Target callee = target(call);
  if (body.ir.withoutConst(place->type) != body.ir.withoutConst(callee.function->returnType))
    return false;
  body.unit.types.require(call->getCallReturnType(body.ast), call->getExprLoc());
  std::vector<const ir::Expr *> args = arguments(callee);
  emitCall(where, place, false, callee.function, std::move(args));
  return true;
}

void CallLowering::construct(const ir::Place *place, const clang::CXXConstructExpr *e, clang::SourceLocation where) {
  const clang::CXXConstructorDecl *decl = e->getConstructor();
  if (isLibraryFunction(decl))
    refuse(DiagId::object_made_of_library, where, {decl->getParent()->getQualifiedNameAsString()});
  if (!decl->hasBody())
    refuse(DiagId::definition_needed, where, {decl->getQualifiedNameAsString()});
  llvm::ArrayRef<const clang::Expr *> given(e->getArgs(), e->getNumArgs());
  Report report = body.exceptions.reportOf([&] { return body.unit.thrown.by(decl); }, where);
  Target callee{decl, nullptr, given};
  callee.bindings = bindingsFor(decl, given);
  callee.function = body.unit.function(decl, callee.bindings, report);
  requireModel(callee, where);
  std::vector<const ir::Expr *> args = arguments(callee);
  args.insert(args.begin(), body.ir.addressOf(place));
  body.emit<ir::CallStmt>(where, nullptr, false, callee.function, std::move(args));
}

void CallLowering::emitCall(clang::SourceLocation where, const ir::Place *place, bool declares, const ir::Function *function,
                            std::vector<const ir::Expr *> args) {
  if (function->bridge && function->bridge->returned)
    return BridgedResult(body, where, *function).emit(place, declares, std::move(args));
  body.emit<ir::CallStmt>(where, place, declares, function, std::move(args));
}

// ---------------------------------------------------------------- target

/// Of a function of the models that is made for types with which it makes no sense.
[[noreturn]] static void refuseTypes(const clang::FunctionDecl *model, clang::SourceLocation where) {
  refuse(DiagId::model_types, where, {nameOfOriginal(model->getQualifiedNameAsString())});
}

void CallLowering::requireModel(const Target &target, clang::SourceLocation where) {
  if (isOfModels(target.decl) && !target.function->hasBody)
    refuseTypes(target.decl, where);
}

CallLowering::Target CallLowering::target(const clang::CallExpr *e) {
  const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
  if (const CalledAtOnce both = member ? body.unit.statefulCalls().leftAlone(member) : CalledAtOnce{nullptr}; both.function) {
    auto thrown = [&] {
      ThrownTypes::Set all = body.unit.thrown.by(both.function);
      all.add(body.unit.thrown.by(both.member));
      return all;
    };
    if (!body.exceptions.reportOf(thrown, e->getExprLoc()).isNothing())
      refuse(DiagId::may_throw_in_try, e->getExprLoc());
    return {both.function, body.unit.function(both), {e->getArgs(), e->getNumArgs()}};
  }
  const clang::FunctionDecl *decl = member ? member->getMethodDecl() : e->getDirectCallee();
  if (!decl && !member)
    decl = body.knownFunction(e->getCallee());
  if (!decl)
    return member ? targetOfMember(member) : targetOfPointer(e);
  if (isHook(decl))
    return targetOfHook(e, decl);
  if (std::vector<std::string> refusal = refusalBy(decl); !refusal.empty())
    refuse(DiagId::model_refused, e->getExprLoc(), std::move(refusal));
  if (e == body.implicitCall)
    return targetOfImplicit(e, decl);
  bool isOperator = clang::isa<clang::CXXOperatorCallExpr>(e);
  if (isLibraryFunction(decl) && (isOperator || memberFunction(decl)))
    refuse(isOperator ? DiagId::library_operator : DiagId::library_member, e->getExprLoc());
  llvm::StringRef name = decl->getIdentifier() ? decl->getName() : "";
  if (name == "setjmp" || name == "_setjmp" || name == "longjmp" || name == "sigsetjmp" || name == "__sigsetjmp")
    refuse(DiagId::jump_out, e->getExprLoc());
  Target result{decl, nullptr, {e->getArgs(), e->getNumArgs()}};
  if (memberFunction(decl))
    findObject(e, result);
  const clang::CXXMethodDecl *overridden = dispatched(e, result);
  auto thrown = [&] { return overridden ? body.unit.thrown.byAnyOf(overridden) : body.unit.thrown.by(result.decl); };
  Report report = body.exceptions.reportOf(thrown, e->getExprLoc());
  if (!overridden)
    result.bindings = bindingsFor(result.decl, result.args);
  result.function = overridden ? body.unit.dispatcher(overridden, report)
                               : body.unit.function(result.decl, result.bindings, report);
  requireModel(result, e->getExprLoc());
  if (result.function->needsCopy && !result.function->hasBody && result.function->halves.empty())
    refuse(result.decl->hasBody() || result.function->rule != ir::CallRule::Derive ? DiagId::objects_passed_on : definitionNeeded(result.decl), e->getExprLoc(),
           {result.decl->getQualifiedNameAsString()});
  return result;
}

namespace {
/// `f` of `f(x)` and `(*f)(x)`.
const clang::Expr *calledPointer(const clang::Expr *callee) {
  callee = callee->IgnoreParens();
  const auto *decay = dyn_cast<clang::ImplicitCastExpr>(callee);
  if (!decay || decay->getCastKind() != clang::CK_FunctionToPointerDecay)
    return callee;
  const auto *unary = dyn_cast<clang::UnaryOperator>(decay->getSubExpr()->IgnoreParens());
  return unary && unary->getOpcode() == clang::UO_Deref ? calledPointer(unary->getSubExpr()) : nullptr;
}
} // namespace

/// Is a function from outside called as it is?
bool CallLowering::isLeftAlone(clang::QualType functionType) const {
  return carriesNoDerivative(functionType) && !body.unit.knowsTargets(functionType) && !body.exceptions.areCaught();
}

const ir::Function *CallLowering::outsideFunction(clang::QualType pointer, clang::SourceLocation where) {
  const auto *type = pointer->getPointeeType()->castAs<clang::FunctionProtoType>();
  auto *function = body.ir.make<ir::Function>();
  function->name = function->spelling = "function";
  function->returnType = body.ir.withoutConst(body.unit.types.lower(type->getReturnType()));
  function->rule = ir::CallRule::Passive;
  auto add = [&](clang::QualType param) {
    body.unit.types.require(param, where);
    function->params.push_back(body.ir.make<ir::Variable>("argument", body.unit.types.lower(param), ir::Storage::Parameter));
  };
  add(pointer);
  function->pattern = "$0(";
  for (clang::QualType param : type->param_types()) {
    function->pattern += (function->params.size() == 1 ? "$" : ", $") + std::to_string(function->params.size());
    add(param);
  }
  function->pattern += ")";
  return function;
}

/// Is it a parameter of a function of which a derivative is asked?
bool CallLowering::isHandedIn(const clang::Expr *pointer) const {
  const auto *name = pointer ? dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenImpCasts()) : nullptr;
  return name && clang::isa<clang::ParmVarDecl>(name->getDecl()) && body.unit.isRequested(body.definition);
}

CallLowering::Target CallLowering::targetOfPointer(const clang::CallExpr *e) {
  const clang::Expr *pointer = calledPointer(e->getCallee());
  const bool isPointer = pointer && pointer->getType()->isFunctionPointerType();
  const clang::QualType function = isPointer ? pointer->getType()->getPointeeType() : clang::QualType();
  if (isPointer && isLeftAlone(function))
    return {nullptr, outsideFunction(pointer->getType(), e->getExprLoc()), {e->getArgs(), e->getNumArgs()}, nullptr, pointer};
  const DiagId unknown = isHandedIn(pointer) ? DiagId::call_handed_in : DiagId::call_indirect;
  if (!isPointer || !body.unit.knowsTargets(function))
    refuse(unknown, e->getExprLoc());
  Report report = body.exceptions.reportOf([&] { return body.unit.thrown.throughPointer(function); }, e->getExprLoc());
  UntypedTargets untyped;
  for (unsigned i = 0; i < e->getNumArgs(); ++i)
    if (const clang::Type *target = body.untyped.target(e->getArg(i)))
      untyped[i] = target;
  const ir::Function *dispatcher = body.unit.dispatcher(function, report, untyped);
  if (!dispatcher)
    refuse(unknown, e->getExprLoc());
  return {nullptr, dispatcher, {e->getArgs(), e->getNumArgs()}, nullptr, pointer};
}

/// The derivative does not come from the function that is called.
CallLowering::Target CallLowering::targetOfImplicit(const clang::CallExpr *e, const clang::FunctionDecl *decl) {
  if (!body.exceptions.reportOf([&] { return body.unit.thrown.by(decl); }, e->getExprLoc()).isNothing())
    refuse(DiagId::may_throw_in_try, e->getExprLoc());
  body.implicitFunction = body.unit.calledAsItIs(decl);
  return {decl, body.implicitFunction, {e->getArgs(), e->getNumArgs()}};
}

/// `adjoint::hook(x, f)`: a function of x, for an f that is known.
CallLowering::Target CallLowering::targetOfHook(const clang::CallExpr *e, const clang::FunctionDecl *hook) {
  const clang::Expr *given = e->getArg(1)->IgnoreParenImpCasts();
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(given))
    given = temporary->getSubExpr()->IgnoreParenImpCasts();
  const clang::CXXRecordDecl *closure = given->getType()->getAsCXXRecordDecl();
  const bool isLambda = closure && closure->isLambda() && closure->captures().empty() && !closure->isGenericLambda();
  const clang::FunctionDecl *changes = isLambda ? closure->getLambdaCallOperator() : body.knownFunction(given);
  const ir::Function *function = changes ? body.unit.hook(hook, changes) : nullptr;
  if (!function)
    refuse(DiagId::hook_function, e->getArg(1)->getExprLoc());
  if (!body.exceptions.reportOf([&] { return body.unit.thrown.by(changes); }, e->getExprLoc()).isNothing())
    refuse(DiagId::may_throw_in_try, e->getExprLoc());
  return {hook, function, {e->getArgs(), 1}};
}

/// `(object.*pointer)(x)`
CallLowering::Target CallLowering::targetOfMember(const clang::CXXMemberCallExpr *e) {
  if (body.exceptions.areCaught())
    refuse(DiagId::member_pointer_in_try, e->getExprLoc());
  const auto *pair = dyn_cast<clang::BinaryOperator>(e->getCallee()->IgnoreParens());
  if (!pair || !pair->isPtrMemOp())
    refuse(DiagId::call_indirect, e->getExprLoc());
  Target result{nullptr, body.exprs.memberDispatcher(pair), {e->getArgs(), e->getNumArgs()}};
  result.object = pair->getLHS();
  result.pointer = pair->getRHS();
  return result;
}

/// The function that a virtual call names; null for any other call, and where the object's class is known.
const clang::CXXMethodDecl *CallLowering::dispatched(const clang::CallExpr *e, Target &target) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(target.decl);
  const auto *callee = dyn_cast<clang::MemberExpr>(e->getCallee()->IgnoreParens());
  if (!method || !method->isVirtual() || !target.object || (callee && callee->hasQualifier()))
    return nullptr;
  if (const clang::CXXMethodDecl *exact = method->getDevirtualizedMethod(target.object, false)) {
    target.decl = exact;
    return nullptr;
  }
  return method;
}

void CallLowering::findObject(const clang::CallExpr *e, Target &target) {
  const bool isElsewhere = body.unit.pragmas.isAdjointElsewhere(target.decl) && isSharedByFiles(target.decl);
  const bool isMissing = !target.decl->hasBody() && !target.decl->isPureVirtual();
  if (isMissing && isOfModels(target.decl))
    refuseTypes(target.decl, e->getExprLoc());
  if (isMissing && !isCalledOnObject(target.decl) && !isElsewhere)
    refuse(definitionNeeded(target.decl), e->getExprLoc(), {target.decl->getQualifiedNameAsString()});
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e)) {
    target.object = member->getImplicitObjectArgument();
  } else if (const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e)) {
    target.object = op->getArg(0);
    target.args = target.args.drop_front();
    target.objectIsLast = op->isAssignmentOp();
  } else {
    return;
  }
  clang::QualType type = target.object->getType();
  body.unit.types.require(type->isPointerType() ? type->getPointeeType() : type, e->getExprLoc());
}

const ir::Expr *CallLowering::objectAddress(const Target &target) {
  const ir::Type *element = target.function->params.front()->type->element;
  if (!target.object) {
    const ir::Variable *closure = body.temporary("lambda", body.ir.withoutConst(element), clang::SourceLocation());
    body.emit<ir::DeclareStmt>(target.decl->getLocation(), closure, nullptr);
    return body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.addressOf(body.ir.place(closure)),
                        body.ir.pointerTo(element));
  }
  const ir::Expr *pointer = target.object->getType()->isPointerType()
                                ? body.exprs.value(target.object)
                                : body.ir.addressOf(body.places.place(target.object));
  bool dropsConst = pointer->type->element->isConst && !element->isConst;
  auto form = dropsConst ? ir::CastExpr::Form::Const : ir::CastExpr::Form::Implicit;
  return body.ir.cast(form, pointer, body.ir.pointerTo(element));
}

/// Parameters that this call binds to known functions, and to types that pointers to void lead to.
Bindings CallLowering::bindingsFor(const clang::FunctionDecl *decl, llvm::ArrayRef<const clang::Expr *> args) const {
  Bindings bindings;
  const clang::FunctionDecl *definition = nullptr;
  if (!decl->hasBody(definition) || isLibraryFunction(decl))
    return bindings;
  const bool isDerived = !body.unit.pragmas.isPassive(decl) && !body.unit.pragmas.hasHandWritten(decl);
  std::optional<FunctionFacts> facts;
  for (unsigned i = 0; i < definition->getNumParams() && i < args.size(); ++i) {
    const clang::ParmVarDecl *param = definition->getParamDecl(i);
    clang::QualType type = param->getType();
    const bool isFunction = type->isFunctionPointerType() || type->isFunctionReferenceType();
    const clang::FunctionDecl *known = isFunction ? body.knownFunction(args[i]) : nullptr;
    const clang::Type *target = isDerived && type->isVoidPointerType() ? body.untyped.target(args[i]) : nullptr;
    const bool isNull = type->isFunctionPointerType() && body.isNullFunction(args[i]);
    if (!known && !target && !isNull)
      continue;
    if (!facts)
      facts.emplace(definition);
    if (facts->isReassigned(param) || (!type->isReferenceType() && facts->isExposed(param)))
      continue;
    if (known)
      bindings.functions[i] = known->getCanonicalDecl();
    else if (isNull)
      bindings.nulls.insert(i);
    else
      bindings.targets[i] = target;
  }
  return bindings;
}

// ------------------------------------------------------------- arguments

namespace {
bool isMemory(const ir::Type *type) { return type->isPointer() && type->element->isVoid(); }

bool mayWriteBehind(const ir::Type *type) {
  return type->isPointer() && !type->element->isConst && !type->element->is(ir::TypeKind::Function);
}

/// Does the library read what the variable arguments lead to, and no more?
bool isPrintf(const clang::FunctionDecl *decl) {
  const auto *format = decl->getAttr<clang::FormatAttr>();
  return format && format->getType()->getName().ends_with("printf");
}
} // namespace

namespace {
const clang::Expr *withoutDecay(const clang::Expr *e) {
  const clang::Expr *pointer = e->IgnoreParenImpCasts();
  if (!pointer->getType()->isArrayType())
    return pointer;
  const clang::Expr *decayed = e->IgnoreParens(); // the conversion to a pointer to its elements stays
  while (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(decayed)) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      return cast;
    decayed = cast->getSubExpr()->IgnoreParens();
  }
  return e->IgnoreParens();
}

bool leadsToNumbers(const clang::Expr *e) {
  const clang::QualType type = withoutDecay(e)->getType();
  return type->isPointerType() && type->getPointeeType()->isRealFloatingType() && !type->getPointeeType().isConstQualified();
}
} // namespace

std::vector<const ir::Expr *> CallLowering::arguments(Target &target) {
  std::vector<const ir::Expr *> args;
  if (target.pointer)
    return argumentsBehindPointer(target);
  const clang::CXXMethodDecl *method = memberFunction(target.decl);
  bool hasObject = method && !clang::isa<clang::CXXConstructorDecl>(method);
  if (hasObject && !target.objectIsLast) {
    const ir::Expr *object = objectAddress(target);
    for (const clang::Expr *later : target.args)
      object = body.keep(object, later, "object");
    args.push_back(object);
  }
  for (size_t i = 0; i < target.args.size(); ++i) {
    size_t position = method ? i + 1 : i;
    bool isTyped = position < target.function->params.size();
    const ir::Variable *param = isTyped ? target.function->params[position] : nullptr;
    const ir::Expr *arg = nullptr;
    if (!param)
      arg = variableArgument(target.args[i], target);
    else if (isMemory(param->type) && param->type->element->isConst && isLibraryFunction(target.decl))
      arg = untypedArgument(target.args[i], param->type);
    else if (isMemory(param->type) && isLibraryFunction(target.decl) && leadsToNumbers(target.args[i]))
      arg = body.exprs.value(withoutDecay(target.args[i]));
    else
      arg = argument(target.args[i], param->type, param->name, target.bindings.functions.count(i) != 0);
    std::string name = param && !param->name.empty() ? param->name : "argument";
    for (const clang::Expr *later : target.args.drop_front(i + 1))
      arg = body.keep(arg, later, name);
    if (target.objectIsLast)
      arg = body.keep(arg, target.object, name);
    args.push_back(arg);
  }
  if (hasObject && target.objectIsLast)
    args.insert(args.begin(), objectAddress(target));
  if (!target.function->hasBody)
    target.function = withTypesOf(args, target);
  body.exceptions.addReport(args, body.unit.reportOf(target.function));
  return args;
}

std::vector<const ir::Expr *> CallLowering::argumentsBehindPointer(const Target &target) {
  std::vector<const ir::Expr *> args;
  if (target.object)
    args = body.exprs.memberAndObject(target.pointer, target.object, target.function);
  else
    args = {body.exprs.value(target.pointer)};
  for (const ir::Expr *&first : args)
    for (const clang::Expr *later : target.args)
      first = body.keep(first, later, &first == &args.front() ? "function" : "object");
  const size_t known = args.size();
  for (size_t i = 0; i < target.args.size(); ++i) {
    const ir::Variable *param = target.function->params[i + known];
    const ir::Expr *arg = argument(target.args[i], param->type, param->name);
    for (const clang::Expr *later : target.args.drop_front(i + 1))
      arg = body.keep(arg, later, param->name);
    args.push_back(arg);
  }
  body.exceptions.addReport(args, body.unit.reportOf(target.function));
  return args;
}

namespace {
/// Is it the library's part of an exception of the user's, which objects are held without?
bool isLeftOutPart(const clang::Expr *e) {
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e->IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_DerivedToBase && isMadeOfNothing(thrownType(e->getType())) &&
         llvm::any_of(cast->path(), [](const clang::CXXBaseSpecifier *step) { return isLibraryException(*step); }) &&
         !isOfLibrary(cast->getSubExpr()->getType()->getAsCXXRecordDecl()) && !hasEffects(e);
}
} // namespace

/// A parameter that is bound to a lambda is not looked at. One with a pointer to void makes no sense before it is called.
const ir::Expr *CallLowering::functionArgument(const clang::FunctionDecl *known, const ir::Type *paramType, bool isBound) {
  const clang::CXXMethodDecl *lambda = memberFunction(known);
  const bool isUntyped = llvm::any_of(known->parameters(), [](const clang::ParmVarDecl *param) {
    return param->getType()->isVoidPointerType();
  });
  const bool isNeverUsed = lambda && ((isBound && isUntyped) || !body.unit.lambdaReference(lambda, paramType));
  return isNeverUsed ? body.ir.null(paramType) : body.exprs.functionReference(known, paramType);
}

const ir::Expr *CallLowering::argument(const clang::Expr *e, const ir::Type *paramType, const std::string &name,
                                       bool isBound) {
  body.unit.types.require(e->getType(), e->getExprLoc());
  body.arrays.requireNone(e->getType(), e->getExprLoc());
  if (name.empty() && paramType->isReference() && isLeftOutPart(e)) { // nobody looks at it
    const ir::Variable *unread = body.temporary("unread", body.ir.withoutConst(paramType->element), e->getExprLoc());
    body.emit<ir::DeclareStmt>(e->getExprLoc(), unread, nullptr);
    return body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.addressOf(body.ir.place(unread)), body.ir.pointerTo(paramType->element));
  }
  if (const clang::FunctionDecl *known = paramType->isPointer() ? body.knownFunction(e) : nullptr)
    return functionArgument(known, paramType, isBound);
  if (paramType->isPointer() && !paramType->element->isVoid() && body.untyped.target(e))
    return body.casts.sameTarget(body.untyped.value(e), body.ir.withoutConst(paramType));
  if (!paramType->isReference())
    return body.exprs.value(e);
  if (paramType->element->is(ir::TypeKind::Function)) {
    const clang::FunctionDecl *known = body.knownFunction(e);
    if (!known)
      refuse(DiagId::call_indirect, e->getExprLoc());
    const ir::Type *pointer = body.ir.pointerTo(paramType->element);
    return body.unit.functionReference(known, pointer);
  }
  const clang::Expr *bound = e->IgnoreParens();
  if (const auto *standard = dyn_cast<clang::CXXDefaultArgExpr>(bound))
    bound = standard->getExpr()->IgnoreParens();
  if (const auto *full = dyn_cast<clang::FullExpr>(bound))
    bound = full->getSubExpr();
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(bound)) {
    const ir::Place *held = body.places.temporary(temporary, name.empty() ? "argument" : name);
    const ir::Type *element = body.ir.pointerTo(paramType->element);
    return body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.addressOf(held), element);
  }
  return body.places.address(e, paramType->element);
}

/// Memory that a library function only reads, whatever it holds (fwrite).
const ir::Expr *CallLowering::untypedArgument(const clang::Expr *e, const ir::Type *paramType) {
  return body.ir.cast(ir::CastExpr::Form::Implicit, body.exprs.value(withoutDecay(e)), paramType);
}

/// A function without source may write where pointers of the caller lead to that its parameters say nothing of: variable arguments
/// (sscanf), and memory (fread). They become parameters of this call's. What is left there is a constant.
const ir::Function *CallLowering::withTypesOf(const std::vector<const ir::Expr *> &args, const Target &target) {
  const bool hasMemory = llvm::any_of(target.function->params, [](const ir::Variable *param) { return isMemory(param->type); });
  if (args.size() == target.function->params.size() && !hasMemory)
    return target.function;
  auto *function = body.ir.make<ir::Function>(*target.function);
  const size_t typed = function->params.size();
  bool isWritten = false, leavesNumbers = false;
  for (size_t i = 0; i < args.size(); ++i) {
    const ir::Type *type = args[i]->type;
    const bool isVariable = i >= typed, isTyped = !isVariable && (!isMemory(function->params[i]->type) || isMemory(type));
    if (isTyped)
      continue;
    auto *param = body.ir.make<ir::Variable>("argument", body.ir.withoutConst(type), ir::Storage::Parameter);
    if (isVariable)
      function->params.push_back(param);
    else
      function->params[i] = param;
    const bool mayWrite = mayWriteBehind(type) && !(isVariable && isPrintf(target.decl));
    isWritten = isWritten || mayWrite;
    function->storesNoPointers = function->storesNoPointers && !(mayWrite && type->element->isPointer());
    leavesNumbers = leavesNumbers || (mayWrite && ir::reachesFloating(type));
  }
  if (!isWritten)
    return target.function;
  if (leavesNumbers && function->rule == ir::CallRule::Passive && isLibraryFunction(target.decl))
    function->rule = ir::CallRule::Opaque;
  return function;
}

const ir::Expr *CallLowering::variableArgument(const clang::Expr *e, const Target &target) {
  const ir::Expr *arg = body.exprs.value(e);
  const bool isData = ir::reachesFloating(arg->type) && !llvm::isa<ir::LiteralExpr>(arg);
  bool mayBeWritten = isData && (arg->type->isPointer() ? !arg->type->element->isConst : !arg->type->isScalar());
  mayBeWritten = mayBeWritten && target.function->rule != ir::CallRule::Passive;
  bool mayReturn = isData && target.function->rule == ir::CallRule::Derive && !target.decl->isDefined() &&
                   ir::reachesFloating(target.function->returnType);
  if (mayBeWritten || mayReturn)
    refuse(DiagId::call_varargs, e->getExprLoc(), {target.function->spelling});
  return arg;
}

// ------------------------------------------------- assignment of structs

bool CallLowering::isObjectAssignment(const clang::CallExpr *e) const {
  const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
  return method && method->getOverloadedOperator() == clang::OO_Equal && method->isTrivial();
}

/// `s = t` of structs: the right operand is evaluated first.
const ir::Place *CallLowering::objectAssignment(const clang::CallExpr *e) {
  const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
  const clang::Expr *left = member ? member->getImplicitObjectArgument() : e->getArg(0);
  const clang::Expr *right = member ? e->getArg(0) : e->getArg(1);
  bool isPointer = left->getType()->isPointerType();
  body.unit.types.require(isPointer ? left->getType()->getPointeeType() : left->getType(), e->getExprLoc());
  auto target = [&] { return isPointer ? body.ir.deref(body.exprs.value(left)) : body.places.place(left); };
  const clang::CXXRecordDecl *record = clang::cast<clang::CXXMethodDecl>(e->getDirectCallee())->getParent();
  if (!clang::declaresSameEntity(wholeClass(record, body.unit.types.classes()), record)) {
    const ir::Place *from = body.places.keep(body.places.place(right), left);
    const ir::Place *to = target();
    body.objects.copy(to, from, record, e->getExprLoc());
    return to;
  }
  const clang::Expr *source = right->IgnoreParenNoopCasts(body.ast);
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(source))
    source = temporary->getSubExpr();
  if (!hasEffects(left) && !isPointer)
    if (const ir::Place *place = assignResult(left, source))
      return place;
  const ir::Expr *value = body.keep(body.exprs.value(source), left);
  const ir::Place *place = target();
  body.assign(place, value, e->getExprLoc());
  return place;
}

} // namespace adjoint::frontend
