// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// memcpy of structs of floating-point numbers, and of rows of matrices.

#include "numeric.h"

#include <cstring>

struct Pair {
  double a, b;
};

#pragma adjoint reverse
double ofStructs(double x, double y) {
  Pair p[2] = {{x, y}, {x * y, y * y}}, q[2];
  std::memcpy(q, p, sizeof(p));
  q[0].a *= q[1].b;
  std::memcpy(&p[1], &q[0], sizeof(Pair));
  return p[1].a * p[1].b + p[0].a * q[1].a;
}

#pragma adjoint reverse
double ofRows(const double *x, int n) {
  double a[2][3], b[3];
  std::memcpy(a[0], x, 3 * sizeof(double));
  std::memcpy(a[1], a, sizeof(a[0]));
  a[1][2] *= a[0][0] * x[n - 1];
  std::memcpy(b, &a[1][1], 2 * sizeof(double));
  std::memset(&a[0][1], 0, 2 * sizeof(double));
  b[2] = a[1][0] * a[0][1];
  std::memcpy(a, b, sizeof(b));
  return a[0][0] * a[0][1] + a[0][2] * a[1][2] + b[1];
}

int main() {
  numeric::check("ofStructs", ofStructs, ofStructs_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("ofRows", ofRows, ofRows_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}});
  return numeric::report();
}
