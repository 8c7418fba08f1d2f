// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlainStructPlacement: each mirror is defined once for a namespace, before the first adjoint there
// that uses it; adjoints in namespaces inside find it too.

#ifndef ADJOINT_DRIVER_PLAINSTRUCTPLACEMENT_H
#define ADJOINT_DRIVER_PLAINSTRUCTPLACEMENT_H

#include "Driver/Pipeline.h"

namespace adjoint::driver {

/// Puts the definitions of `mirrors` before the `definitions` of the adjoints, in the order in which these will
/// stand in the file.
void defineMirrors(const frontend::LoweredUnit &unit, std::vector<GeneratedAdjoint> &adjoints);

} // namespace adjoint::driver

#endif
