// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/TypeSpelling.h"

#include "Frontend/Clang/ClangVersion.h"

#include "clang/AST/DeclTemplate.h"

namespace adjoint::frontend {

namespace {

bool nameSpecialisation(llvm::ArrayRef<clang::TemplateArgument> arguments);

bool namesSpecialisation(clang::QualType type) {
  while (!type->getPointeeType().isNull())
    type = type->getPointeeType();
  type = clang::QualType(type->getBaseElementTypeUnsafe(), 0);
  const auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return instance && (instance->isExplicitSpecialization() || nameSpecialisation(instance->getTemplateArgs().asArray()));
}

bool nameSpecialisation(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  return llvm::any_of(arguments, [](const clang::TemplateArgument &argument) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      return nameSpecialisation(argument.getPackAsArray());
    return argument.getKind() == clang::TemplateArgument::Type && namesSpecialisation(argument.getAsType());
  });
}

clang::PrintingPolicy policy(bool isCanonical, const clang::ASTContext &ast) {
  clang::PrintingPolicy policy = generatedCodePolicy(ast);
  if (isCanonical)
    printCanonically(policy);
  return policy;
}

} // namespace

clang::PrintingPolicy policyFor(clang::QualType type, const clang::ASTContext &ast) {
  return policy(namesSpecialisation(type), ast);
}

clang::PrintingPolicy policyFor(llvm::ArrayRef<clang::TemplateArgument> arguments, const clang::ASTContext &ast) {
  return policy(nameSpecialisation(arguments), ast);
}

} // namespace adjoint::frontend
