// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits: changes to a text, by offsets into the original.

#ifndef ADJOINT_DRIVER_PIPELINE_EDITS_H
#define ADJOINT_DRIVER_PIPELINE_EDITS_H

#include <string>
#include <vector>

namespace adjoint::driver {

class Edits {
public:
  /// Several insertions at one place stay in the order in which they were made.
  void insert(size_t offset, std::string text) { replace(offset, 0, std::move(text)); }
  void replace(size_t offset, size_t length, std::string text) { edits.push_back({offset, length, std::move(text)}); }
  std::string apply(const std::string &original) const;

private:
  struct Edit {
    size_t offset, length;
    std::string text;
  };
  std::vector<Edit> edits;
};

} // namespace adjoint::driver

#endif
