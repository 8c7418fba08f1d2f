// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-LIBRARIES: -lopenblas
//
// BLAS, level 3: products and triangular solutions of matrices by rows and by columns, transposed, with leading
// dimensions larger than needed, on both sides, of each triangle, with active factors; in loops that overwrite what is
// needed.

#include "numeric.h"

#include <cblas.h>

extern "C" {
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);
void dtrsm_(char *side, char *uplo, char *transa, char *diag, int *m, int *n, double *alpha, double *a, int *lda,
            double *b, int *ldb);
void dsyrk_(const char *uplo, const char *trans, const long *n, const long *k, const double *alpha, const double *a,
            const long *lda, const double *beta, double *c, const long *ldc);
}

// The numbers: three matrices of 3 by 3 words.

#pragma adjoint reverse
void products(double *p, int n) {
  const int size = n > 0 ? 2 : 0, more = 3;
  double *a = p, *b = p + 9, *c = p + 18;
  for (int t = 0; t < 2; ++t) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, more, more, a[0], a, 3, b, 3, b[1], c, 3);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, more, size, size, 0.5, b, 3, c, 3, 1.0, a, 3);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, more, more, size, 0.5, a, 3, c, 3, 0.0, b, 3);
    cblas_dgemm(CblasColMajor, CblasTrans, CblasTrans, size, size, more, c[0], b, 3, c, 3, 0.2, a, 3);
    const double alpha = 0.3 * b[2], beta = a[1];
    dgemm_("N", "T", &more, &size, &more, &alpha, a, &more, b, &more, &beta, c, &more);
  }
}

/// A matrix by itself, and by its own transposed.
#pragma adjoint reverse
double powers(const double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  std::vector<double> c(9, std::nan("")), d(9);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1.0, p, size, p, size, 0.0, c.data(), size);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size, size, size, 1.0, c.data(), size, c.data(), size, 0.0,
              d.data(), size);
  return d[1] + d[8] * c[2];
}

#pragma adjoint reverse
void symmetric(double *p, int n) {
  const int size = n > 0 ? 3 : 0, two = 2;
  double *a = p, *b = p + 9, *c = p + 18;
  for (int t = 0; t < 2; ++t) {
    cblas_dsymm(CblasRowMajor, CblasLeft, CblasUpper, size, two, b[0], a, 3, b, 3, b[1], c, 3);
    cblas_dsymm(CblasRowMajor, CblasRight, CblasLower, two, size, 0.5, a, 3, c, 3, 1.0, b, 3);
    cblas_dsymm(CblasColMajor, CblasRight, CblasUpper, two, size, 0.5, a, 3, b, 3, 1.0, c, 3);
    cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, two, size, 0.5, a, 3, b, 3, 0.0, c, 3);
    cblas_dsyrk(CblasColMajor, CblasUpper, CblasNoTrans, size, two, b[3], b, 3, 0.5, a, 3);
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, size, two, 0.3, c, 3, b[4], a, 3);
    const long order = size, inner = 2, lead = 3;
    const double alpha = 0.4, beta = c[0];
    dsyrk_("L", "T", &order, &inner, &alpha, c, &lead, &beta, a, &lead);
  }
}

#pragma adjoint reverse
void triangles(double *p, int n) {
  const int size = n > 0 ? 3 : 0, two = 2;
  double *a = p, *b = p + 9;
  for (int t = 0; t < 2; ++t) {
    cblas_dtrmm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, size, two, b[0], a, 3, b, 3);
    cblas_dtrmm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasUnit, two, size, 0.5, a, 3, b, 3);
    cblas_dtrmm(CblasColMajor, CblasRight, CblasUpper, CblasTrans, CblasNonUnit, two, size, 0.7, a, 3, b, 3);
    cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, size, two, 1.0, a, 3, b, 3);
    for (int i = 0; i < 9; ++i)
      a[i] += 0.1 * b[i];
  }
}

#pragma adjoint reverse
void triangularSolutions(double *p, int n) {
  const int size = n > 0 ? 3 : 0, two = 2;
  double *a = p, *b = p + 9;
  for (int t = 0; t < 2; ++t) {
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, size, two, b[0], a, 3, b, 3);
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasUnit, two, size, 0.5, a, 3, b, 3);
    cblas_dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasTrans, CblasNonUnit, two, size, 0.7, a, 3, b, 3);
    char side = 'L', uplo = 'L', trans = 'N', diag = 'N';
    int m = size, k = 2, lead = 3;
    double alpha = 2.0 * a[1];
    dtrsm_(&side, &uplo, &trans, &diag, &m, &k, &alpha, a, &lead, b, &lead);
    for (int i = 0; i < 9; ++i)
      a[i] += 0.1 * b[i];
  }
}

/// A layer of a network, by rows.
#pragma adjoint reverse
double network(const double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  std::vector<double> state(p + 9, p + 18), next(9);
  double s = 0.0;
  for (int t = 0; t < 3; ++t) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size, size, size, 1.0, state.data(), size, p, size, 0.0,
                next.data(), size);
    for (int i = 0; i < 9; ++i)
      state[i] = std::tanh(next[i] + p[18 + i]);
    s += state[t];
  }
  return s;
}

/// Where one of the matrices is a constant.
#pragma adjoint reverse
double constants(const double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  double a[9] = {2.0, 0.1, 0.3, -0.4, 3.0, 0.5, 0.2, 0.7, 1.5}, b[9] = {}, c[9] = {1.0, 2.0, 3.0};
  for (int t = 0; t < 2; ++t) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, p[t], a, 3, p, 3, 1.0, b, 3);
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, size, size, 1.0, a, 3, b, 3);
  }
  cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, 1, size, 1.0, p, 3, c, 3);
  return b[1] * b[5] + b[8] * c[1] + c[0];
}

int main() {
  const numeric::Points points = {{1.9,  0.2, -0.3, 0.3, 2.1, -0.2, 0.4, 0.2, 1.6, 1.1,  -0.7, 0.6,  0.3, 1.2,
                                   -0.4, 0.5, 0.9,  0.1, 0.7, -0.3, 0.4, 0.8, 0.2, -0.6, 0.35, 0.15, 0.95}};
  numeric::check("products", products, products_b, points);
  numeric::check("powers", powers, powers_b, points);
  numeric::check("symmetric", symmetric, symmetric_b, points);
  numeric::check("triangles", triangles, triangles_b, points);
  numeric::check("triangularSolutions", triangularSolutions, triangularSolutions_b, points);
  numeric::check("network", network, network_b, points);
  numeric::check("constants", constants, constants_b, points);
  return numeric::report();
}
