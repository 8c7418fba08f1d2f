// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeatable: expressions that can be evaluated twice, because neither they nor what they call change anything but their
// own variables.

#ifndef ADJOINT_FRONTEND_FACTS_REPEATABLE_H
#define ADJOINT_FRONTEND_FACTS_REPEATABLE_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace adjoint::frontend {

bool isRepeatable(const clang::Expr *e);
/// Does it change nothing but the object that it makes?
bool isRepeatable(const clang::CXXConstructorDecl *constructor);

} // namespace adjoint::frontend

#endif
