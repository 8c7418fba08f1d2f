// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TypeSpelling: types as generated code writes them.

#ifndef ADJOINT_FRONTEND_CLANG_TYPESPELLING_H
#define ADJOINT_FRONTEND_CLANG_TYPESPELLING_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/TemplateBase.h"

namespace adjoint::frontend {

/// Clang prints the arguments of an explicit specialisation as they are written there, without the namespaces around; this
/// policy prints those that they are.
clang::PrintingPolicy policyFor(clang::QualType type, const clang::ASTContext &ast);
clang::PrintingPolicy policyFor(llvm::ArrayRef<clang::TemplateArgument> arguments, const clang::ASTContext &ast);

} // namespace adjoint::frontend

#endif
