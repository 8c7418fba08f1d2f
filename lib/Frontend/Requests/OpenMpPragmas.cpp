// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/OpenMpPragmas.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/STLExtras.h"

namespace adjoint::frontend {

namespace {

/// The words of the directive in the rest of a pragma's line; empty where it is none of OpenMP. Clauses that stand without
/// parentheses (nowait) belong to it.
std::string directiveIn(llvm::StringRef line) {
  llvm::StringRef rest = line.ltrim();
  if (!rest.consume_front("omp") || (!rest.empty() && !clang::isWhitespace(rest.front())))
    return "";
  std::string words;
  for (rest = rest.ltrim(); !rest.empty() && clang::isAsciiIdentifierStart(rest.front()); rest = rest.ltrim(" \t,")) {
    llvm::StringRef word = rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
    rest = rest.drop_front(word.size());
    if (rest.ltrim().starts_with("(")) // a clause, or what `critical` is called
      return words.empty() ? word.str() : words;
    words += (words.empty() ? "" : " ") + word.str();
  }
  return words;
}

/// Is what is computed the same without it, and no thread begun by it?
bool saysNothingOfThreads(llvm::StringRef directive) {
  static const char *const words[] = {"simd",  "declare",     "assume",  "unroll",
                                      "tile",  "interchange", "reverse", "nothing"};
  return llvm::is_contained(words, directive.split(' ').first);
}

class Watch : public clang::PPCallbacks {
public:
  Watch(OpenMpPragmas &pragmas, clang::Preprocessor &preprocessor) : pragmas(pragmas), preprocessor(preprocessor) {}

  /// The lexer stands behind `pragma`, or at the beginning of what _Pragma says.
  void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind) override {
    const auto *lexer = static_cast<const clang::Lexer *>(preprocessor.getCurrentLexer());
    if (!lexer || preprocessor.getLangOpts().OpenMP)
      return;
    llvm::StringRef behind(lexer->getBufferLocation(), lexer->getBuffer().end() - lexer->getBufferLocation());
    const std::string directive = directiveIn(behind.take_until([](char c) { return c == '\n' || c == '\r'; }));
    if (!directive.empty() && !saysNothingOfThreads(directive))
      pragmas.add({preprocessor.getSourceManager().getExpansionLoc(where), directive});
  }

private:
  OpenMpPragmas &pragmas;
  clang::Preprocessor &preprocessor;
};

} // namespace

void OpenMpPragmas::watch(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(*this, preprocessor));
}

std::vector<OpenMpPragmas::Pragma> OpenMpPragmas::in(const clang::FunctionDecl *definition) const {
  const clang::SourceManager &sources = definition->getASTContext().getSourceManager();
  const clang::CharSourceRange range = sources.getExpansionRange(definition->getSourceRange());
  std::vector<Pragma> found;
  for (const Pragma &pragma : pragmas)
    if (sources.isPointWithin(pragma.where, range.getBegin(), range.getEnd()))
      found.push_back(pragma);
  return found;
}

} // namespace adjoint::frontend
