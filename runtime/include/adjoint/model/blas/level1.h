// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BLAS, level 1: vectors.

#ifndef ADJOINT_MODEL_BLAS_LEVEL1_H
#define ADJOINT_MODEL_BLAS_LEVEL1_H

#include "adjoint/model/core.h"

namespace adjoint::model::extern_c {

/// How many elements a new array has.
constexpr size_t extent(long n) { return n > 0 ? static_cast<size_t>(n) : 0; }

namespace on_vectors {

/// Where the first of n elements stands: with a negative increment, at the end.
constexpr long start(long n, long increment) { return increment < 0 ? (1 - n) * increment : 0; }

template <class T> T dot(long n, const T *x, long incx, const T *y, long incy) {
  T sum = 0;
  if (incx == 1 && incy == 1) {
    for (long i = 0; i < n; ++i)
      sum += x[i] * y[i];
  } else {
    const long x0 = start(n, incx), y0 = start(n, incy);
    for (long i = 0; i < n; ++i)
      sum += x[x0 + i * incx] * y[y0 + i * incy];
  }
  return sum;
}

template <class T> T nrm2(long n, const T *x, long incx) {
  T sum = 0;
  if (incx == 1) {
    for (long i = 0; i < n; ++i)
      sum += x[i] * x[i];
  } else {
    const long x0 = start(n, incx);
    for (long i = 0; i < n; ++i)
      sum += x[x0 + i * incx] * x[x0 + i * incx];
  }
  return static_cast<T>(__builtin_sqrt(sum));
}

template <class T> T asum(long n, const T *x, long incx) {
  T sum = 0;
  if (incx == 1) {
    for (long i = 0; i < n; ++i)
      sum += x[i] < 0 ? -x[i] : x[i];
  } else if (incx > 0) {
    for (long i = 0; i < n; ++i)
      sum += x[i * incx] < 0 ? -x[i * incx] : x[i * incx];
  }
  return sum;
}

/// The first of the largest elements by magnitude, counted from 1; 0 if there is none.
template <class T> long iamax(long n, const T *x, long incx) {
  long where = n > 0 && incx > 0 ? 1 : 0;
  const long size = where == 0 ? 0 : n;
  for (long i = 1; i < size; ++i) {
    const T value = x[i * incx], largest = x[(where - 1) * incx];
    if ((value < 0 ? -value : value) > (largest < 0 ? -largest : largest))
      where = i + 1;
  }
  return where;
}

template <class T> void axpy(long n, T alpha, const T *x, long incx, T *y, long incy) {
  if (incx == 1 && incy == 1) {
    for (long i = 0; i < n; ++i)
      y[i] += alpha * x[i];
  } else {
    const long x0 = start(n, incx), y0 = start(n, incy);
    for (long i = 0; i < n; ++i)
      y[y0 + i * incy] += alpha * x[x0 + i * incx];
  }
}

template <class T> void scal(long n, T alpha, T *x, long incx) {
  if (incx == 1) {
    for (long i = 0; i < n; ++i)
      x[i] *= alpha;
  } else if (incx > 0) {
    for (long i = 0; i < n; ++i)
      x[i * incx] *= alpha;
  }
}

template <class T> void copy(long n, const T *x, long incx, T *y, long incy) {
  if (incx == 1 && incy == 1) {
    for (long i = 0; i < n; ++i)
      y[i] = x[i];
  } else {
    const long x0 = start(n, incx), y0 = start(n, incy);
    for (long i = 0; i < n; ++i)
      y[y0 + i * incy] = x[x0 + i * incx];
  }
}

template <class T> void swap(long n, T *x, long incx, T *y, long incy) {
  const long x0 = start(n, incx), y0 = start(n, incy);
  for (long i = 0; i < n; ++i) {
    const T value = x[x0 + i * incx];
    x[x0 + i * incx] = y[y0 + i * incy];
    y[y0 + i * incy] = value;
  }
}

template <class T> void rot(long n, T *x, long incx, T *y, long incy, T c, T s) {
  const long x0 = start(n, incx), y0 = start(n, incy);
  for (long i = 0; i < n; ++i) {
    const T left = x[x0 + i * incx], right = y[y0 + i * incy];
    x[x0 + i * incx] = c * left + s * right;
    y[y0 + i * incy] = c * right - s * left;
  }
}

/// A new array of the n elements, without gaps; the caller frees it.
template <class T> T *gathered(long n, const T *x, long incx) {
  T *made = allocate<T>(extent(n));
  copy(n, x, incx, made, 1);
  return made;
}

} // namespace on_vectors

#define ADJOINT_MODEL_BLAS(T, p)                                                                                       \
  template <class N, class I, class J> T p##dot_(const N *n, const T *x, const I *incx, const T *y, const J *incy) {   \
    return on_vectors::dot<T>(*n, x, *incx, y, *incy);                                                                 \
  }                                                                                                                    \
  inline T cblas_##p##dot(long n, const T *x, long incx, const T *y, long incy) {                                      \
    return on_vectors::dot<T>(n, x, incx, y, incy);                                                                    \
  }                                                                                                                    \
  template <class N, class I> T p##nrm2_(const N *n, const T *x, const I *incx) {                                      \
    return on_vectors::nrm2<T>(*n, x, *incx);                                                                          \
  }                                                                                                                    \
  inline T cblas_##p##nrm2(long n, const T *x, long incx) { return on_vectors::nrm2<T>(n, x, incx); }                  \
  template <class N, class I> T p##asum_(const N *n, const T *x, const I *incx) {                                      \
    return on_vectors::asum<T>(*n, x, *incx);                                                                          \
  }                                                                                                                    \
  inline T cblas_##p##asum(long n, const T *x, long incx) { return on_vectors::asum<T>(n, x, incx); }                  \
  template <class N, class I> N i##p##amax_(const N *n, const T *x, const I *incx) {                                   \
    return static_cast<N>(on_vectors::iamax<T>(*n, x, *incx));                                                         \
  }                                                                                                                    \
  inline size_t cblas_i##p##amax(long n, const T *x, long incx) {                                                      \
    const long where = on_vectors::iamax<T>(n, x, incx);                                                               \
    return where == 0 ? 0 : static_cast<size_t>(where - 1);                                                            \
  }                                                                                                                    \
  template <class N, class I, class J>                                                                                 \
  void p##axpy_(const N *n, const T *alpha, const T *x, const I *incx, T *y, const J *incy) {                          \
    on_vectors::axpy<T>(*n, *alpha, x, *incx, y, *incy);                                                               \
  }                                                                                                                    \
  inline void cblas_##p##axpy(long n, T alpha, const T *x, long incx, T *y, long incy) {                               \
    on_vectors::axpy<T>(n, alpha, x, incx, y, incy);                                                                   \
  }                                                                                                                    \
  template <class N, class I> void p##scal_(const N *n, const T *alpha, T *x, const I *incx) {                         \
    on_vectors::scal<T>(*n, *alpha, x, *incx);                                                                         \
  }                                                                                                                    \
  inline void cblas_##p##scal(long n, T alpha, T *x, long incx) { on_vectors::scal<T>(n, alpha, x, incx); }            \
  template <class N, class I, class J> void p##copy_(const N *n, const T *x, const I *incx, T *y, const J *incy) {     \
    on_vectors::copy<T>(*n, x, *incx, y, *incy);                                                                       \
  }                                                                                                                    \
  inline void cblas_##p##copy(long n, const T *x, long incx, T *y, long incy) {                                        \
    on_vectors::copy<T>(n, x, incx, y, incy);                                                                          \
  }                                                                                                                    \
  template <class N, class I, class J> void p##swap_(const N *n, T *x, const I *incx, T *y, const J *incy) {           \
    on_vectors::swap<T>(*n, x, *incx, y, *incy);                                                                       \
  }                                                                                                                    \
  inline void cblas_##p##swap(long n, T *x, long incx, T *y, long incy) { on_vectors::swap<T>(n, x, incx, y, incy); }  \
  template <class N, class I, class J>                                                                                 \
  void p##rot_(const N *n, T *x, const I *incx, T *y, const J *incy, const T *c, const T *s) {                         \
    on_vectors::rot<T>(*n, x, *incx, y, *incy, *c, *s);                                                                \
  }                                                                                                                    \
  inline void cblas_##p##rot(long n, T *x, long incx, T *y, long incy, T c, T s) {                                     \
    on_vectors::rot<T>(n, x, incx, y, incy, c, s);                                                                     \
  }
ADJOINT_MODEL_BLAS(double, d)
ADJOINT_MODEL_BLAS(float, s)
#undef ADJOINT_MODEL_BLAS

} // namespace adjoint::model::extern_c

#endif
