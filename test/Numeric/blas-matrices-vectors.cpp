// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-LIBRARIES: -lopenblas
//
// BLAS, level 2: matrices by rows and by columns, transposed, with a leading dimension larger than needed, bands,
// triangles, with increments that are not 1, and active factors; in loops that overwrite matrix and vectors.

#include "numeric.h"

#include <cblas.h>

extern "C" {
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy);
void dtrsv_(char *uplo, char *trans, char *diag, int *n, double *a, int *lda, double *x, int *incx);
void dger_(const int *m, const int *n, const double *alpha, const double *x, const int *incx, const double *y,
           const int *incy, double *a, const int *lda);
void dsymv_(const char *uplo, const int *n, const double *alpha, const double *a, const int *lda, const double *x,
            const int *incx, const double *beta, double *y, const int *incy, unsigned long length);
}

// The numbers: a matrix of 3 by 4 words, of which 3 by 3 are used, and vectors of 6.

#pragma adjoint reverse
void products(double *p, int n) {
  const int size = n > 0 ? 3 : 0, lda = 4;
  double *a = p, *x = p + 12;
  std::vector<double> y(2 * size, 0.5);
  for (int t = 0; t < 2; ++t) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, size, size, x[0], a, lda, x, 1, x[1], y.data(), 1);
    cblas_dgemv(CblasRowMajor, CblasTrans, 2, size, 0.7, a, lda, x, -2, 1.0, y.data(), 2);
    cblas_dgemv(CblasColMajor, CblasNoTrans, 2, size, 0.3, a, lda, y.data(), 1, 0.0, x, 2);
    cblas_dgemv(CblasColMajor, CblasTrans, size, 2, 0.7, a, lda, y.data(), -1, 0.1, x, -1);
    const int one = 1, back = -2;
    const double alpha = 0.4 * x[3], beta = a[1];
    dgemv_("N", &size, &size, &alpha, a, &lda, x, &back, &beta, y.data(), &one);
    dgemv_("t", &size, &size, &alpha, a, &lda, y.data(), &one, &beta, x, &one);
    a[2] += y[1];
  }
}

/// The result of a product by zero may hold anything.
#pragma adjoint reverse
double notRead(const double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  std::vector<double> y(size, std::nan(""));
  cblas_dgemv(CblasColMajor, CblasNoTrans, size, size, 2.0, p, 4, p + 12, 1, 0.0, y.data(), 1);
  return y[0] * y[1] + y[2];
}

#pragma adjoint reverse
void bands(double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  double *a = p, *x = p + 12;
  std::vector<double> y(6, 0.25);
  for (int t = 0; t < 2; ++t) {
    cblas_dgbmv(CblasColMajor, CblasNoTrans, size, 4, 1, 1, x[5], a, 3, x, 1, 0.5, y.data(), 2);
    cblas_dgbmv(CblasColMajor, CblasTrans, 4, size, 2, 0, 0.5, a, 4, x, 1, x[4], y.data(), -1);
    cblas_dgbmv(CblasRowMajor, CblasNoTrans, 4, size, 0, 1, 0.3, a, 3, y.data(), -2, x[0], x, 1);
    cblas_dgbmv(CblasRowMajor, CblasTrans, size, size, 1, 2, 0.5, a, 4, x, 1, 0.2, x + 3, -1);
  }
}

#pragma adjoint reverse
void symmetric(double *p, int n) {
  const int size = n > 0 ? 3 : 0, lda = 4, one = 1;
  double *a = p, *x = p + 12;
  for (int t = 0; t < 2; ++t) {
    cblas_dsymv(CblasRowMajor, CblasUpper, size, x[1], a, lda, x, 1, x[2], x + 3, 1);
    cblas_dsymv(CblasRowMajor, CblasLower, size, 0.5, a, lda, x, -1, 1.0, x + 3, -1);
    cblas_dsymv(CblasColMajor, CblasUpper, size, 0.5, a, lda, x + 3, -1, 0.0, x, 1);
    const double alpha = x[0], beta = 0.3;
    dsymv_("L", &size, &alpha, a, &lda, x, &one, &beta, x + 3, &one, 1);
    cblas_dsyr(CblasColMajor, CblasLower, size, x[4], x, 1, a, lda);
    cblas_dsyr(CblasRowMajor, CblasLower, size, 0.1, x, -2, a, lda);
    cblas_dsyr2(CblasColMajor, CblasUpper, size, x[4], x, 1, x + 3, -1, a, lda);
  }
}

#pragma adjoint reverse
void updates(double *p, int n) {
  const int two = n > 0 ? 2 : 0, size = 3, lda = 4, back = -1;
  double *a = p, *x = p + 12;
  for (int t = 0; t < 2; ++t) {
    cblas_dger(CblasRowMajor, two, size, x[0], x, 1, x + 3, 1, a, lda);
    cblas_dger(CblasColMajor, size, two, 0.4, x, 2, x, -1, a, lda);
    const double alpha = 0.2 * a[0];
    dger_(&size, &two, &alpha, x, &back, x + 3, &two, a, &lda);
    x[1] = x[1] * a[5] + x[0];
  }
}

#pragma adjoint reverse
void triangles(double *p, int n) {
  const int size = n > 0 ? 3 : 0, lda = 4;
  double *a = p, *x = p + 12;
  for (int t = 0; t < 2; ++t) {
    cblas_dtrmv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, size, a, lda, x, 1);
    cblas_dtrmv(CblasRowMajor, CblasLower, CblasTrans, CblasUnit, size, a, lda, x, 2);
    cblas_dtrmv(CblasColMajor, CblasUpper, CblasTrans, CblasNonUnit, size, a, lda, x + 3, -1);
    cblas_dtrmv(CblasColMajor, CblasLower, CblasNoTrans, CblasUnit, size, a, lda, x, -2);
    for (int i = 0; i < 6; ++i)
      a[i] += 0.1 * x[i];
  }
}

#pragma adjoint reverse
void triangularSolutions(double *p, int n) {
  int size = n > 0 ? 3 : 0, lda = 4, back = -2;
  double *a = p, *x = p + 12;
  for (int t = 0; t < 2; ++t) {
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, size, a, lda, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasUnit, size, a, lda, x, 2);
    cblas_dtrsv(CblasColMajor, CblasUpper, CblasTrans, CblasNonUnit, size, a, lda, x + 3, -1);
    char uplo = 'L', trans = 'N', diag = 'N';
    dtrsv_(&uplo, &trans, &diag, &size, a, &lda, x, &back);
    for (int i = 0; i < 6; ++i)
      a[i] += 0.1 * x[i];
  }
}

int main() {
  const numeric::Points points = {
      {1.9, 0.2, -0.3, 0.8, 0.3, 2.1, -0.2, 0.3, 0.4, 0.2, 1.6, 0.4, 1.1, -0.7, 0.6, 0.3, 1.2, -0.4}};
  numeric::check("products", products, products_b, points);
  numeric::check("notRead", notRead, notRead_b, points);
  numeric::check("bands", bands, bands_b, points);
  numeric::check("symmetric", symmetric, symmetric_b, points);
  numeric::check("updates", updates, updates_b, points);
  numeric::check("triangles", triangles, triangles_b, points);
  numeric::check("triangularSolutions", triangularSolutions, triangularSolutions_b, points);
  return numeric::report();
}
