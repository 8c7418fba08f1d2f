// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/AsWritten.h"

#include "Frontend/Models/Marks.h"
#include "Frontend/Models/Models.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

namespace {

const clang::CXXRecordDecl *classOf(clang::QualType type) {
  return type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
}

/// Of an object of a class of the user's, the part that a class of the library makes up, as a conversion names it.
const clang::CXXBaseSpecifier *libraryPart(const clang::CastExpr *cast) {
  const auto kind = cast->getCastKind();
  const bool goesToBase = kind == clang::CK_DerivedToBase || kind == clang::CK_UncheckedDerivedToBase;
  const clang::CXXRecordDecl *derived = goesToBase ? classOf(cast->getSubExpr()->getType()) : nullptr;
  if (!derived || isOfLibrary(derived) || isOfModels(derived))
    return nullptr;
  for (const clang::CXXBaseSpecifier *base : cast->path())
    if (const clang::CXXRecordDecl *record = base->getType()->getAsCXXRecordDecl(); record && isOfLibrary(record))
      return base;
  return nullptr;
}

} // namespace

const Expr *asWritten(const Expr *e) {
  while (true) {
    const Expr *inner = insideMark(e);
    if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e); cast && !libraryPart(cast))
      inner = cast->getSubExpr();
    if (!inner)
      return e;
    e = inner;
  }
}

const Expr *wholeAsFloating(const Expr *e) {
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    e = temporary->getSubExpr();
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
  return cast && cast->getCastKind() == clang::CK_IntegralToFloating ? cast : nullptr;
}

clang::QualType typeWritten(const Expr *e) {
  const Expr *written = asWritten(e);
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(written);
  const clang::CXXBaseSpecifier *part = cast ? libraryPart(cast) : nullptr;
  return part ? part->getType() : written->getType();
}

Expr *toLibraryPart(clang::ASTContext &ast, const clang::ImplicitCastExpr *cast) {
  clang::CXXCastPath path;
  for (const clang::CXXBaseSpecifier *base : cast->path()) {
    path.push_back(const_cast<clang::CXXBaseSpecifier *>(base));
    if (base == libraryPart(cast))
      break;
  }
  const bool isPointer = cast->getType()->isPointerType();
  const clang::QualType before = isPointer ? cast->getType()->getPointeeType() : cast->getType();
  clang::QualType type = ast.getQualifiedType(path.back()->getType(), before.getQualifiers());
  type = isPointer ? ast.getPointerType(type) : type;
  Expr *object = const_cast<Expr *>(cast->getSubExpr());
  if (object->isImplicitCXXThis()) // Clang would make one of its own, of the type of the part
    object = clang::CXXThisExpr::Create(ast, cast->getExprLoc(), object->getType(), /*IsImplicit=*/false);
  return clang::ImplicitCastExpr::Create(ast, type, cast->getCastKind(), object, &path, cast->getValueKind(),
                                         clang::FPOptionsOverride());
}

} // namespace adjoint::frontend
