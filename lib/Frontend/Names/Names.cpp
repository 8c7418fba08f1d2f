// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names/Names.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/TypeSpelling.h"
#include "Frontend/Models/Models.h"
#include "IR/Function.h"
#include "IR/Identifiers.h"

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

void Names::standInClass() {
  scope = nullptr;
  isGlobalOnly = false;
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

std::string templateArguments(const clang::TemplateArgumentList &args, const clang::ASTContext &ast) {
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::printTemplateArgumentList(out, args.asArray(), policyFor(args.asArray(), ast));
  return text;
}

std::string templateArguments(const clang::FunctionDecl *function) {
  const clang::TemplateArgumentList *args = function->getTemplateSpecializationArgs();
  return args ? templateArguments(*args, function->getASTContext()) : "";
}

} // namespace

namespace {
/// Of a class or namespace, without what it stands in.
std::string lastPart(const clang::NamedDecl *decl) {
  std::string text = decl->getNameAsString();
  if (const auto *tag = dyn_cast<clang::TagDecl>(decl); tag && tag->getTypedefNameForAnonDecl())
    return tag->getTypedefNameForAnonDecl()->getNameAsString();
  if (const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(decl))
    text += templateArguments(instance->getTemplateArgs(), decl->getASTContext());
  return text;
}
} // namespace

std::string Names::of(const clang::NamedDecl *decl) const {
  std::string name = decl->getNameAsString();
  if (const auto *function = dyn_cast<clang::FunctionDecl>(decl))
    name += templateArguments(function);
  if (const auto *instance = dyn_cast<clang::VarTemplateSpecializationDecl>(decl))
    name += templateArguments(instance->getTemplateArgs(), ast);
  for (const clang::DeclContext *c = decl->getDeclContext(); !c->isTranslationUnit(); c = c->getParent()) {
    // Those of libraries begin, in generated code, what stands at global scope (HiddenNames.h).
    if (c->isNamespace() && c->getPrimaryContext() == scope && !ir::isOfLibrary(name))
      return name;
    if (!isTransparent(c))
      name = lastPart(clang::cast<clang::NamedDecl>(c)) + "::" + name;
  }
  if (clang::isa<clang::VarDecl>(decl) && isOfModels(decl))
    return nameOfOriginal(name);
  bool isLocal = decl->getDeclContext()->isFunctionOrMethod();
  return isGlobalOnly || isLocal ? name : "::" + name;
}

/// No namespace has names like those of the compiler.
std::string Names::ofLibrary(const std::string &name) const {
  const bool canBeHidden = name.find("::") == std::string::npos && name.compare(0, 2, "__") != 0;
  return isGlobalOnly || !canBeHidden ? name : "::" + name;
}

namespace {

std::string classStem(const clang::CXXRecordDecl *record) {
  if (record->isLambda())
    return "lambda";
  return record->getIdentifier() ? record->getNameAsString() : "object";
}

/// A type as a part of an identifier.
std::string asIdentifier(std::string text) {
  for (char &c : text)
    c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return text;
}

bool hasOther(const clang::DeclContext *scope, const clang::FunctionDecl *function) {
  for (const clang::NamedDecl *found : scope->lookup(function->getDeclName()))
    if (found->getUnderlyingDecl()->getCanonicalDecl() != function->getCanonicalDecl())
      return true;
  return false;
}

} // namespace

bool Names::isOverloaded(const clang::FunctionDecl *function) const {
  const clang::DeclContext *scope = function->getDeclContext()->getRedeclContext();
  if (hasOther(scope, function))
    return true;
  for (const clang::DeclContext *c = scope; c; c = c->getParent())
    for (const clang::UsingDirectiveDecl *directive : c->using_directives())
      if (directive->getNominatedNamespace() != scope && hasOther(directive->getNominatedNamespace(), function))
        return true;
  return false;
}

std::string Names::stem(const clang::FunctionDecl *function) const {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || method->isStatic())
    return lastStem(function);
  std::string owner = classStem(method->getParent());
  if (clang::isa<clang::CXXConstructorDecl>(method))
    return owner + "_init";
  if (clang::isa<clang::CXXDestructorDecl>(method))
    return owner + "_destroy";
  if (method->getParent()->isLambda() && method->getOverloadedOperator() == clang::OO_Call)
    return owner;
  if (const auto *conversion = dyn_cast<clang::CXXConversionDecl>(method))
    return owner + "_to_" + asIdentifier(conversion->getConversionType().getAsString(generatedCodePolicy(ast)));
  return owner + "_" + lastStem(method);
}

std::string Names::halves(const clang::FunctionDecl *function, const clang::FunctionDecl *adjoint) const {
  const std::string beside = of(adjoint);
  const size_t last = beside.rfind("::");
  const std::string scope = last == std::string::npos ? "" : beside.substr(0, last + 2);
  return scope + ir::namespaceOfHalves + "::" + stem(function);
}

std::string Names::lastStem(const clang::FunctionDecl *function) const {
  clang::OverloadedOperatorKind kind = function->getOverloadedOperator();
  if (const clang::IdentifierInfo *suffix = function->getLiteralIdentifier())
    return "literal" + suffix->getName().str();
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
