// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TextUse: which functions of the library make text of numbers, or numbers of text.

#ifndef ADJOINT_FRONTEND_MODELS_TEXTUSE_H
#define ADJOINT_FRONTEND_MODELS_TEXTUSE_H

#include "IR/Function.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace adjoint::frontend {

/// Of a function of the library on characters, by its parameters: snprintf and to_chars write them, strtod and from_chars read them.
ir::TextUse textUseOf(const clang::FunctionDecl *function);

/// Does what is put into the stream leave the program (std::cerr, files)?
bool isPrinted(const clang::Expr *stream);

} // namespace adjoint::frontend

#endif
