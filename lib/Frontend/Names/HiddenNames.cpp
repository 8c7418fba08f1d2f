// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names/HiddenNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

#include <set>

namespace adjoint::frontend {

namespace {

/// Which of the two mean something else there.
std::set<std::string> hiddenFrom(const clang::FunctionDecl *function) {
  std::set<std::string> hidden;
  const clang::ASTContext &ast = function->getASTContext();
  const clang::DeclContext *scope = function->getDeclContext()->getEnclosingNamespaceContext();
  for (; !scope->isTranslationUnit(); scope = scope->getParent())
    for (const char *name : {"adjoint", "std"})
      if (!scope->lookup(&ast.Idents.get(name)).empty())
        hidden.insert(name);
  return hidden;
}

} // namespace

std::string withHiddenNames(const clang::FunctionDecl *function, const std::string &text) {
  const std::set<std::string> hidden = hiddenFrom(function);
  if (hidden.empty())
    return text;
  const clang::SourceLocation start = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer lexer(start, function->getASTContext().getLangOpts(), text.data(), text.data(),
                     text.data() + text.size());
  std::string result;
  size_t done = 0;
  clang::Token token;
  bool isQualified = false;
  while (!lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::raw_identifier) && !isQualified && hidden.count(token.getRawIdentifier().str())) {
      const size_t offset = token.getLocation().getRawEncoding() - start.getRawEncoding();
      if (llvm::StringRef(text).substr(offset + token.getLength()).starts_with("::")) {
        result += text.substr(done, offset - done) + "::";
        done = offset;
      }
    }
    isQualified = token.is(clang::tok::coloncolon);
  }
  return result + text.substr(done);
}

} // namespace adjoint::frontend
