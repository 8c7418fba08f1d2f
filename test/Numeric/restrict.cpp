// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Parameters with __restrict: distinct arrays, of which some are in-out.

#include "numeric.h"

using numeric::Vector;

#pragma adjoint reverse
void update(double *__restrict x, const double *__restrict f, double h, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] += h * f[i] * x[i];
    x[i] *= f[n - 1 - i];
  }
}

#pragma adjoint reverse
void matrixVector(const double *__restrict a, const double *__restrict x, double *__restrict y, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0.0;
    for (int j = 0; j < n; ++j)
      s += a[i * n + j] * x[j];
    y[i] = s * s;
  }
}

// Arguments that are only read may be one array, whatever they promise ([C11 6.7.3.1]).
#pragma adjoint reverse
double dot(const double *__restrict a, const double *__restrict b, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[n - 1 - i] * b[i];
  return s;
}

int main() {
  numeric::check(
      "dot", {0.7, 1.3, -0.8}, [](const Vector &v) { return Vector{dot(v.data(), v.data(), 3)}; },
      [](const Vector &v, const Vector &y_b) {
        Vector v_b(3);
        dot_b(v.data(), v_b.data(), v.data(), v_b.data(), 3, y_b[0]);
        return v_b;
      });
  for (double shift : {0.0, 0.5}) {
    numeric::check(
        "update", {0.7 + shift, 1.3, -0.8, 0.4, 1.2, 0.9, 0.3},
        [](Vector v) {
          update(&v[0], &v[3], v[6], 3);
          return v;
        },
        [](Vector v, Vector v_b) {
          update_b(&v[0], &v_b[0], &v[3], &v_b[3], v[6], v_b[6], 3);
          return v_b;
        });
    numeric::check(
        "matrixVector", {0.7 + shift, 1.3, -0.8, 0.4, 1.2, 0.9},
        [](const Vector &v) {
          Vector y(2, numeric::garbage);
          matrixVector(&v[0], &v[4], y.data(), 2);
          return y;
        },
        [](const Vector &v, Vector y_b) {
          Vector v_b(6), y(2, numeric::garbage);
          matrixVector_b(&v[0], &v_b[0], &v[4], &v_b[4], y.data(), y_b.data(), 2);
          numeric::consumed("matrixVector", y_b);
          return v_b;
        });
  }
  return numeric::report();
}
