// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Driver: the command from source file to output file.

#ifndef ADJOINT_DRIVER_COMMAND_DRIVER_H
#define ADJOINT_DRIVER_COMMAND_DRIVER_H

#include "Driver/Request/Options.h"

#include "clang/Tooling/CompilationDatabase.h"

namespace adjoint::driver {

/// False after an error was printed; then nothing has been written.
bool run(const Options &options, const clang::tooling::CompilationDatabase &commands);

} // namespace adjoint::driver

#endif
