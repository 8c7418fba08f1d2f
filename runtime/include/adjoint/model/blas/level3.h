// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BLAS, level 3: products and solutions of matrices. The work is done by an elemental (adjoint/lapack/elementals.h);
// what it has written to new memory is combined with the result in a loop.

#ifndef ADJOINT_MODEL_BLAS_LEVEL3_H
#define ADJOINT_MODEL_BLAS_LEVEL3_H

#include "adjoint/lapack/elementals.h"
#include "adjoint/model/blas/level2.h"

namespace adjoint::model::extern_c {

/// Matrices with strides: the element (i, j) at a[i * row + j * column].
namespace with_strides {

inline double *numbers(long n) { return allocate<double>(extent(n)); }

/// c = alpha values + beta c, where c is not read if beta is zero. Frees the values.
inline void combine(long m, long n, double alpha, double *values, double beta, double *c, long c_row, long c_column) {
  if (beta == 0) {
    for (long j = 0; j < n; ++j)
      for (long i = 0; i < m; ++i)
        c[i * c_row + j * c_column] = alpha * values[i + j * m];
  } else {
    for (long j = 0; j < n; ++j)
      for (long i = 0; i < m; ++i)
        c[i * c_row + j * c_column] = alpha * values[i + j * m] + beta * c[i * c_row + j * c_column];
  }
  deallocate(values);
}

/// The same of one triangle.
inline void combineTriangle(bool isUpper, long n, double alpha, double *values, double beta, double *c, long c_row,
                            long c_column) {
  for (long j = 0; j < n; ++j) {
    const long first = isUpper ? 0 : j, last = isUpper ? j + 1 : n;
    for (long i = first; i < last; ++i)
      c[i * c_row + j * c_column] = alpha * values[i + j * n] + (beta == 0 ? 0 : beta * c[i * c_row + j * c_column]);
  }
  deallocate(values);
}

inline void gemm(long m, long n, long k, double alpha, const double *a, long a_row, long a_column, const double *b,
                 long b_row, long b_column, double beta, double *c, long c_row, long c_column) {
  double *values = numbers(m * n);
  lapack::product(values, a, a_row, a_column, b, b_row, b_column, m, k, n);
  combine(m, n, alpha, values, beta, c, c_row, c_column);
}

/// c = alpha a b + beta c, for symmetric a, of which one triangle is read.
inline void symm(bool isUpper, long m, long n, double alpha, const double *a, long a_row, long a_column,
                 const double *b, long b_row, long b_column, double beta, double *c, long c_row, long c_column) {
  double *full = numbers(m * m);
  for (long j = 0; j < m; ++j)
    for (long i = 0; i < m; ++i)
      full[i + j * m] = (i < j) == isUpper ? a[i * a_row + j * a_column] : a[j * a_row + i * a_column];
  double *values = numbers(m * n);
  lapack::product(values, full, 1, m, b, b_row, b_column, m, m, n);
  combine(m, n, alpha, values, beta, c, c_row, c_column);
  deallocate(full);
}

inline void syrk(bool isUpper, long n, long k, double alpha, const double *a, long a_row, long a_column, double beta,
                 double *c, long c_row, long c_column) {
  double *values = numbers(n * n);
  lapack::product(values, a, a_row, a_column, a, a_column, a_row, n, k, n);
  combineTriangle(isUpper, n, alpha, values, beta, c, c_row, c_column);
}

/// b = alpha a b, for triangular a.
inline void trmm(bool isUpper, bool isUnit, long m, long n, double alpha, const double *a, long a_row, long a_column,
                 double *b, long b_row, long b_column) {
  double *full = numbers(m * m);
  for (long j = 0; j < m; ++j) {
    const long first = isUpper ? 0 : j + 1, last = isUpper ? j : m;
    for (long i = first; i < last; ++i)
      full[i + j * m] = a[i * a_row + j * a_column];
    full[j + j * m] = isUnit ? 1.0 : a[j * a_row + j * a_column];
  }
  double *values = numbers(m * n);
  lapack::product(values, full, 1, m, b, b_row, b_column, m, m, n);
  combine(m, n, alpha, values, 0.0, b, b_row, b_column);
  deallocate(full);
}

/// b = alpha a^-1 b, for triangular a.
inline void trsm(bool isUpper, bool isUnit, long m, long n, double alpha, const double *a, long a_row, long a_column,
                 double *b, long b_row, long b_column) {
  double *values = numbers(m * n);
  lapack::solve_triangular(values, isUpper, isUnit, a, a_row, a_column, b, b_row, b_column, m, n);
  combine(m, n, alpha, values, 0.0, b, b_row, b_column);
}

} // namespace with_strides

/// The strides of a matrix, transposed if it is by rows.
constexpr long rowStride(bool isByRow, long lead) { return isByRow ? lead : 1; }
constexpr long columnStride(bool isByRow, long lead) { return isByRow ? 1 : lead; }

namespace by_column {

inline void gemm(bool isRows, bool isTransposedA, bool isTransposedB, long m, long n, long k, double alpha,
                 const double *a, long lda, const double *b, long ldb, double beta, double *c, long ldc) {
  const bool isRowsA = isRows != isTransposedA, isRowsB = isRows != isTransposedB;
  with_strides::gemm(m, n, k, alpha, a, rowStride(isRowsA, lda), columnStride(isRowsA, lda), b, rowStride(isRowsB, ldb),
                     columnStride(isRowsB, ldb), beta, c, rowStride(isRows, ldc), columnStride(isRows, ldc));
}

inline void symm(bool isRows, bool isRight, bool isUpper, long m, long n, double alpha, const double *a, long lda,
                 const double *b, long ldb, double beta, double *c, long ldc) {
  const bool isRowsB = isRows != isRight; // c^T = a b^T
  with_strides::symm(isUpper, isRight ? n : m, isRight ? m : n, alpha, a, rowStride(isRows, lda),
                     columnStride(isRows, lda), b, rowStride(isRowsB, ldb), columnStride(isRowsB, ldb), beta, c,
                     rowStride(isRowsB, ldc), columnStride(isRowsB, ldc));
}

inline void syrk(bool isRows, bool isUpper, bool isTransposed, long n, long k, double alpha, const double *a, long lda,
                 double beta, double *c, long ldc) {
  const bool isRowsA = isRows != isTransposed;
  with_strides::syrk(isUpper, n, k, alpha, a, rowStride(isRowsA, lda), columnStride(isRowsA, lda), beta, c,
                     rowStride(isRows, ldc), columnStride(isRows, ldc));
}

/// b = alpha b op(a) is b^T = alpha op(a)^T b^T.
inline void trmm(bool isRows, bool isRight, bool isUpper, bool isTransposed, bool isUnit, long m, long n, double alpha,
                 const double *a, long lda, double *b, long ldb) {
  const bool isExchanged = isTransposed != isRight, isRowsA = isRows != isExchanged, isRowsB = isRows != isRight;
  with_strides::trmm(isUpper != isExchanged, isUnit, isRight ? n : m, isRight ? m : n, alpha, a,
                     rowStride(isRowsA, lda), columnStride(isRowsA, lda), b, rowStride(isRowsB, ldb),
                     columnStride(isRowsB, ldb));
}

inline void trsm(bool isRows, bool isRight, bool isUpper, bool isTransposed, bool isUnit, long m, long n, double alpha,
                 const double *a, long lda, double *b, long ldb) {
  const bool isExchanged = isTransposed != isRight, isRowsA = isRows != isExchanged, isRowsB = isRows != isRight;
  with_strides::trsm(isUpper != isExchanged, isUnit, isRight ? n : m, isRight ? m : n, alpha, a,
                     rowStride(isRowsA, lda), columnStride(isRowsA, lda), b, rowStride(isRowsB, ldb),
                     columnStride(isRowsB, ldb));
}

} // namespace by_column

template <class M, class N, class K, class A, class B, class C, class... Lengths>
void dgemm_(const char *transa, const char *transb, const M *m, const N *n, const K *k, const double *alpha,
            const double *a, const A *lda, const double *b, const B *ldb, const double *beta, double *c, const C *ldc,
            Lengths...) {
  by_column::gemm(false, isTransposed(*transa), isTransposed(*transb), *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c,
                  *ldc);
}
inline void cblas_dgemm(int order, int transa, int transb, long m, long n, long k, double alpha, const double *a,
                        long lda, const double *b, long ldb, double beta, double *c, long ldc) {
  by_column::gemm(isByRow(order), isTransposed(transa), isTransposed(transb), m, n, k, alpha, a, lda, b, ldb, beta, c,
                  ldc);
}

template <class M, class N, class A, class B, class C, class... Lengths>
void dsymm_(const char *side, const char *uplo, const M *m, const N *n, const double *alpha, const double *a,
            const A *lda, const double *b, const B *ldb, const double *beta, double *c, const C *ldc, Lengths...) {
  by_column::symm(false, isRight(*side), isUpper(*uplo), *m, *n, *alpha, a, *lda, b, *ldb, *beta, c, *ldc);
}
inline void cblas_dsymm(int order, int side, int uplo, long m, long n, double alpha, const double *a, long lda,
                        const double *b, long ldb, double beta, double *c, long ldc) {
  by_column::symm(isByRow(order), isRight(side), isUpper(uplo), m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

template <class N, class K, class A, class C, class... Lengths>
void dsyrk_(const char *uplo, const char *trans, const N *n, const K *k, const double *alpha, const double *a,
            const A *lda, const double *beta, double *c, const C *ldc, Lengths...) {
  by_column::syrk(false, isUpper(*uplo), isTransposed(*trans), *n, *k, *alpha, a, *lda, *beta, c, *ldc);
}
inline void cblas_dsyrk(int order, int uplo, int trans, long n, long k, double alpha, const double *a, long lda,
                        double beta, double *c, long ldc) {
  by_column::syrk(isByRow(order), isUpper(uplo), isTransposed(trans), n, k, alpha, a, lda, beta, c, ldc);
}

template <class M, class N, class A, class B, class... Lengths>
void dtrmm_(const char *side, const char *uplo, const char *trans, const char *diag, const M *m, const N *n,
            const double *alpha, const double *a, const A *lda, double *b, const B *ldb, Lengths...) {
  by_column::trmm(false, isRight(*side), isUpper(*uplo), isTransposed(*trans), isUnit(*diag), *m, *n, *alpha, a, *lda,
                  b, *ldb);
}
inline void cblas_dtrmm(int order, int side, int uplo, int trans, int diag, long m, long n, double alpha,
                        const double *a, long lda, double *b, long ldb) {
  by_column::trmm(isByRow(order), isRight(side), isUpper(uplo), isTransposed(trans), isUnit(diag), m, n, alpha, a, lda,
                  b, ldb);
}

template <class M, class N, class A, class B, class... Lengths>
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const M *m, const N *n,
            const double *alpha, const double *a, const A *lda, double *b, const B *ldb, Lengths...) {
  by_column::trsm(false, isRight(*side), isUpper(*uplo), isTransposed(*trans), isUnit(*diag), *m, *n, *alpha, a, *lda,
                  b, *ldb);
}
inline void cblas_dtrsm(int order, int side, int uplo, int trans, int diag, long m, long n, double alpha,
                        const double *a, long lda, double *b, long ldb) {
  by_column::trsm(isByRow(order), isRight(side), isUpper(uplo), isTransposed(trans), isUnit(diag), m, n, alpha, a, lda,
                  b, ldb);
}

} // namespace adjoint::model::extern_c

#endif
