// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SelfContained: functions that read nothing that changes and write nothing but their own variables and the object that they
// are called on. What such a constructor or lambda makes, it makes again.

#ifndef ADJOINT_FRONTEND_FACTS_SELFCONTAINED_H
#define ADJOINT_FRONTEND_FACTS_SELFCONTAINED_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace adjoint::frontend {

/// Of a constructor: with the end of the object.
bool isSelfContained(const clang::FunctionDecl *function);
bool isSelfContained(const clang::Expr *e);
/// The same, but it may read what it is given pointers to, and make texts by streams of its own.
bool changesNothing(const clang::FunctionDecl *function);

} // namespace adjoint::frontend

#endif
