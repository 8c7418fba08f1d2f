// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Literals: constants as the user wrote them: `1.5e-3`, 'a', PI of a macro, sizeof(double).

#ifndef ADJOINT_FRONTEND_LOWER_LITERALS_H
#define ADJOINT_FRONTEND_LOWER_LITERALS_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"

namespace adjoint::frontend {

class BodyLowering;

/// Null where the expression is something else.
const ir::Expr *literal(BodyLowering &body, const clang::Expr *e);

} // namespace adjoint::frontend

#endif
