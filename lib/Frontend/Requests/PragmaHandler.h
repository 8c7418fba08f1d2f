// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PragmaHandler: reads `#pragma adjoint ...` and `_Pragma("adjoint ...")`.
//
// After a `reverse` or `tangent`, later code in the file may call the generated function, which
// must therefore be declared right behind its own: the handler lexes the function up to its closing
// brace, and enters its tokens again, followed by a marker (Markers.h). When the parser has
// finished that, the function is complete, and Injection enters the declaration.
// Where the pragma names its function by function(...), the marker follows the pragma itself (see NamedFunction).

#ifndef ADJOINT_FRONTEND_REQUESTS_PRAGMAHANDLER_H
#define ADJOINT_FRONTEND_REQUESTS_PRAGMAHANDLER_H

#include "Frontend/Requests/Pragmas.h"

#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

namespace adjoint::frontend {

class PragmaHandler : public clang::PragmaHandler {
public:
  PragmaHandler(PragmaTable &table, DiagnosticSink &sink) : clang::PragmaHandler("adjoint"), table(table), sink(sink) {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token &first) override;

private:
  bool parse(clang::Preprocessor &preprocessor, Pragma &pragma);
  bool parseClauses(clang::Preprocessor &preprocessor, clang::Token &token, const std::string &directive,
                    Pragma &pragma);
  std::optional<std::vector<std::string>> parseNames(clang::Preprocessor &preprocessor, clang::Token &token,
                                                     const std::string &directive, clang::SourceLocation where);
  static bool parseDifferences(clang::Preprocessor &preprocessor, clang::Token &token, ir::Differences &into);
  bool parseNumber(clang::Preprocessor &preprocessor, clang::Token &token, Pragma &pragma, const std::string &clause);
  bool parseFunction(clang::Preprocessor &preprocessor, clang::Token &token, const std::string &directive,
                     Pragma &pragma);
  static clang::SourceLocation anchorInMacro(clang::Preprocessor &preprocessor, const Pragma &pragma);
  void addMatrixRequests(Pragma pragma, unsigned width);
  void reenter(clang::Preprocessor &preprocessor, unsigned first);
  bool malformed(DiagId why, clang::SourceLocation where, std::vector<std::string> args);

  PragmaTable &table;
  DiagnosticSink &sink;
  unsigned reentered = 0; ///< how many declarations have been lexed again
  size_t ahead = 0;       ///< tokens that a pragma inside has entered again, and nobody has read
  std::vector<clang::Token> named; ///< inside the function(...) of the pragma that is being read
};

/// Says of the first pragma in a source why it cannot be there.
class PragmaRefusal : public clang::PragmaHandler {
public:
  PragmaRefusal(DiagId why, DiagnosticSink &sink) : clang::PragmaHandler("adjoint"), why(why), sink(sink) {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token &first) override;

private:
  const DiagId why;
  DiagnosticSink &sink;
};

} // namespace adjoint::frontend

#endif
