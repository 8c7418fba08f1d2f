// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/Namespaces.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::frontend {

const clang::DeclContext *scopeOf(const clang::FunctionDecl *function) {
  return function->getDeclContext()->getEnclosingNamespaceContext();
}

const clang::DeclContext *blockAround(const clang::Decl *decl) {
  const clang::DeclContext *c = decl->getLexicalDeclContext();
  while (c->isRecord())
    c = c->getLexicalParent();
  return c;
}

std::string inNamespacesOf(const clang::DeclContext *scope, const std::string &text, const clang::DeclContext *block) {
  std::string opened, closed;
  auto isAround = [&](const clang::DeclContext *c) {
    return block && (c->Equals(block) || c->Equals(block->getEnclosingNamespaceContext()));
  };
  for (const clang::DeclContext *c = scope; !c->isTranslationUnit() && !isAround(c); c = c->getParent()) {
    const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(c);
    if (linkage && linkage->hasBraces() && linkage->getLanguage() == clang::LinkageSpecLanguageIDs::C) {
      opened = "extern \"C\" {\n" + opened;
      closed += "} // extern \"C\"\n";
    }
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(c);
    if (!space)
      continue;
    std::string name = space->isAnonymousNamespace() ? "" : space->getNameAsString() + " ";
    opened = (space->isInline() ? "inline namespace " : "namespace ") + name + "{\n" + opened;
    closed += "} // namespace" + (name.empty() ? "" : " " + space->getNameAsString()) + "\n";
  }
  if (opened.empty())
    return text;
  return opened + "\n" + llvm::StringRef(text).trim('\n').str() + "\n\n" + closed;
}

} // namespace adjoint::frontend
