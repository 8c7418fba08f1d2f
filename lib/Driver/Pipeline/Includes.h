// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes: the headers that generated code needs, and those that the file has.

#ifndef ADJOINT_DRIVER_PIPELINE_INCLUDES_H
#define ADJOINT_DRIVER_PIPELINE_INCLUDES_H

#include <string>
#include <vector>

namespace adjoint::driver {

/// The include lines of a file outside of conditionals, and where the last of them ends
/// (before `limit`; at the start of the code where there is none).
struct IncludeLines {
  std::vector<std::string> lines;
  size_t end = 0;
  bool found = false;
};
IncludeLines includeLines(const std::string &text, size_t limit);

/// Lines that include what `generated` needs and the file does not include.
std::string missingIncludes(const std::string &generated, const IncludeLines &present);

} // namespace adjoint::driver

#endif
