// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of memory that steps of a checkpointed loop allocate and hand on, as a vector that grows.
//
//     #pragma adjoint checkpoint snapshots(20)
//     for (int t = 0; t < steps; ++t)
//       path.push_back(next(path.back()));
//
// A step that runs again is given the blocks that it had the first time: they are counted, in the order of allocation, and a
// snapshot holds how many there were. So pointers in snapshots lead where they led, and adjoints of a block stay with it.
//
//     u = std::move(v);                        adjoint::release_block(u);
//
// What a step frees, later steps are given, of the same size; which that was the first time is kept for each number, and nothing goes back
// to the system before the loop is reversed. A vector that grows has had blocks of twice its last size then, and one that each step
// makes anew two. Not in the same step: the reverse sweep of a step needs all that it had. Behind it, adjoints of its blocks
// are cleared for the steps before.
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

/// Freed for later steps, in the first run of the loop; nothing happens to blocks that are not of the list, and null.
void release_block(const void *block);

/// In front of a step of that run: it may have what those before have released.
void reuse_blocks();

/// Behind a step that is reversed: of its blocks, those of adjoints are zero again.
void clear_adjoints(std::size_t first, std::size_t end);

namespace blocks_detail {
/// The block of that number, which has been there, or is the next one. Of adjoints: zero at first.
void *at(std::size_t number, std::size_t bytes, bool isOfAdjoints);
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
  return static_cast<T *>(std::memset(blocks_detail::at(number, bytes, false), 0, bytes));
}

/// Block `number`, of `count` adjoints: those that it had, or zeros.
template <class T> T *block_of_adjoints(std::size_t number, std::size_t count) {
  return static_cast<T *>(blocks_detail::at(number, blocks_detail::bytes_for(count, sizeof(T)), true));
}

/// All elements of a block that malloc or one of the functions above has given. None of null.
template <class T> Range elements_of(const T *block) {
  return range(0, std::ptrdiff_t(blocks_detail::bytes_of(block) / sizeof(T)));
}

} // namespace adjoint

#endif // ADJOINT_BLOCKS_H
