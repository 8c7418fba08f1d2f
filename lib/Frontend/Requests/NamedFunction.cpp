// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/NamedFunction.h"

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Clang/Markers.h"
#include "Frontend/Clang/Namespaces.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateDeduction.h"

namespace adjoint::frontend {

using clang::dyn_cast;
namespace tok = clang::tok;

namespace {

std::string nameOfName(const clang::Preprocessor &preprocessor, unsigned pragma) {
  return markerName(preprocessor, "name_" + std::to_string(pragma));
}
std::string nameOfTypes(const clang::Preprocessor &preprocessor, unsigned pragma) {
  return markerName(preprocessor, "types_" + std::to_string(pragma));
}

// ---------------------------------------------------------------- tokens

/// Tokens that all stand at one place.
class Tokens {
public:
  Tokens(clang::Preprocessor &preprocessor, clang::SourceLocation where) : preprocessor(preprocessor), where(where) {}

  std::vector<clang::Token> all;

  Tokens &add(tok::TokenKind kind) { return add(kind, nullptr); }
  Tokens &keyword(const char *spelling) {
    clang::IdentifierInfo *info = preprocessor.getIdentifierInfo(spelling);
    return add(info->getTokenID(), info);
  }
  Tokens &name(const std::string &name) { return add(tok::identifier, preprocessor.getIdentifierInfo(name)); }
  Tokens &copy(const clang::Token *begin, const clang::Token *end) {
    all.insert(all.end(), begin, end);
    return *this;
  }

private:
  Tokens &add(tok::TokenKind kind, clang::IdentifierInfo *info) {
    clang::Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(where);
    token.setIdentifierInfo(info);
    all.push_back(token);
    return *this;
  }

  clang::Preprocessor &preprocessor;
  clang::SourceLocation where;
};

/// Where the types of the parameters begin, `(double, int) const`; the end, if there are none. The parentheses of
/// `operator()` belong to the name.
const clang::Token *typesIn(const std::vector<clang::Token> &clause) {
  const clang::Token *begin = clause.data(), *end = begin + clause.size(), *last = end;
  while (last != begin && last[-1].isOneOf(tok::kw_const, tok::kw_volatile, tok::amp, tok::ampamp))
    --last;
  if (last == begin || last[-1].isNot(tok::r_paren))
    return end;
  unsigned depth = 0;
  const clang::Token *open = last;
  do {
    --open;
    depth += open->is(tok::r_paren);
    depth -= open->is(tok::l_paren);
  } while (depth && open != begin);
  return open != begin && open[-1].is(tok::kw_operator) ? end : open;
}

// ------------------------------------------------------------ candidates

template <class T> const T *declaredBefore(const clang::TagDecl *marker, const std::string &name) {
  const auto &decls = marker->getLexicalDeclContext()->decls();
  for (const clang::Decl *decl : decls)
    if (const auto *found = dyn_cast<T>(decl); found && found->getNameAsString() == name)
      return found;
  return nullptr;
}

/// `e` of `adjoint_T::of(&e)`; null where Clang could make nothing of it.
const clang::Expr *nameIn(const clang::VarTemplateDecl *variable) {
  const clang::Expr *init = variable ? variable->getTemplatedDecl()->getInit() : nullptr;
  const auto *call = init ? dyn_cast<clang::CallExpr>(init->IgnoreParenImpCasts()) : nullptr;
  const auto *address = call && call->getNumArgs() == 1 ? dyn_cast<clang::UnaryOperator>(call->getArg(0)) : nullptr;
  return address ? address->getSubExpr()->IgnoreParens() : nullptr;
}

/// The instance for arguments that are written in full; null if there is none.
clang::FunctionDecl *instanceOf(clang::Sema &sema, clang::FunctionTemplateDecl *function,
                                const clang::OverloadExpr *name) {
  if (!name->hasExplicitTemplateArgs())
    return nullptr;
  clang::TemplateArgumentListInfo arguments;
  name->copyTemplateArgumentsInto(arguments);
  clang::FunctionDecl *instance = nullptr;
  clang::sema::TemplateDeductionInfo info(name->getNameLoc());
  sema.DeduceTemplateArguments(function, &arguments, instance, info, /*IsAddressOfFunction=*/true);
  return instance;
}

/// `const auto g = [](double t) { return t * t; };`: what g(1.0) calls.
const clang::CXXMethodDecl *lambdaNamed(const clang::Expr *name) {
  const auto *reference = dyn_cast<clang::DeclRefExpr>(name);
  const auto *variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  const clang::CXXRecordDecl *record = variable ? variable->getType()->getAsCXXRecordDecl() : nullptr;
  return record && record->isLambda() && !record->isGenericLambda() ? record->getLambdaCallOperator() : nullptr;
}

std::vector<const clang::FunctionDecl *> candidatesOf(clang::Sema &sema, const clang::Expr *name) {
  std::vector<const clang::FunctionDecl *> found;
  if (const auto *reference = dyn_cast<clang::DeclRefExpr>(name))
    if (const auto *function = dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      found.push_back(function);
  if (const clang::CXXMethodDecl *lambda = lambdaNamed(name))
    found.push_back(lambda);
  const auto *overloads = dyn_cast<clang::OverloadExpr>(name);
  if (!overloads)
    return found;
  for (clang::NamedDecl *decl : overloads->decls()) {
    decl = decl->getUnderlyingDecl();
    auto *pattern = dyn_cast<clang::FunctionTemplateDecl>(decl);
    const clang::FunctionDecl *function = pattern ? instanceOf(sema, pattern, overloads) : nullptr;
    if (!pattern && !overloads->hasExplicitTemplateArgs())
      function = dyn_cast<clang::FunctionDecl>(decl);
    if (function)
      found.push_back(function);
  }
  return found;
}

bool hasTypes(const clang::FunctionDecl *function, const clang::TypedefDecl *types) {
  const clang::ASTContext &ast = function->getASTContext();
  const auto *have = function->getType()->getAs<clang::FunctionProtoType>();
  const auto *want = types->getUnderlyingType()->getAs<clang::FunctionProtoType>();
  auto isSame = [&](clang::QualType a, clang::QualType b) { return ast.hasSameUnqualifiedType(a, b); };
  return have && want && have->getNumParams() == want->getNumParams() &&
         std::equal(have->param_type_begin(), have->param_type_end(), want->param_type_begin(), isSame) &&
         have->getMethodQuals() == want->getMethodQuals() && have->getRefQualifier() == want->getRefQualifier();
}

} // namespace

void enterNamed(clang::Preprocessor &preprocessor, unsigned pragma, unsigned endOfPragmas, clang::SourceLocation where,
                const std::vector<clang::Token> &clause) {
  const clang::Token *begin = clause.data(), *end = begin + clause.size(), *types = typesIn(clause);
  Tokens tokens(preprocessor, where);
  tokens.keyword("template").add(tok::less).keyword("class").name("adjoint_T").add(tok::greater);
  tokens.keyword("constexpr").keyword("bool").name(nameOfName(preprocessor, pragma)).add(tok::equal);
  tokens.name("adjoint_T").add(tok::coloncolon).name("of").add(tok::l_paren).add(tok::amp);
  tokens.copy(begin, types).add(tok::r_paren).add(tok::semi);
  if (types != end)
    tokens.keyword("typedef").keyword("void").name(nameOfTypes(preprocessor, pragma)).copy(types, end).add(tok::semi);
  for (unsigned number = pragma; number != endOfPragmas; ++number)
    appendMarker(preprocessor, number, where, tokens.all);
  auto owned = std::make_unique<clang::Token[]>(tokens.all.size());
  std::copy(tokens.all.begin(), tokens.all.end(), owned.get());
  preprocessor.EnterTokenStream(std::move(owned), tokens.all.size(), /*DisableMacroExpansion=*/false,
                                /*IsReinject=*/false);
}

const clang::FunctionDecl *namedFunction(clang::Sema &sema, const Pragma &pragma, const clang::TagDecl *marker,
                                         DiagnosticSink &sink) {
  auto report = [&](DiagId id) {
    sink.report(id, locationOf(pragma.where), {pragma.function});
    return nullptr;
  };
  const clang::Preprocessor &preprocessor = sema.getPreprocessor();
  const clang::Expr *name = nameIn(declaredBefore<clang::VarTemplateDecl>(marker, nameOfName(preprocessor, pragma.first)));
  const auto *types = declaredBefore<clang::TypedefDecl>(marker, nameOfTypes(preprocessor, pragma.first));
  if (!name && sema.getDiagnostics().hasErrorOccurred())
    return nullptr;
  std::vector<const clang::FunctionDecl *> found;
  if (name)
    found = candidatesOf(sema, name);
  if (types)
    llvm::erase_if(found, [&](const clang::FunctionDecl *f) { return !hasTypes(f, types); });
  if (found.size() != 1)
    return report(found.empty() ? DiagId::named_nothing : DiagId::named_several);
  auto *function = const_cast<clang::FunctionDecl *>(found.front());
  if (!marker->getDeclContext()->getEnclosingNamespaceContext()->Encloses(scopeOf(function)))
    return report(DiagId::named_elsewhere);
  if (function->isImplicitlyInstantiable() && !function->hasBody())
    sema.InstantiateFunctionDefinition(pragma.where, function);
  const clang::FunctionDecl *definition = nullptr;
  return function->hasBody(definition) ? definition : report(DiagId::named_without_body);
}

} // namespace adjoint::frontend
