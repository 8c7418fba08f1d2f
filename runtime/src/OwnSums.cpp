// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/own-sums.h"

#include <cstdlib>
#include <mutex>

namespace adjoint::own {

namespace {

/// Memory that has been left, all zero, by the logarithm of its size.
class Kept {
public:
  static constexpr unsigned least = 12, most = 24, all = 64;

  void *take(unsigned size) noexcept {
    const std::lock_guard<std::mutex> lock(mutex);
    Link *first = links[size];
    if (first) {
      links[size] = first->next;
      first->next = nullptr;
      --count;
    }
    return first;
  }

  bool keep(void *memory, unsigned size) noexcept {
    const std::lock_guard<std::mutex> lock(mutex);
    if (count == all)
      return false;
    links[size] = new (memory) Link{links[size]};
    ++count;
    return true;
  }

  ~Kept() {
    for (Link *&first : links)
      while (Link *link = first) {
        first = link->next;
        std::free(link);
      }
  }

private:
  struct Link {
    Link *next;
  };
  std::mutex mutex;
  Link *links[most + 1] = {};
  unsigned count = 0;
};
Kept kept;

} // namespace

void *take(std::size_t &bytes) noexcept {
  unsigned size = Kept::least;
  while (size <= Kept::most && std::size_t(1) << size < bytes)
    ++size;
  if (size > Kept::most)
    return std::calloc(bytes, 1);
  bytes = std::size_t(1) << size;
  void *memory = kept.take(size);
  return memory ? memory : std::calloc(bytes, 1);
}

void leave(void *memory, std::size_t bytes) noexcept {
  unsigned size = Kept::least;
  while (size < Kept::most && std::size_t(1) << size < bytes)
    ++size;
  if (std::size_t(1) << size != bytes || !kept.keep(memory, size))
    std::free(memory);
}

} // namespace adjoint::own
