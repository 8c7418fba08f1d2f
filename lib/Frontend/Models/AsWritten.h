// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AsWritten: operands of the library as the user wrote them, without the conversions that its signatures asked for. One
// stays: that of an object of the user's to the class of the library that it is derived from.

#ifndef ADJOINT_FRONTEND_MODELS_ASWRITTEN_H
#define ADJOINT_FRONTEND_MODELS_ASWRITTEN_H

#include "clang/AST/Expr.h"

namespace adjoint::frontend {

const clang::Expr *asWritten(const clang::Expr *e);
/// Its type: after a conversion to a base, that of the first class of the library, not of one that only the library knows.
clang::QualType typeWritten(const clang::Expr *e);
/// A whole number where the library takes one of floating point, as which models take it, too; null: it is none.
const clang::Expr *wholeAsFloating(const clang::Expr *e);
/// The conversion to that class.
clang::Expr *toLibraryPart(clang::ASTContext &ast, const clang::ImplicitCastExpr *cast);

} // namespace adjoint::frontend

#endif
