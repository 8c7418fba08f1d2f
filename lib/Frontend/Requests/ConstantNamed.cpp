// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/ConstantNamed.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

#include <set>

namespace adjoint::frontend {

namespace {

std::optional<uint64_t> unsignedValue(const llvm::APSInt &value) {
  if (value.isNegative() || value.getActiveBits() > 64)
    return std::nullopt;
  return value.getZExtValue();
}

std::optional<uint64_t> argumentNamed(const clang::TemplateParameterList *params, const clang::TemplateArgumentList &args,
                                      llvm::StringRef name) {
  for (unsigned i = 0; i < params->size() && i < args.size(); ++i)
    if (params->getParam(i)->getName() == name && args[i].getKind() == clang::TemplateArgument::Integral)
      return unsignedValue(args[i].getAsIntegral());
  return std::nullopt;
}

std::optional<uint64_t> templateArgumentNamed(const clang::FunctionDecl *function, llvm::StringRef name) {
  if (const clang::FunctionTemplateDecl *primary = function->getPrimaryTemplate())
    if (auto found = argumentNamed(primary->getTemplateParameters(), *function->getTemplateSpecializationArgs(), name))
      return found;
  for (const clang::DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(scope))
      if (auto found = argumentNamed(instance->getSpecializedTemplate()->getTemplateParameters(), instance->getTemplateArgs(), name))
        return found;
  return std::nullopt;
}

std::optional<uint64_t> valueOf(const clang::NamedDecl *decl, const clang::ASTContext &ast) {
  if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(decl))
    return unsignedValue(enumerator->getInitVal());
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
  const clang::Expr *init = variable && variable->getType().isConstQualified() ? variable->getAnyInitializer() : nullptr;
  clang::Expr::EvalResult result;
  if (!init || init->isValueDependent() || !init->EvaluateAsInt(result, ast))
    return std::nullopt;
  return unsignedValue(result.Val.getInt());
}

using Declarations = llvm::SmallVector<const clang::NamedDecl *, 4>;

/// What is declared in a scope, or in namespaces that it uses.
class Lookup {
public:
  Lookup(const clang::ASTContext &ast) : ast(ast) {}

  /// Of a possibly qualified name.
  Declarations find(const clang::DeclContext *scope, llvm::StringRef name) {
    const auto [first, rest] = name.split("::");
    seen.clear();
    const Declarations here = findOne(scope, first);
    if (rest.empty())
      return here;
    Declarations found;
    for (const clang::NamedDecl *decl : here)
      if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(decl))
        found.append(find(inner, rest));
    return found;
  }

private:
  Declarations findOne(const clang::DeclContext *scope, llvm::StringRef name) {
    Declarations found;
    if (!seen.insert(scope->getPrimaryContext()).second)
      return found;
    for (const clang::NamedDecl *decl : scope->lookup(&ast.Idents.get(name)))
      found.push_back(decl);
    for (const clang::UsingDirectiveDecl *uses : scope->using_directives())
      found.append(findOne(uses->getNominatedNamespace(), name));
    return found;
  }

  const clang::ASTContext &ast;
  std::set<const clang::DeclContext *> seen;
};

} // namespace

std::optional<uint64_t> constantNamed(const clang::FunctionDecl *function, llvm::StringRef name) {
  if (auto found = templateArgumentNamed(function, name))
    return found;
  const clang::ASTContext &ast = function->getASTContext();
  const bool isGlobal = name.consume_front("::");
  const clang::DeclContext *scope = function->getDeclContext();
  Lookup lookup(ast);
  for (scope = isGlobal ? ast.getTranslationUnitDecl() : scope; scope; scope = scope->getParent())
    if (const Declarations found = lookup.find(scope, name); !found.empty())
      return valueOf(found.front(), ast);
  return std::nullopt;
}

} // namespace adjoint::frontend
