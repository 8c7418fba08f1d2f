// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Rarely used functions of <cmath>.

#include "numeric.h"

#include <cmath>
#include <cstdlib>

#pragma adjoint reverse
double quotients(double x, double y) {
  int q = 0;
  double a = remquo(5.0 * x, y, &q);
  x = a * y + q;
  a = std::remquo(x, 0.7, &q) * a;
  return a * x;
}

#pragma adjoint reverse
double towards(double x, double y) {
  double a = nexttoward(x * y, 10.0L);
  x = std::nexttoward(x, -1.0L) * a;
  return a * x;
}

#pragma adjoint reverse
double absoluteValues(double x, double y) {
  int k = -3;
  double a = std::abs(x) * std::abs(k) + std::fabs(k) * y;
  k = abs(k) + int(labs(-2L));
  return a * k * std::abs(a - x);
}

int main() {
  numeric::check("quotients", quotients, quotients_b, {{0.7, 1.3}, {1.17, 0.91}});
  numeric::check("towards", towards, towards_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("absoluteValues", absoluteValues, absoluteValues_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
