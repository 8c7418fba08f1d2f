// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ConstantAddresses: references of the file, and pointers that never change, stand for what they lead to.
//
//     double state[3];  double &energy = state[2];  double *const momentum = state + 1;
//     energy += momentum[0];          becomes    state[2] += (state + 1)[0];

#ifndef ADJOINT_FRONTEND_FACTS_CONSTANTADDRESSES_H
#define ADJOINT_FRONTEND_FACTS_CONSTANTADDRESSES_H

#include "clang/AST/Decl.h"

namespace adjoint::frontend {

/// The initialiser of such a variable, if it names variables and constants alone; null otherwise.
const clang::Expr *constantAddress(const clang::VarDecl *variable);

} // namespace adjoint::frontend

#endif
