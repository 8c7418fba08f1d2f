// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PragmaHandler: reads `#pragma adjoint ...` and `_Pragma("adjoint ...")`.
//
// After a `reverse` or `tangent`, later code in the file may call the generated function, which
// must therefore be declared right behind its own: the handler lexes the function up to its closing
// brace, and enters its tokens again, followed by an empty struct. When the parser has
// finished that struct, the function is complete, and Injection enters the declaration.

#ifndef ADJOINT_FRONTEND_PRAGMAHANDLER_H
#define ADJOINT_FRONTEND_PRAGMAHANDLER_H

#include "Frontend/Pragmas.h"

#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

namespace adjoint::frontend {

/// What the names of the structs behind annotated functions begin with; the pragma's number follows.
inline constexpr const char *MarkerPrefix = "adjoint_marker_";

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
  void reenter(clang::Preprocessor &preprocessor);
  bool malformed(clang::SourceLocation where, const std::string &directive, const std::string &what);

  PragmaTable &table;
  DiagnosticSink &sink;
  unsigned reentered = 0; ///< how many declarations have been lexed again
};

/// Appends the marker behind the declaration that a pragma stands before.
void appendMarker(clang::Preprocessor &preprocessor, unsigned pragma, clang::SourceLocation where,
                  std::vector<clang::Token> &tokens);

} // namespace adjoint::frontend

#endif
