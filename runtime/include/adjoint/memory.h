// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of generated code, released with std::free.
//
//     malloc<T>(n)     n objects that are not set
//     calloc<T>(n)     n objects of which all bytes are zero
//
// Types: T is trivial. Errors: std::bad_alloc, also where n was a negative number.

#ifndef ADJOINT_MEMORY_H
#define ADJOINT_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace adjoint {

template <class Element> Element *malloc(std::size_t count) {
  if (count > PTRDIFF_MAX / sizeof(Element))
    throw std::bad_alloc();
  void *memory = std::malloc(count * sizeof(Element));
  if (!memory && count != 0)
    throw std::bad_alloc();
  return static_cast<Element *>(memory);
}

template <class Element> Element *calloc(std::size_t count) {
  if (count > PTRDIFF_MAX / sizeof(Element))
    throw std::bad_alloc();
  void *memory = std::calloc(count, sizeof(Element));
  if (!memory && count != 0)
    throw std::bad_alloc();
  return static_cast<Element *>(memory);
}

} // namespace adjoint

#endif // ADJOINT_MEMORY_H
