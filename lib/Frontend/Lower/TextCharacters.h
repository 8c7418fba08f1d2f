// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TextCharacters: loops over the characters of a text, which has no iterators in generated code, are loops over an
// index.
//
//     for (char c : text) use(c);      const int size = text.size();
//                                      for (int k = 0; k < size; ++k) { const char c = text[k]; use(c); }

#ifndef ADJOINT_FRONTEND_LOWER_TEXTCHARACTERS_H
#define ADJOINT_FRONTEND_LOWER_TEXTCHARACTERS_H

#include "IR/Context.h"

#include "clang/AST/StmtCXX.h"

namespace adjoint::frontend {

class BodyLowering;

/// The text that the loop goes over, as a variable. Refuses references to its characters.
const ir::Place *textOfRange(BodyLowering &body, const clang::CXXForRangeStmt *s);
/// How many characters it has, and one of them, in a variable.
const ir::Expr *textSize(BodyLowering &body, const ir::Place *text, clang::SourceLocation where);
const ir::Place *textCharacter(BodyLowering &body, const ir::Place *text, const ir::Expr *index,
                               clang::SourceLocation where);

} // namespace adjoint::frontend

#endif
