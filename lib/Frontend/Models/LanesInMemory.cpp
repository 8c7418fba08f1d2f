// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/LanesInMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/Sema/Sema.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

namespace {

class FirstNumber {
public:
  FirstNumber(clang::Sema &sema, clang::QualType seen)
      : sema(sema), ast(sema.getASTContext()), vector(seen->getAs<clang::VectorType>()),
        number(ast.getQualifiedType(vector->getElementType(), seen.getQualifiers())) {}

  /// Of a vector of three, the compiler stores a fourth number, of which the code says nothing.
  bool isPossible() const {
    const auto size = ast.getTypeSize(vector), ofOne = ast.getTypeSize(number);
    return !number.isVolatileQualified() && size == ofOne * vector->getNumElements();
  }

  /// The pointer to the first number that the lvalue shows.
  Expr *ofLvalue(const Expr *e) {
    e = e->IgnoreParens();
    if (const auto *unary = dyn_cast<clang::UnaryOperator>(e))
      return unary->getOpcode() == clang::UO_Deref ? ofPointer(unary->getSubExpr()) : nullptr;
    if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
      Expr *first = ofPointer(element->getBase());
      return first ? moved(first, clang::BO_Add, element->getIdx()) : nullptr;
    }
    const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e);
    if (!cast || cast->getCastKind() != clang::CK_LValueBitCast || !isNumber(cast->getSubExpr()->getType()) ||
        isOneNumber(cast->getSubExpr()))
      return nullptr;
    return converted(built(sema.CreateBuiltinUnaryOp(e->getExprLoc(), clang::UO_AddrOf, const_cast<Expr *>(cast->getSubExpr()))));
  }

private:
  bool isNumber(clang::QualType type) const {
    return ast.hasSameUnqualifiedType(type, number) && !type.isVolatileQualified();
  }
  /// A member or a variable: what lies behind it is something else to the analyses.
  static bool isOneNumber(const Expr *lvalue) {
    return clang::isa<clang::MemberExpr, clang::DeclRefExpr>(lvalue->IgnoreParenImpCasts());
  }
  static bool isAddressOfOne(const Expr *pointer) {
    const auto *address = dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenImpCasts());
    return address && address->getOpcode() == clang::UO_AddrOf && isOneNumber(address->getSubExpr());
  }
  static Expr *built(clang::ExprResult made) { return made.isUsable() ? made.get() : nullptr; }

  /// `(const Four *)a`, and what is so many vectors behind it.
  Expr *ofPointer(const Expr *e) {
    e = e->IgnoreParens();
    if (const auto *same = dyn_cast<clang::CastExpr>(e); same && same->getCastKind() == clang::CK_NoOp)
      return ofPointer(same->getSubExpr());
    if (const auto *sum = dyn_cast<clang::BinaryOperator>(e)) {
      if (!sum->isAdditiveOp() || !sum->getType()->isPointerType())
        return nullptr;
      const bool isTurned = !sum->getLHS()->getType()->isPointerType(); // i + p
      Expr *first = ofPointer(isTurned ? sum->getRHS() : sum->getLHS());
      return first ? moved(first, sum->getOpcode(), isTurned ? sum->getLHS() : sum->getRHS()) : nullptr;
    }
    const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e);
    const bool isOfNumbers = cast && cast->getCastKind() == clang::CK_BitCast &&
                             cast->getSubExpr()->getType()->isPointerType() &&
                             isNumber(cast->getSubExpr()->getType()->getPointeeType()) &&
                             !isAddressOfOne(cast->getSubExpr());
    return isOfNumbers ? converted(const_cast<Expr *>(cast->getSubExpr())) : nullptr;
  }

  Expr *converted(Expr *pointer) { return pointer ? cast(pointer, ast.getPointerType(number)) : nullptr; }
  Expr *cast(Expr *e, clang::QualType type) {
    if (ast.hasSameType(e->getType(), type))
      return e;
    const clang::SourceLocation where = e->getExprLoc();
    return built(sema.BuildCStyleCastExpr(where, ast.getTrivialTypeSourceInfo(type, where), where, e));
  }

  /// By whole vectors. Their size stands nowhere in the source.
  Expr *moved(Expr *first, clang::BinaryOperatorKind direction, const Expr *count) {
    const clang::SourceLocation where = count->getExprLoc();
    const clang::QualType counted = ast.getPointerDiffType();
    const llvm::APInt lanes(ast.getIntWidth(counted), vector->getNumElements());
    Expr *steps = cast(const_cast<Expr *>(count), counted);
    Expr *size = clang::IntegerLiteral::Create(ast, lanes, counted, clang::SourceLocation());
    steps = steps ? built(sema.BuildBinOp(nullptr, where, clang::BO_Mul, steps, size)) : nullptr;
    return steps ? built(sema.BuildBinOp(nullptr, where, direction, first, steps)) : nullptr;
  }

  clang::Sema &sema;
  clang::ASTContext &ast;
  const clang::VectorType *vector;
  const clang::QualType number; ///< const where the vector is
};

} // namespace

Expr *firstOfLanes(clang::Sema &sema, const Expr *lvalue) {
  if (!lvalue->getType()->isVectorType() || !lvalue->isLValue())
    return nullptr;
  FirstNumber first(sema, lvalue->getType());
  return first.isPossible() ? first.ofLvalue(lvalue) : nullptr;
}

} // namespace adjoint::frontend
