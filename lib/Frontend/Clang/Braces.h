// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Braces that mean nothing: in `Vec z{made(x)}`, where made returns a Vec, Clang has a list of one element of the list's own type.

#ifndef ADJOINT_FRONTEND_CLANG_BRACES_H
#define ADJOINT_FRONTEND_CLANG_BRACES_H

#include "clang/AST/Expr.h"

namespace adjoint::frontend {

/// What stands in such braces; null if the expression is anything else.
inline const clang::Expr *insideBraces(const clang::Expr *e) {
  if (const auto *full = clang::dyn_cast<clang::FullExpr>(e))
    return insideBraces(full->getSubExpr());
  const auto *list = clang::dyn_cast<clang::InitListExpr>(e);
  return list && list->isTransparent() && list->getNumInits() == 1 ? list->getInit(0) : nullptr;
}

} // namespace adjoint::frontend

#endif
