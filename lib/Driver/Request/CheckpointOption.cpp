// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/CheckpointOption.h"

#include "Frontend/Requests/CheckpointClause.h"

namespace adjoint::driver {

std::optional<uint64_t> checkpointMemory(const std::string &text) {
  llvm::StringRef rest = text;
  if (!rest.consume_front("memory(") || !rest.consume_back(")"))
    return std::nullopt;
  return frontend::numberOfBytes(rest);
}

} // namespace adjoint::driver
