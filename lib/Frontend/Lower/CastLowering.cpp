// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/CastLowering.h"

#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

ir::CastExpr::Form formOf(const clang::CastExpr *e) {
  if (clang::isa<clang::CXXConstCastExpr>(e))
    return ir::CastExpr::Form::Const;
  const auto *implicit = dyn_cast<clang::ImplicitCastExpr>(e);
  bool isImplicit = implicit && !implicit->isPartOfExplicitCast();
  return isImplicit ? ir::CastExpr::Form::Implicit : ir::CastExpr::Form::Explicit;
}

/// Does the conversion take away a const that it points to?
bool dropsConst(const ir::Type *from, const ir::Type *to) {
  while (from->isPointer() && to->isPointer()) {
    from = from->element, to = to->element;
    if (from->isConst && !to->isConst)
      return true;
  }
  return false;
}

/// Do the pointers lead to objects of one type, const or not?
bool leadToSame(ir::Context &ir, const ir::Type *from, const ir::Type *to) {
  return from->isPointer() && to->isPointer() && ir.withoutConst(from->element) == ir.withoutConst(to->element);
}

} // namespace

/// An object that is not looked into has no part that is its base: its own address serves.
const ir::Expr *CastLowering::pointerToBase(const clang::CastExpr *e) {
  const ir::Expr *base = body.ir.addressOf(body.objects.asBase(body.ir.deref(body.exprs.value(e->getSubExpr())), e));
  const ir::Type *type = body.ir.withoutConst(body.exprs.typeOf(e));
  return ir::isOpaque(type->element) ? body.ir.cast(ir::CastExpr::Form::Implicit, base, type) : base;
}

const ir::Expr *CastLowering::value(const clang::CastExpr *e) {
  switch (e->getCastKind()) {
  case clang::CK_LValueToRValue:
    return loaded(e);
  case clang::CK_NoOp:
  case clang::CK_IntegralCast:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_PointerToBoolean:
    return converted(e);
  case clang::CK_ConstructorConversion:
    return body.exprs.value(e->getSubExpr());
  case clang::CK_NullToPointer:
    return body.ir.null(body.exprs.typeOf(e));
  case clang::CK_NullToMemberPointer:
    return body.ir.intLiteral(0);
  case clang::CK_MemberPointerToBoolean:
    return body.ir.binary(ir::BinaryOp::NotEqual, body.exprs.value(e->getSubExpr()), body.ir.intLiteral(0));
  case clang::CK_BaseToDerivedMemberPointer:
  case clang::CK_DerivedToBaseMemberPointer:
    return body.exprs.value(e->getSubExpr());
  case clang::CK_ArrayToPointerDecay:
    return decayed(e);
  case clang::CK_FunctionToPointerDecay:
    return functionPointer(e);
  case clang::CK_BitCast:
    return pointerCast(e);
  case clang::CK_ToVoid:
    body.exprs.effect(e->getSubExpr());
    return body.ir.intLiteral(0);
  case clang::CK_LValueBitCast:
  case clang::CK_LValueToRValueBitCast:
    refuse(DiagId::object_as_another, e->getExprLoc());
  case clang::CK_PointerToIntegral:
    return body.ir.cast(ir::CastExpr::Form::Address, body.untyped.valueOfAny(e->getSubExpr()),
                        body.ir.withoutConst(body.exprs.typeOf(e)));
  case clang::CK_IntegralToPointer:
    return mark(e);
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase:
    if (e->isGLValue())
      return body.ir.load(body.places.place(e));
    return pointerToBase(e);
  case clang::CK_BaseToDerived:
    return e->isGLValue() ? body.ir.load(body.places.place(e)) : derived(e);
  case clang::CK_Dynamic:
    return dynamic(e);
  case clang::CK_UserDefinedConversion:
    if (const clang::FunctionDecl *target = body.knownFunction(e))
      return body.exprs.functionReference(target, body.exprs.typeOf(e));
    return body.exprs.value(e->getSubExpr());
  default:
    refuse(DiagId::conversion, e->getExprLoc());
  }
}

/// The value of an lvalue. Of a conditional one, the value of the conditional.
const ir::Expr *CastLowering::loaded(const clang::CastExpr *e) { return body.exprs.value(e->getSubExpr()); }

const ir::Expr *CastLowering::sameTarget(const ir::Expr *pointer, const ir::Type *type) {
  return body.ir.cast(dropsConst(pointer->type, type) ? ir::CastExpr::Form::Const : ir::CastExpr::Form::Implicit, pointer, type);
}

const ir::Expr *CastLowering::converted(const clang::CastExpr *e) {
  const bool isTest = e->getCastKind() == clang::CK_PointerToBoolean;
  const ir::Expr *operand = isTest ? body.untyped.valueOfAny(e->getSubExpr()) : body.exprs.value(e->getSubExpr());
  const ir::Type *type = body.exprs.typeOf(e);
  if (!type->isScalar())
    return operand; // a record, whose constness alone changes
  ir::CastExpr::Form form = formOf(e);
  if (form == ir::CastExpr::Form::Explicit && dropsConst(operand->type, type))
    form = ir::CastExpr::Form::Const;
  if (type->isPointer() && form == ir::CastExpr::Form::Explicit)
    form = ir::CastExpr::Form::Implicit;
  if (e->getCastKind() == clang::CK_PointerToBoolean && llvm::isa<ir::FunctionRefExpr>(operand))
    return body.ir.literal(true, type);
  return body.ir.cast(form, operand, type);
}

bool CastLowering::isNull(const clang::CastExpr *e) const {
  const clang::CXXRecordDecl *target = e->getType()->getPointeeCXXRecordDecl(), *from = e->getSubExpr()->getType()->getPointeeCXXRecordDecl();
  if (e->getCastKind() != clang::CK_Dynamic || !target || !from || !from->hasDefinition())
    return false;
  return llvm::none_of(body.unit.types.classes().classesOf(from), [&](const clang::CXXRecordDecl *one) {
    return clang::declaresSameEntity(one, target) || one->isDerivedFrom(target);
  });
}

/// `&object`, `this`: no null pointer.
static bool isOfObject(const clang::Expr *pointer) {
  const clang::Expr *e = pointer->IgnoreParenImpCasts();
  const auto *address = llvm::dyn_cast<clang::UnaryOperator>(e);
  return llvm::isa<clang::CXXThisExpr>(e) || (address && address->getOpcode() == clang::UO_AddrOf);
}

/// `dynamic_cast<Circle *>(p)`: p, where the object is a circle.
const ir::Expr *CastLowering::dynamic(const clang::CastExpr *e) {
  const clang::CXXRecordDecl *target = e->getType()->getPointeeCXXRecordDecl();
  if (!e->getType()->isPointerType() || !target)
    refuse(DiagId::dynamic_cast_kind, e->getExprLoc());
  const ir::Type *type = body.exprs.typeOf(e);
  const ir::Expr *pointer = body.save(body.exprs.value(e->getSubExpr()), "object", e->getExprLoc());
  if (isNull(e))
    return body.ir.zero(type);
  if (!isSameRecord(pointer->type->element, e->getType()->getPointeeType()))
    refuseDowncast(e);
  const ir::Expr *isTarget = body.objects.isOfClass(body.ir.deref(pointer), target);
  if (!isOfObject(e->getSubExpr()))
    isTarget = body.ir.binary(ir::BinaryOp::And, body.ir.binary(ir::BinaryOp::NotEqual, pointer, body.ir.zero(pointer->type)), isTarget);
  return body.ir.select(isTarget, body.ir.cast(ir::CastExpr::Form::Implicit, pointer, type), body.ir.zero(type));
}

bool CastLowering::isSameRecord(const ir::Type *from, clang::QualType to) {
  return from->isRecord() && body.unit.types.lower(to)->record == from->record;
}

const ir::Place *CastLowering::refuseDowncast(const clang::CastExpr *e) {
  refuse(DiagId::downcast, e->getExprLoc());
}

const ir::Expr *CastLowering::derived(const clang::CastExpr *e) {
  const ir::Expr *pointer = body.exprs.value(e->getSubExpr());
  if (!isSameRecord(pointer->type->element, e->getType()->getPointeeType()))
    refuseDowncast(e);
  return body.ir.cast(ir::CastExpr::Form::Implicit, pointer, body.exprs.typeOf(e));
}

namespace {
/// Is it a text between quotes, or a choice between such?
bool isText(const clang::Expr *e) {
  e = e->IgnoreParens();
  const auto *choice = dyn_cast<clang::ConditionalOperator>(e);
  return choice ? isText(choice->getTrueExpr()) && isText(choice->getFalseExpr()) : clang::isa<clang::StringLiteral>(e);
}
} // namespace

const ir::Expr *CastLowering::text(const clang::Expr *e, const ir::Type *type) {
  e = e->IgnoreParens();
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e))
    return body.exprs.choose(choice, type, [&](const clang::Expr *arm) { return text(arm, type); });
  std::string spelling;
  llvm::raw_string_ostream out(spelling);
  clang::cast<clang::StringLiteral>(e)->outputString(out);
  return body.ir.named(spelling, type);
}

const ir::Expr *CastLowering::decayed(const clang::CastExpr *e) {
  const clang::Expr *array = e->getSubExpr()->IgnoreParens();
  if (const auto *function = dyn_cast<clang::PredefinedExpr>(array))
    array = function->getFunctionName();
  if (isText(array))
    return text(array, body.exprs.typeOf(e));
  if (const ir::Expr *row = body.rows.row(array))
    return row;
  const ir::Place *place = body.places.place(array);
  const ir::Expr *first = array->getType()->isVariableArrayType() ? body.ir.addressOf(place) : body.ir.decay(place);
  return body.ir.cast(ir::CastExpr::Form::Implicit, first, body.exprs.typeOf(e));
}

const ir::Expr *CastLowering::functionPointer(const clang::CastExpr *e) {
  return functionPointer(e->getSubExpr(), body.exprs.typeOf(e));
}

/// `f`, `*p` or `c ? f : g`, as a pointer.
const ir::Expr *CastLowering::functionPointer(const clang::Expr *e, const ir::Type *type) {
  e = e->IgnoreParens();
  if (const clang::FunctionDecl *function = body.knownFunction(e))
    return body.unit.functionReference(function, type);
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(e); unary && unary->getOpcode() == clang::UO_Deref)
    return body.exprs.value(unary->getSubExpr());
  const auto *choice = dyn_cast<clang::ConditionalOperator>(e);
  if (!choice)
    refuse(DiagId::call_indirect, e->getExprLoc());
  return body.exprs.choose(choice, type, [&](const clang::Expr *arm) { return functionPointer(arm, type); });
}

/// (void *)1: a pointer that leads nowhere, and differs from all others.
const ir::Expr *CastLowering::mark(const clang::CastExpr *e) {
  clang::Expr::EvalResult number;
  if (!e->getType()->isVoidPointerType() || !e->getSubExpr()->EvaluateAsInt(number, body.ast))
    refuse(DiagId::integer_to_pointer, e->getExprLoc());
  return body.ir.cast(ir::CastExpr::Form::Address, body.ir.intLiteral(number.Val.getInt().getExtValue()), body.exprs.typeOf(e));
}

/// Between pointers to different types. Where floating-point numbers are behind one of them,
/// their adjoints would be out of sight.
const ir::Expr *CastLowering::pointerCast(const clang::CastExpr *e) {
  if (const ir::Expr *allocated = body.memory.allocate(e))
    return allocated;
  body.memory.refuseReallocation(e->getSubExpr());
  const ir::Expr *operand = body.untyped.valueOfAny(e->getSubExpr());
  const ir::Type *type = body.exprs.typeOf(e);
  if (clang::isa<clang::ExplicitCastExpr>(e))
    body.arrays.measure(clang::cast<clang::ExplicitCastExpr>(e)->getTypeAsWritten(), e->getExprLoc());
  bool reaches = ir::reachesFloating(operand->type) || ir::reachesFloating(type);
  if (leadToSame(body.ir, operand->type, type)) // a pointer to void before, or rows of variable length
    return sameTarget(operand, type);
  if (reaches && !llvm::isa<ir::LiteralExpr>(operand))
    refuse(DiagId::pointer_conversion, e->getExprLoc(),
           {body.unit.types.spell(e->getSubExpr()->getType()->getPointeeType()),
            body.unit.types.spell(e->getType()->getPointeeType())});
  return body.ir.cast(formOf(e), operand, type);
}

} // namespace adjoint::frontend
