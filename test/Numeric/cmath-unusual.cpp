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

/// Of the GNU library, which names it in C alone.
#pragma adjoint reverse
double powersOfTen(double x, double y) {
  double a = exp10(x) * y;
  x = exp10f(0.1f) * x * x;
  long double b = exp10l(0.3L * x);
  a *= exp10(0.1 * a);
  return a + static_cast<double>(b) * x;
}

int main() {
  numeric::check("quotients", quotients, quotients_b, {{0.7, 1.3}, {1.17, 0.91}});
  numeric::check("towards", towards, towards_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("absoluteValues", absoluteValues, absoluteValues_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("powersOfTen", powersOfTen, powersOfTen_b, {{0.1, 0.3}, {-0.2, 0.6}});
  return numeric::report();
}
