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
//     copy_around(to, from, n, first, last)                  from[0..first) and from[last..n)
//     copy_around(to, from, n, first, last, rows, stride)    all but the first stretch, and others each `stride` behind the one before

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

/// Copies what a loop, or a nest of two, does not overwrite of `count` elements: `rows` stretches are left out, the first of which is
/// [first, last). All is copied where there is none.
template <class Element>
void copy_around(Element *to, const Element *from, std::size_t count, std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t rows = 1,
                 std::ptrdiff_t stride = 0) {
  std::ptrdiff_t at = 0;
  for (std::ptrdiff_t row = 0; first < last && row < rows; ++row) {
    for (; at < first + row * stride; ++at)
      to[at] = from[at];
    at = last + row * stride;
  }
  for (; at < static_cast<std::ptrdiff_t>(count); ++at)
    to[at] = from[at];
}

} // namespace adjoint

#endif // ADJOINT_MEMORY_H
