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

/// `struct stat`, beside a function of that name.
bool isHiddenByOther(clang::QualType type) {
  while (!type->getPointeeType().isNull())
    type = type->getPointeeType();
  const clang::TagDecl *tag = type->getBaseElementTypeUnsafe()->getAsTagDecl();
  if (!tag || !tag->getIdentifier())
    return false;
  return llvm::any_of(tag->getDeclContext()->getRedeclContext()->lookup(tag->getDeclName()),
                      [](const clang::NamedDecl *other) { return llvm::isa<clang::FunctionDecl, clang::VarDecl>(other); });
}

clang::PrintingPolicy policy(bool isCanonical, const clang::ASTContext &ast) {
  clang::PrintingPolicy policy = generatedCodePolicy(ast);
  if (isCanonical)
    printCanonically(policy);
  return policy;
}

} // namespace

clang::PrintingPolicy policyFor(clang::QualType type, const clang::ASTContext &ast) {
  clang::PrintingPolicy found = policy(namesSpecialisation(type), ast);
  found.SuppressTagKeyword = found.SuppressTagKeyword && !isHiddenByOther(type);
  return found;
}

clang::PrintingPolicy policyFor(llvm::ArrayRef<clang::TemplateArgument> arguments, const clang::ASTContext &ast) {
  return policy(nameSpecialisation(arguments), ast);
}

} // namespace adjoint::frontend
