// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks: expressions that only say how long temporaries live. Lowering sets lifetimes by itself (Lifetimes.h).

#ifndef ADJOINT_FRONTEND_MODELS_MARKS_H
#define ADJOINT_FRONTEND_MODELS_MARKS_H

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

/// What is marked; null where the expression is no mark.
inline const clang::Expr *insideMark(const clang::Expr *e) {
  if (const auto *full = llvm::dyn_cast<clang::FullExpr>(e))
    return full->getSubExpr();
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return temporary->getSubExpr();
  const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e);
  return bound ? bound->getSubExpr() : nullptr;
}

} // namespace adjoint::frontend

#endif
