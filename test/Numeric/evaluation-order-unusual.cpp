// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Well defined since C++17, and hard to read: operands of one expression that change each other.

#include "numeric.h"

// Compilers still warn about these.
#pragma GCC diagnostic ignored "-Wsequence-point"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wunsequenced"
#endif

#pragma adjoint reverse
double indexMovedOnTheLeft(const double *x, int n) {
  double v[8] = {};
  int i = 0;
  while (i < n)
    v[i++] = x[i] * x[0];
  double s = 1.0;
  for (int k = 0; k < n; ++k)
    s = s * v[k] + 0.3;
  return s;
}

#pragma adjoint reverse
double indexMovedOnTheRight(const double *x, int n) {
  double v[9] = {1.0};
  int i = 0;
  while (i < n)
    v[i] = x[i++] * x[0];
  double s = 1.0;
  for (int k = 0; k <= n; ++k)
    s = s * v[k] + 0.3;
  return s;
}

#pragma adjoint reverse
double assignedTwice(double x, double y) {
  double a = x * y;
  a = (a = a * a) * y + x;
  a += (a = 2.0 * x * a);
  return a * y;
}

#pragma adjoint reverse
double counterAssigned(const double *x, int n) {
  double s = 1.0;
  int i = 0;
  while (i < n) {
    s = s * x[i] + 0.1;
    i = i++ + 1;
  }
  return s;
}

int main() {
  numeric::check("indexMovedOnTheLeft", indexMovedOnTheLeft, indexMovedOnTheLeft_b,
                 {{0.7, 0.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("indexMovedOnTheRight", indexMovedOnTheRight, indexMovedOnTheRight_b,
                 {{0.7, 0.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("assignedTwice", assignedTwice, assignedTwice_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("counterAssigned", counterAssigned, counterAssigned_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
