// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement: where in the file an adjoint stands, and what has to stand around it.
//
// Right behind its function, in its scope. If it uses a function that is defined further
// down, only its declaration stands there, and its definition behind the last one used.

#ifndef ADJOINT_DRIVER_PLACEMENT_H
#define ADJOINT_DRIVER_PLACEMENT_H

#include "Driver/Edits.h"
#include "Driver/Pipeline.h"

namespace adjoint::driver {

/// Inserts declaration and definition of one adjoint in the text of the main file.
void place(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint, Edits &edits);

/// Inserts the declaration of an adjoint behind that of its function.
void place(const frontend::LoweredUnit &unit, const frontend::DeclaredTarget &target, Edits &edits);

/// Does nothing that the adjoint uses stand further down than its function?
bool standsBehindItsFunction(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint);

/// Where in the main file the definitions go, up to what stands on that line.
size_t offsetOfDefinitions(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint);

/// Where something is in the main file; for what stands in a header, of the directive that includes it, or 0 if that
/// is not in the file: it is on the command line, or the header is precompiled.
size_t offsetInMainFile(const clang::SourceManager &sources, clang::SourceLocation where);

/// The text inside the namespaces that the scope is.
std::string inNamespacesOf(const clang::DeclContext *scope, const std::string &text);

} // namespace adjoint::driver

#endif
