// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output: the source with its adjoints, and the header that declares them.

#ifndef ADJOINT_DRIVER_OUTPUT_OUTPUT_H
#define ADJOINT_DRIVER_OUTPUT_OUTPUT_H

#include "Driver/Pipeline/Pipeline.h"

#include "llvm/Support/Error.h"

namespace adjoint::driver {

std::string sourceWithAdjoints(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options);

/// What the options ask for: `text` as the output, a header, a depfile. After an error no file has changed.
llvm::Error writeOutputs(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options,
                         const std::string &text);

} // namespace adjoint::driver

#endif
