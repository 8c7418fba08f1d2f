// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
//
// Parallel loops, for several directions at once: they run in order, without atomic sums and reductions.

#include "numeric.h"

#include <adjoint/directions.h>

#include <cmath>

using adjoint::Directions;

#pragma adjoint reverse
#pragma adjoint reverse width(2)
#pragma adjoint tangent
#pragma adjoint tangent width(2)
double scattered(const double *x, const int *at, int n, double *y) {
  double s = 0.0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    const double t = std::sin(x[i]) * x[at[i]];
    s += t * t;
    y[i] = t * x[0];
  }
  return s;
}

int main() {
  const double x[4] = {0.3, 1.2, -0.5, 0.8};
  const int at[4] = {1, 1, 3, 0};
  double y[4];
  for (int k = 0; k < 2; ++k) {
    double x_b[4] = {}, y_b[4], x_d[4], y_d[4], r_d;
    Directions<double, 2> wide_b[4] = {}, seeds[4], wide_d[4], moved[4], result_b = 0.5, result_d;
    for (int i = 0; i < 4; ++i) {
      seeds[i][0] = 1.0 + i;
      seeds[i][1] = -0.5 * i;
      y_b[i] = seeds[i][k];
      wide_d[i][0] = std::cos(i);
      wide_d[i][1] = i * i;
      x_d[i] = wide_d[i][k];
    }
    scattered_b(x, x_b, at, 4, y, y_b, 0.5);
    scattered_b(x, wide_b, at, 4, y, seeds, result_b);
    scattered_d(x, x_d, at, 4, y, y_d, r_d);
    scattered_d(x, wide_d, at, 4, y, moved, result_d);
    numeric::expect("tangent of the result", r_d, result_d[k]);
    for (int i = 0; i < 4; ++i) {
      numeric::expect("adjoint", x_b[i], wide_b[i][k]);
      numeric::expect("tangent", y_d[i], moved[i][k]);
    }
  }
  return numeric::report();
}
