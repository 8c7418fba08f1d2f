// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-LIBRARIES: -lopenblas
//
// BLAS, level 1: by the names of C and those of Fortran, declared by a header or by hand; increments that are not 1, or
// negative; in loops that overwrite vectors.

#include "numeric.h"

#include <cblas.h>

extern "C" {
double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
double dnrm2_(int *n, double *x, int *incx);
double dasum_(const int *, const double *, const int *);
int idamax_(const int *, const double *, const int *);
void daxpy_(const int *n, double *alpha, double *x, const int *incx, double *y, int *incy);
void dscal_(const long *n, const double *alpha, double *x, const long *incx);
void dcopy_(const int *n, const double *x, const int *incx, double *y, const int *incy);
void dswap_(const int *n, double *x, const int *incx, double *y, const int *incy);
void drot_(const int *n, double *x, const int *incx, double *y, const int *incy, const double *c, const double *s);
}

/// The same vector twice.
#pragma adjoint reverse
double square(const double *x, int n) {
  int one = 1;
  return ddot_(&n, x, &one, x, &one);
}

#pragma adjoint reverse
double dots(const double *x, int n) {
  const int half = n / 2;
  const int one = 1, two = 2, back = -1;
  return cblas_ddot(half, x, 1, x + half, 1) * cblas_ddot(half, x, 2, x + half, -1) +
         ddot_(&half, x, &two, x + half, &one) * ddot_(&half, x, &back, x, &one);
}

#pragma adjoint reverse
double norms(double *x, int n) {
  int half = n / 2, two = 2, one = 1;
  double *rest = x + 1;
  return cblas_dnrm2(n, x, 1) * dnrm2_(&half, rest, &two) + cblas_dasum(n, x, 1) * dasum_(&half, x + 1, &two) +
         dasum_(&n, x, &one);
}

#pragma adjoint reverse
double largest(const double *x, int n) {
  const int one = 1, half = n / 2, two = 2;
  return x[cblas_idamax(n, x, 1)] * x[idamax_(&half, x, &two) * 2 - 2] + x[idamax_(&n, x, &one) - 1];
}

/// The factor is active, and the vector is overwritten while it is needed.
#pragma adjoint reverse
void steps(double *x, int n) {
  const int half = n / 2;
  int one = 1, two = 2;
  double *left = x, *right = x + half;
  for (int t = 0; t < 3; ++t) {
    const double c = cblas_ddot(half, left, 1, right, 1);
    cblas_daxpy(half, c, left, 1, right, 1);
    double d = 0.1 * right[0] * left[1];
    daxpy_(&half, &d, right, &one, left, &one);
    cblas_daxpy(half / 2, d, left, 2, right, -1);
    cblas_dscal(half, d + 1.5, left, 1);
    const long size = n / 4, stride = 2;
    dscal_(&size, &d, left, &stride);
    double e = 0.2 * d;
    int quarter = n / 4;
    daxpy_(&quarter, &e, left, &two, right, &two);
  }
}

#pragma adjoint reverse
void moves(double *x, int n) {
  const int half = n / 2;
  const int one = 1, two = 2, back = -1;
  std::vector<double> kept(n);
  for (int t = 0; t < 2; ++t) {
    cblas_dcopy(n, x, 1, kept.data(), 1);
    dcopy_(&half, x, &one, kept.data() + half, &back);
    cblas_dswap(half, x, 1, x + half, 1);
    const int quarter = n / 4;
    dswap_(&quarter, x, &two, kept.data(), &back);
    for (int i = 0; i < n; ++i)
      x[i] = x[i] * kept[i] + 0.3 * x[(i + 1) % n];
  }
}

/// With an active angle.
#pragma adjoint reverse
void rotations(double *x, int n) {
  const int half = n / 2;
  const int one = 1, back = -1;
  for (int t = 0; t < 2; ++t) {
    const double c = std::cos(x[0]), s = std::sin(x[0] * x[1]);
    cblas_drot(half, x, 1, x + half, 1, c, s);
    drot_(&half, x, &one, x + half, &back, &s, &c);
  }
}

/// Conjugate gradients for a tridiagonal matrix.
#pragma adjoint reverse
double conjugateGradients(const double *b, int n) {
  std::vector<double> x(n), r(b, b + n), p(r), q(n);
  double rho = cblas_ddot(n, r.data(), 1, r.data(), 1);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < n; ++i)
      q[i] = 3.0 * p[i] - (i > 0 ? p[i - 1] : 0.0) - (i + 1 < n ? p[i + 1] : 0.0);
    const double alpha = rho / cblas_ddot(n, p.data(), 1, q.data(), 1);
    cblas_daxpy(n, alpha, p.data(), 1, x.data(), 1);
    cblas_daxpy(n, -alpha, q.data(), 1, r.data(), 1);
    const double next = cblas_ddot(n, r.data(), 1, r.data(), 1);
    cblas_dscal(n, next / rho, p.data(), 1);
    cblas_daxpy(n, 1.0, r.data(), 1, p.data(), 1);
    rho = next;
  }
  return cblas_ddot(n, x.data(), 1, b, 1) + cblas_dnrm2(n, r.data(), 1);
}

#pragma adjoint reverse
float single(const float *x, int n) {
  std::vector<float> y(x, x + n);
  cblas_saxpy(n, x[0], x, 1, y.data(), 1);
  cblas_sscal(n, 0.5f, y.data(), 1);
  return cblas_sdot(n, x, 1, y.data(), 1) + cblas_snrm2(n, y.data(), 1);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8},
                                  {1.0, 0.1, -0.2, 0.3, 1.4, 0.2, -0.1, 0.4},
                                  {0.4, -0.3, 0.2, 0.6, -0.9, 0.7, 0.25, 0.8, 0.3, -0.5, 0.45, 0.65}};
  numeric::check("square", square, square_b, points);
  numeric::check("dots", dots, dots_b, points);
  numeric::check("norms", norms, norms_b, points);
  numeric::check("largest", largest, largest_b, points);
  numeric::check("steps", steps, steps_b, points);
  numeric::check("moves", moves, moves_b, points);
  numeric::check("rotations", rotations, rotations_b, points);
  numeric::check("conjugateGradients", conjugateGradients, conjugateGradients_b, points);

  const std::vector<float> x = {0.5f, -0.25f, 0.75f};
  std::vector<float> x_b(3);
  single_b(x.data(), x_b.data(), 3, 1.0f);
  for (int i = 0; i < 3; ++i) {
    const auto moved = [&](float h) {
      std::vector<float> y = x;
      y[i] += h;
      return single(y.data(), 3);
    };
    numeric::expect("single", (moved(0.01f) - moved(-0.01f)) / 0.02f, x_b[i], 1e-3);
  }
  return numeric::report();
}
