// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::array.

#ifndef ADJOINT_MODEL_ARRAY_H
#define ADJOINT_MODEL_ARRAY_H

#include "adjoint/model/core.h"
#include "adjoint/model/iterator.h"

namespace adjoint::model {

template <class T, size_t n> struct ADJOINT_DIRECT array {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  using size_type = size_t;
  using reference = T &;
  using iterator = T *;
  using const_iterator = const T *;

  ADJOINT_VIEW("$.data()") T elements[n];

  T *begin() { return elements; }
  T *end() { return elements + n; }
  const T *begin() const { return elements; }
  const T *end() const { return elements + n; }
  const T *cbegin() const { return elements; }
  const T *cend() const { return elements + n; }
  reverse_iterator<T *> rbegin() { return reverse_iterator<T *>(elements + n); }
  reverse_iterator<T *> rend() { return reverse_iterator<T *>(elements); }
  reverse_iterator<const T *> rbegin() const { return reverse_iterator<const T *>(elements + n); }
  reverse_iterator<const T *> crbegin() const { return rbegin(); }
  reverse_iterator<const T *> crend() const { return rend(); }
  reverse_iterator<const T *> rend() const { return reverse_iterator<const T *>(elements); }
  T *data() { return elements; }
  const T *data() const { return elements; }
  constexpr size_t size() const { return n; }
  constexpr bool empty() const { return n == 0; }
  T &operator[](size_t i) { return elements[i]; }
  const T &operator[](size_t i) const { return elements[i]; }
  T &at(size_t i) {
    if (i >= n)
      throw_out_of_range();
    return elements[i];
  }
  const T &at(size_t i) const {
    if (i >= n)
      throw_out_of_range();
    return elements[i];
  }
  T &front() { return elements[0]; }
  const T &front() const { return elements[0]; }
  T &back() { return elements[n - 1]; }
  const T &back() const { return elements[n - 1]; }
  void fill(const T &value) {
    for (size_t i = 0; i < n; ++i)
      elements[i] = value;
  }
  void swap(array &other) {
    for (size_t i = 0; i < n; ++i)
      model::swap(elements[i], other.elements[i]);
  }
};

template <size_t i, class T, size_t n> T &get(array<T, n> &a) { return a.elements[i]; }
template <size_t i, class T, size_t n> const T &get(const array<T, n> &a) { return a.elements[i]; }
template <size_t i, class T, size_t n> T &&get(array<T, n> &&a) { return static_cast<T &&>(a.elements[i]); }
template <class T, size_t n> bool operator==(const array<T, n> &a, const array<T, n> &b) {
  bool same = true;
  for (size_t i = 0; same && i < n; ++i)
    same = a[i] == b[i];
  return same;
}
template <class T, size_t n> bool operator!=(const array<T, n> &a, const array<T, n> &b) { return !(a == b); }
template <class T, size_t n> bool operator<(const array<T, n> &a, const array<T, n> &b) {
  for (size_t i = 0; i < n; ++i) {
    if (a[i] < b[i])
      return true;
    if (b[i] < a[i])
      return false;
  }
  return false;
}
template <class T, size_t n> bool operator>(const array<T, n> &a, const array<T, n> &b) { return b < a; }
template <class T, size_t n> bool operator<=(const array<T, n> &a, const array<T, n> &b) { return !(b < a); }
template <class T, size_t n> bool operator>=(const array<T, n> &a, const array<T, n> &b) { return !(a < b); }
template <class T, size_t n> void swap(array<T, n> &a, array<T, n> &b) { a.swap(b); }

} // namespace adjoint::model

#endif
