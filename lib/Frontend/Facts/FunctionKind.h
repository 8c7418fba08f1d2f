// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FunctionKind: attributes that make a function something else than one of the host in its usual calling convention. A generated
// function does not have them, and would not be what its primal is: threads of a GPU would add to one adjoint at once.

#ifndef ADJOINT_FRONTEND_FACTS_FUNCTIONKIND_H
#define ADJOINT_FRONTEND_FACTS_FUNCTIONKIND_H

#include "clang/AST/Decl.h"

namespace adjoint::frontend {

/// Refuses a definition that is of another kind, by the name of its attribute.
void refuseOtherKinds(const clang::FunctionDecl *definition);

/// Is it defined in one file, once, and called by its name from others, so that these can call functions beside it too?
bool isSharedByFiles(const clang::FunctionDecl *function);

} // namespace adjoint::frontend

#endif
