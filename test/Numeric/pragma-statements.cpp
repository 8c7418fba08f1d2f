// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// noprimal and notbr where they are right: the result is the same as without.

#include "numeric.h"

#pragma adjoint reverse
void lastAssignment(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = y[0] * y[0];
#pragma adjoint noprimal
  y[0] = y[1] * x[1];
}

#pragma adjoint reverse
double linearSum(const double *x, int n) {
  double s = 0.0, t = 1.0;
  for (int i = 0; i < n; ++i) {
#pragma adjoint notbr
    s = s + 3.0 * x[i];
    t = t * x[i];
  }
#pragma adjoint notbr
  s += t;
  return s * t;
}

#pragma adjoint reverse
double both(double x, double y) {
  double a = x * y;
  double b = a + a;
#pragma adjoint notbr
  a = b + x;
  b = a * y;
  double c = 2.0 * b;
#pragma adjoint noprimal
  c = c + x;
  return c;
}

void increment(double &sum, double x) { sum += x; }

#pragma adjoint reverse
double onCall(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
#pragma adjoint notbr
    increment(s, x[i] * x[i]);
  return s * s;
}

int main() {
  numeric::check("lastAssignment", lastAssignment, lastAssignment_b, {{0.7, 1.3}, {-1.1, 0.6}}, 2);
  numeric::check("linearSum", linearSum, linearSum_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("both", both, both_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("onCall", onCall, onCall_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  return numeric::report();
}
