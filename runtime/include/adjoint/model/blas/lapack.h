// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LAPACK, by the names of Fortran (dposv_) and of C (LAPACKE_dposv), whoever declares them. Each is an elemental
// (adjoint/lapack/elementals.h) between loops that copy arguments: in and out, as they are stored.
//
// What LAPACK leaves in arguments is here, too, with its derivative. Numbers that are no result are not numbers here:
// the matrix after eigenvalues and singular values, the matrix and the residuals after least squares. If `info` is
// positive, right-hand sides stay as they are, and factors have no derivative.
//
// Source: E. Anderson et al., LAPACK Users' Guide, third edition, 1999.

#ifndef ADJOINT_MODEL_BLAS_LAPACK_H
#define ADJOINT_MODEL_BLAS_LAPACK_H

#include "adjoint/model/blas/level3.h"

namespace adjoint::model::extern_c {

/// Vectors, not only values.
constexpr bool isAsked(char job) { return job != 'N' && job != 'n'; }

namespace with_strides {

inline unsigned long *words(long m, long n) { return allocate<unsigned long>(extent(lapack::factor_words(m, n))); }

/// A copy without gaps, by columns, in new memory; the caller frees it.
inline double *taken(long m, long n, const double *a, long a_row, long a_column) {
  double *made = numbers(m * n);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < m; ++i)
      made[i + j * m] = a[i * a_row + j * a_column];
  return made;
}

/// The same of a lower triangle, with zeros above it.
inline double *takenTriangle(long n, const double *a, long a_row, long a_column) {
  double *made = numbers(n * n);
  for (long j = 0; j < n; ++j)
    for (long i = j; i < n; ++i)
      made[i + j * n] = a[i * a_row + j * a_column];
  return made;
}

/// a = values, which are freed.
inline void put(long m, long n, double *values, double *a, long a_row, long a_column) {
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < m; ++i)
      a[i * a_row + j * a_column] = values[i + j * m];
  deallocate(values);
}
inline void putTriangle(long n, double *values, double *a, long a_row, long a_column) {
  for (long j = 0; j < n; ++j)
    for (long i = j; i < n; ++i)
      a[i * a_row + j * a_column] = values[i + j * n];
  deallocate(values);
}
/// What was in the rows from `first` on is lost. `values` is all that was there.
inline void spoil(long first, long m, long n, const double *values, double *a, long a_row, long a_column) {
  double *rest = numbers(m * n);
  lapack::destroyed(rest, values, m * n);
  for (long j = 0; j < n; ++j)
    for (long i = first; i < m; ++i)
      a[i * a_row + j * a_column] = rest[i + j * m];
  deallocate(rest);
}

/// Of the lower triangle.
inline long potrf(long n, double *a, long a_row, long a_column) {
  double *values = takenTriangle(n, a, a_row, a_column);
  unsigned long *factor = words(n, n);
  const long info = lapack::factorise(lapack::Factorisation::cholesky, factor, values, n, n);
  double *l = numbers(n * n);
  lapack::factors(lapack::Factorisation::cholesky, l, values, factor, n);
  putTriangle(n, l, a, a_row, a_column);
  deallocate(factor);
  deallocate(values);
  return info;
}

inline void potrs(long n, long k, const double *a, long a_row, long a_column, double *b, long b_row, long b_column) {
  double *y = numbers(n * k);
  lapack::solve_triangular(y, false, false, a, a_row, a_column, b, b_row, b_column, n, k);
  double *x = numbers(n * k);
  lapack::solve_triangular(x, true, false, a, a_column, a_row, y, 1, n, n, k);
  put(n, k, x, b, b_row, b_column);
  deallocate(y);
}

inline long posv(long n, long k, double *a, long a_row, long a_column, double *b, long b_row, long b_column) {
  double *values = takenTriangle(n, a, a_row, a_column);
  unsigned long *factor = words(n, n);
  const long info = lapack::factorise(lapack::Factorisation::cholesky, factor, values, n, n);
  double *l = numbers(n * n);
  lapack::factors(lapack::Factorisation::cholesky, l, values, factor, n);
  putTriangle(n, l, a, a_row, a_column);
  if (info == 0) {
    double *right = taken(n, k, b, b_row, b_column);
    double *x = numbers(n * k);
    lapack::solve(lapack::Factorisation::cholesky, x, values, factor, right, n, n, k);
    put(n, k, x, b, b_row, b_column);
    deallocate(right);
  }
  deallocate(factor);
  deallocate(values);
  return info;
}

template <class I> void putPivots(const unsigned long *factor, long n, I *pivots) {
  for (long i = 0; i < n; ++i)
    pivots[i] = static_cast<I>(lapack::pivot(factor, n, i) + 1);
}

template <class I> long getrf(long m, long n, double *a, long a_row, long a_column, I *pivots) {
  lapack::require_square(m, n);
  double *values = taken(n, n, a, a_row, a_column);
  unsigned long *factor = words(n, n);
  const long info = lapack::factorise(lapack::Factorisation::lu, factor, values, n, n);
  double *packed = numbers(n * n);
  lapack::factors(lapack::Factorisation::lu, packed, values, factor, n);
  put(n, n, packed, a, a_row, a_column);
  putPivots(factor, n, pivots);
  deallocate(factor);
  deallocate(values);
  return info;
}

/// The transposed system has the strides of its factors exchanged.
template <class I>
void getrs(bool isTransposed, long n, long k, const double *a, long a_row, long a_column, const I *pivots, double *b,
           long b_row, long b_column) {
  double *right = taken(n, k, b, b_row, b_column);
  if (!isTransposed)
    for (long i = 0; i < n; ++i) {
      const long other = pivots[i] - 1;
      for (long c = 0; c < k; ++c) {
        const double value = right[i + c * n];
        right[i + c * n] = right[other + c * n];
        right[other + c * n] = value;
      }
    }
  double *y = numbers(n * k);
  lapack::solve_triangular(y, false, !isTransposed, a, isTransposed ? a_column : a_row, isTransposed ? a_row : a_column,
                           right, 1, n, n, k);
  double *x = numbers(n * k);
  lapack::solve_triangular(x, true, isTransposed, a, isTransposed ? a_column : a_row, isTransposed ? a_row : a_column,
                           y, 1, n, n, k);
  for (long c = 0; c < k; ++c)
    for (long i = 0; i < n; ++i)
      b[i * b_row + c * b_column] = x[i + c * n];
  if (isTransposed)
    for (long q = 0; q < n; ++q) {
      const long i = n - 1 - q, other = pivots[n - 1 - q] - 1;
      for (long c = 0; c < k; ++c) {
        const double value = b[i * b_row + c * b_column];
        b[i * b_row + c * b_column] = b[other * b_row + c * b_column];
        b[other * b_row + c * b_column] = value;
      }
    }
  deallocate(x);
  deallocate(y);
  deallocate(right);
}

template <class I>
long gesv(long n, long k, double *a, long a_row, long a_column, I *pivots, double *b, long b_row, long b_column) {
  double *values = taken(n, n, a, a_row, a_column);
  unsigned long *factor = words(n, n);
  const long info = lapack::factorise(lapack::Factorisation::lu, factor, values, n, n);
  double *packed = numbers(n * n);
  lapack::factors(lapack::Factorisation::lu, packed, values, factor, n);
  put(n, n, packed, a, a_row, a_column);
  putPivots(factor, n, pivots);
  if (info == 0) {
    double *right = taken(n, k, b, b_row, b_column);
    double *x = numbers(n * k);
    lapack::solve(lapack::Factorisation::lu, x, values, factor, right, n, n, k);
    put(n, k, x, b, b_row, b_column);
    deallocate(right);
  }
  deallocate(factor);
  deallocate(values);
  return info;
}

inline long trtrs(bool isUpper, bool isUnit, long n, long k, const double *a, long a_row, long a_column, double *b,
                  long b_row, long b_column) {
  const long size = isUnit ? 0 : n;
  for (long i = 0; i < size; ++i)
    if (a[i * a_row + i * a_column] == 0)
      return i + 1;
  double *x = numbers(n * k);
  lapack::solve_triangular(x, isUpper, isUnit, a, a_row, a_column, b, b_row, b_column, n, k);
  put(n, k, x, b, b_row, b_column);
  return 0;
}

/// Of at least as many rows as columns.
inline long gels(bool isTransposed, long m, long n, long k, double *a, long a_row, long a_column, double *b, long b_row,
                 long b_column) {
  lapack::require_overdetermined(isTransposed, m, n);
  double *values = taken(m, n, a, a_row, a_column);
  unsigned long *factor = words(m, n);
  const long info = lapack::factorise(lapack::Factorisation::qr, factor, values, m, n);
  spoil(0, m, n, values, a, a_row, a_column);
  if (info == 0) {
    double *right = taken(m, k, b, b_row, b_column);
    double *x = numbers(n * k);
    lapack::solve(lapack::Factorisation::qr, x, values, factor, right, m, n, k);
    put(n, k, x, b, b_row, b_column);
    spoil(n, m, k, right, b, b_row, b_column);
    deallocate(right);
  }
  deallocate(factor);
  deallocate(values);
  return info;
}

inline void syev(bool areVectorsAsked, bool isUpper, long n, double *a, long a_row, long a_column, double *values) {
  double *matrix = taken(n, n, a, a_row, a_column);
  double *found = numbers(n);
  double *vectors = numbers(n * n);
  lapack::eigen(found, vectors, isUpper, matrix, n);
  for (long i = 0; i < n; ++i)
    values[i] = found[i];
  if (areVectorsAsked) {
    for (long j = 0; j < n; ++j)
      for (long i = 0; i < n; ++i)
        a[i * a_row + j * a_column] = vectors[i + j * n];
  } else {
    spoil(0, n, n, matrix, a, a_row, a_column);
  }
  deallocate(vectors);
  deallocate(found);
  deallocate(matrix);
}

inline void gesvd(char jobu, char jobvt, long m, long n, double *a, long a_row, long a_column, double *values,
                  double *u, long u_row, long u_column, double *vt, long vt_row, long vt_column) {
  lapack::require_thin(jobu, jobvt, m, n);
  const long k = m < n ? m : n;
  double *matrix = taken(m, n, a, a_row, a_column);
  double *found = numbers(k);
  double *left = numbers(m * k);
  double *right = numbers(k * n);
  lapack::singular(found, left, right, matrix, m, n);
  for (long i = 0; i < k; ++i)
    values[i] = found[i];
  if (isAsked(jobu))
    for (long j = 0; j < k; ++j)
      for (long i = 0; i < m; ++i)
        u[i * u_row + j * u_column] = left[i + j * m];
  if (isAsked(jobvt))
    for (long j = 0; j < n; ++j)
      for (long i = 0; i < k; ++i)
        vt[i * vt_row + j * vt_column] = right[i + j * k];
  spoil(0, m, n, matrix, a, a_row, a_column);
  deallocate(right);
  deallocate(left);
  deallocate(found);
  deallocate(matrix);
}

} // namespace with_strides

// A symmetric matrix's upper triangle is the lower one with strides exchanged.

template <class N, class A, class I, class... Lengths>
void dpotrf_(const char *uplo, const N *n, double *a, const A *lda, I *info, Lengths...) {
  const bool isExchanged = isUpper(*uplo);
  *info = static_cast<I>(with_strides::potrf(*n, a, rowStride(isExchanged, *lda), columnStride(isExchanged, *lda)));
}
template <class I> I LAPACKE_dpotrf(int layout, char uplo, I n, double *a, I lda) {
  const bool isExchanged = isUpper(uplo) != isByRow(layout);
  return static_cast<I>(with_strides::potrf(n, a, rowStride(isExchanged, lda), columnStride(isExchanged, lda)));
}

template <class N, class K, class A, class B, class I, class... Lengths>
void dpotrs_(const char *uplo, const N *n, const K *nrhs, const double *a, const A *lda, double *b, const B *ldb,
             I *info, Lengths...) {
  const bool isExchanged = isUpper(*uplo);
  with_strides::potrs(*n, *nrhs, a, rowStride(isExchanged, *lda), columnStride(isExchanged, *lda), b, 1, *ldb);
  *info = 0;
}
template <class I> I LAPACKE_dpotrs(int layout, char uplo, I n, I nrhs, const double *a, I lda, double *b, I ldb) {
  const bool isRows = isByRow(layout), isExchanged = isUpper(uplo) != isRows;
  with_strides::potrs(n, nrhs, a, rowStride(isExchanged, lda), columnStride(isExchanged, lda), b,
                      rowStride(isRows, ldb), columnStride(isRows, ldb));
  return 0;
}

template <class N, class K, class A, class B, class I, class... Lengths>
void dposv_(const char *uplo, const N *n, const K *nrhs, double *a, const A *lda, double *b, const B *ldb, I *info,
            Lengths...) {
  const bool isExchanged = isUpper(*uplo);
  *info = static_cast<I>(
      with_strides::posv(*n, *nrhs, a, rowStride(isExchanged, *lda), columnStride(isExchanged, *lda), b, 1, *ldb));
}
template <class I> I LAPACKE_dposv(int layout, char uplo, I n, I nrhs, double *a, I lda, double *b, I ldb) {
  const bool isRows = isByRow(layout), isExchanged = isUpper(uplo) != isRows;
  return static_cast<I>(with_strides::posv(n, nrhs, a, rowStride(isExchanged, lda), columnStride(isExchanged, lda), b,
                                           rowStride(isRows, ldb), columnStride(isRows, ldb)));
}

template <class M, class N, class A, class P, class I>
void dgetrf_(const M *m, const N *n, double *a, const A *lda, P *ipiv, I *info) {
  *info = static_cast<I>(with_strides::getrf(*m, *n, a, 1, *lda, ipiv));
}
template <class I> I LAPACKE_dgetrf(int layout, I m, I n, double *a, I lda, I *ipiv) {
  const bool isRows = isByRow(layout);
  return static_cast<I>(with_strides::getrf(m, n, a, rowStride(isRows, lda), columnStride(isRows, lda), ipiv));
}

template <class N, class K, class A, class P, class B, class I, class... Lengths>
void dgetrs_(const char *trans, const N *n, const K *nrhs, const double *a, const A *lda, const P *ipiv, double *b,
             const B *ldb, I *info, Lengths...) {
  with_strides::getrs(isTransposed(*trans), *n, *nrhs, a, 1, *lda, ipiv, b, 1, *ldb);
  *info = 0;
}
template <class I>
I LAPACKE_dgetrs(int layout, char trans, I n, I nrhs, const double *a, I lda, const I *ipiv, double *b, I ldb) {
  const bool isRows = isByRow(layout);
  with_strides::getrs(isTransposed(trans), n, nrhs, a, rowStride(isRows, lda), columnStride(isRows, lda), ipiv, b,
                      rowStride(isRows, ldb), columnStride(isRows, ldb));
  return 0;
}

template <class N, class K, class A, class P, class B, class I>
void dgesv_(const N *n, const K *nrhs, double *a, const A *lda, P *ipiv, double *b, const B *ldb, I *info) {
  *info = static_cast<I>(with_strides::gesv(*n, *nrhs, a, 1, *lda, ipiv, b, 1, *ldb));
}
template <class I> I LAPACKE_dgesv(int layout, I n, I nrhs, double *a, I lda, I *ipiv, double *b, I ldb) {
  const bool isRows = isByRow(layout);
  return static_cast<I>(with_strides::gesv(n, nrhs, a, rowStride(isRows, lda), columnStride(isRows, lda), ipiv, b,
                                           rowStride(isRows, ldb), columnStride(isRows, ldb)));
}

template <class N, class K, class A, class B, class I, class... Lengths>
void dtrtrs_(const char *uplo, const char *trans, const char *diag, const N *n, const K *nrhs, const double *a,
             const A *lda, double *b, const B *ldb, I *info, Lengths...) {
  const bool isExchanged = isTransposed(*trans);
  *info =
      static_cast<I>(with_strides::trtrs(isUpper(*uplo) != isExchanged, isUnit(*diag), *n, *nrhs, a,
                                         rowStride(isExchanged, *lda), columnStride(isExchanged, *lda), b, 1, *ldb));
}
template <class I>
I LAPACKE_dtrtrs(int layout, char uplo, char trans, char diag, I n, I nrhs, const double *a, I lda, double *b, I ldb) {
  const bool isRows = isByRow(layout), isRowsA = isRows != isTransposed(trans);
  return static_cast<I>(with_strides::trtrs(isUpper(uplo) != isTransposed(trans), isUnit(diag), n, nrhs, a,
                                            rowStride(isRowsA, lda), columnStride(isRowsA, lda), b,
                                            rowStride(isRows, ldb), columnStride(isRows, ldb)));
}

/// An answer about the length of the array of work: -1 asks for it alone.
template <class L> bool isQuery(const L *lwork, long needed, double *work) {
  work[0] = static_cast<double>(needed > 1 ? needed : 1);
  return *lwork == -1;
}

template <class M, class N, class K, class A, class B, class L, class I, class... Lengths>
void dgels_(const char *trans, const M *m, const N *n, const K *nrhs, double *a, const A *lda, double *b, const B *ldb,
            double *work, const L *lwork, I *info, Lengths...) {
  *info = 0;
  if (!isQuery(lwork, *n + (*m > *nrhs ? *m : *nrhs), work))
    *info = static_cast<I>(with_strides::gels(isTransposed(*trans), *m, *n, *nrhs, a, 1, *lda, b, 1, *ldb));
}
template <class I> I LAPACKE_dgels(int layout, char trans, I m, I n, I nrhs, double *a, I lda, double *b, I ldb) {
  const bool isRows = isByRow(layout);
  return static_cast<I>(with_strides::gels(isTransposed(trans), m, n, nrhs, a, rowStride(isRows, lda),
                                           columnStride(isRows, lda), b, rowStride(isRows, ldb),
                                           columnStride(isRows, ldb)));
}

template <class N, class A, class L, class I, class... Lengths>
void dsyev_(const char *jobz, const char *uplo, const N *n, double *a, const A *lda, double *w, double *work,
            const L *lwork, I *info, Lengths...) {
  *info = 0;
  if (!isQuery(lwork, 3 * *n, work))
    with_strides::syev(isAsked(*jobz), isUpper(*uplo), *n, a, 1, *lda, w);
}
template <class I> I LAPACKE_dsyev(int layout, char jobz, char uplo, I n, double *a, I lda, double *w) {
  const bool isRows = isByRow(layout);
  with_strides::syev(isAsked(jobz), isUpper(uplo), n, a, rowStride(isRows, lda), columnStride(isRows, lda), w);
  return 0;
}

template <class M, class N, class A, class U, class V, class L, class I, class... Lengths>
void dgesvd_(const char *jobu, const char *jobvt, const M *m, const N *n, double *a, const A *lda, double *s, double *u,
             const U *ldu, double *vt, const V *ldvt, double *work, const L *lwork, I *info, Lengths...) {
  *info = 0;
  if (!isQuery(lwork, 5 * (*m + *n), work))
    with_strides::gesvd(*jobu, *jobvt, *m, *n, a, 1, *lda, s, u, 1, *ldu, vt, 1, *ldvt);
}
template <class I>
I LAPACKE_dgesvd(int layout, char jobu, char jobvt, I m, I n, double *a, I lda, double *s, double *u, I ldu, double *vt,
                 I ldvt, double *superb) {
  const bool isRows = isByRow(layout);
  with_strides::gesvd(jobu, jobvt, m, n, a, rowStride(isRows, lda), columnStride(isRows, lda), s, u,
                      rowStride(isRows, ldu), columnStride(isRows, ldu), vt, rowStride(isRows, ldvt),
                      columnStride(isRows, ldvt));
  for (long i = 0; i + 1 < (m < n ? m : n); ++i)
    superb[i] = 0; // it has converged
  return 0;
}

} // namespace adjoint::model::extern_c

#endif
