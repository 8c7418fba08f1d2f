// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ConstantValues: what Clang knows of the value of a constant, as a literal of the IR has it.

#ifndef ADJOINT_FRONTEND_FACTS_CONSTANTVALUES_H
#define ADJOINT_FRONTEND_FACTS_CONSTANTVALUES_H

#include "IR/Constant.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace adjoint::frontend {

/// Unknown, if 64 bits do not hold it.
ir::Constant constantOf(const llvm::APSInt &value);
/// Unknown, if it is no number, or the tool's own long double does not hold it.
ir::Constant constantOf(const llvm::APFloat &value, bool isExact = false);
/// Of what Clang's evaluator can evaluate: literals, constants, calls of constexpr functions.
ir::Constant constantOf(const clang::Expr *e, const clang::ASTContext &ast);
/// Of a constant variable of arithmetic type.
ir::Constant constantOf(const clang::VarDecl *variable);

} // namespace adjoint::frontend

#endif
