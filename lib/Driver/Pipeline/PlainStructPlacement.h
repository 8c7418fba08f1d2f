// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlainStructPlacement: each mirror, and each function that reads the user's objects into it, is defined
// once for a namespace, before the first adjoint there that uses it; adjoints in namespaces
// inside find it too.

#ifndef ADJOINT_DRIVER_PIPELINE_PLAINSTRUCTPLACEMENT_H
#define ADJOINT_DRIVER_PIPELINE_PLAINSTRUCTPLACEMENT_H

#include "CodeGen/Functions/SharedStructs.h"
#include "Driver/Pipeline/Pipeline.h"

namespace adjoint::driver {

/// Sorts the adjoints in the order in which they will stand in the file, and puts what they need before their
/// `definitions`: those that files share at file scope.
void defineMirrors(const frontend::LoweredUnit &unit, const codegen::SharedStructs &shared,
                   std::vector<GeneratedAdjoint> &adjoints);

} // namespace adjoint::driver

#endif
