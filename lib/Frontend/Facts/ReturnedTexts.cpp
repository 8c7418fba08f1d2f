// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ReturnedTexts.h"

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/Models.h"

namespace adjoint::frontend {

void refuseReturnedText(const clang::Expr *changed) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(changed->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  bool isUsers = call && !(callee && (isLibraryFunction(callee) || isOfModels(callee)));
  if (isUsers)
    refuse(DiagId::text_returned, call->getExprLoc());
}

} // namespace adjoint::frontend
