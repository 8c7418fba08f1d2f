// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of memory that steps of a checkpointed loop allocate and hand on, as a vector that grows.
//
//     #pragma adjoint checkpoint snapshots(20)
//     for (int t = 0; t < steps; ++t)
//       path.push_back(next(path.back()));
//
// A step that runs again is given the blocks that it had the first time: they are counted, in the order of allocation, and a
// snapshot holds how many there were. So pointers in snapshots lead where they led, and adjoints of a block stay with it. Nothing is freed
// before the loop is reversed: a vector that grows has had blocks of twice its last size then, one that each
// step makes anew one for each step.
//
// Memory: a list of blocks stands on the tape in front of the snapshots, and frees them with it, after an exception, too.
// Threads: each has its own. Errors: std::bad_alloc; nothing is changed then.
#ifndef ADJOINT_BLOCKS_H
#define ADJOINT_BLOCKS_H

#include "adjoint/range.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace adjoint {

/// In front of a loop: from here on blocks are counted from 0.
void begin_blocks();

/// Behind the reversed loop: frees them. The list must be the last thing on the tape.
void end_blocks();

namespace blocks_detail {
/// The block of that number; all bytes are zero where it is a new one.
void *at(std::size_t number, std::size_t bytes);
std::size_t bytes_of(const void *block) noexcept;

inline std::size_t bytes_for(std::size_t count, std::size_t size) {
  if (count > PTRDIFF_MAX / size)
    throw std::bad_alloc();
  return count * size;
}
} // namespace blocks_detail

/// Block `number`, of `count` objects of which all bytes are zero.
template <class T> T *block_of_values(std::size_t number, std::size_t count) {
  const std::size_t bytes = blocks_detail::bytes_for(count, sizeof(T));
  return static_cast<T *>(std::memset(blocks_detail::at(number, bytes), 0, bytes));
}

/// Block `number`, of `count` adjoints: those that it had, or zeros.
template <class T> T *block_of_adjoints(std::size_t number, std::size_t count) {
  return static_cast<T *>(blocks_detail::at(number, blocks_detail::bytes_for(count, sizeof(T))));
}

/// All elements of a block that malloc or one of the functions above has given. None of null.
template <class T> Range elements_of(const T *block) {
  return range(0, std::ptrdiff_t(blocks_detail::bytes_of(block) / sizeof(T)));
}

} // namespace adjoint

#endif // ADJOINT_BLOCKS_H
