// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of blocks, which stand on the tape.
#include "adjoint/blocks.h"

#include "adjoint/tape.h"

#include <cstdlib>
#include <vector>

#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

namespace adjoint {

namespace {

struct Blocks;
// The calling thread's last list.
thread_local Blocks *last = nullptr;

struct Blocks {
  std::vector<void *> blocks;
  Blocks *previous = last;

  Blocks() { last = this; }
  Blocks(const Blocks &) = delete;
  Blocks &operator=(const Blocks &) = delete;
  ~Blocks() {
    last = previous;
    for (void *block : blocks)
      std::free(block);
  }
};

} // namespace

void begin_blocks() { Tape::local().make<Blocks>(); }

void end_blocks() { Tape::local().take<Blocks>(); }

namespace blocks_detail {

void *at(std::size_t number, std::size_t bytes) {
  std::vector<void *> &blocks = last->blocks;
  if (blocks.size() <= number)
    blocks.resize(number + 1);
  if (!blocks[number])
    blocks[number] = std::calloc(bytes == 0 ? 1 : bytes, 1);
  if (!blocks[number])
    throw std::bad_alloc();
  return blocks[number];
}

std::size_t bytes_of(const void *block) noexcept {
  if (!block)
    return 0;
  void *memory = const_cast<void *>(block);
#ifdef __APPLE__
  return malloc_size(memory);
#else
  return malloc_usable_size(memory);
#endif
}

} // namespace blocks_detail

} // namespace adjoint
