// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mirrors: memory for arrays of the plain structs that stand for the user's objects while an adjoint runs.
//
//   adjoint::Mirrors memory;
//   S *s = memory.array<S>(n);   n objects, all of whose bytes are zero
//   N *ring = memory.ring<N>(n); n nodes behind the end of the ring, *ring: ring[1] is the first, ring[n] the last
//
// A node has the pointers `next` and `before`.
//
// S is trivially copyable and trivially destructible. The arrays live as long as `memory`; for n = 0 the pointer is
// null. Errors: std::bad_alloc.
#ifndef ADJOINT_MIRRORS_H
#define ADJOINT_MIRRORS_H

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace adjoint {

class Mirrors {
public:
  template <class S> S *array(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<S> && std::is_trivially_destructible_v<S>);
    static_assert(alignof(S) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (count == 0)
      return nullptr;
    if (count > static_cast<std::size_t>(-1) / sizeof(S))
      throw std::bad_array_new_length();
    blocks.push_back(std::make_unique<unsigned char[]>(count * sizeof(S)));
    return reinterpret_cast<S *>(blocks.back().get());
  }

  template <class N> N *ring(std::size_t count) {
    N *nodes = array<N>(count + 1);
    for (std::size_t i = 0; i <= count; ++i) {
      nodes[i].next = nodes + (i == count ? 0 : i + 1);
      nodes[i].before = nodes + (i == 0 ? count : i - 1);
    }
    return nodes;
  }

private:
  std::vector<std::unique_ptr<unsigned char[]>> blocks;
};

} // namespace adjoint

#endif // ADJOINT_MIRRORS_H
