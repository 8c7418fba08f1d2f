// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::valarray. What the library returns from operators and functions is evaluated later; here it is a valarray at once.

#ifndef ADJOINT_MODEL_VALARRAY_H
#define ADJOINT_MODEL_VALARRAY_H

#include "adjoint/model/complex.h"
#include "adjoint/model/core.h"

namespace adjoint::model {

class slice {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  slice() : first(0), count(0), step(0) {}
  slice(size_t first, size_t count, size_t step) : first(first), count(count), step(step) {}
  size_t start() const { return first; }
  size_t size() const { return count; }
  size_t stride() const { return step; }

private:
  size_t first, count, step;
};

template <class T> class valarray;

/// Every `step`th element of a valarray.
template <class T> class slice_array {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  slice_array(T *first, size_t count, size_t step) : first(first), count(count), step(step) {}
  slice_array(const slice_array &) = default;
  slice_array &operator=(const slice_array &other) {
    for (size_t i = 0; i < count; ++i)
      first[i * step] = other.first[i * other.step];
    return *this;
  }
  void operator=(const valarray<T> &values) const {
    for (size_t i = 0; i < count; ++i)
      first[i * step] = values[i];
  }
  void operator=(const T &value) const {
    for (size_t i = 0; i < count; ++i)
      first[i * step] = value;
  }
#define ADJOINT_MODEL_OPERATOR(op)                                                                                     \
  void operator op(const valarray<T> &values) const {                                                                  \
    for (size_t i = 0; i < count; ++i)                                                                                 \
      first[i * step] op values[i];                                                                                    \
  }
  ADJOINT_MODEL_OPERATOR(+=)
  ADJOINT_MODEL_OPERATOR(-=)
  ADJOINT_MODEL_OPERATOR(*=)
  ADJOINT_MODEL_OPERATOR(/=)
#undef ADJOINT_MODEL_OPERATOR

private:
  template <class U> friend class valarray;
  T *first;
  size_t count, step;
};

template <class T>
class ADJOINT_EXTEND("if ($b.size() != $.size()) $b.resize($.size());")
    ADJOINT_SHAPE("if ($.size() != $p.count) $.resize($p.count);") valarray {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;

  valarray() : elements(nullptr), count(0) {}
  explicit valarray(size_t n) : elements(allocate<T>(n)), count(n) {}
  valarray(const T &value, size_t n) : elements(allocate<T>(n)), count(n) { fill(value); }
  valarray(const T *values, size_t n) : elements(allocate<T>(n)), count(n) { copyFrom(values); }
  valarray(initializer_list<T> list) : elements(allocate<T>(list.size())), count(list.size()) { copyFrom(list.begin()); }
  valarray(const valarray &other) : elements(allocate<T>(other.count)), count(other.count) { copyFrom(other.elements); }
  valarray(valarray &&other) noexcept : elements(other.elements), count(other.count) {
    other.elements = nullptr;
    other.count = 0;
  }
  valarray(const slice_array<T> &part) : elements(allocate<T>(part.count)), count(part.count) {
    for (size_t i = 0; i < count; ++i)
      elements[i] = part.first[i * part.step];
  }
  ~valarray() { deallocate(elements); }
  valarray &operator=(const valarray &other) {
    if (this != &other) {
      makeSize(other.count);
      copyFrom(other.elements);
    }
    return *this;
  }
  valarray &operator=(valarray &&other) {
    swap(other);
    return *this;
  }
  valarray &operator=(const T &value) {
    fill(value);
    return *this;
  }
  valarray &operator=(initializer_list<T> list) {
    makeSize(list.size());
    copyFrom(list.begin());
    return *this;
  }
  valarray &operator=(const slice_array<T> &part) {
    makeSize(part.count);
    for (size_t i = 0; i < count; ++i)
      elements[i] = part.first[i * part.step];
    return *this;
  }

  size_t size() const { return count; }
  T &operator[](size_t i) { return elements[i]; }
  const T &operator[](size_t i) const { return elements[i]; }
  slice_array<T> operator[](slice part) {
    return slice_array<T>(elements + part.start(), part.size(), part.stride());
  }
  valarray operator[](slice part) const {
    return valarray(slice_array<T>(elements + part.start(), part.size(), part.stride()));
  }
  T *begin() { return elements; }
  const T *begin() const { return elements; }
  T *end() { return elements + count; }
  const T *end() const { return elements + count; }
  void resize(size_t n, T value = T()) {
    makeSize(n);
    fill(value);
  }
  void swap(valarray &other) {
    model::swap(elements, other.elements);
    model::swap(count, other.count);
  }

  T sum() const {
    T total = elements[0];
    for (size_t i = 1; i < count; ++i)
      total += elements[i];
    return total;
  }
  T min() const {
    size_t smallest = 0;
    for (size_t i = 1; i < count; ++i)
      if (elements[i] < elements[smallest])
        smallest = i;
    return elements[smallest];
  }
  T max() const {
    size_t largest = 0;
    for (size_t i = 1; i < count; ++i)
      if (elements[largest] < elements[i])
        largest = i;
    return elements[largest];
  }
  template <class F> valarray apply(F f) const {
    valarray made(count);
    for (size_t i = 0; i < count; ++i)
      made.elements[i] = f(elements[i]);
    return made;
  }
  valarray shift(int n) const {
    valarray made(count);
    for (size_t i = 0; i < count; ++i) {
      ptrdiff_t from = static_cast<ptrdiff_t>(i) + n;
      if (from >= 0 && from < static_cast<ptrdiff_t>(count))
        made.elements[i] = elements[from];
    }
    return made;
  }
  valarray cshift(int n) const {
    valarray made(count);
    ptrdiff_t size = static_cast<ptrdiff_t>(count);
    for (ptrdiff_t i = 0; i < size; ++i)
      made.elements[i] = elements[((i + n) % size + size) % size];
    return made;
  }
  valarray operator-() const {
    valarray made(count);
    for (size_t i = 0; i < count; ++i)
      made.elements[i] = -elements[i];
    return made;
  }
  valarray operator+() const { return *this; }
#define ADJOINT_MODEL_OPERATOR(op)                                                                                     \
  valarray &operator op(const valarray &other) {                                                                       \
    for (size_t i = 0; i < count; ++i)                                                                                 \
      elements[i] op other.elements[i];                                                                                \
    return *this;                                                                                                      \
  }                                                                                                                    \
  valarray &operator op(const T &value) {                                                                              \
    T kept = value;                                                                                                    \
    for (size_t i = 0; i < count; ++i)                                                                                 \
      elements[i] op kept;                                                                                             \
    return *this;                                                                                                      \
  }
  ADJOINT_MODEL_OPERATOR(+=)
  ADJOINT_MODEL_OPERATOR(-=)
  ADJOINT_MODEL_OPERATOR(*=)
  ADJOINT_MODEL_OPERATOR(/=)
#undef ADJOINT_MODEL_OPERATOR

private:
  void fill(const T &value) {
    for (size_t i = 0; i < count; ++i)
      elements[i] = value;
  }
  void copyFrom(const T *source) {
    for (size_t i = 0; i < count; ++i)
      elements[i] = source[i];
  }
  void makeSize(size_t n) {
    if (n == count)
      return;
    deallocate(elements);
    elements = allocate<T>(n);
    count = n;
  }

  ADJOINT_VIEW("std::begin($)", "$.size()") T *elements;
  ADJOINT_VIEW("$.size()") size_t count;
};

template <class T> T *begin(valarray<T> &values) { return values.begin(); }
template <class T> T *end(valarray<T> &values) { return values.end(); }
template <class T> const T *begin(const valarray<T> &values) { return values.begin(); }
template <class T> const T *end(const valarray<T> &values) { return values.end(); }
template <class T> void swap(valarray<T> &a, valarray<T> &b) { a.swap(b); }

#define ADJOINT_MODEL_OPERATOR(op, assigned)                                                                           \
  template <class T> valarray<T> operator op(const valarray<T> &a, const valarray<T> &b) {                             \
    valarray<T> made(a);                                                                                               \
    made assigned b;                                                                                                   \
    return made;                                                                                                       \
  }                                                                                                                    \
  template <class T> valarray<T> operator op(const valarray<T> &a, const typename valarray<T>::value_type &b) {        \
    valarray<T> made(a);                                                                                               \
    made assigned b;                                                                                                   \
    return made;                                                                                                       \
  }                                                                                                                    \
  template <class T> valarray<T> operator op(const typename valarray<T>::value_type &a, const valarray<T> &b) {        \
    valarray<T> made(a, b.size());                                                                                     \
    made assigned b;                                                                                                   \
    return made;                                                                                                       \
  }
ADJOINT_MODEL_OPERATOR(+, +=)
ADJOINT_MODEL_OPERATOR(-, -=)
ADJOINT_MODEL_OPERATOR(*, *=)
ADJOINT_MODEL_OPERATOR(/, /=)
#undef ADJOINT_MODEL_OPERATOR

namespace elementary {
#define ADJOINT_MODEL_ONE(name)                                                                                        \
  float name(float);                                                                                                   \
  double name(double);                                                                                                 \
  long double name(long double);
ADJOINT_MODEL_ONE(tan)
ADJOINT_MODEL_ONE(asin)
ADJOINT_MODEL_ONE(acos)
ADJOINT_MODEL_ONE(atan)
ADJOINT_MODEL_ONE(tanh)
ADJOINT_MODEL_ONE(log10)
#undef ADJOINT_MODEL_ONE
float pow(float, float);
double pow(double, double);
long double pow(long double, long double);
} // namespace elementary

#define ADJOINT_MODEL_FUNCTION(name, function)                                                                         \
  template <class T> valarray<T> name(const valarray<T> &a) {                                                          \
    valarray<T> made(a.size());                                                                                        \
    for (size_t i = 0; i < a.size(); ++i)                                                                              \
      made[i] = elementary::function(a[i]);                                                                            \
    return made;                                                                                                       \
  }
ADJOINT_MODEL_FUNCTION(abs, fabs)
ADJOINT_MODEL_FUNCTION(sqrt, sqrt)
ADJOINT_MODEL_FUNCTION(exp, exp)
ADJOINT_MODEL_FUNCTION(log, log)
ADJOINT_MODEL_FUNCTION(log10, log10)
ADJOINT_MODEL_FUNCTION(sin, sin)
ADJOINT_MODEL_FUNCTION(cos, cos)
ADJOINT_MODEL_FUNCTION(tan, tan)
ADJOINT_MODEL_FUNCTION(asin, asin)
ADJOINT_MODEL_FUNCTION(acos, acos)
ADJOINT_MODEL_FUNCTION(atan, atan)
ADJOINT_MODEL_FUNCTION(sinh, sinh)
ADJOINT_MODEL_FUNCTION(cosh, cosh)
ADJOINT_MODEL_FUNCTION(tanh, tanh)
#undef ADJOINT_MODEL_FUNCTION
template <class T> valarray<T> pow(const valarray<T> &a, const valarray<T> &b) {
  valarray<T> made(a.size());
  for (size_t i = 0; i < a.size(); ++i)
    made[i] = elementary::pow(a[i], b[i]);
  return made;
}
template <class T> valarray<T> pow(const valarray<T> &a, const typename valarray<T>::value_type &b) {
  return pow(a, valarray<T>(b, a.size()));
}
template <class T> valarray<T> pow(const typename valarray<T>::value_type &a, const valarray<T> &b) {
  return pow(valarray<T>(a, b.size()), b);
}

/// What the two common libraries return from operators.
template <class Closure, class T> using _Expr = valarray<T>;

} // namespace adjoint::model

#endif
