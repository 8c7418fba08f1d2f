// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measured: what a run of code that was generated with --profile has counted, read from its file (<adjoint/profile.h>).

#ifndef ADJOINT_DRIVER_OUTPUT_MEASURED_H
#define ADJOINT_DRIVER_OUTPUT_MEASURED_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace adjoint::driver {

/// The lines of one source: an array of objects with line, sweep, visits, bytes, nanoseconds. An error if the file is no
/// profile, or has no line of this source.
llvm::Expected<llvm::json::Array> readMeasured(const std::string &file, const std::string &source);

} // namespace adjoint::driver

#endif
