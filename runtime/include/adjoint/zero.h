// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of class type with all bytes zero, for adjoints of classes whose constructors set other values or need
// arguments.
//
//     zero<T>()            returns one object
//     zeros<T>(n)          returns an array of n objects, to be released with delete[]
//     set_zero(array)      sets all bytes of T array[n] to zero
//
// Types: T is trivially copyable and trivially destructible. Its constructors are not called.
// Errors: zeros throws std::bad_alloc.
#ifndef ADJOINT_ZERO_H
#define ADJOINT_ZERO_H

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

namespace adjoint {

template <class T> T zero() {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  union Storage {
    unsigned char bytes[sizeof(T)];
    T value;
    Storage() : bytes{} {}
  };
  return Storage().value;
}

template <class T, std::size_t N> void set_zero(T (&array)[N]) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memset(static_cast<void *>(array), 0, sizeof(array));
}

template <class T> T *zeros(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  if (count > static_cast<std::size_t>(-1) / sizeof(T))
    throw std::bad_array_new_length();
  void *memory = ::operator new[](count * sizeof(T));
  std::memset(memory, 0, count * sizeof(T));
  return static_cast<T *>(memory);
}

} // namespace adjoint

#endif // ADJOINT_ZERO_H
