// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts: `double(n)`, `static_cast<unsigned long>(n)`, and which of them may be seen through.

#ifndef ADJOINT_CODEGEN_CPP_CASTS_H
#define ADJOINT_CODEGEN_CPP_CASTS_H

#include "IR/Expr.h"

namespace adjoint::codegen {

/// The expression below its implicit conversions: the outermost one, and those below it that
/// keep every value, so that converting at once or step by step gives the same. Tells the
/// innermost conversion passed.
const ir::Expr *withoutImplicitCasts(const ir::Expr *expr, const ir::CastExpr **innermost = nullptr);

std::string castText(const ir::Type *type, const std::string &operand);
std::string constCastText(const ir::Type *type, const std::string &operand);
std::string addressText(const ir::Type *type, const std::string &operand);

} // namespace adjoint::codegen

#endif
