// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThrowLowering: `throw` of what no code that is lowered catches (Exceptions has the others). Nothing behind it runs, so
// that for a derivative it is a call without effect: `throw E("text")`.

#ifndef ADJOINT_FRONTEND_LOWER_THROWLOWERING_H
#define ADJOINT_FRONTEND_LOWER_THROWLOWERING_H

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

class BodyLowering;

/// Of an object; `throw;` has none.
void lowerThrow(BodyLowering &body, const clang::CXXThrowExpr *e);

} // namespace adjoint::frontend

#endif
