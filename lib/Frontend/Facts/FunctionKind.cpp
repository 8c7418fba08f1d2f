// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/FunctionKind.h"

#include "Frontend/Clang/Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

void refuseOtherKinds(const clang::FunctionDecl *definition) {
  const std::string name = definition->getNameAsString();
  if (definition->hasAttr<clang::CUDAGlobalAttr>())
    refuse(DiagId::gpu_kernel, definition->getLocation(), {name});
  if (definition->hasAttr<clang::CUDADeviceAttr>() && !definition->hasAttr<clang::CUDAHostAttr>() && !definition->isConstexpr())
    refuse(DiagId::gpu_function, definition->getLocation(), {name});
  const auto *type = definition->getType()->castAs<clang::FunctionType>();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const clang::CallingConv usual = definition->getASTContext().getDefaultCallingConvention(
      definition->isVariadic(), method && !method->isStatic());
  if (type->getCallConv() != usual)
    refuse(DiagId::calling_convention, definition->getLocation(),
           {clang::FunctionType::getNameForCallConv(type->getCallConv()).str(), name});
}

} // namespace adjoint::frontend
