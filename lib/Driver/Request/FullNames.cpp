// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/FullNames.h"

#include "Frontend/Names/FunctionConstants.h"
#include "Transform/Contract/Signature.h"

namespace adjoint::driver {

namespace {
frontend::Names namesInClass(const clang::FunctionDecl *function) {
  frontend::Names names(function->getASTContext());
  names.standInClass();
  return names;
}
} // namespace

std::string fullNameOf(const clang::FunctionDecl *function) {
  const bool isHiddenFriend = function->getFriendObjectKind() == clang::Decl::FOK_Undeclared; // found by its arguments alone
  return isHiddenFriend ? function->getNameAsString() : namesInClass(function).of(function);
}

std::string fullNameOfDerivative(const clang::FunctionDecl *function, const ir::Request &request) {
  return "::" + qualifierOf(function->getDeclContext()) + transform::derivativeName(request);
}

std::optional<std::string> fullConstantOf(const clang::FunctionDecl *function) {
  return frontend::constantOf(namesInClass(function), function);
}

std::string qualifierOf(const clang::DeclContext *scope) {
  std::string text;
  for (const clang::DeclContext *c = scope; c && !c->isTranslationUnit(); c = c->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(c); space && !space->isAnonymousNamespace())
      text = space->getNameAsString() + "::" + text;
  return text;
}

} // namespace adjoint::driver
