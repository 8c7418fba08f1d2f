// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StaticFunctionPointers: pointers to functions that no other file can name, and of which all that is ever stored there is
// seen:
//
//     static double (*law)(double) = linear;
//     void choose(bool isSteep) { law = isSteep ? cubic : linear; }
//
// Not if what is stored there is a variable, or somebody takes the address.

#ifndef ADJOINT_FRONTEND_FACTS_STATICFUNCTIONPOINTERS_H
#define ADJOINT_FRONTEND_FACTS_STATICFUNCTIONPOINTERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <optional>
#include <vector>

namespace adjoint::frontend {

/// The expressions that are stored in the variable, or in its elements, anywhere in the file, besides its initialiser; none: it is
/// no such pointer, or array of these.
std::optional<std::vector<clang::Expr *>> functionsStoredIn(const clang::VarDecl *variable);

} // namespace adjoint::frontend

#endif
