// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translated: what Clang has made of an expression of a model.

#ifndef ADJOINT_FRONTEND_MODELS_TRANSLATED_H
#define ADJOINT_FRONTEND_MODELS_TRANSLATED_H

#include "Frontend/Models/Marks.h"

#include "clang/Sema/Ownership.h"

namespace adjoint::frontend {

inline clang::Expr *unmarked(clang::Expr *e) {
  while (const clang::Expr *inner = insideMark(e))
    e = const_cast<clang::Expr *>(inner);
  return e;
}

/// Null where Clang has found an error, and may have gone on nevertheless.
inline clang::Expr *madeOf(clang::ExprResult made) {
  bool isRight = made.isUsable() && !made.get()->containsErrors();
  return isRight ? made.get() : nullptr;
}

} // namespace adjoint::frontend

#endif
