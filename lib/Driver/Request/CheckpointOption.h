// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckpointOption: `--checkpoint=memory(1GB)`, of the command and of the plugin.

#ifndef ADJOINT_DRIVER_REQUEST_CHECKPOINTOPTION_H
#define ADJOINT_DRIVER_REQUEST_CHECKPOINTOPTION_H

#include <cstdint>
#include <optional>
#include <string>

namespace adjoint::driver {

/// How many bytes the snapshots of a loop may have that is chosen to have some. None where the text is malformed.
std::optional<uint64_t> checkpointMemory(const std::string &text);

} // namespace adjoint::driver

#endif
