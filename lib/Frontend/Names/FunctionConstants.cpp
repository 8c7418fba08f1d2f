// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names/FunctionConstants.h"

#include "Frontend/Clang/TypeSpelling.h"

#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

namespace {

/// Is it, and each class that it is a member of, public?
bool isAccessible(const clang::FunctionDecl *function) {
  auto isPublic = [](const clang::Decl *decl) {
    return decl->getAccess() == clang::AS_public || decl->getAccess() == clang::AS_none;
  };
  bool areAll = isPublic(function);
  for (const clang::DeclContext *c = function->getDeclContext(); c->isRecord(); c = c->getParent())
    areAll = areAll && isPublic(clang::cast<clang::Decl>(c));
  return areAll;
}

bool canBeNamed(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool isLambda = method && method->getParent()->isLambda();
  const bool isHiddenFriend = function->getFriendObjectKind() == clang::Decl::FOK_Undeclared;
  return !isLambda && !isHiddenFriend && !function->isMain() && isAccessible(function) &&
         !llvm::isa<clang::CXXConversionDecl>(function);
}

/// `double (*)(double)`, `double (Line::*)(double) const`
std::string pointerType(const clang::FunctionDecl *function, const std::string &owner) {
  const clang::QualType type = function->getType().getCanonicalType();
  std::string text = owner + "*";
  type.getAsStringInternal(text, policyFor(type, function->getASTContext()));
  return text;
}

} // namespace

std::optional<std::string> constantOf(const Names &names, const clang::FunctionDecl *function) {
  if (!canBeNamed(function))
    return std::nullopt;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool hasObject = method && method->isInstance();
  const std::string name = (hasObject ? "&" : "") + names.of(function);
  if (!names.isOverloaded(function))
    return name;
  return "static_cast<" + pointerType(function, hasObject ? names.of(method->getParent()) + "::" : "") + ">(" + name +
         ")";
}

} // namespace adjoint::frontend
