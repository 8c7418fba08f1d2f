// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <numeric>.

#ifndef ADJOINT_MODEL_NUMERIC_H
#define ADJOINT_MODEL_NUMERIC_H

#include "adjoint/model/core.h"

namespace adjoint::model {

template <class It, class T> T accumulate(It first, It last, T sum) {
  for (; first != last; ++first)
    sum = sum + *first;
  return sum;
}
template <class It, class T, class F> T accumulate(It first, It last, T sum, F combine) {
  for (; first != last; ++first)
    sum = model::call<T>(combine, sum, *first);
  return sum;
}
template <class It, class T> T reduce(It first, It last, T sum) {
  for (; first != last; ++first)
    sum = sum + *first;
  return sum;
}
template <class It> auto reduce(It first, It last) {
  remove_cvref_t<decltype(*first)> sum = {};
  for (; first != last; ++first)
    sum = sum + *first;
  return sum;
}
template <class It, class T, class F> T reduce(It first, It last, T sum, F combine) {
  return accumulate(first, last, sum, combine);
}
template <class It, class Jt, class T> T inner_product(It first, It last, Jt other, T sum) {
  for (; first != last; ++first, ++other)
    sum = sum + *first * *other;
  return sum;
}
template <class It, class Jt, class T, class F, class G>
T inner_product(It first, It last, Jt other, T sum, F combine, G product) {
  for (; first != last; ++first, ++other)
    sum = model::call<T>(combine, sum, product(*first, *other));
  return sum;
}
template <class It, class Jt, class T> T transform_reduce(It first, It last, Jt other, T sum) {
  return inner_product(first, last, other, sum);
}
template <class It, class Jt, class T, class F, class G>
T transform_reduce(It first, It last, Jt other, T sum, F combine, G product) {
  return inner_product(first, last, other, sum, combine, product);
}
template <class It, class T, class F, class G> T transform_reduce(It first, It last, T sum, F combine, G of) {
  for (; first != last; ++first)
    sum = model::call<T>(combine, sum, of(*first));
  return sum;
}
template <class It, class Out> Out partial_sum(It first, It last, Out out) {
  if (first == last)
    return out;
  remove_cvref_t<decltype(*first)> sum = *first;
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) {
    sum = sum + *first;
    *out = sum;
  }
  return out;
}
template <class It, class Out, class F> Out partial_sum(It first, It last, Out out, F combine) {
  if (first == last)
    return out;
  remove_cvref_t<decltype(*first)> sum = *first;
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) {
    sum = model::call<decltype(sum)>(combine, sum, *first);
    *out = sum;
  }
  return out;
}
template <class It, class Out> Out inclusive_scan(It first, It last, Out out) { return partial_sum(first, last, out); }
template <class It, class Out, class F> Out inclusive_scan(It first, It last, Out out, F combine) {
  return partial_sum(first, last, out, combine);
}
template <class It, class Out, class F, class T> Out inclusive_scan(It first, It last, Out out, F combine, T sum) {
  for (; first != last; ++first, ++out) {
    sum = model::call<T>(combine, sum, *first);
    *out = sum;
  }
  return out;
}
template <class It, class Out, class F, class G>
Out transform_inclusive_scan(It first, It last, Out out, F combine, G of) {
  if (first == last)
    return out;
  remove_cvref_t<decltype(of(*first))> sum = of(*first);
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) {
    sum = model::call<decltype(sum)>(combine, sum, of(*first));
    *out = sum;
  }
  return out;
}
template <class It, class Out, class T, class F> Out exclusive_scan(It first, It last, Out out, T sum, F combine) {
  for (; first != last; ++first, ++out) {
    T next = model::call<T>(combine, sum, *first);
    *out = sum;
    sum = next;
  }
  return out;
}
template <class It, class Out, class T> Out exclusive_scan(It first, It last, Out out, T sum) {
  for (; first != last; ++first, ++out) {
    T next = sum + *first;
    *out = sum;
    sum = next;
  }
  return out;
}
template <class It, class Out, class T, class F, class G>
Out transform_exclusive_scan(It first, It last, Out out, T sum, F combine, G of) {
  for (; first != last; ++first, ++out) {
    T next = model::call<T>(combine, sum, of(*first));
    *out = sum;
    sum = next;
  }
  return out;
}
template <class It, class Out> Out adjacent_difference(It first, It last, Out out) {
  if (first == last)
    return out;
  remove_cvref_t<decltype(*first)> before = *first;
  *out = before;
  for (++first, ++out; first != last; ++first, ++out) {
    remove_cvref_t<decltype(*first)> now = *first;
    *out = now - before;
    before = now;
  }
  return out;
}
template <class It, class Out, class F> Out adjacent_difference(It first, It last, Out out, F difference) {
  if (first == last)
    return out;
  remove_cvref_t<decltype(*first)> before = *first;
  *out = before;
  for (++first, ++out; first != last; ++first, ++out) {
    remove_cvref_t<decltype(*first)> now = *first;
    *out = difference(now, before);
    before = now;
  }
  return out;
}
template <class It, class T> void iota(It first, It last, T value) {
  for (; first != last; ++first) {
    *first = value;
    ++value;
  }
}

template <class T> T midpoint(T a, T b) {
  if constexpr (is_floating<T>)
    return a / 2 + b / 2;
  else // rounded towards a
    return a < b ? static_cast<T>(a + (b - a) / 2) : static_cast<T>(a - (a - b) / 2);
}
inline float lerp(float a, float b, float t) { return a + t * (b - a); }
inline double lerp(double a, double b, double t) { return a + t * (b - a); }
inline long double lerp(long double a, long double b, long double t) { return a + t * (b - a); }

} // namespace adjoint::model

#endif
