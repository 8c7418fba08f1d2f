// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of generated code, released with std::free.
//
//     malloc<T>(n)     n objects that are not set
//     calloc<T>(n)     n objects of which all bytes are zero
//
// Types: T is trivial. Errors: std::bad_alloc, also where n was a negative number.
//
//     require_fit(n, v.size())    n is that number

#ifndef ADJOINT_MEMORY_H
#define ADJOINT_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <stdexcept>

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

/// A size as another integer has it, which may be narrower. Errors: std::length_error, where that does not hold it.
template <class Integer> void require_fit(Integer narrow, std::size_t size) {
  if (static_cast<std::size_t>(narrow) != size)
    throw std::length_error("adjoint: a container has more elements than the function's integers can count");
}

} // namespace adjoint

#endif // ADJOINT_MEMORY_H
