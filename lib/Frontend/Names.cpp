// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names.h"

#include "Frontend/ClangVersion.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/OperatorKinds.h"
#include "llvm/Support/raw_ostream.h"

#include <cctype>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {
const clang::DeclContext *namespaceOf(const clang::DeclContext *context) {
  return context->getEnclosingNamespaceContext()->getPrimaryContext();
}
} // namespace

void Names::standIn(const clang::DeclContext *newScope) {
  newScope = namespaceOf(newScope);
  bool isFirst = isGlobalOnly && !scope;
  scope = isFirst || scope == newScope ? newScope : nullptr;
  isGlobalOnly = isGlobalOnly && newScope->isTranslationUnit();
}

namespace {

/// Is the context left out of qualified names?
bool isTransparent(const clang::DeclContext *context) {
  if (const auto *space = dyn_cast<clang::NamespaceDecl>(context))
    return space->isAnonymousNamespace() || space->isInline();
  if (const auto *enumeration = dyn_cast<clang::EnumDecl>(context))
    return !enumeration->isScoped();
  return context->isFunctionOrMethod() || !clang::isa<clang::NamedDecl>(context);
}

std::string templateArguments(const clang::FunctionDecl *function, const clang::PrintingPolicy &policy) {
  const clang::TemplateArgumentList *args = function->getTemplateSpecializationArgs();
  if (!args)
    return "";
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::printTemplateArgumentList(out, args->asArray(), policy);
  return text;
}

} // namespace

std::string Names::of(const clang::NamedDecl *decl) const {
  clang::PrintingPolicy policy = generatedCodePolicy(ast);
  std::string name = decl->getNameAsString();
  if (const auto *function = dyn_cast<clang::FunctionDecl>(decl))
    name += templateArguments(function, policy);
  for (const clang::DeclContext *c = decl->getDeclContext(); !c->isTranslationUnit(); c = c->getParent()) {
    if (c->isNamespace() && c->getPrimaryContext() == scope)
      return name;
    if (!isTransparent(c))
      name = clang::cast<clang::NamedDecl>(c)->getNameAsString() + "::" + name;
  }
  bool isLocal = decl->getDeclContext()->isFunctionOrMethod();
  return isGlobalOnly || isLocal ? name : "::" + name;
}

std::string Names::stem(const clang::FunctionDecl *function) const {
  clang::OverloadedOperatorKind kind = function->getOverloadedOperator();
  if (kind == clang::OO_None)
    return function->getNameAsString();
  static const char *const names[] = {
      "",
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly) #Name,
#include "clang/Basic/OperatorKinds.def"
  };
  return std::string("operator") + names[kind];
}

} // namespace adjoint::frontend
