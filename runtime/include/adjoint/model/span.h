// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::span. The adjoint of a span of constants is one of variables in memory.

#ifndef ADJOINT_MODEL_SPAN_H
#define ADJOINT_MODEL_SPAN_H

#include "adjoint/model/array.h"
#include "adjoint/model/vector.h"

namespace adjoint::model {

template <class T, size_t extent = static_cast<size_t>(-1)> class span {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using element_type = T;
  using value_type = typename remove_const<T>::type;
  using size_type = size_t;
  using iterator = T *;
  using of_variables = span<value_type, extent>; ///< what the adjoint is

  span() : elements(nullptr), count(0) {}
  span(T *first, size_t n) : elements(const_cast<value_type *>(first)), count(n) {}
  span(T *first, T *last) : elements(const_cast<value_type *>(first)), count(static_cast<size_t>(last - first)) {}
  template <size_t n> span(T (&array)[n]) : elements(const_cast<value_type *>(array)), count(n) {}
  template <class C, class = decltype(static_cast<C *>(nullptr)->data())>
  span(C &container) : elements(const_cast<value_type *>(container.data())), count(container.size()) {}
  template <class C, class = decltype(static_cast<const C *>(nullptr)->data())>
  span(const C &container) : elements(const_cast<value_type *>(container.data())), count(container.size()) {}
  span(const span &) = default;
  span &operator=(const span &) = default;

  T *data() const { return elements; }
  size_t size() const { return count; }
  size_t size_bytes() const { return count * sizeof(T); }
  bool empty() const { return count == 0; }
  T &operator[](size_t i) const { return elements[i]; }
  T &front() const { return elements[0]; }
  T &back() const { return elements[count - 1]; }
  T *begin() const { return elements; }
  T *end() const { return elements + count; }
  reverse_iterator<T *> rbegin() const { return reverse_iterator<T *>(elements + count); }
  reverse_iterator<T *> rend() const { return reverse_iterator<T *>(elements); }
  span<T> first(size_t n) const { return span<T>(elements, n); }
  span<T> last(size_t n) const { return span<T>(elements + (count - n), n); }
  span<T> subspan(size_t offset) const { return span<T>(elements + offset, count - offset); }
  span<T> subspan(size_t offset, size_t n) const {
    return span<T>(elements + offset, n == static_cast<size_t>(-1) ? count - offset : n);
  }

private:
  ADJOINT_VIEW("$.data()", "$.size()", "shared") value_type *elements;
  ADJOINT_VIEW("$.size()") size_t count;
};

} // namespace adjoint::model

#endif
