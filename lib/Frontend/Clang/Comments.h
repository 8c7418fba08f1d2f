// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comments: what the source says around a statement, for the generated code to say again:
// the user's comments, and the names of macros that stand for constants.

#ifndef ADJOINT_FRONTEND_CLANG_COMMENTS_H
#define ADJOINT_FRONTEND_CLANG_COMMENTS_H

#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

#include <string>

namespace adjoint::frontend {

class Comments {
public:
  Comments(const clang::SourceManager &sources, const clang::LangOptions &language)
      : sources(sources), language(language) {}

  /// The comment lines right before the statement and the one behind it on its last line, as
  /// lines that begin with `//`; empty where there are none.
  std::string around(const clang::Stmt *s) const;

  /// The name of the macro that the expression is the whole expansion of ("M_PI"); empty if it
  /// is none, or one with parameters, or no longer defined.
  std::string macroSpelling(const clang::Expr *e, clang::Preprocessor &preprocessor) const;

  /// The macro that the user wrote there; empty for none.
  std::string outermostMacro(clang::SourceLocation where) const;

private:
  std::string before(clang::SourceLocation begin) const;
  std::string behind(clang::SourceLocation end) const;

  const clang::SourceManager &sources;
  const clang::LangOptions &language;
};

} // namespace adjoint::frontend

#endif
