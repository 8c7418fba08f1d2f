// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// long double: parameters, results and intermediate values.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
long double extended(long double x, long double y) {
  long double a = x * y;
  x = a * a + 1.0L;
  a /= x;
  y -= a * x;
  return a * y;
}

#pragma adjoint reverse
long double extendedLoop(long double x, long double y) {
  long double s = 1;
  for (int i = 0; i < 4; ++i) {
    double narrow = double(s * x);
    s = s * y + narrow * narrow;
    x = narrow;
  }
  return s * x;
}

#pragma adjoint reverse
double extendedSum(const double *x, int n) {
  long double s = 0.0L, p = 1.0L;
  for (int i = 0; i < n; ++i) {
    p *= x[i];
    s += p * p;
    p += s;
  }
  return double(s * p);
}

int main() {
  numeric::check("extended", extended, extended_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("extendedLoop", extendedLoop, extendedLoop_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("extendedSum", extendedSum, extendedSum_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
