// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThrowLowering: `throw` of what no code that is lowered catches (Exceptions has the others). Nothing behind it runs, so
// that for a derivative it is a call without effect: `throw E("text")`.

#ifndef ADJOINT_FRONTEND_LOWER_THROWLOWERING_H
#define ADJOINT_FRONTEND_LOWER_THROWLOWERING_H

#include "Frontend/Lower/MadeObject.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

class BodyLowering;

/// Of an object; `throw;` has none. The statements make it.
void lowerThrow(BodyLowering &body, const clang::CXXThrowExpr *e, MakingStatements statements = {});

} // namespace adjoint::frontend

#endif
