// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of arrays that generated code makes: of `new T[n]`, for the `delete[]` that destroys their objects; and of arrays of
// numbers that are left in objects which do not know their size, for the seeds of these numbers.
//
// Compilers store the size in front of the first object. Generated code calls destructors itself and cannot read it
// there, so it notes the size here.
//
//   Units    sizes in objects, not in bytes
//   Threads  each thread has its own table; the thread that made an array has to delete it
//   Errors   note_array throws std::bad_alloc; array_size of an unknown address is 0; add_seeds and take_seeds throw
//            std::logic_error where memory of the caller's has moved to another pointer, of which nobody knows the size
#ifndef ADJOINT_ARRAYS_H
#define ADJOINT_ARRAYS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
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

/// While it lives, the table has the arrays alone that are made meanwhile.
class NotedArrays {
public:
  NotedArrays() { array_sizes().swap(others); }
  ~NotedArrays() { array_sizes().swap(others); }
  NotedArrays(const NotedArrays &) = delete;
  NotedArrays &operator=(const NotedArrays &) = delete;

private:
  std::unordered_map<std::uintptr_t, std::size_t> others;
};

/// `now` leads to numbers that generated code has made, `now_b` to their adjoints, `seeds` to as many of the caller's.
template <class T> void add_seeds(const T *now, T *now_b, const T *seeds) {
  if (!now)
    return;
  const auto found = array_sizes().find(reinterpret_cast<std::uintptr_t>(now));
  if (found == array_sizes().end() || !seeds)
    throw std::logic_error("adjoint: how many seeds there are for numbers behind a pointer is not known");
  for (std::size_t i = 0; i < found->second; ++i)
    now_b[i] += seeds[i];
}

/// The same, of seeds that stand in the adjoint of what the caller's pointer led to: they move, unless they are there already.
template <class T> void take_seeds(const T *now, T *now_b, T *seeds) {
  if (!now || now_b == seeds)
    return;
  add_seeds(now, now_b, seeds);
  std::fill_n(seeds, array_size(reinterpret_cast<std::uintptr_t>(now)), T(0));
}

/// Of `size` elements, all of which are known.
template <class T> void take_seeds(const T *, T *now_b, T *seeds, std::size_t size) {
  for (std::size_t i = 0; now_b != seeds && i < size; ++i) {
    now_b[i] += seeds[i];
    seeds[i] = T(0);
  }
}

} // namespace adjoint

#endif
