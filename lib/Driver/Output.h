// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output: the source with its adjoints, and the header that declares them.

#ifndef ADJOINT_DRIVER_OUTPUT_H
#define ADJOINT_DRIVER_OUTPUT_H

#include "Driver/Pipeline.h"

namespace adjoint::driver {

/// False after an error was printed; then neither file has changed.
bool writeOutputs(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options);

} // namespace adjoint::driver

#endif
