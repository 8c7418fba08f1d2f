// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LazyStatics: static variables of a function that it fills in its first call, in the same way whichever call that is.
//
//     static std::vector<double> nodes;
//     if (nodes.empty())
//       for (int i = 0; i < 8; ++i)
//         nodes.push_back(std::cos(i * 0.4));
//
// Nothing but the guarded statement changes them, and that one runs where they are as they were made, and uses nothing else.
// So a call that makes and fills them anew computes the same.

#ifndef ADJOINT_FRONTEND_FACTS_LAZYSTATICS_H
#define ADJOINT_FRONTEND_FACTS_LAZYSTATICS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace adjoint::frontend {

/// Is it such a variable of the function with this body?
bool isFilledLazily(const clang::VarDecl *variable, const clang::Stmt *body);

} // namespace adjoint::frontend

#endif
