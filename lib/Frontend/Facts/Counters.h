// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters: statements that only count, such as `++evaluations;`. Where generated code cannot name the counter (a private
// static member, a static variable of a function), it does not count, and any other use of the variable is refused.

#ifndef ADJOINT_FRONTEND_FACTS_COUNTERS_H
#define ADJOINT_FRONTEND_FACTS_COUNTERS_H

#include "clang/AST/Expr.h"

namespace adjoint::frontend {

/// The static integer that the expression, whose value nobody uses, adds a constant to; null: it does something else.
const clang::VarDecl *countedBy(const clang::Expr *e);

/// Is all that the code does with the variable to count?
bool isOnlyCounted(const clang::VarDecl *variable, const clang::Stmt *code);

} // namespace adjoint::frontend

#endif
