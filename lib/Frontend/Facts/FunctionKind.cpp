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

namespace {
/// Can the function change parts of what it takes as constant?
bool takesMutable(const clang::FunctionDecl *function) {
  auto isMutable = [](clang::QualType type) {
    const clang::CXXRecordDecl *record = type.getNonReferenceType()->getPointeeOrArrayElementType()->getAsCXXRecordDecl();
    return record && record->hasDefinition() && record->hasMutableFields();
  };
  return llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl *param) { return isMutable(param->getType()); });
}
} // namespace

bool isSharedByFiles(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool isPlainMember = method && !method->isStatic() && !method->isPureVirtual() &&
                             !llvm::isa<clang::CXXConstructorDecl>(method) && !llvm::isa<clang::CXXDestructorDecl>(method);
  return (!method || isPlainMember) && function->isExternallyVisible() && !function->isInlined() &&
         !function->isExternC() && !function->isVariadic() && !takesMutable(function) && !function->isTemplated() &&
         !function->isTemplateInstantiation();
}

} // namespace adjoint::frontend
