// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RuntimeCalls: functions of the runtime, as generated code calls them.

#ifndef ADJOINT_TRANSFORM_CONTRACT_RUNTIMECALLS_H
#define ADJOINT_TRANSFORM_CONTRACT_RUNTIMECALLS_H

#include "IR/Context.h"
#include "IR/Function.h"

#include <string>

namespace adjoint::transform {

/// `adjoint::name`, for these arguments.
ir::Function *runtimeFunction(ir::Context &context, const std::string &name, const ir::Type *result,
                              const std::vector<const ir::Expr *> &args);

/// `adjoint::record_numbers(pointer, count)`: to the tape, and back.
const ir::Stmt *recordNumbers(ir::Context &context, const ir::Expr *pointer, const ir::Expr *count);
const ir::Stmt *restoreNumbers(ir::Context &context, const ir::Expr *pointer, const ir::Expr *count);

} // namespace adjoint::transform

#endif
