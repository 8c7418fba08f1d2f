// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mirrors: memory for arrays of the plain structs that stand for the user's objects while an adjoint runs.
//
//   adjoint::Mirrors memory;
//   S *s;
//   if (S *made = memory.array(s, n, x))   // for the n objects of the user's behind x
//     ...                                  // fill them; all their bytes are zero
//   N *ring = memory.ring<N>(n);           // n nodes behind the end of the ring, *ring: ring[1] is the first, ring[n] the last
//
// A node has the pointers `next` and `before`.
//
// Where x has been met before, s leads to the structs that stand for these objects already: what is shared is shared
// among them, too. S is trivially copyable and trivially destructible. The arrays live as long as `memory`; for n = 0
// the pointer is null. Errors: std::bad_alloc.
#ifndef ADJOINT_MIRRORS_H
#define ADJOINT_MIRRORS_H

#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <vector>

namespace adjoint {

class Mirrors {
public:
  template <class S> std::remove_const_t<S> *array(S *&mirrors, std::size_t count, const void *objects) {
    using Made = std::remove_const_t<S>;
    mirrors = nullptr;
    if (count == 0)
      return nullptr;
    Block &block = blocks[{objects, &kind<Made>, count}];
    const bool isNew = !block;
    if (isNew)
      block = zeroed<Made>(count);
    auto *made = reinterpret_cast<Made *>(block.get());
    mirrors = made;
    return isNew ? made : nullptr;
  }

  template <class N> N *ring(std::size_t count) {
    rings.push_back(zeroed<N>(count + 1));
    auto *nodes = reinterpret_cast<N *>(rings.back().get());
    for (std::size_t i = 0; i <= count; ++i) {
      nodes[i].next = nodes + (i == count ? 0 : i + 1);
      nodes[i].before = nodes + (i == 0 ? count : i - 1);
    }
    return nodes;
  }

private:
  using Block = std::unique_ptr<unsigned char[]>;
  template <class S> static Block zeroed(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<S> && std::is_trivially_destructible_v<S>);
    static_assert(alignof(S) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (count > static_cast<std::size_t>(-1) / sizeof(S))
      throw std::bad_array_new_length();
    return std::make_unique<unsigned char[]>(count * sizeof(S));
  }

  /// Its address tells types apart: a part may begin where the whole does.
  template <class S> static inline char kind = 0;
  std::map<std::tuple<const void *, const void *, std::size_t>, Block> blocks;
  std::vector<Block> rings;
};

/// A container of elements that only the caller can make. Errors: std::length_error.
template <class C> void require_size(const C &adjoint, std::size_t size) {
  if (adjoint.size() != size)
    throw std::length_error("adjoint: the container of the adjoint has another size");
}

/// The adjoint of what is const where it is a part of something.
template <class T> T &writable(const T &adjoint) { return const_cast<T &>(adjoint); }

} // namespace adjoint

#endif // ADJOINT_MIRRORS_H
