// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/FlatRows.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// The numbers in the array, and their type; 1 of what is no array.
uint64_t numbersIn(clang::QualType &type, const clang::ASTContext &ast) {
  uint64_t count = 1;
  while (const clang::ConstantArrayType *array = ast.getAsConstantArrayType(type)) {
    count *= array->getSize().getZExtValue();
    type = array->getElementType();
  }
  return count;
}

/// `(T (*)[3])x`, of a pointer to T.
const clang::CastExpr *conversionToRows(const clang::Expr *e, const clang::ASTContext &ast) {
  const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e->IgnoreParenImpCasts());
  if (!cast || cast->getCastKind() != clang::CK_BitCast || !ast.getAsConstantArrayType(cast->getType()->getPointeeType()))
    return nullptr;
  clang::QualType number = cast->getType()->getPointeeType();
  numbersIn(number, ast);
  const clang::QualType from = cast->getSubExpr()->getType()->getPointeeType();
  return number->isArithmeticType() && ast.hasSameUnqualifiedType(number, from) ? cast : nullptr;
}

const clang::VarDecl *variableIn(const clang::Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// How often the code takes an element of what the variable leads to.
class ElementCount : public AstVisitor {
public:
  explicit ElementCount(const clang::VarDecl *variable) : variable(variable) {}

  unsigned count = 0;

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *e) override {
    count += variableIn(e->getBase()) == variable;
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override {
    count += e->getOpcode() == clang::UO_Deref && variableIn(e->getSubExpr()) == variable;
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; } // which captures it

private:
  const clang::VarDecl *const variable;
};

} // namespace

bool FlatRows::declare(const clang::VarDecl *decl) {
  const clang::CastExpr *conversion = decl->getInit() ? conversionToRows(decl->getInit(), body.ast) : nullptr;
  if (!conversion || !decl->isLocalVarDecl() || decl->isStaticLocal() || body.facts.isReassigned(decl))
    return false;
  const clang::Stmt *code = body.definition->getBody();
  ElementCount elements(decl);
  elements.TraverseStmt(const_cast<clang::Stmt *>(code));
  if (elements.count != mentions(code, decl))
    return false;
  const ir::Expr *first = body.exprs.value(conversion->getSubExpr());
  clang::QualType number = decl->getType()->getPointeeType();
  numbersIn(number, body.ast);
  const ir::Type *type = body.ir.pointerTo(body.unit.types.lower(number));
  const ir::Variable *variable = body.declare(decl, body.ir.withConst(type));
  body.emit<ir::DeclareStmt>(decl->getLocation(), variable, body.casts.sameTarget(first, type));
  variables.insert(decl);
  return true;
}

bool FlatRows::isPointerToRows(const clang::Expr *e) const {
  if (conversionToRows(e, body.ast))
    return true;
  const auto *decay = dyn_cast<clang::ImplicitCastExpr>(e->IgnoreParens());
  if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay)
    return isOfRows(decay->getSubExpr());
  return variables.count(variableIn(e)) != 0;
}

bool FlatRows::isOfRows(const clang::Expr *lvalue) const {
  lvalue = lvalue->IgnoreParens();
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(lvalue))
    return isPointerToRows(element->getBase());
  const auto *unary = dyn_cast<clang::UnaryOperator>(lvalue);
  return unary && unary->getOpcode() == clang::UO_Deref && isPointerToRows(unary->getSubExpr());
}

const ir::Place *FlatRows::element(const clang::Expr *e) {
  if (!isOfRows(e))
    return nullptr;
  if (e->getType()->isArrayType())
    refuse(DiagId::pointer_conversion, e->getExprLoc(), {"double", body.unit.types.spell(e->getType())});
  return body.ir.deref(lvalue(e).first);
}

const ir::Expr *FlatRows::row(const clang::Expr *array) {
  if (!isOfRows(array))
    return nullptr;
  const Pointer whole = lvalue(array);
  if (!body.ast.getAsArrayType(whole.target)->getElementType()->isArithmeticType())
    refuse(DiagId::pointer_conversion, array->getExprLoc(), {"double", body.unit.types.spell(array->getType())});
  return whole.first;
}

/// By whole objects of the type that the pointer leads to.
FlatRows::Pointer FlatRows::moved(Pointer from, const clang::Expr *index) {
  from.first = body.keep(from.first, index, "base");
  const ir::Type *counted = body.unit.types.lower(body.ast.getPointerDiffType());
  clang::QualType number = from.target;
  const uint64_t count = numbersIn(number, body.ast);
  const ir::Expr *steps = body.exprs.value(index);
  if (count != 1)
    steps = body.ir.binary(ir::BinaryOp::Mul, body.ir.cast(ir::CastExpr::Form::Implicit, steps, counted),
                           body.ir.literal(static_cast<int64_t>(count), counted));
  return {body.ir.binary(ir::BinaryOp::Add, from.first, steps), from.target};
}

FlatRows::Pointer FlatRows::pointer(const clang::Expr *e) {
  if (const clang::CastExpr *conversion = conversionToRows(e, body.ast))
    return {body.exprs.value(conversion->getSubExpr()), conversion->getType()->getPointeeType()};
  const auto *decay = dyn_cast<clang::ImplicitCastExpr>(e->IgnoreParens());
  if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
    const Pointer whole = lvalue(decay->getSubExpr());
    return {whole.first, body.ast.getAsArrayType(whole.target)->getElementType()};
  }
  const clang::VarDecl *variable = variableIn(e);
  return {body.ir.load(body.variable(variable)), variable->getType()->getPointeeType()};
}

/// The pointer to the lvalue's first number.
FlatRows::Pointer FlatRows::lvalue(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
    return moved(pointer(element->getBase()), element->getIdx());
  return pointer(clang::cast<clang::UnaryOperator>(e)->getSubExpr());
}

} // namespace adjoint::frontend
