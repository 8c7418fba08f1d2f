// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-LIBRARIES: -llapacke -lopenblas
//
// BLAS and LAPACK where one operand holds constants, which have no adjoint: products, triangles, symmetric matrices, equations.

#include "numeric.h"

#include <cblas.h>
#include <lapacke.h>

static const double table[] = {4.0, 0.3, -0.2, 0.3, 3.0, 0.5, -0.2, 0.5, 2.0, 0.7, -0.4, 1.1};

/// 9 numbers as a matrix, and as vectors.
#pragma adjoint reverse
double products(const double *p, int) {
  double c[12] = {}, y[3] = {1.0, 2.0, 3.0};
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 3, 3, 3, 1.5, table, 3, p, 3, 0.0, c, 3);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, 3, 3, 3, p[0], p, 3, table, 3, 0.5, c, 3);
  for (int t = 0; t < 2; ++t) {
    cblas_dgemv(CblasColMajor, CblasNoTrans, 3, 3, 0.3, table, 3, c + 3 * t, 1, p[t], y, 1);
    cblas_dgemv(CblasColMajor, CblasTrans, 3, 3, 0.3, c, 3, table + t, 1, 1.0, y, 1);
    cblas_dsymv(CblasColMajor, CblasLower, 3, 0.2, table, 3, p + 3, 1, 1.0, y, 1);
    cblas_dsymv(CblasColMajor, CblasUpper, 3, 0.2, p, 3, table, 1, 1.0, y, 1);
  }
  return y[0] * y[1] + y[2] * c[4];
}

#pragma adjoint reverse
double triangles(const double *p, int) {
  double x[3] = {p[0], p[1], p[2]}, y[6] = {p[3], p[4], p[5], p[6], p[7], p[8]};
  cblas_dtrmv(CblasColMajor, CblasUpper, CblasTrans, CblasUnit, 3, table, 3, x, 1);
  cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, 3, table, 3, x, 1);
  cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasUnit, 3, 2, p[1], table, 3, y, 3);
  return x[0] * y[0] + x[1] * y[4] + x[2] * x[0] * y[5];
}

#pragma adjoint reverse
double equations(const double *p, int) {
  double a[9], x[3] = {p[0], p[1], p[2]}, b[3] = {p[3], p[4], p[5]};
  for (int i = 0; i < 9; ++i)
    a[i] = table[i];
  int pivots[3];
  LAPACKE_dgesv(LAPACK_COL_MAJOR, 3, 1, a, 3, pivots, x, 3);
  for (int i = 0; i < 9; ++i)
    a[i] = table[i];
  LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', 3, 1, a, 3, b, 3);
  return x[0] * b[1] + x[2] * x[1] + b[2] * b[0];
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.4, 1.3, 0.1, -0.2, 0.6, 0.8}, {-0.4, 0.7, 0.2, 1.1, 0.5, -0.6, 0.3, 0.2, 1.7}};
  numeric::check("products", products, products_b, points);
  numeric::check("triangles", triangles, triangles_b, points);
  numeric::check("equations", equations, equations_b, points);
  return numeric::report();
}
