// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BridgeFunctions: the bodies of bridges (Transform/Contract/Bridges.h), which make the user's objects of plain structs for one call.

#ifndef ADJOINT_CODEGEN_BOUNDARY_BRIDGEFUNCTIONS_H
#define ADJOINT_CODEGEN_BOUNDARY_BRIDGEFUNCTIONS_H

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "IR/Function.h"

#include <functional>

namespace adjoint::codegen {

/// A line each. `name`: of a parameter.
std::vector<std::string> bridgeLines(const ir::Function &bridge, const std::function<std::string(const ir::Variable *)> &name);
/// Appends what the bridges among the functions need before them.
void addDefinitionsForBridges(const std::vector<const ir::Function *> &functions, std::vector<BoundaryDefinition> &definitions);

} // namespace adjoint::codegen

#endif
