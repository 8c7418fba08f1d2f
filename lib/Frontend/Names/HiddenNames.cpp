// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names/HiddenNames.h"

#include "Frontend/Models/Intrinsics.h"

#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

namespace adjoint::frontend {

namespace {

/// What a name means in the namespace of a function.
class Scope {
public:
  explicit Scope(const clang::FunctionDecl *function)
      : ast(function->getASTContext()), innermost(function->getDeclContext()->getEnclosingNamespaceContext()) {}

  bool isGlobal() const { return innermost->isTranslationUnit(); }

  /// Is the name, before `behind`, one of generated code that means something else there?
  bool hides(llvm::StringRef name, llvm::StringRef behind) const {
    const bool isNamespace = (name == "adjoint" || name == "std") && behind.starts_with("::");
    return (isNamespace || (behind.starts_with("(") && isOfC(name))) && isDeclaredInside(name);
  }

private:
  bool isDeclaredInside(llvm::StringRef name) const {
    for (const clang::DeclContext *scope = innermost; !scope->isTranslationUnit(); scope = scope->getParent())
      if (!scope->lookup(&ast.Idents.get(name)).empty())
        return true;
    return false;
  }
  bool isOfC(llvm::StringRef name) const {
    return llvm::any_of(ast.getTranslationUnitDecl()->lookup(&ast.Idents.get(name)), [](const clang::NamedDecl *decl) {
      const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      return function && isLibraryFunction(function);
    });
  }

  const clang::ASTContext &ast;
  const clang::DeclContext *innermost;
};

} // namespace

std::string withHiddenNames(const clang::FunctionDecl *function, const std::string &text) {
  const Scope scope(function);
  if (scope.isGlobal())
    return text;
  const clang::SourceLocation start = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer lexer(start, function->getASTContext().getLangOpts(), text.data(), text.data(),
                     text.data() + text.size());
  std::string result;
  size_t done = 0;
  clang::Token token;
  bool isQualified = false;
  while (!lexer.LexFromRawLexer(token)) {
    const size_t offset = token.getLocation().getRawEncoding() - start.getRawEncoding();
    const llvm::StringRef behind = llvm::StringRef(text).substr(offset + token.getLength());
    if (token.is(clang::tok::raw_identifier) && !isQualified && scope.hides(token.getRawIdentifier(), behind)) {
      result += text.substr(done, offset - done) + "::";
      done = offset;
    }
    isQualified = token.isOneOf(clang::tok::coloncolon, clang::tok::period, clang::tok::arrow);
  }
  return result + text.substr(done);
}

} // namespace adjoint::frontend
