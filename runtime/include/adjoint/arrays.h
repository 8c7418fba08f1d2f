// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of arrays that generated code makes with `new T[n]`, for the `delete[]` that destroys their objects.
//
// Compilers store the size in front of the first object. Generated code calls destructors itself and cannot read it
// there, so it notes the size here.
//
//   Units    sizes in objects, not in bytes
//   Threads  each thread has its own table; the thread that made an array has to delete it
//   Errors   note_array throws std::bad_alloc; array_size of an unknown address is 0
#ifndef ADJOINT_ARRAYS_H
#define ADJOINT_ARRAYS_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace adjoint {

/// The table of this thread: sizes by address.
inline std::unordered_map<std::uintptr_t, std::size_t> &array_sizes() {
  static thread_local std::unordered_map<std::uintptr_t, std::size_t> sizes;
  return sizes;
}

/// Notes that an array of `size` objects was made at the address. An older entry is replaced: its array no longer
/// exists.
inline void note_array(std::uintptr_t address, std::size_t size) { array_sizes()[address] = size; }

/// The number of objects in the array at the address; 0 if none was noted.
inline std::size_t array_size(std::uintptr_t address) {
  auto found = array_sizes().find(address);
  return found == array_sizes().end() ? 0 : found->second;
}

} // namespace adjoint

#endif
