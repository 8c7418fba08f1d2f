// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/Edits.h"

#include <algorithm>

namespace adjoint::driver {

std::string Edits::apply(const std::string &original) const {
  std::vector<Edit> sorted = edits;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
  std::string result;
  size_t position = 0;
  for (const Edit &edit : sorted) {
    if (edit.offset > position)
      result += original.substr(position, edit.offset - position);
    result += edit.text;
    position = std::max(position, edit.offset + edit.length);
  }
  return result + original.substr(position);
}

} // namespace adjoint::driver
