// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement: where in the file an adjoint stands, and what has to stand around it.
//
// Right behind its function, or behind the pragma that names it, in the function's scope. If it uses a function that is defined further
// down, only its declaration stands there, and its definition behind the last one used. So it is where something must stand
// outside of all namespaces before it, and the function is in one: the definition then follows the outermost.

#ifndef ADJOINT_DRIVER_PIPELINE_PLACEMENT_H
#define ADJOINT_DRIVER_PIPELINE_PLACEMENT_H

#include "Driver/Pipeline/Edits.h"
#include "Driver/Pipeline/Pipeline.h"

namespace adjoint::driver {

/// Inserts declaration and definition of one adjoint in the text of the main file.
void place(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint, Edits &edits);

/// Its definitions in their namespaces, behind what must stand outside of these.
std::string textAtFileScope(const GeneratedAdjoint &adjoint);

/// What tells <adjoint/derivatives.h> of it, behind its first declaration; empty: nothing.
std::string connectionOf(const GeneratedAdjoint &adjoint);

/// Inserts the declaration of an adjoint behind that of its function.
void place(const frontend::LoweredUnit &unit, const frontend::DeclaredTarget &target, Edits &edits);

/// Does nothing that the adjoint uses stand further down than its function?
bool standsBehindItsFunction(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint);

/// Where in the main file the definitions go, up to what stands on that line.
size_t offsetOfDefinitions(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint);

} // namespace adjoint::driver

#endif
