// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ReturnedTexts: a function that returns a reference to a text gives generated code the text itself. It may be read; a
// change of it would be lost.

#ifndef ADJOINT_FRONTEND_FACTS_RETURNEDTEXTS_H
#define ADJOINT_FRONTEND_FACTS_RETURNEDTEXTS_H

#include "clang/AST/Expr.h"

namespace adjoint::frontend {

/// Refuses to change the text, where a function of the user's has returned a reference to it.
void refuseReturnedText(const clang::Expr *changed);

} // namespace adjoint::frontend

#endif
