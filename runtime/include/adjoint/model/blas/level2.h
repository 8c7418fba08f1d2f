// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BLAS, level 2: a matrix and vectors. Sums are formed in new memory, which overlaps no argument: so nothing of them is
// recorded. In double precision products and solutions are elementals (adjoint/lapack/elementals.h); all else are loops.

#ifndef ADJOINT_MODEL_BLAS_LEVEL2_H
#define ADJOINT_MODEL_BLAS_LEVEL2_H

#include "adjoint/lapack/elementals.h"
#include "adjoint/model/blas/level1.h"

namespace adjoint::model::extern_c {

/// What the letters and the numbers of arguments mean.
constexpr bool isByRow(int order) { return order == 101; }
constexpr bool isTransposed(char letter) { return letter != 'N' && letter != 'n'; }
constexpr bool isTransposed(int number) { return number == 112 || number == 113; }
constexpr bool isUpper(char letter) { return letter == 'U' || letter == 'u'; }
constexpr bool isUpper(int number) { return number == 121; }
constexpr bool isUnit(char letter) { return letter == 'U' || letter == 'u'; }
constexpr bool isUnit(int number) { return number == 132; }
constexpr bool isRight(char letter) { return letter == 'R' || letter == 'r'; }
constexpr bool isRight(int number) { return number == 142; }

namespace by_column {

/// y = alpha sums + beta y, where y is not read if beta is zero. Frees the sums.
template <class T> void combine(long n, T alpha, T *sums, T beta, T *y, long incy) {
  const long y0 = on_vectors::start(n, incy);
  if (beta == 0) {
    for (long i = 0; i < n; ++i)
      y[y0 + i * incy] = alpha * sums[i];
  } else {
    for (long i = 0; i < n; ++i)
      y[y0 + i * incy] = alpha * sums[i] + beta * y[y0 + i * incy];
  }
  deallocate(sums);
}

template <class T>
void gemv(bool isTransposed, long m, long n, T alpha, const T *a, long lda, const T *x, long incx, T beta, T *y,
          long incy) {
  const long rows = isTransposed ? n : m, columns = isTransposed ? m : n;
  T *sums = allocate<T>(extent(rows));
  const long x0 = on_vectors::start(columns, incx);
  if constexpr (is_same<T, double>) {
    double *values = on_vectors::gathered(columns, x, incx);
    lapack::product_vector(sums, a, isTransposed ? lda : 1, isTransposed ? 1 : lda, values, rows, columns);
    deallocate(values);
  } else if (isTransposed) {
    for (long j = 0; j < n; ++j) {
      T sum = 0;
      for (long i = 0; i < m; ++i)
        sum += a[i + j * lda] * x[x0 + i * incx];
      sums[j] = sum;
    }
  } else {
    for (long j = 0; j < n; ++j) {
      const T factor = x[x0 + j * incx];
      for (long i = 0; i < m; ++i)
        sums[i] += a[i + j * lda] * factor;
    }
  }
  combine(rows, alpha, sums, beta, y, incy);
}

/// A matrix with `below` diagonals below that of the elements (i, i), and `above` above it; row `above` of a holds
/// that.
template <class T>
void gbmv(bool isTransposed, long m, long n, long below, long above, T alpha, const T *a, long lda, const T *x,
          long incx, T beta, T *y, long incy) {
  const long rows = isTransposed ? n : m, columns = isTransposed ? m : n;
  T *sums = allocate<T>(extent(rows));
  const long x0 = on_vectors::start(columns, incx);
  for (long j = 0; j < n; ++j) {
    const long first = j > above ? j - above : 0, last = j + below + 1 < m ? j + below + 1 : m;
    if (isTransposed) {
      T sum = 0;
      for (long i = first; i < last; ++i)
        sum += a[above + i - j + j * lda] * x[x0 + i * incx];
      sums[j] = sum;
    } else {
      const T factor = x[x0 + j * incx];
      for (long i = first; i < last; ++i)
        sums[i] += a[above + i - j + j * lda] * factor;
    }
  }
  combine(rows, alpha, sums, beta, y, incy);
}

template <class T>
void symv(bool isUpper, long n, T alpha, const T *a, long lda, const T *x, long incx, T beta, T *y, long incy) {
  T *sums = allocate<T>(extent(n));
  if constexpr (is_same<T, double>) {
    double *values = on_vectors::gathered(n, x, incx);
    lapack::symmetric_vector(sums, isUpper, a, lda, values, n);
    deallocate(values);
  } else {
    const long x0 = on_vectors::start(n, incx);
    for (long j = 0; j < n; ++j) {
      const long first = isUpper ? 0 : j + 1, last = isUpper ? j : n;
      const T factor = x[x0 + j * incx];
      T sum = a[j + j * lda] * factor;
      for (long i = first; i < last; ++i) {
        sums[i] += a[i + j * lda] * factor;
        sum += a[i + j * lda] * x[x0 + i * incx];
      }
      sums[j] += sum;
    }
  }
  combine(n, alpha, sums, beta, y, incy);
}

template <class T> void ger(long m, long n, T alpha, const T *x, long incx, const T *y, long incy, T *a, long lda) {
  T *left = on_vectors::gathered(m, x, incx);
  T *right = on_vectors::gathered(n, y, incy);
  for (long j = 0; j < n; ++j) {
    const T factor = alpha * right[j];
    for (long i = 0; i < m; ++i)
      a[i + j * lda] += left[i] * factor;
  }
  deallocate(right);
  deallocate(left);
}

template <class T> void syr(bool isUpper, long n, T alpha, const T *x, long incx, T *a, long lda) {
  T *values = on_vectors::gathered(n, x, incx);
  for (long j = 0; j < n; ++j) {
    const long first = isUpper ? 0 : j, last = isUpper ? j + 1 : n;
    const T factor = alpha * values[j];
    for (long i = first; i < last; ++i)
      a[i + j * lda] += values[i] * factor;
  }
  deallocate(values);
}

template <class T>
void syr2(bool isUpper, long n, T alpha, const T *x, long incx, const T *y, long incy, T *a, long lda) {
  T *left = on_vectors::gathered(n, x, incx);
  T *right = on_vectors::gathered(n, y, incy);
  for (long j = 0; j < n; ++j) {
    const long first = isUpper ? 0 : j, last = isUpper ? j + 1 : n;
    const T ofRight = alpha * right[j], ofLeft = alpha * left[j];
    for (long i = first; i < last; ++i)
      a[i + j * lda] += left[i] * ofRight + right[i] * ofLeft;
  }
  deallocate(right);
  deallocate(left);
}

template <class T>
void trmv(bool isUpper, bool isTransposed, bool isUnit, long n, const T *a, long lda, T *x, long incx) {
  T *values = on_vectors::gathered(n, x, incx);
  T *sums = allocate<T>(extent(n));
  if constexpr (is_same<T, double>)
    lapack::triangular_vector(sums, isUpper != isTransposed, isUnit, a, isTransposed ? lda : 1, isTransposed ? 1 : lda, values, n);
  else
    for (long j = 0; j < n; ++j) {
      const long first = isUpper ? 0 : j + 1, last = isUpper ? j : n;
      const T factor = values[j];
      T sum = isUnit ? factor : a[j + j * lda] * factor;
      if (isTransposed) {
        for (long i = first; i < last; ++i)
          sum += a[i + j * lda] * values[i];
      } else {
        for (long i = first; i < last; ++i)
          sums[i] += a[i + j * lda] * factor;
      }
      sums[j] += sum;
    }
  on_vectors::copy(n, sums, 1, x, incx);
  deallocate(sums);
  deallocate(values);
}

/// What remains of the right-hand side and the solution are two arrays: the one is linear, and the other set once.
template <class T>
void trsv(bool isUpper, bool isTransposed, bool isUnit, long n, const T *a, long lda, T *x, long incx) {
  const bool isBackward = isUpper != isTransposed;
  T *rest = on_vectors::gathered(n, x, incx);
  T *solution = allocate<T>(extent(n));
  if constexpr (is_same<T, double>)
    lapack::solve_triangular(solution, isBackward, isUnit, a, isTransposed ? lda : 1, isTransposed ? 1 : lda, rest, 1, n, n, 1);
  else
    for (long k = 0; k < n; ++k) {
      const long j = isBackward ? n - 1 - k : k;
      const long first = isUpper ? 0 : j + 1, last = isUpper ? j : n;
      T value = rest[j];
      if (isTransposed)
        for (long i = first; i < last; ++i)
          value -= a[i + j * lda] * solution[i];
      if (!isUnit)
        value /= a[j + j * lda];
      solution[j] = value;
      if (!isTransposed)
        for (long i = first; i < last; ++i)
          rest[i] -= a[i + j * lda] * value;
    }
  on_vectors::copy(n, solution, 1, x, incx);
  deallocate(solution);
  deallocate(rest);
}

} // namespace by_column

// A matrix by rows is the transposed one by columns. Fortran's functions may take the lengths of texts at the end.
#define ADJOINT_MODEL_BLAS(T, p)                                                                                       \
  template <class M, class N, class L, class I, class J, class... Lengths>                                             \
  void p##gemv_(const char *trans, const M *m, const N *n, const T *alpha, const T *a, const L *lda, const T *x,       \
                const I *incx, const T *beta, T *y, const J *incy, Lengths...) {                                       \
    by_column::gemv<T>(isTransposed(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);                      \
  }                                                                                                                    \
  inline void cblas_##p##gemv(int order, int trans, long m, long n, T alpha, const T *a, long lda, const T *x,         \
                              long incx, T beta, T *y, long incy) {                                                    \
    const bool isRows = isByRow(order);                                                                                \
    by_column::gemv<T>(isTransposed(trans) != isRows, isRows ? n : m, isRows ? m : n, alpha, a, lda, x, incx, beta, y, \
                       incy);                                                                                          \
  }                                                                                                                    \
  template <class M, class N, class K, class U, class L, class I, class J, class... Lengths>                           \
  void p##gbmv_(const char *trans, const M *m, const N *n, const K *kl, const U *ku, const T *alpha, const T *a,       \
                const L *lda, const T *x, const I *incx, const T *beta, T *y, const J *incy, Lengths...) {             \
    by_column::gbmv<T>(isTransposed(*trans), *m, *n, *kl, *ku, *alpha, a, *lda, x, *incx, *beta, y, *incy);            \
  }                                                                                                                    \
  inline void cblas_##p##gbmv(int order, int trans, long m, long n, long kl, long ku, T alpha, const T *a, long lda,   \
                              const T *x, long incx, T beta, T *y, long incy) {                                        \
    const bool isRows = isByRow(order);                                                                                \
    by_column::gbmv<T>(isTransposed(trans) != isRows, isRows ? n : m, isRows ? m : n, isRows ? ku : kl,                \
                       isRows ? kl : ku, alpha, a, lda, x, incx, beta, y, incy);                                       \
  }                                                                                                                    \
  template <class N, class L, class I, class J, class... Lengths>                                                      \
  void p##symv_(const char *uplo, const N *n, const T *alpha, const T *a, const L *lda, const T *x, const I *incx,     \
                const T *beta, T *y, const J *incy, Lengths...) {                                                      \
    by_column::symv<T>(isUpper(*uplo), *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);                                \
  }                                                                                                                    \
  inline void cblas_##p##symv(int order, int uplo, long n, T alpha, const T *a, long lda, const T *x, long incx,       \
                              T beta, T *y, long incy) {                                                               \
    by_column::symv<T>(isUpper(uplo) != isByRow(order), n, alpha, a, lda, x, incx, beta, y, incy);                     \
  }                                                                                                                    \
  template <class M, class N, class I, class J, class L>                                                               \
  void p##ger_(const M *m, const N *n, const T *alpha, const T *x, const I *incx, const T *y, const J *incy, T *a,     \
               const L *lda) {                                                                                         \
    by_column::ger<T>(*m, *n, *alpha, x, *incx, y, *incy, a, *lda);                                                    \
  }                                                                                                                    \
  inline void cblas_##p##ger(int order, long m, long n, T alpha, const T *x, long incx, const T *y, long incy, T *a,   \
                             long lda) {                                                                               \
    if (isByRow(order))                                                                                                \
      by_column::ger<T>(n, m, alpha, y, incy, x, incx, a, lda);                                                        \
    else                                                                                                               \
      by_column::ger<T>(m, n, alpha, x, incx, y, incy, a, lda);                                                        \
  }                                                                                                                    \
  template <class N, class I, class L, class... Lengths>                                                               \
  void p##syr_(const char *uplo, const N *n, const T *alpha, const T *x, const I *incx, T *a, const L *lda,            \
               Lengths...) {                                                                                           \
    by_column::syr<T>(isUpper(*uplo), *n, *alpha, x, *incx, a, *lda);                                                  \
  }                                                                                                                    \
  inline void cblas_##p##syr(int order, int uplo, long n, T alpha, const T *x, long incx, T *a, long lda) {            \
    by_column::syr<T>(isUpper(uplo) != isByRow(order), n, alpha, x, incx, a, lda);                                     \
  }                                                                                                                    \
  template <class N, class I, class J, class L, class... Lengths>                                                      \
  void p##syr2_(const char *uplo, const N *n, const T *alpha, const T *x, const I *incx, const T *y, const J *incy,    \
                T *a, const L *lda, Lengths...) {                                                                      \
    by_column::syr2<T>(isUpper(*uplo), *n, *alpha, x, *incx, y, *incy, a, *lda);                                       \
  }                                                                                                                    \
  inline void cblas_##p##syr2(int order, int uplo, long n, T alpha, const T *x, long incx, const T *y, long incy,      \
                              T *a, long lda) {                                                                        \
    by_column::syr2<T>(isUpper(uplo) != isByRow(order), n, alpha, x, incx, y, incy, a, lda);                           \
  }                                                                                                                    \
  template <class N, class L, class I, class... Lengths>                                                               \
  void p##trmv_(const char *uplo, const char *trans, const char *diag, const N *n, const T *a, const L *lda, T *x,     \
                const I *incx, Lengths...) {                                                                           \
    by_column::trmv<T>(isUpper(*uplo), isTransposed(*trans), isUnit(*diag), *n, a, *lda, x, *incx);                    \
  }                                                                                                                    \
  inline void cblas_##p##trmv(int order, int uplo, int trans, int diag, long n, const T *a, long lda, T *x,            \
                              long incx) {                                                                             \
    by_column::trmv<T>(isUpper(uplo) != isByRow(order), isTransposed(trans) != isByRow(order), isUnit(diag), n, a,     \
                       lda, x, incx);                                                                                  \
  }                                                                                                                    \
  template <class N, class L, class I, class... Lengths>                                                               \
  void p##trsv_(const char *uplo, const char *trans, const char *diag, const N *n, const T *a, const L *lda, T *x,     \
                const I *incx, Lengths...) {                                                                           \
    by_column::trsv<T>(isUpper(*uplo), isTransposed(*trans), isUnit(*diag), *n, a, *lda, x, *incx);                    \
  }                                                                                                                    \
  inline void cblas_##p##trsv(int order, int uplo, int trans, int diag, long n, const T *a, long lda, T *x,            \
                              long incx) {                                                                             \
    by_column::trsv<T>(isUpper(uplo) != isByRow(order), isTransposed(trans) != isByRow(order), isUnit(diag), n, a,     \
                       lda, x, incx);                                                                                  \
  }
ADJOINT_MODEL_BLAS(double, d)
ADJOINT_MODEL_BLAS(float, s)
#undef ADJOINT_MODEL_BLAS

} // namespace adjoint::model::extern_c

#endif
