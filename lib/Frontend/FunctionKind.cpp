// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/FunctionKind.h"

#include "Frontend/Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

void refuseOtherKinds(const clang::FunctionDecl *definition) {
  auto refuseKind = [&](const std::string &what, const std::string &instead) {
    refuseStatement(definition->getLocation(), what + ", which '" + definition->getNameAsString() + "' is,", instead);
  };
  const std::string onHost = "differentiate a function of the host that computes the same";
  if (definition->hasAttr<clang::CUDAGlobalAttr>())
    refuseKind("a kernel of a GPU (__global__)", onHost);
  if (definition->hasAttr<clang::CUDADeviceAttr>() && !definition->hasAttr<clang::CUDAHostAttr>() && !definition->isConstexpr())
    refuseKind("a function of a GPU (__device__)", onHost);
  const auto *type = definition->getType()->castAs<clang::FunctionType>();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const clang::CallingConv usual = definition->getASTContext().getDefaultCallingConvention(
      definition->isVariadic(), method && !method->isStatic());
  if (type->getCallConv() != usual)
    refuseKind("a function of the calling convention '" + clang::FunctionType::getNameForCallConv(type->getCallConv()).str() +
                   "'",
               "leave the attribute out, or write its adjoint by hand");
}

} // namespace adjoint::frontend
