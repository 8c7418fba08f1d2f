// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/UntypedPointers.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// Is an object of the class where a pointer to it leads, whatever class the pointer is of?
bool standsAlone(clang::QualType type, UnitLowering &unit) {
  const clang::CXXRecordDecl *record = unit.ast.getBaseElementType(type)->getAsCXXRecordDecl();
  return !record ||
         (record->hasDefinition() && !record->isPolymorphic() &&
          clang::declaresSameEntity(wholeClass(record, unit.types.classes()), record));
}

/// A conversion of pointers that leaves the address as it is.
const clang::Expr *convertedPointer(const clang::Expr *e) {
  const auto *cast = dyn_cast<clang::CastExpr>(e);
  const bool keeps = cast && (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_NoOp);
  return keeps && cast->getSubExpr()->getType()->isPointerType() ? cast->getSubExpr() : nullptr;
}

/// Without what wraps it, and without the reading of a variable.
const clang::Expr *inside(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    return inside(full->getSubExpr());
  const auto *read = dyn_cast<clang::ImplicitCastExpr>(e);
  return read && read->getCastKind() == clang::CK_LValueToRValue ? inside(read->getSubExpr()) : e;
}

bool isNull(const clang::Expr *e, clang::ASTContext &ast) {
  return e->isNullPointerConstant(ast, clang::Expr::NPC_NeverValueDependent) != clang::Expr::NPCK_NotNull;
}

/// Can the pointer to void stand for one to the type?
bool isData(clang::QualType type, UnitLowering &unit) {
  return !type->isFunctionType() && !type.isVolatileQualified() && standsAlone(type, unit) &&
         ir::reachesFloating(unit.types.lower(type));
}

/// The types that a function converts its parameter to.
class CastSearch : public AstVisitor {
public:
  std::set<const clang::Type *> types;

  void enter(const clang::FunctionDecl *function, unsigned index) {
    const clang::FunctionDecl *definition = nullptr;
    if (!function->hasBody(definition) || index >= definition->getNumParams() || !seen.insert({definition, index}).second)
      return;
    const clang::ParmVarDecl *param = definition->getParamDecl(index);
    if (!param->getType()->isVoidPointerType() || FunctionFacts(definition).isReassigned(param))
      return;
    const clang::ParmVarDecl *outer = std::exchange(current, param);
    TraverseStmt(definition->getBody());
    current = outer;
  }
  bool VisitCastExpr(clang::CastExpr *e) override {
    const clang::Expr *pointer = convertedPointer(e);
    if (pointer && names(pointer) && !e->getType()->isVoidPointerType())
      types.insert(e->getType()->getPointeeType().getCanonicalType().getUnqualifiedType().getTypePtr());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    const clang::FunctionDecl *callee = clang::isa<clang::CXXOperatorCallExpr>(e) ? nullptr : e->getDirectCallee();
    for (unsigned i = 0; callee && i < e->getNumArgs(); ++i)
      if (names(e->getArg(i)))
        enter(callee, i);
    return true;
  }

private:
  bool names(const clang::Expr *e) const {
    const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
    return name && name->getDecl() == current;
  }

  std::set<std::pair<const clang::FunctionDecl *, unsigned>> seen;
  const clang::ParmVarDecl *current = nullptr;
};

} // namespace

UntypedTargets untypedParameters(UnitLowering &unit, const clang::FunctionDecl *function) {
  UntypedTargets targets;
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    CastSearch search;
    search.enter(function, i);
    if (search.types.size() == 1 && isData(clang::QualType(*search.types.begin(), 0), unit))
      targets[i] = *search.types.begin();
  }
  return targets;
}

const clang::Type *UntypedPointers::target(const clang::Expr *e) const {
  e = inside(e);
  if (!e->getType()->isVoidPointerType())
    return nullptr;
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e))
    return common(choice->getTrueExpr(), choice->getFalseExpr());
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(e)) {
    auto found = targets.find(dyn_cast<clang::VarDecl>(name->getDecl()));
    return found == targets.end() ? nullptr : found->second;
  }
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return behind(member);
  const clang::Expr *pointer = convertedPointer(e);
  if (!pointer || pointer->getType()->isVoidPointerType())
    return pointer ? target(pointer) : nullptr;
  const clang::QualType type = pointer->getType()->getPointeeType().getCanonicalType();
  return isData(type, body.unit) ? type.getTypePtr() : nullptr;
}

const clang::Type *UntypedPointers::behind(const clang::MemberExpr *e) const {
  const auto *field = dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  return field ? body.unit.models.targetOf(field).getTypePtrOrNull() : nullptr;
}

/// What both pointers lead to, where one of them may be null.
const clang::Type *UntypedPointers::common(const clang::Expr *one, const clang::Expr *other) const {
  const clang::Type *first = target(one), *second = target(other);
  if (first == second || (first && isNull(other, body.ast)))
    return first;
  return isNull(one, body.ast) ? second : nullptr;
}

const ir::Expr *UntypedPointers::value(const clang::Expr *e) {
  return value(e, body.ir.withoutConst(body.unit.types.pointerTo(target(e), e->getType())));
}

const ir::Expr *UntypedPointers::value(const clang::Expr *e, const ir::Type *type) {
  if (isNull(e, body.ast))
    return body.ir.null(type);
  e = inside(e);
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e))
    return body.exprs.choose(choice, type, [&](const clang::Expr *arm) { return value(arm, type); });
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(e))
    return body.casts.sameTarget(body.ir.load(body.variable(clang::cast<clang::VarDecl>(name->getDecl()))), type);
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return body.casts.sameTarget(body.ir.load(body.places.typedMember(member)), type);
  return body.casts.sameTarget(valueOfAny(convertedPointer(e)), type);
}

const ir::Expr *UntypedPointers::valueOfAny(const clang::Expr *e) { return target(e) ? value(e) : body.exprs.value(e); }

bool UntypedPointers::declare(const clang::VarDecl *decl) {
  const clang::Expr *init = decl->getInit();
  if (!init || !decl->getType()->isVoidPointerType() || body.facts.isReassigned(decl) || body.facts.isExposed(decl))
    return false;
  const clang::Type *leadsTo = target(init);
  if (!leadsTo)
    return false;
  const ir::Expr *pointer = value(init);
  bind(decl, leadsTo);
  body.emit<ir::DeclareStmt>(decl->getLocation(),
                             body.declare(decl, body.unit.types.pointerTo(leadsTo, decl->getType())), pointer);
  return true;
}

const ir::Place *UntypedPointers::assignment(const clang::BinaryOperator *e) {
  const auto *member = dyn_cast<clang::MemberExpr>(e->getLHS()->IgnoreParens());
  if (!member || !behind(member))
    return nullptr;
  const ir::Type *type = body.ir.withoutConst(body.unit.types.pointerTo(behind(member), member->getType()));
  const ir::Expr *pointer = body.keep(stored(e->getRHS(), type), e->getLHS());
  const ir::Place *place = body.places.typedMember(member);
  body.assign(place, pointer, e->getExprLoc());
  return place;
}

const ir::Expr *UntypedPointers::stored(const clang::Expr *e, const ir::Type *type) {
  const clang::Type *leadsTo = target(e);
  if (!isNull(e, body.ast) && (!leadsTo || body.unit.types.lower(clang::QualType(leadsTo, 0)) != body.ir.withoutConst(type->element)))
    refuse(DiagId::untyped_member, e->getExprLoc());
  return value(e, body.ir.withoutConst(type));
}

const ir::Expr *UntypedPointers::comparison(const clang::BinaryOperator *e) {
  const clang::Type *compared = e->isComparisonOp() ? common(e->getLHS(), e->getRHS()) : nullptr;
  if (!compared)
    return nullptr;
  const ir::Type *type = body.ir.pointerTo(body.ir.withConst(body.unit.types.lower(clang::QualType(compared, 0))));
  const ir::Expr *left = body.keep(value(e->getLHS(), type), e->getRHS(), "left");
  return body.exprs.arithmetic(e->getOpcode(), left, value(e->getRHS(), type), body.exprs.typeOf(e));
}

void UntypedPointers::refuseOtherUse(const clang::VarDecl *decl, clang::SourceLocation where) const {
  if (auto found = targets.find(decl); found != targets.end())
    refuse(DiagId::pointer_conversion, where, {body.unit.types.spell(clang::QualType(found->second, 0)), "void"});
}

void UntypedPointers::refuseOtherUse(const clang::FieldDecl *field, clang::SourceLocation where) const {
  if (const clang::QualType target = body.unit.models.targetOf(field); !target.isNull())
    refuse(DiagId::pointer_conversion, where, {body.unit.types.spell(target), "void"});
}

} // namespace adjoint::frontend
