// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/ExprLowering.h"

#include "Frontend/Clang/Braces.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ConstantAddresses.h"
#include "Frontend/Facts/ConstantValues.h"
#include "Frontend/Facts/Counters.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/Literals.h"
#include "Frontend/Lower/ThrowLowering.h"
#include "Frontend/Models/StandardLibrary.h"
#include "IR/Values.h"
#include "IR/Visit.h"

namespace adjoint::frontend {

using clang::dyn_cast;

const ir::Type *ExprLowering::typeOf(const clang::Expr *e) {
  return body.ir.withoutConst(body.unit.types.lower(e->getType()));
}

namespace {

/// What only wraps another expression.
const clang::Expr *unwrap(const clang::Expr *e, Models &models) {
  if (const clang::Expr *inside = insideBraces(e))
    return inside;
  if (const auto *paren = dyn_cast<clang::ParenExpr>(e))
    return paren->getSubExpr();
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    return full->getSubExpr();
  if (const auto *substituted = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return substituted->getReplacement();
  if (const auto *argument = dyn_cast<clang::CXXDefaultArgExpr>(e))
    return argument->getExpr();
  if (const auto *init = dyn_cast<clang::CXXDefaultInitExpr>(e))
    return init->getExpr();
  if (const auto *selection = dyn_cast<clang::GenericSelectionExpr>(e))
    return selection->getResultExpr();
  if (const auto *rewritten = dyn_cast<clang::CXXRewrittenBinaryOperator>(e)) {
    if (!clang::BinaryOperator::isEqualityOp(rewritten->getOperator()))
      refuse(DiagId::three_way_order, rewritten->getOperatorLoc());
    return rewritten->getSemanticForm();
  }
  if (const auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return bound->getSubExpr();
  if (const auto *literal = dyn_cast<clang::CompoundLiteralExpr>(e); literal && literal->isPRValue())
    return literal->getInitializer();
  if (const auto *materialized = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return needsDestruction(e->getType(), models) ? nullptr : materialized->getSubExpr();
  return nullptr;
}

[[noreturn]] void refuseUnknown(const clang::Expr *e) {
  clang::SourceLocation where = e->getExprLoc();
  if (clang::isa<clang::AddrLabelExpr>(e))
    refuse(DiagId::label_address, where);
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(e); binary && binary->getOpcode() == clang::BO_Cmp)
    refuse(DiagId::three_way, where);
  if (clang::isa<clang::VAArgExpr>(e))
    refuse(DiagId::va_arg, where);
  if (clang::isa<clang::AtomicExpr>(e))
    refuse(DiagId::atomic_operation, where);
  if (clang::isa<clang::CoroutineSuspendExpr>(e))
    refuse(DiagId::coroutine, where);
  refuse(DiagId::expression, where);
}

} // namespace

const ir::Expr *ExprLowering::value(const clang::Expr *e) {
  const clang::Expr *written = e;
  e = body.unit.modelled(e);
  if (e->getType()->isVoidType() && !written->getType()->isVoidType()) // the model gives nothing
    refuse(DiagId::expression, written->getExprLoc());
  if (const ir::Expr *constant = literal(body, e))
    return constant;
  if (body.opaques.concerns(e))
    return body.ir.load(body.opaques.place(e));
  if (const clang::Expr *inner = unwrap(e, body.unit.models))
    return value(inner);
  if (const auto *conversion = dyn_cast<clang::CastExpr>(e))
    return body.casts.value(conversion);
  if (const auto *conditional = dyn_cast<clang::ConditionalOperator>(e))
    return choose(conditional, typeOf(e), [this](const clang::Expr *arm) { return value(arm); });
  if (const auto *conditional = dyn_cast<clang::BinaryConditionalOperator>(e))
    return chooseItself(conditional);
  if (const auto *ref = dyn_cast<clang::DeclRefExpr>(e))
    return name(ref);
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e))
    return binary(op);
  if (const auto *op = dyn_cast<clang::UnaryOperator>(e))
    return unary(op);
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return body.calls.value(call);
  if (e->isGLValue())
    return body.ir.load(body.places.place(e));
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return constructed(construct);
  if (const auto *list = dyn_cast<clang::InitListExpr>(e))
    return initList(list);
  if (clang::isa<clang::CXXParenListInitExpr>(e))
    return body.ir.load(body.places.materialize(e, "object"));
  if (clang::isa<clang::LambdaExpr>(e))
    return body.ir.load(body.places.materialize(e, "lambda"));
  if (const auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e))
    return body.ir.load(body.inits.opaque(opaque));
  if (clang::isa<clang::CXXThisExpr>(e))
    return thisPointer(e);
  if (clang::isa<clang::ArrayInitIndexExpr>(e))
    return body.inits.position();
  if (clang::isa<clang::CXXScalarValueInitExpr>(e) || clang::isa<clang::ImplicitValueInitExpr>(e))
    return typeOf(e)->isScalar() ? body.ir.zero(typeOf(e)) : body.ir.load(body.places.materialize(e, "zero"));
  if (const auto *allocation = dyn_cast<clang::CXXNewExpr>(e))
    return body.memory.value(allocation);
  if (const auto *block = dyn_cast<clang::StmtExpr>(e))
    return lastValue(block);
  refuseUnknown(e);
}

/// `({ double t = x * x; t + 1; })`
const ir::Expr *ExprLowering::lastValue(const clang::StmtExpr *e) {
  const clang::CompoundStmt *block = e->getSubStmt();
  const auto *last = block->body_empty() ? nullptr : dyn_cast<clang::Expr>(block->body_back());
  const bool isNumber = last && !e->getType()->isRecordType();
  if (!isNumber && !e->getType()->isVoidType())
    refuse(DiagId::statement_expression, e->getExprLoc());
  const ir::Expr *value = nullptr;
  body.lifetimes.inScope(Lifetimes::ScopeKind::Block, block, [&] {
    for (const clang::Stmt *child : block->body())
      if (child != last)
        body.stmts.lower(child);
    if (last && e->getType()->isVoidType())
      body.fullExpression(last, [&] { effect(last); });
    else if (last)
      value = body.save(body.fullValue(last), "value", last->getExprLoc());
  });
  return value ? value : body.ir.intLiteral(0);
}

const ir::Expr *ExprLowering::thisPointer(const clang::Expr *e) {
  const ir::Expr *pointer = body.ir.addressOf(body.object);
  const ir::Type *type = typeOf(e);
  bool addsConst = type->element == body.ir.withConst(pointer->type->element);
  return addsConst ? body.ir.cast(ir::CastExpr::Form::Implicit, pointer, type) : pointer;
}

/// In an assignment of objects that Clang has written: of a member that is no part of the record.
bool ExprLowering::assignsLeftOut(const clang::Expr *e) const {
  if (!body.definition->isDefaulted())
    return false;
  const clang::Expr *left = nullptr;
  if (const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e->IgnoreImplicit()); op && op->isAssignmentOp())
    left = op->getArg(0);
  else if (const auto *call = dyn_cast<clang::CXXMemberCallExpr>(e->IgnoreImplicit()))
    left = call->getImplicitObjectArgument();
  const auto *member = left ? dyn_cast<clang::MemberExpr>(left->IgnoreParenImpCasts()) : nullptr;
  const auto *field = member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && body.unit.types.isLeftOut(field);
}

/// Does it count in a variable that generated code cannot name?
bool ExprLowering::countsUnseen(const clang::Expr *e) const {
  const clang::VarDecl *counter = countedBy(e);
  if (!counter)
    return false;
  return counter->isStaticLocal() ? isOnlyCounted(counter, body.definition->getBody())
                                    : !body.unit.canName(counter) && !body.unit.canReachStatic(counter);
}

void ExprLowering::effect(const clang::Expr *e) {
  e = body.unit.modelledEffect(e->IgnoreParens());
  if (assignsLeftOut(e))
    return;
  if (body.opaques.concerns(e))
    return body.opaques.effect(e);
  if (countsUnseen(e))
    return;
  if (e->getType()->isRecordType() && e->isPRValue() && needsDestruction(e->getType(), body.unit.models))
    return body.beginTemporary(body.places.materialize(e, "unused"), e);
  if (const clang::Expr *inner = unwrap(e, body.unit.models))
    return effect(inner);
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e)) {
    if (op->isAssignmentOp())
      return void(assignment(op));
    if (op->isLogicalOp())
      return body.knownOfNull(op) ? void() : shortCircuitEffect(op);
    effect(op->getLHS());
    return effect(op->getRHS());
  }
  if (const auto *op = dyn_cast<clang::UnaryOperator>(e))
    return op->isIncrementDecrementOp() ? void(increment(op)) : effect(op->getSubExpr());
  if (const auto *conditional = dyn_cast<clang::ConditionalOperator>(e))
    return chooseEffect(conditional);
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return body.calls.effect(call);
  if (const auto *deletion = dyn_cast<clang::CXXDeleteExpr>(e))
    return body.memory.release(deletion);
  if (const auto *exit = dyn_cast<clang::CXXThrowExpr>(e))
    return body.exceptions.areCaught() || !exit->getSubExpr() ? body.exceptions.raise(exit) : lowerThrow(body, exit);
  if (const auto *conversion = dyn_cast<clang::CastExpr>(e))
    return effect(conversion->getSubExpr());
  if (hasEffects(e) || !clang::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(e))
    value(e);
}

namespace {
bool isNameableMember(const clang::VarDecl *variable) {
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(variable->getDeclContext());
  return isAccessible(variable) && (!owner || isNameable(typeOf(variable->getASTContext(), owner)));
}
} // namespace

const ir::Expr *ExprLowering::functionReference(const clang::FunctionDecl *target, const ir::Type *type) {
  if (const clang::CXXMethodDecl *lambda = memberFunction(target)) {
    const ir::Expr *reference = body.unit.lambdaReference(lambda, type);
    if (!reference)
      refuse(DiagId::call_indirect, lambda->getLocation());
    return reference;
  }
  return body.unit.functionReference(target, type);
}

const ir::Expr *ExprLowering::name(const clang::DeclRefExpr *e) {
  if (const auto *constant = dyn_cast<clang::EnumConstantDecl>(e->getDecl())) {
    bool isNamed = isNameableEnum(clang::cast<clang::EnumDecl>(constant->getDeclContext()));
    ir::Constant value = constantOf(constant->getInitVal());
    return isNamed ? body.ir.named(body.unit.names.of(constant), typeOf(e), value)
                   : body.ir.numeral(value, "", typeOf(e));
  }
  if (const auto *function = dyn_cast<clang::FunctionDecl>(e->getDecl())) {
    const ir::Type *type = body.ir.pointerTo(body.unit.types.lower(function->getType()));
    return body.unit.functionReference(function, type);
  }
  const auto *variable = dyn_cast<clang::VarDecl>(e->getDecl());
  if (!variable || body.captured(variable))
    return body.ir.load(body.places.place(e));
  if (const clang::FunctionDecl *target =
          variable->getType()->isFunctionPointerType() ? body.knownFunction(e) : nullptr)
    return functionReference(target, typeOf(e));
  if (const ir::Expr *constant = constantVariable(variable))
    return constant;
  if (const clang::Expr *address = constantAddress(variable);
      address && variable->getType()->isPointerType() && ir::reachesFloating(typeOf(e)))
    return value(address);
  return body.ir.load(body.places.place(e));
}

/// A constant of the file that is no floating-point number keeps its name, as a literal. One of a class that
/// generated code cannot name, or of the function around a lambda, is its value.
const ir::Expr *ExprLowering::constantVariable(const clang::VarDecl *variable) {
  const clang::VarDecl *definition = nullptr;
  const clang::Expr *init = variable->getAnyInitializer(definition);
  bool isHidden = variable->hasGlobalStorage()
                      ? !variable->isStaticLocal() && (!isNameableMember(variable) || isOfModels(variable))
                      : !body.isDeclared(variable);
  bool isUsable = init && (variable->getType().isConstQualified() || variable->isConstexpr()) &&
                  variable->getType()->isArithmeticType();
  if (isHidden && isUsable && variable->getType()->isBooleanType() && variable->isUsableInConstantExpressions(body.ast))
    if (const clang::APValue *known = definition->evaluateValue())
      return body.ir.truth(known->getInt().getBoolValue());
  if (isHidden && isUsable)
    return body.ir.cast(ir::CastExpr::Form::Implicit, value(init),
                        body.ir.withoutConst(body.unit.types.lower(variable->getType())));
  bool isConstant = variable->hasGlobalStorage() && !variable->isStaticLocal() &&
                    variable->getType()->isIntegralOrEnumerationType() &&
                    variable->isUsableInConstantExpressions(body.ast);
  if (!isConstant)
    return nullptr;
  return body.ir.named(body.unit.names.of(variable), body.ir.withoutConst(body.unit.types.lower(variable->getType())),
                       constantOf(definition));
}

// ------------------------------------------------------- unary operators

const ir::Expr *ExprLowering::unary(const clang::UnaryOperator *e) {
  switch (e->getOpcode()) {
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return postfix(e);
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return body.ir.load(increment(e));
  case clang::UO_AddrOf:
    return addressOf(e);
  case clang::UO_Deref:
    return body.ir.load(body.places.place(e));
  case clang::UO_Plus:
  case clang::UO_Extension:
    return value(e->getSubExpr());
  case clang::UO_Minus:
    return body.ir.unary(ir::UnaryOp::Minus, value(e->getSubExpr()));
  case clang::UO_Not:
    return body.ir.unary(ir::UnaryOp::BitNot, value(e->getSubExpr()));
  case clang::UO_LNot:
    return body.ir.unary(ir::UnaryOp::Not, value(e->getSubExpr()));
  case clang::UO_Real:
  case clang::UO_Imag:
  case clang::UO_Coawait:
    refuseUnknown(e);
  }
  refuseUnknown(e);
}

const ir::Expr *ExprLowering::addressOf(const clang::UnaryOperator *e) {
  if (e->getType()->isMemberPointerType()) // of a static member, it is a plain pointer
    return body.unit.memberNumber(clang::cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParens())->getDecl());
  if (const clang::FunctionDecl *function = body.knownFunction(e))
    return functionReference(function, typeOf(e));
  const ir::Place *place = body.places.place(e->getSubExpr());
  if (TextLowering::isText(place->type))
    refuse(DiagId::pointer_to_text, e->getExprLoc());
  return body.ir.addressOf(place);
}

// ---------------------------------------------------- pointers to members

const ir::Function *ExprLowering::memberDispatcher(const clang::BinaryOperator *e) {
  clang::QualType object = e->getLHS()->getType();
  if (e->getOpcode() == clang::BO_PtrMemI)
    object = object->getPointeeType();
  body.unit.types.require(object, e->getExprLoc());
  const auto *type = e->getRHS()->getType()->castAs<clang::MemberPointerType>();
  const ir::Function *dispatcher = body.unit.dispatcher(type, object.isConstQualified());
  if (!dispatcher)
    refuse(DiagId::call_indirect, e->getExprLoc());
  return dispatcher;
}

std::vector<const ir::Expr *> ExprLowering::memberAndObject(const clang::Expr *pointer, const clang::Expr *object,
                                                            const ir::Function *dispatcher) {
  const ir::Expr *address = object->getType()->isPointerType() ? value(object)
                                                               : body.ir.addressOf(body.places.place(object));
  address = body.keep(address, pointer, "object");
  const ir::Type *self = body.ir.pointerTo(dispatcher->params[1]->type->element);
  return {value(pointer), body.ir.cast(ir::CastExpr::Form::Implicit, address, self)};
}

const ir::Place *ExprLowering::memberBehindPointer(const clang::BinaryOperator *e) {
  const ir::Function *dispatcher = memberDispatcher(e);
  std::vector<const ir::Expr *> args = memberAndObject(e->getRHS(), e->getLHS(), dispatcher);
  const ir::Variable *member = body.temporary("member", dispatcher->returnType, e->getExprLoc());
  body.emit<ir::CallStmt>(e->getExprLoc(), body.ir.make<ir::VarPlace>(member), true, dispatcher, std::move(args));
  return body.ir.place(member);
}

namespace {
/// A local scalar that is named directly.
const clang::VarDecl *namedVariable(const clang::Expr *e) {
  const auto *ref = dyn_cast<clang::DeclRefExpr>(e->IgnoreParens());
  return ref ? dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}
} // namespace

const ir::Expr *ExprLowering::postfix(const clang::UnaryOperator *e) {
  const ir::Place *place = body.places.place(e->getSubExpr());
  const clang::VarDecl *variable = namedVariable(e->getSubExpr());
  auto step = [this, e, place] { body.assign(place, incremented(e, place), e->getExprLoc()); };
  if (variable && body.defer(variable, step))
    return body.ir.load(place);
  const ir::Expr *old =
      body.save(body.ir.load(place), variable ? variable->getNameAsString() + "_old" : "old", e->getExprLoc());
  step();
  return old;
}

const ir::Expr *ExprLowering::incremented(const clang::UnaryOperator *e, const ir::Place *place) {
  const ir::Expr *old = body.ir.load(place);
  const ir::Type *type = old->type;
  ir::BinaryOp op = e->isIncrementOp() ? ir::BinaryOp::Add : ir::BinaryOp::Sub;
  if (type->isPointer())
    return body.ir.binary(op, old, body.arrays.scaled(body.ir.intLiteral(1), e->getType(), e->getExprLoc()));
  bool isPromoted = type->isIntegral() && type->bits < 32;
  const ir::Type *computed = isPromoted ? body.ir.intType() : type;
  auto implicit = ir::CastExpr::Form::Implicit;
  const ir::Expr *sum = body.ir.binary(op, body.ir.cast(implicit, old, computed), body.ir.literal(1, computed));
  return body.ir.cast(implicit, sum, type);
}

const ir::Place *ExprLowering::increment(const clang::UnaryOperator *e) {
  const ir::Place *place = body.places.place(e->getSubExpr());
  body.assign(place, incremented(e, place), e->getExprLoc());
  return place;
}

// ------------------------------------------------------ binary operators

namespace {

ir::BinaryOp operatorOf(clang::BinaryOperatorKind op) {
  switch (op) {
  // clang-format off
  case clang::BO_Mul: case clang::BO_MulAssign: return ir::BinaryOp::Mul;
  case clang::BO_Div: case clang::BO_DivAssign: return ir::BinaryOp::Div;
  case clang::BO_Rem: case clang::BO_RemAssign: return ir::BinaryOp::Rem;
  case clang::BO_Add: case clang::BO_AddAssign: return ir::BinaryOp::Add;
  case clang::BO_Sub: case clang::BO_SubAssign: return ir::BinaryOp::Sub;
  case clang::BO_Shl: case clang::BO_ShlAssign: return ir::BinaryOp::Shl;
  case clang::BO_Shr: case clang::BO_ShrAssign: return ir::BinaryOp::Shr;
  case clang::BO_And: case clang::BO_AndAssign: return ir::BinaryOp::BitAnd;
  case clang::BO_Or: case clang::BO_OrAssign: return ir::BinaryOp::BitOr;
  case clang::BO_Xor: case clang::BO_XorAssign: return ir::BinaryOp::BitXor;
  case clang::BO_LT: return ir::BinaryOp::Less;
  case clang::BO_LE: return ir::BinaryOp::LessEq;
  case clang::BO_GT: return ir::BinaryOp::Greater;
  case clang::BO_GE: return ir::BinaryOp::GreaterEq;
  case clang::BO_EQ: return ir::BinaryOp::Equal;
  case clang::BO_NE: return ir::BinaryOp::NotEqual;
  case clang::BO_LAnd: return ir::BinaryOp::And;
  case clang::BO_LOr: return ir::BinaryOp::Or;
  // clang-format on
  case clang::BO_PtrMemD:
  case clang::BO_PtrMemI:
  case clang::BO_Cmp:
  case clang::BO_Assign:
  case clang::BO_Comma:
    break;
  }
  llvm_unreachable("not an arithmetic operator");
}

} // namespace

const ir::Expr *ExprLowering::arithmetic(clang::BinaryOperatorKind op, const ir::Expr *left, const ir::Expr *right,
                                         const ir::Type *type) {
  if (right->type->isPointer() && left->type->isIntegral())
    std::swap(left, right); // i + p
  const ir::Expr *result = body.ir.binary(operatorOf(op), left, right);
  return body.ir.cast(ir::CastExpr::Form::Implicit, result, type);
}

namespace {
/// A function, and the null pointer?
bool areFunctionAndNull(const ir::Expr *function, const ir::Expr *null) {
  return ir::isNull(null) && llvm::isa<ir::FunctionRefExpr>(ir::withoutCasts(function));
}
} // namespace

const ir::Expr *ExprLowering::binary(const clang::BinaryOperator *e) {
  if (e->isAssignmentOp())
    return body.ir.load(assignment(e));
  if (e->getOpcode() == clang::BO_Comma) {
    effect(e->getLHS());
    return value(e->getRHS());
  }
  if (const std::optional<bool> known = e->isLogicalOp() ? body.knownOfNull(e) : std::nullopt)
    return body.ir.truth(*known);
  if (e->isLogicalOp())
    return shortCircuit(e);
  if (e->isPtrMemOp())
    return body.ir.load(body.places.place(e));
  if (e->getOpcode() == clang::BO_Cmp)
    refuseUnknown(e);
  if (const ir::Expr *compared = body.untyped.comparison(e))
    return compared;
  const ir::Expr *left = body.keep(value(e->getLHS()), e->getRHS(), "left");
  const ir::Expr *right = value(e->getRHS());
  if (areFunctionAndNull(left, right) || areFunctionAndNull(right, left))
    return body.ir.literal(e->getOpcode() == clang::BO_NE, typeOf(e));
  return e->isAdditiveOp() ? additive(e, left, right) : arithmetic(e->getOpcode(), left, right, typeOf(e));
}

/// Also of pointers to rows of variable length.
const ir::Expr *ExprLowering::additive(const clang::BinaryOperator *e, const ir::Expr *left, const ir::Expr *right) {
  const clang::SourceLocation where = e->getExprLoc();
  const clang::QualType leftType = e->getLHS()->getType(), rightType = e->getRHS()->getType();
  if (leftType->isPointerType() && rightType->isPointerType())
    return body.arrays.unscaled(arithmetic(e->getOpcode(), left, right, typeOf(e)), leftType, where);
  left = body.arrays.scaled(left, rightType, where);
  right = body.arrays.scaled(right, leftType, where);
  return arithmetic(e->getOpcode(), left, right, typeOf(e));
}

const ir::Expr *ExprLowering::shortCircuit(const clang::BinaryOperator *e) {
  const ir::Expr *left = value(e->getLHS());
  const ir::Expr *right = nullptr;
  ir::StmtList effects = body.collect([&] { right = body.partValue(e->getRHS(), [&] { return value(e->getRHS()); }); });
  if (effects.empty())
    return arithmetic(e->getOpcode(), left, right, typeOf(e));
  const ir::Variable *result = body.temporary("condition", body.ir.boolType(), e->getExprLoc());
  body.emit<ir::DeclareStmt>(e->getExprLoc(), result, left);
  auto *store = body.ir.make<ir::AssignStmt>(body.ir.place(result), right);
  store->location = locationOf(e->getExprLoc());
  effects.push_back(store);
  const ir::Expr *proceed = body.ir.load(result);
  if (e->getOpcode() == clang::BO_LOr)
    proceed = body.ir.unary(ir::UnaryOp::Not, proceed);
  body.emit<ir::IfStmt>(e->getExprLoc(), proceed, std::move(effects), ir::StmtList());
  return body.ir.load(result);
}

void ExprLowering::shortCircuitEffect(const clang::BinaryOperator *e) {
  const ir::Expr *condition = value(e->getLHS());
  ir::StmtList effects = body.collect([&] { partEffect(e->getRHS()); });
  if (effects.empty())
    return;
  if (e->getOpcode() == clang::BO_LOr)
    condition = body.ir.unary(ir::UnaryOp::Not, condition);
  body.emit<ir::IfStmt>(e->getExprLoc(), condition, std::move(effects), ir::StmtList());
}

// ---------------------------------------------------- the conditional operator

/// The value of an arm that throws is null.
const ir::Expr *ExprLowering::choose(const clang::AbstractConditionalOperator *e, const ir::Type *type,
                                     const std::function<const ir::Expr *(const clang::Expr *)> &lowerArm) {
  if (const std::optional<bool> known = body.knownOfNull(e->getCond()))
    return lowerArm(*known ? e->getTrueExpr() : e->getFalseExpr());
  const ir::Expr *condition = value(e->getCond());
  const ir::Expr *yes = nullptr, *no = nullptr;
  auto arm = [&](const clang::Expr *part) -> const ir::Expr * {
    if (!clang::isa<clang::CXXThrowExpr>(part->IgnoreParenImpCasts()))
      return body.partValue(part, [&] { return lowerArm(part); });
    partEffect(part);
    return nullptr;
  };
  ir::StmtList yesEffects = body.collect([&] { yes = arm(e->getTrueExpr()); });
  ir::StmtList noEffects = body.collect([&] { no = arm(e->getFalseExpr()); });
  if (yesEffects.empty() && noEffects.empty() && type->isScalar())
    return body.ir.select(condition, yes, no, isOfModels(body.definition) ? Location() : locationOf(e->getExprLoc()));
  const ir::Variable *result = body.temporary("chosen", type, e->getExprLoc());
  body.emit<ir::DeclareStmt>(e->getExprLoc(), result, nullptr);
  auto store = [&](ir::StmtList &effects, const ir::Expr *arm, const clang::Expr *where) {
    if (!arm)
      return;
    auto *stmt = body.ir.make<ir::AssignStmt>(body.ir.place(result), arm);
    stmt->location = locationOf(where->getExprLoc());
    effects.push_back(stmt);
  };
  store(yesEffects, yes, e->getTrueExpr());
  store(noEffects, no, e->getFalseExpr());
  body.emit<ir::IfStmt>(e->getExprLoc(), condition, std::move(yesEffects), std::move(noEffects));
  return body.ir.load(result);
}

void ExprLowering::partEffect(const clang::Expr *e) {
  body.partValue(e, [&] {
    effect(e);
    return body.ir.intLiteral(0);
  });
}

/// `n ?: 3`, which names its condition once.
const ir::Expr *ExprLowering::chooseItself(const clang::BinaryConditionalOperator *e) {
  body.inits.bind(e->getOpaqueValue(), body.places.materialize(e->getCommon(), "value"));
  return choose(e, typeOf(e), [this](const clang::Expr *arm) { return value(arm); });
}

void ExprLowering::chooseEffect(const clang::ConditionalOperator *e) {
  const ir::Expr *condition = value(e->getCond());
  ir::StmtList yes = body.collect([&] { partEffect(e->getTrueExpr()); });
  // The macro stays.
  if (body.unit.comments.outermostMacro(e->getBeginLoc()) == "assert") {
    body.emit<ir::CallStmt>(e->getExprLoc(), nullptr, false, body.unit.assertion(),
                            std::vector<const ir::Expr *>{condition});
    return;
  }
  ir::StmtList no = body.collect([&] { partEffect(e->getFalseExpr()); });
  if (yes.empty() && no.empty())
    return;
  if (yes.empty()) {
    condition = body.ir.unary(ir::UnaryOp::Not, condition);
    std::swap(yes, no);
  }
  body.emit<ir::IfStmt>(e->getExprLoc(), condition, std::move(yes), std::move(no));
}

// ------------------------------------------------------------ assignment

const ir::Place *ExprLowering::assignment(const clang::BinaryOperator *e) {
  if (const auto *compound = dyn_cast<clang::CompoundAssignOperator>(e))
    return compoundAssignment(compound);
  return simpleAssignment(e);
}

/// The right operand is evaluated first.
const ir::Place *ExprLowering::simpleAssignment(const clang::BinaryOperator *e) {
  if (const ir::Place *place = body.untyped.assignment(e))
    return place;
  if (!hasEffects(e->getLHS())) {
    if (const ir::Place *place = body.memory.allocateInto(e->getLHS(), e->getRHS()))
      return place;
    if (const ir::Place *place = body.calls.assignResult(e->getLHS(), e->getRHS()))
      return place;
  }
  const ir::Expr *right = body.keep(value(e->getRHS()), e->getLHS());
  const ir::Place *place = body.places.place(e->getLHS());
  body.assign(place, right, e->getExprLoc());
  return place;
}

const ir::Place *ExprLowering::compoundAssignment(const clang::CompoundAssignOperator *e) {
  const ir::Expr *right = body.keep(value(e->getRHS()), e->getLHS());
  const ir::Place *place = body.places.place(e->getLHS());
  right = body.arrays.scaled(right, e->getLHS()->getType(), e->getExprLoc());
  auto implicit = ir::CastExpr::Form::Implicit;
  const ir::Type *computed = body.ir.withoutConst(body.unit.types.lower(e->getComputationLHSType()));
  const ir::Type *resultType = body.ir.withoutConst(body.unit.types.lower(e->getComputationResultType()));
  const ir::Expr *left = body.ir.cast(implicit, body.ir.load(place), computed);
  const ir::Expr *result = arithmetic(e->getOpcode(), left, right, resultType);
  body.assign(place, body.ir.cast(implicit, result, typeOf(e->getLHS())), e->getExprLoc());
  return place;
}

// --------------------------------------------------------------- objects

const ir::Expr *ExprLowering::initList(const clang::InitListExpr *e) {
  if (typeOf(e)->isScalar())
    return e->getNumInits() == 0 ? body.ir.zero(typeOf(e)) : value(e->getInit(0));
  return body.ir.load(body.places.materialize(e, "object"));
}

const ir::Expr *ExprLowering::constructed(const clang::CXXConstructExpr *e) {
  if (body.inits.isWholeCopy(e))
    return value(e->getArg(0));
  return body.ir.load(body.places.materialize(e, "object"));
}

} // namespace adjoint::frontend
