// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slow paths of the tape: segments, chunks, high water.
#include "adjoint/tape.h"

#include "adjoint/parts.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace adjoint {

namespace {

constexpr std::size_t ChunkAlign = 64;
constexpr std::size_t FirstChunkBytes = std::size_t(1) << 16;

struct AlignedDelete {
  void operator()(char *memory) const noexcept { ::operator delete(memory, std::align_val_t(ChunkAlign)); }
};

struct Chunk {
  std::unique_ptr<char, AlignedDelete> memory;
  std::size_t bytes;
};

// A chunk of `preferred` bytes, or of fewer where memory is short, but of `needed` at least.
Chunk allocateChunk(std::size_t preferred, std::size_t needed) {
  for (std::size_t bytes = preferred;; bytes = std::max(needed, bytes / 2)) {
    if (void *memory = ::operator new(bytes, std::align_val_t(ChunkAlign), std::nothrow))
      return {std::unique_ptr<char, AlignedDelete>(static_cast<char *>(memory)), bytes};
    if (bytes == needed)
      throw std::bad_alloc();
  }
}

#ifdef __GLIBC__
/// A sweep frees what the other one has allocated. glibc hands the end of its heap back to the system once 128 KiB of it are free, and the
/// next call faults it in again, page by page: several times the work of a small model. The limit is twice the largest block that was
/// mapped on its own and freed, so one block raises it to 62 MiB, as any program does that frees one of this size.
bool keepFreedMemory() {
  void *volatile block = std::malloc(std::size_t(31) << 20);
  std::free(block);
  return block != nullptr;
}
const bool isKept = keepFreedMemory();
#endif

std::size_t paddingFor(const char *address, std::size_t align) {
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(address) % align;
  return beyond == 0 ? 0 : align - beyond;
}

} // namespace

// A stretch of one chunk. `top` and `base` hold while another segment is the last.
struct Tape::Segment {
  char *begin;
  char *end;         // of the chunk
  char *top;         // where the segment ended when the next was opened
  std::size_t base;  // bytes recorded in the segments before
  std::size_t chunk; // index of the chunk
};

// Chunks beyond the last segment's are free. Segments that were left stay behind it until another is opened, for what was in
// them to be taken back (restore).
struct Tape::Store {
  std::vector<Segment> segments;
  std::size_t used = 0; // of the segments
  std::vector<Chunk> chunks;

  bool empty() const { return used == 0; }
  Segment &last() { return segments[used - 1]; }
  void add(const Segment &segment);
  std::size_t usedChunks() { return empty() ? 0 : last().chunk + 1; }
  std::size_t provideChunk(std::size_t needed);
};

void Tape::Store::add(const Segment &segment) {
  segments.resize(used);
  segments.push_back(segment);
  ++used;
}

// Makes chunks[usedChunks()] one of at least `needed` bytes, and returns its index.
std::size_t Tape::Store::provideChunk(std::size_t needed) {
  const std::size_t index = usedChunks();
  const auto next = chunks.begin() + std::ptrdiff_t(index);
  const auto large = std::find_if(next, chunks.end(), [&](const Chunk &chunk) { return chunk.bytes >= needed; });
  if (large != chunks.end()) {
    std::iter_swap(next, large);
    return index;
  }
  const std::size_t last = index == 0 ? 0 : chunks[index - 1].bytes;
  const std::size_t doubled = last > SIZE_MAX / 2 ? SIZE_MAX : 2 * last;
  chunks.insert(next, allocateChunk(std::max({needed, doubled, FirstChunkBytes}), needed));
  return index;
}

// Frees the memory of a thread's tape when the thread ends.
struct Tape::AtThreadExit {
  ~AtThreadExit() { Tape::local().clear(); }
  void arm() {}
};

void Tape::armGuard() {
  static thread_local AtThreadExit guard;
  guard.arm();
}

void Tape::makeStore() {
  store_ = new Store;
  armGuard();
}

TapeParts &Tape::parts() {
  if (!parts_) {
    parts_ = new TapeParts;
    armGuard();
  }
  return *parts_;
}

// Gives all its memory back.
void Tape::clear() noexcept {
  rewind({0});
  delete std::exchange(parts_, nullptr);
  delete std::exchange(store_, nullptr);
  top_ = begin_ = end_ = peak_ = nullptr;
  base_ = high_ = segments_ = 0;
}

void Tape::swap(Tape &other) noexcept {
  std::swap(top_, other.top_);
  std::swap(begin_, other.begin_);
  std::swap(end_, other.end_);
  std::swap(peak_, other.peak_);
  std::swap(base_, other.base_);
  std::swap(high_, other.high_);
  std::swap(limit_, other.limit_);
  std::swap(segments_, other.segments_);
  std::swap(store_, other.store_);
  std::swap(objects_, other.objects_);
  std::swap(parts_, other.parts_);
}

// A stretch for `needed` bytes at an address that `align` divides: in the rest of the chunk if they fit
// behind some padding, else in the next chunk.
Tape::Segment Tape::findRoom(std::size_t needed, std::size_t align) {
  if (!store_->empty()) {
    const Segment &last = store_->last();
    const std::size_t padding = paddingFor(top_, align);
    const std::size_t rest = std::size_t(last.end - top_);
    if (rest >= padding && rest - padding >= needed)
      return {top_ + padding, last.end, nullptr, bytes(), last.chunk};
  }
  const std::size_t index = store_->provideChunk(needed + align);
  const Chunk &chunk = store_->chunks[index];
  char *memory = chunk.memory.get();
  return {memory + paddingFor(memory, align), memory + chunk.bytes, nullptr, bytes(), index};
}

// Opens a segment that has room for `count` values of `size` bytes. What can throw comes first, and
// until the last step the tape is as it was.
void Tape::open(std::size_t count, std::size_t size, std::size_t align) {
  const std::size_t used = bytes();
  if (used > limit_ || count > (limit_ - used) / size || count > SIZE_MAX / 2 / size)
    throw std::bad_alloc();
  if (!store_)
    makeStore();
  const Segment next = findRoom(count * size, align);
  store_->segments.reserve(store_->used + 1);
  if (!store_->empty())
    store_->last().top = top_;
  store_->add(next);
  high_ = std::max(high_, used);
  enter(next, next.begin);
}

void *Tape::reserveBlock(std::size_t count, std::size_t size, std::size_t align) {
  if (count == 0)
    return nullptr;
  const bool fits = end_ > top_ && count <= std::size_t(end_ - top_) / size;
  if (!fits || reinterpret_cast<std::uintptr_t>(top_) % align != 0)
    open(count, size, align);
  return advance(count * size);
}

// Makes `segment` the one that the fast paths work on.
void Tape::enter(const Segment &segment, char *top) noexcept {
  const std::size_t room = std::size_t(segment.end - segment.begin);
  base_ = segment.base;
  begin_ = segment.begin;
  top_ = top;
  end_ = begin_ + std::min(room, limit_ > base_ ? limit_ - base_ : 0);
  peak_ = begin_ + std::min(room, high_ > base_ ? high_ - base_ : 0);
  segments_ = store_->used;
}

// Goes back to the end of the segment before the last.
void Tape::close() noexcept {
  --store_->used;
  const Segment &previous = store_->last();
  enter(previous, previous.top);
}

void Tape::note_high_water() noexcept {
  if (top_ <= peak_)
    return;
  high_ = bytes();
  peak_ = top_;
}

void Tape::before_pop(std::size_t bytes) {
  note_high_water();
  while (std::size_t(top_ - begin_) < bytes) {
    if (top_ != begin_ || base_ == 0)
      throw std::logic_error("adjoint::Tape: pop of what was not pushed");
    close();
  }
}

void Tape::before_release(const char *begin, std::size_t bytes) {
  note_high_water();
  while (std::size_t(top_ - begin_) < bytes || top_ - bytes != begin) {
    if (top_ != begin_ || base_ == 0)
      throw std::logic_error("adjoint::Tape: release of what is not the last block");
    close();
  }
}

void Tape::before_release(const char *begin) {
  note_high_water();
  while (!holds(begin)) {
    if (top_ != begin_ || base_ == 0)
      throw std::logic_error("adjoint::Tape: release of what is not the last block");
    close();
  }
}

// Is the last object with a destructor, of so many bytes, the last thing on the tape?
void Tape::check_object(std::size_t bytes) {
  if (!objects_)
    throw std::logic_error("adjoint::Tape: take of what was not made");
  const char *begin = reinterpret_cast<const char *>(objects_);
  if (std::size_t(top_ - begin_) < bytes || top_ - bytes != begin || top_ > peak_)
    before_release(begin, bytes);
}

void Tape::destroy_last() noexcept {
  Link *last = objects_;
  objects_ = last->previous;
  last->destroy(last);
}

// Destroys the objects of the last segment that lie behind its first `kept` bytes.
void Tape::destroy_behind(std::size_t kept) noexcept {
  const auto at = [](const void *address) { return reinterpret_cast<std::uintptr_t>(address); };
  while (objects_ && at(objects_) >= at(begin_ + kept) && at(objects_) < at(top_))
    destroy_last();
}

void Tape::reset_high_water() noexcept {
  high_ = bytes();
  peak_ = top_;
}

void Tape::rewind(Mark mark) noexcept {
  if (mark.bytes >= bytes())
    return;
  note_high_water();
  while (base_ > mark.bytes) {
    destroy_behind(0);
    close();
  }
  destroy_behind(mark.bytes - base_);
  top_ = begin_ + (mark.bytes - base_);
}

void Tape::restore(Mark mark) noexcept {
  if (mark.bytes <= bytes())
    return;
  store_->used = mark.segments;
  const Segment &last = store_->last();
  enter(last, last.begin + (mark.bytes - last.base));
}

const char *Tape::stretch(std::size_t from, std::size_t &bytes) const noexcept {
  if (from >= base_) {
    bytes = this->bytes() - from;
    return begin_ + (from - base_);
  }
  std::size_t index = store_->used - 1;
  while (from < store_->segments[index].base)
    --index;
  const Segment &segment = store_->segments[index];
  const char *begin = segment.begin + (from - segment.base);
  bytes = std::size_t(segment.top - begin);
  return begin;
}

void Tape::set_limit(std::size_t bytes) noexcept {
  note_high_water();
  limit_ = bytes;
  if (store_ && !store_->empty())
    enter(store_->last(), top_);
}

std::size_t Tape::capacity() const noexcept {
  std::size_t bytes = 0;
  if (store_)
    for (const Chunk &chunk : store_->chunks)
      bytes += chunk.bytes;
  if (parts_)
    for (const Tape &part : parts_->tapes_)
      bytes += part.capacity();
  return bytes;
}

void Tape::trim() noexcept {
  if (parts_)
    for (Tape &part : parts_->tapes_)
      part.trim();
  if (!store_)
    return;
  note_high_water();
  while (top_ == begin_ && base_ != 0)
    close();
  if (bytes() == 0) {
    store_->used = segments_ = 0;
    top_ = begin_ = end_ = peak_ = nullptr;
  }
  store_->chunks.erase(store_->chunks.begin() + std::ptrdiff_t(store_->usedChunks()), store_->chunks.end());
}

} // namespace adjoint
