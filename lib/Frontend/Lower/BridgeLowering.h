// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BridgeLowering: which functions are called with the user's objects where generated code has plain structs, and how (ir::Bridge).

#ifndef ADJOINT_FRONTEND_LOWER_BRIDGELOWERING_H
#define ADJOINT_FRONTEND_LOWER_BRIDGELOWERING_H

#include "Frontend/Lower/UnitLowering.h"

namespace adjoint::frontend {

/// Does the function take or return plain structs that stand for objects?
bool takesMirror(const ir::Function &function);
/// Arguments are variables in generated code, which a reference to a temporary does not take.
bool takesTemporary(const clang::FunctionDecl *decl);

/// Is the function, by its rule, one that generated code calls as it is?
bool isCalledWithObjects(const ir::Function &function, const clang::FunctionDecl *decl);
/// None: there are no objects, or such that cannot be made for a call.
std::optional<ir::Bridge> bridgeOf(UnitLowering &unit, const clang::FunctionDecl *decl, const ir::Function &function);

} // namespace adjoint::frontend

#endif
