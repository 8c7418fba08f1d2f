// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-LIBRARIES: -llapacke -lopenblas
//
// LAPACK: factors and solutions of symmetric, general and triangular matrices, by the names of C and of Fortran, by
// rows and by columns, with leading dimensions larger than needed; what is left in arguments is used, too; in loops.

#include "numeric.h"

#include <lapacke.h>

// The numbers: a matrix of 3 by 3 with rows of 4, and right-hand sides of 3 by 4 words.

#pragma adjoint reverse
void posv(double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  double *a = p, *b = p + 12;
  for (int t = 0; t < 2; ++t) {
    std::vector<double> kept(a, a + 12);
    for (int i = 0; i < 3; ++i)
      kept[5 * i] += 4.0;
    LAPACKE_dposv(LAPACK_ROW_MAJOR, 'U', size, 2, kept.data(), 4, b, 4);
    b[3] += kept[1] * kept[10];
    LAPACKE_dposv(LAPACK_COL_MAJOR, t == 0 ? 'U' : 'L', size, 1, kept.data(), 4, b, 4);
    for (int i = 0; i < 12; ++i)
      a[i] = 0.3 * kept[i] * b[i];
  }
}

/// A Gaussian process: log likelihood.
#pragma adjoint reverse
double likelihood(const double *p, int n) {
  const int size = n > 0 ? 4 : 0;
  std::vector<double> k(16), y(p + 12, p + 16);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      k[i * 4 + j] = std::exp(-(p[i] - p[j]) * (p[i] - p[j]) / (p[5] * p[5])) + (i == j ? 0.1 + p[6] * p[6] : 0.0);
  int info = 0, one = 1, lead = 4;
  LAPACK_dpotrf("L", &size, k.data(), &lead, &info);
  if (info != 0)
    return 0.0;
  LAPACK_dpotrs("L", &size, &one, k.data(), &lead, y.data(), &lead, &info);
  double sum = 0.0;
  for (int i = 0; i < 4; ++i)
    sum += 0.5 * y[i] * p[12 + i] + std::log(k[i * 5]);
  return sum;
}

#pragma adjoint reverse
void factors(double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  double *a = p, *b = p + 12;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < 3; ++i)
      a[5 * i] += 4.0;
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', size, a, 4) > 0)
      return;
    LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', size, 2, a, 4, b, 4);
    LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'U', 2, a, 4);
    LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'U', 2, 2, a, 4, b, 4);
    LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', 2, a + 5, 4);
  }
}

/// The rows change places; the factors are used.
#pragma adjoint reverse
void gesv(double *p, int n) {
  int size = n > 0 ? 3 : 0, k = 2, lead = 4, info = 0;
  double *b = p + 12;
  for (int t = 0; t < 2; ++t) {
    std::vector<double> a(p, p + 12);
    int pivots[3];
    a[0] *= 0.01;
    LAPACK_dgesv(&size, &k, a.data(), &lead, pivots, b, &lead, &info);
    if (info != 0)
      return;
    double determinant = 1.0;
    for (int i = 0; i < size; ++i)
      determinant *= pivots[i] == i + 1 ? a[5 * i] : -a[5 * i];
    b[3] += determinant * a[1];
    std::vector<double> c(p, p + 12);
    lapack_int others[3];
    LAPACKE_dgesv(LAPACK_ROW_MAJOR, size, 2, c.data(), 4, others, b, 4);
    p[0] += 0.1 * c[0] + 0.2 * c[4] * b[1];
  }
}

#pragma adjoint reverse
void getrf(double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  double *b = p + 12;
  for (int t = 0; t < 2; ++t) {
    std::vector<double> a(p, p + 12);
    std::vector<lapack_int> pivots(3);
    a[0] *= 0.01;
    const int layout = t == 0 ? LAPACK_ROW_MAJOR : LAPACK_COL_MAJOR;
    LAPACKE_dgetrf(layout, size, size, a.data(), 4, pivots.data());
    LAPACKE_dgetrs(layout, 'N', size, 2, a.data(), 4, pivots.data(), b, 4);
    LAPACKE_dgetrs(layout, 'T', size, 1, a.data(), 4, pivots.data(), b + 1, 4);
    p[1] = p[1] * b[2] + 0.1 * a[5];
  }
}

#pragma adjoint reverse
void trtrs(double *p, int n) {
  const int size = n > 0 ? 3 : 0, two = 2, lead = 4;
  double *a = p, *b = p + 12;
  int info = 0;
  for (int t = 0; t < 2; ++t) {
    LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'U', 'N', 'N', size, 2, a, 4, b, 4);
    LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'T', 'U', size, 1, a, 4, b, 4);
    LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'T', 'N', size, 2, a, 4, b, 4);
    LAPACK_dtrtrs("L", "N", "U", &size, &two, a, &lead, b, &lead, &info);
    if (info == 0)
      a[1] = a[1] * b[1] + b[2];
  }
}

/// With a singular matrix, nothing is solved.
#pragma adjoint reverse
double singular(const double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  std::vector<double> a(12), l(12), b(p, p + 3), c(p, p + 3);
  int pivots[3];
  a[0] = a[5] = p[0];
  l[0] = 1.0;
  l[5] = -1.0;
  const int general = LAPACKE_dgesv(LAPACK_ROW_MAJOR, size, 1, a.data(), 4, pivots, b.data(), 1);
  const int symmetric = LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', size, 1, l.data(), 4, c.data(), 1);
  return general == 3 && symmetric == 2 ? b[1] * c[2] : 1e10;
}

int main() {
  const numeric::Points points = {{1.9, 0.2,  -0.3, 0.8, 0.3, 2.1,  -0.2, 0.3, 0.4, 0.2, 1.6,  0.4,
                                   1.1, -0.7, 0.6,  0.3, 1.2, -0.4, 0.5,  0.9, 0.1, 0.7, -0.3, 0.4}};
  numeric::check("posv", posv, posv_b, points);
  numeric::check("likelihood", likelihood, likelihood_b, points);
  numeric::check("factors", factors, factors_b, points);
  numeric::check("gesv", gesv, gesv_b, points);
  numeric::check("getrf", getrf, getrf_b, points);
  numeric::check("trtrs", trtrs, trtrs_b, points);
  numeric::check("singular", singular, singular_b, points);
  return numeric::report();
}
