// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WorkContainers: static containers of a function that each call begins anew, so as to keep their memory alone.
//
//     static std::vector<double> work;
//     work.assign(n, 0.0);                  as if it had just been made
//
//     static std::vector<double> work;
//     work.resize(n);                       but for what an earlier call has left in its elements
//
// The first statement that names it stands in the function's own block.

#ifndef ADJOINT_FRONTEND_FACTS_WORKCONTAINERS_H
#define ADJOINT_FRONTEND_FACTS_WORKCONTAINERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace adjoint::frontend {

enum class Beginning {
  Unknown,
  OfAll,  ///< nothing is left of an earlier call
  OfSize, ///< its elements are
};
/// How a call begins the container, of the function with this body.
Beginning beginningOf(const clang::VarDecl *variable, const clang::Stmt *body);

} // namespace adjoint::frontend

#endif
