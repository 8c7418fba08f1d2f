// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch: several sources, each by a process of its own, as many at once as there are
// processors. Processes share nothing, so that a folder or a fault of one is no other's.

#ifndef ADJOINT_DRIVER_COMMAND_BATCH_H
#define ADJOINT_DRIVER_COMMAND_BATCH_H

#include <string>
#include <vector>

namespace adjoint::driver {

/// Runs `command` (an executable and its arguments) for each source, which is put before `--` or at the end. What each
/// says is printed when it has ended; on a terminal, so is progress. False if one failed.
bool runForEach(const std::vector<std::string> &command, const std::vector<std::string> &sources);

} // namespace adjoint::driver

#endif
