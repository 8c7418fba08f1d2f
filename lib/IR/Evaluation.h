// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluation: what is read whenever an expression is evaluated, and which expressions may be evaluated where the program does not?

#ifndef ADJOINT_IR_EVALUATION_H
#define ADJOINT_IR_EVALUATION_H

#include "IR/Expr.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace adjoint::ir {

/// Loads that are executed whenever the expression is evaluated; none of one with a choice in it.
void forEachCertainLoad(const Expr *expr, llvm::function_ref<void(const LoadExpr *)> visit);

/// May the integer be computed in front of code that might not be reached? It reads no memory but variables and their
/// members, and divides by nothing that might be zero.
bool isAlwaysComputable(const Expr *expr);

} // namespace adjoint::ir

#endif
