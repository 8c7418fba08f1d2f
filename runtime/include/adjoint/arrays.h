// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many objects `new T[n]` has made, for the `delete[]` that has to end them. Compilers keep that number in front of
// the first object, where generated code, which ends objects itself, cannot ask for it.
#ifndef ADJOINT_ARRAYS_H
#define ADJOINT_ARRAYS_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace adjoint {

/// The sizes of the arrays that this thread has made, by their addresses.
inline std::unordered_map<std::uintptr_t, std::size_t> &array_sizes() {
  static thread_local std::unordered_map<std::uintptr_t, std::size_t> sizes;
  return sizes;
}

/// `size` objects have been made at the address. What was noted of it before was another array, which is gone.
inline void note_array(std::uintptr_t address, std::size_t size) { array_sizes()[address] = size; }

/// The number of objects that were made at the address, zero if none were.
inline std::size_t array_size(std::uintptr_t address) {
  auto found = array_sizes().find(address);
  return found == array_sizes().end() ? 0 : found->second;
}

} // namespace adjoint

#endif
