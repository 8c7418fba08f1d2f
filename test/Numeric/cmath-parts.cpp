// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions of <cmath> that take numbers apart and put them together, with results through pointers and integer
// arguments.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double scaled(double x, double y) {
  int e = 2;
  double a = ldexp(x * y, e);
  e = -1;
  x = std::ldexp(a, e) * y + scalbn(x, 3);
  return a * x * scalbln(y, 1L);
}

#pragma adjoint reverse
double mantissas(double x, double y) {
  int e = 0;
  double m = frexp(x * 5.0, &e);
  x = m * y * e;
  m = std::frexp(y * 0.3, &e) * x;
  return ldexp(m, e) + x;
}

#pragma adjoint reverse
double fractions(double x, double y) {
  double whole;
  double part = modf(3.0 * x, &whole);
  x = part * y + whole * x;
  double again = std::modf(x * y, &whole) * part;
  return again * x + whole * y;
}

#pragma adjoint reverse
double exponents(double x, double y) {
  int e = ilogb(x);
  double a = x * y * (e + 2);
  a += logb(y) * x;
  e = 0;
  return a * a + e;
}

// The pointer's target held an active value before.
#pragma adjoint reverse
double overwrittenTarget(double x, double y) {
  double v[2] = {x * y, x};
  v[1] = modf(v[0] * 4.0, &v[0]) * v[1];
  return v[0] * y + v[1] * v[1];
}

int main() {
  numeric::check("scaled", scaled, scaled_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("mantissas", mantissas, mantissas_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("fractions", fractions, fractions_b, {{0.75, 1.31}, {-1.13, 0.6}});
  numeric::check("exponents", exponents, exponents_b, {{0.7, 1.3}, {2.4, 0.6}});
  numeric::check("overwrittenTarget", overwrittenTarget, overwrittenTarget_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
