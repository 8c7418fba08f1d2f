// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/PlaceLowering.h"

#include "Frontend/Clang/Braces.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ConstantAddresses.h"
#include "Frontend/Facts/ReturnedTexts.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/Synonyms.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {
/// Is it somewhere in memory that somebody else may change? Not a variable, a part of one, or of the object.
bool isBehindVolatile(const clang::Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return member->getMemberDecl()->getType().isVolatileQualified() || isBehindVolatile(member->getBase());
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
    return !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() || isBehindVolatile(element->getBase());
  const auto *name = dyn_cast<clang::DeclRefExpr>(e);
  const auto *variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return !(variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType()) && !clang::isa<clang::CXXThisExpr>(e);
}
} // namespace

const ir::Place *PlaceLowering::place(const clang::Expr *e) {
  e = body.unit.modelled(e);
  if (!e->isGLValue())
    return materialize(e, "value");
  if (e->getType().isVolatileQualified() && e->getType()->isFloatingType() && isBehindVolatile(e))
    refuse(DiagId::volatile_access, e->getExprLoc());
  if (body.opaques.concerns(e))
    return body.opaques.place(e);
  if (const clang::Expr *inside = insideBraces(e))
    return place(inside);
  if (const auto *paren = dyn_cast<clang::ParenExpr>(e))
    return place(paren->getSubExpr());
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    return place(full->getSubExpr());
  if (const auto *substituted = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return place(substituted->getReplacement());
  if (const auto *materialized = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return temporary(materialized, "value");
  if (clang::isa<clang::StringLiteral>(e)) // for a reference to the array
    return materialize(e, "characters");
  if (const auto *init = dyn_cast<clang::CXXDefaultInitExpr>(e))
    return place(init->getExpr());
  if (const auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e))
    return body.inits.opaque(opaque);
  if (const auto *argument = dyn_cast<clang::CXXDefaultArgExpr>(e))
    return place(argument->getExpr());
  if (const auto *ref = dyn_cast<clang::DeclRefExpr>(e))
    return name(ref);
  if (const auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(e))
    return element(subscript);
  if (const auto *field = dyn_cast<clang::MemberExpr>(e))
    return member(field);
  if (const auto *conditional = dyn_cast<clang::ConditionalOperator>(e))
    return choice(conditional);
  if (const auto *op = dyn_cast<clang::UnaryOperator>(e))
    return unary(op);
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e))
    return binary(op);
  if (const auto *conversion = dyn_cast<clang::CastExpr>(e))
    return cast(conversion);
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return body.calls.place(call);
  if (const auto *literal = dyn_cast<clang::CompoundLiteralExpr>(e); literal && !literal->isFileScope())
    return materialize(literal->getInitializer(), "literal");
  refuse(DiagId::expression, e->getExprLoc());
}

const ir::Expr *PlaceLowering::address(const clang::Expr *e, const ir::Type *element) {
  const ir::Place *target = place(e);
  if (TextLowering::isText(target->type) && !element->isConst)
    refuseReturnedText(e);
  if (TextLowering::isText(target->type) && !TextLowering::isText(element)) {
    if (!element->isConst)
      refuse(DiagId::text_changed_by_reference, e->getExprLoc());
    target = body.texts.asString(target, e->getExprLoc());
  }
  const ir::Expr *pointer = body.ir.addressOf(target);
  return body.ir.cast(ir::CastExpr::Form::Implicit, pointer, body.ir.pointerTo(element));
}

const ir::Place *PlaceLowering::keep(const ir::Place *place, const clang::Stmt *later) {
  Writes writes = writesOf(later);
  if (!writes.any || !body.mayChange(body.ir.addressOf(place), writes))
    return place;
  return body.ir.deref(body.save(body.ir.addressOf(place), "place", later->getBeginLoc()));
}

const ir::Place *PlaceLowering::temporary(const clang::MaterializeTemporaryExpr *e, const std::string &name) {
  const ir::Place *place = materialize(e->getSubExpr(), name);
  body.beginTemporary(place, e);
  return place;
}

const ir::Place *PlaceLowering::materialize(const clang::Expr *prvalue, const std::string &name) {
  const ir::Type *type = body.ir.withoutConst(body.unit.types.lower(prvalue->getType()));
  const ir::Variable *holder = body.temporary(name, type, prvalue->getExprLoc());
  body.inits.declare(holder, prvalue, prvalue->getExprLoc());
  return body.ir.place(holder);
}

const ir::Place *PlaceLowering::name(const clang::DeclRefExpr *e) {
  if (const ir::Place *part = body.captured(e->getDecl()))
    return part;
  if (const auto *binding = dyn_cast<clang::BindingDecl>(e->getDecl()))
    return bound(binding);
  const auto *variable = dyn_cast<clang::VarDecl>(e->getDecl());
  if (!variable)
    refuse(DiagId::template_argument, e->getExprLoc());
  // A lambda uses a reference to what has a constant address without capturing it.
  bool isOutside = variable->isLocalVarDecl() && !body.isDeclared(variable);
  if (isOutside && variable->getType()->isReferenceType() && variable->getInit())
    return place(variable->getInit());
  if (const clang::Expr *address = constantAddress(variable); address && variable->getType()->isReferenceType())
    return place(address);
  body.untyped.refuseOtherUse(variable, e->getExprLoc());
  return body.arrays.place(variable, body.ir.place(body.variable(variable)));
}

/// A structured binding: the member or element that it names.
const ir::Place *PlaceLowering::bound(const clang::BindingDecl *binding) {
  if (const clang::VarDecl *part = binding->getHoldingVar()) // of a class with get()
    return body.ir.place(body.variable(part));
  return place(binding->getBinding());
}

const ir::Place *PlaceLowering::element(const clang::ArraySubscriptExpr *e) {
  if (e->getBase()->getType()->isVectorType())
    refuse(DiagId::vector_element, e->getExprLoc());
  if (const ir::Place *element = body.rows.element(e))
    return element;
  const ir::Expr *pointer = body.exprs.value(e->getBase());
  pointer = body.keep(pointer, e->getIdx(), "base");
  const ir::Expr *index = body.arrays.scaled(body.exprs.value(e->getIdx()), e->getBase()->getType(), e->getExprLoc());
  const auto *decay = dyn_cast<clang::ImplicitCastExpr>(e->getBase()->IgnoreParens());
  const bool isOfArray = decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
  return isOfArray ? body.ir.subscript(pointer, index) : body.ir.deref(body.ir.binary(ir::BinaryOp::Add, pointer, index));
}

namespace {
[[noreturn]] void refuseMember(const clang::Expr *e, const clang::FieldDecl *field) {
  refuse(DiagId::member_without_model, e->getExprLoc(), {field->getNameAsString()});
}
} // namespace

const ir::Place *PlaceLowering::member(const clang::MemberExpr *e) {
  if (const auto *field = dyn_cast<clang::FieldDecl>(e->getMemberDecl()))
    body.untyped.refuseOtherUse(field, e->getExprLoc());
  return typedMember(e);
}

const ir::Place *PlaceLowering::typedMember(const clang::MemberExpr *e) {
  const auto *field = dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  if (!field) {
    const auto *variable = dyn_cast<clang::VarDecl>(e->getMemberDecl());
    if (!variable)
      refuse(DiagId::member_function_named, e->getExprLoc());
    return body.ir.place(body.variable(variable));
  }
  const clang::RecordDecl *record = ownerOf(field);
  const clang::MemberExpr *whole = e;
  for (const clang::RecordDecl *inner = field->getParent(); inner != record;
       inner = clang::cast<clang::RecordDecl>(inner->getDeclContext())) {
    const auto *around = dyn_cast<clang::MemberExpr>(whole->getBase()->IgnoreParenImpCasts());
    if (!around || whole->isArrow()) // an object of the inner struct by itself
      refuse(DiagId::union_member, e->getExprLoc());
    whole = around;
  }
  if (field->getParent()->isUnion() && !field->isAnonymousStructOrUnion() && namesIn(field).size() > 1) // the elements, as one object
    refuse(DiagId::union_member, e->getExprLoc());
  if (record->isUnion() && !isOneMember(record))
    refuse(DiagId::union_member, e->getExprLoc());
  if (record->isAnonymousStructOrUnion())
    refuse(DiagId::unnamed_struct_member, e->getExprLoc());
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(record);
  if (owner && isOpaque(typeOf(body.ast, owner), body.unit.models))
    refuse(DiagId::opaque_member, e->getExprLoc(), {field->getNameAsString()});
  if (owner && !isPlainStruct(owner))
    body.unit.types.require(typeOf(body.ast, owner), e->getExprLoc());
  if (body.unit.types.isLeftOut(field))
    refuseMember(e, field);
  const clang::Expr *base = whole->getBase();
  const ir::Place *object = whole->isArrow() ? body.ir.deref(body.exprs.value(base)) : place(base);
  const ir::Place *part = memberPlace(body, object, field);
  if (field->isMutable() && part->type->isConst)
    part = writable(part);
  return field->getType()->isReferenceType() ? body.ir.deref(body.ir.load(part)) : part;
}

/// A mutable member of a const object, or what const_cast gives.
const ir::Place *PlaceLowering::writable(const ir::Place *part) {
  const ir::Type *type = body.ir.pointerTo(body.ir.withoutConst(part->type));
  return body.ir.deref(body.ir.cast(ir::CastExpr::Form::Const, body.ir.addressOf(part), type));
}

/// `(c ? x : y) = 1`: through the address of the one or the other.
const ir::Place *PlaceLowering::choice(const clang::ConditionalOperator *e) {
  if (const ir::Place *text = body.texts.choice(e))
    return text;
  bool isYes = false;
  if (e->getCond()->EvaluateAsBooleanCondition(isYes, body.ast))
    return place(isYes ? e->getTrueExpr() : e->getFalseExpr());
  const ir::Type *element = body.unit.types.lower(e->getType());
  const ir::Expr *pointer =
      body.exprs.choose(e, body.ir.pointerTo(element), [&](const clang::Expr *arm) { return address(arm, element); });
  return body.ir.deref(pointer);
}

const ir::Place *PlaceLowering::unary(const clang::UnaryOperator *e) {
  if (const ir::Place *element = body.rows.element(e))
    return element;
  if (e->getOpcode() == clang::UO_Deref)
    return body.ir.deref(body.exprs.value(e->getSubExpr()));
  if (e->isIncrementDecrementOp())
    return body.exprs.increment(e);
  return place(e->getSubExpr()); // __extension__
}

const ir::Place *PlaceLowering::binary(const clang::BinaryOperator *e) {
  if (e->isAssignmentOp())
    return body.exprs.assignment(e);
  if (e->isPtrMemOp())
    return body.exprs.memberBehindPointer(e);
  body.exprs.effect(e->getLHS());
  return place(e->getRHS());
}

const ir::Place *PlaceLowering::cast(const clang::CastExpr *e) {
  switch (e->getCastKind()) {
  case clang::CK_NoOp: {
    if (const ir::Place *text = body.texts.place(e))
      return text;
    const ir::Place *same = place(e->getSubExpr());
    return same->type->isConst && !e->getType().isConstQualified() ? writable(same) : same;
  }
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
    return body.objects.asBase(place(e->getSubExpr()), e);
  case clang::CK_BaseToDerived: {
    const ir::Place *object = place(e->getSubExpr());
    return body.casts.isSameRecord(object->type, e->getType()) ? object : body.casts.refuseDowncast(e);
  }
  case clang::CK_UserDefinedConversion:
    return place(e->getSubExpr());
  default:
    break;
  }
  if (e->getCastKind() == clang::CK_LValueBitCast)
    refuse(DiagId::object_as_another, e->getExprLoc());
  if (e->getCastKind() == clang::CK_Dynamic)
    refuse(DiagId::dynamic_cast_kind, e->getExprLoc());
  refuse(DiagId::conversion, e->getExprLoc());
}

} // namespace adjoint::frontend
