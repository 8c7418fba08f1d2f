// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Namespaces: where generated functions stand, and what has to stand around their text.

#ifndef ADJOINT_FRONTEND_CLANG_NAMESPACES_H
#define ADJOINT_FRONTEND_CLANG_NAMESPACES_H

#include "clang/AST/Decl.h"

#include <string>

namespace adjoint::frontend {

/// The namespace in which the function's adjoint stands.
const clang::DeclContext *scopeOf(const clang::FunctionDecl *function);

/// The namespace or linkage block that the declaration of the function or class stands in, or the file.
const clang::DeclContext *blockAround(const clang::Decl *decl);

/// The text inside the namespaces and linkage blocks from `block`, where it is inserted, to `scope`; null: from
/// outside all of them.
std::string inNamespacesOf(const clang::DeclContext *scope, const std::string &text,
                           const clang::DeclContext *block = nullptr);

} // namespace adjoint::frontend

#endif
