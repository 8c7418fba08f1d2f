// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mirrors: memory for the plain structs on which an adjoint works instead of the user's objects.
//
//     adjoint::Mirrors memory;
//     S *s;
//     if (S *made = memory.array(s, n, x))   // plain structs for the n user's objects at x
//       ...                                  // called for the first time: fill made[0..n)
//     N *ring = memory.ring<N>(n);           // a closed ring of n + 1 list nodes
//     T **slots = memory.slots<T>(n);        // n pointers
//
//   array   Sets s to n structs, all bytes zero, and returns it. If x, type and n are those of an earlier call, s is
//           set to the same structs and null is returned: objects that are shared have shared structs. For n = 0, s is
//           null.
//   slots   Returns n null pointers.
//   ring    Returns node 0, which is the end of the list; nodes 1 to n are its elements. All bytes except the pointers
//           `next` and `before` are zero.
//
// Types: S is trivially copyable and trivially destructible, and not over-aligned; N has the pointers `next` and
// `before`.
// Lifetime: all memory lives as long as `memory`. Errors: std::bad_alloc.
#ifndef ADJOINT_MIRRORS_H
#define ADJOINT_MIRRORS_H

#include <cstddef>
#include <cstdlib>
#include <cstring>
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
  /// An object of a derived class is the same one, whichever of its bases the pointer is of.
  template <class S, class Object> std::remove_const_t<S> *array(S *&mirrors, std::size_t count, const Object *objects) {
    if constexpr (std::is_polymorphic_v<Object>)
      return array(mirrors, count, count == 0 ? nullptr : dynamic_cast<const void *>(objects));
    else
      return array(mirrors, count, static_cast<const void *>(objects));
  }
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
    others.push_back(zeroed<N>(count + 1));
    auto *nodes = reinterpret_cast<N *>(others.back().get());
    for (std::size_t i = 0; i <= count; ++i) {
      nodes[i].next = nodes + (i == count ? 0 : i + 1);
      nodes[i].before = nodes + (i == 0 ? count : i - 1);
    }
    return nodes;
  }

  template <class T> T **slots(std::size_t count) {
    others.push_back(zeroed<T *>(count));
    return reinterpret_cast<T **>(others.back().get());
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

  /// Its address identifies the type: an object and its first member have one address, but two types.
  template <class S> static inline char kind = 0;
  std::map<std::tuple<const void *, const void *, std::size_t>, Block> blocks;
  std::vector<Block> others;
};

/// Checks the size of an adjoint container whose elements have no default constructor, so that it cannot be made
/// longer.
/// Errors: std::length_error if it has another size.
template <class C> void require_size(const C &adjoint, std::size_t size) {
  if (adjoint.size() != size)
    throw std::length_error("adjoint: the container of the adjoint has another size");
}

/// Checks that the adjoint of an optional object that is there is there, too, where it cannot be made.
/// Errors: std::length_error if it is not.
template <class O> void require_value(const O &adjoint, bool isThere) {
  if (isThere && !adjoint)
    throw std::length_error("adjoint: the optional object of the adjoint is empty");
}

/// Gives an optional object a new value where it has none and is to have one, and takes it away where it is to have none.
template <class O> void have_value(O &object, bool isThere) {
  if (!isThere)
    object.reset();
  else if (!object)
    object.emplace();
}

/// A copy of `count` objects in memory of std::calloc, or of one (count is 1) by `new`; null if there are none.
template <class T> T *own_array(const T *objects, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (count == 0)
    return nullptr;
  void *copy = std::calloc(count, sizeof(T));
  if (!copy)
    throw std::bad_alloc();
  return static_cast<T *>(std::memcpy(copy, objects, count * sizeof(T)));
}
template <class T> T *own_object(const T *object, std::size_t count) { return count == 0 ? nullptr : new T(*object); }

/// The object as one of another class, from which its own may be derived beside that of the reference; null if it is none.
template <class Class, class Object> Class *as_class(Object &object) { return dynamic_cast<Class *>(&object); }

/// The adjoint of a const member or element, to be written.
template <class T> T &writable(const T &adjoint) { return const_cast<T &>(adjoint); }

} // namespace adjoint

#endif // ADJOINT_MIRRORS_H
