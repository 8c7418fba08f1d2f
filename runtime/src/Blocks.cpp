// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of blocks, which stand on the tape.
#include "adjoint/blocks.h"

#include "adjoint/tape.h"

#include <cstdlib>
#include <map>
#include <unordered_map>
#include <utility>
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

/// Size, and whether it is of adjoints: what can stand in for another.
using Kind = std::pair<std::size_t, bool>;

struct Memory {
  void *bytes;
  Kind kind;
};

constexpr std::size_t none = SIZE_MAX;

struct Blocks {
  std::vector<Memory> memories;
  std::vector<std::size_t> memoryOf;                 // by the number of the block; none: nobody has asked for it
  std::unordered_map<const void *, std::size_t> at;  // where it begins
  std::vector<std::size_t> released;                 // in this step
  std::map<Kind, std::vector<std::size_t>> unused;   // released by earlier steps
  Blocks *previous = last;

  Blocks() { last = this; }
  Blocks(const Blocks &) = delete;
  Blocks &operator=(const Blocks &) = delete;
  ~Blocks() {
    last = previous;
    for (const Memory &memory : memories)
      std::free(memory.bytes);
  }

  const Memory &block(std::size_t number, Kind kind);
  void reuse();

private:
  std::size_t allocated(Kind kind);
  std::size_t unusedOr(Kind kind);
};

std::size_t Blocks::allocated(Kind kind) {
  memories.push_back({nullptr, kind});
  void *bytes = std::calloc(kind.first == 0 ? 1 : kind.first, 1);
  if (!bytes)
    throw std::bad_alloc();
  memories.back().bytes = bytes;
  at[bytes] = memories.size() - 1;
  return memories.size() - 1;
}

std::size_t Blocks::unusedOr(Kind kind) {
  const auto found = unused.find(kind);
  if (found == unused.end() || found->second.empty())
    return allocated(kind);
  const std::size_t memory = found->second.back();
  found->second.pop_back();
  return memory;
}

// What steps have released is for the first run alone: a block that is asked for later than others was, in a step that is reversed, has
// memory of its own.
const Memory &Blocks::block(std::size_t number, Kind kind) {
  if (number >= memoryOf.size()) {
    memoryOf.resize(number + 1, none);
    memoryOf[number] = unusedOr(kind);
  } else if (memoryOf[number] == none) {
    memoryOf[number] = allocated(kind);
  }
  return memories[memoryOf[number]];
}

void Blocks::reuse() {
  for (std::size_t memory : released)
    unused[memories[memory].kind].push_back(memory);
  released.clear();
}

} // namespace

void begin_blocks() { Tape::local().make<Blocks>(); }

void end_blocks() { Tape::local().take<Blocks>(); }

void release_block(const void *block) {
  const auto found = last->at.find(block);
  if (found != last->at.end())
    last->released.push_back(found->second);
}

void reuse_blocks() { last->reuse(); }

void clear_adjoints(std::size_t first, std::size_t end) {
  for (std::size_t number = first; number < end && number < last->memoryOf.size(); ++number) {
    if (last->memoryOf[number] == none)
      continue;
    const Memory &memory = last->memories[last->memoryOf[number]];
    if (memory.kind.second)
      std::memset(memory.bytes, 0, memory.kind.first);
  }
}

namespace blocks_detail {

void *at(std::size_t number, std::size_t bytes, bool isOfAdjoints) { return last->block(number, {bytes, isOfAdjoints}).bytes; }

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
