// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The arithmetic operators and compound assignments, with values overwritten between use and use.

#include "numeric.h"

#pragma adjoint reverse
double sumOfProducts(double x, double y, double z) { return x * y + y * z - z / x + (-x) * +y; }

#pragma adjoint reverse
double overwriteChain(double x, double y) {
  double a = x * y;
  double b = a * a;
  a = b / (x + a);
  b = a * b - y;
  a = -a;
  b *= a;
  return a * b + b / a;
}

#pragma adjoint reverse
double compound(double x, double y) {
  double s = x;
  s += y * s;
  s -= s * s;
  s *= x + s;
  s /= 2.0 + s * s;
  return s;
}

#pragma adjoint reverse
double selfReference(double x) {
  x = x * x;
  x += x;
  x *= x;
  x -= x * x * 0.1;
  x /= x + 3.0;
  return x;
}

#pragma adjoint reverse
double overwrittenParameters(double x, double y, double z) {
  x = x * y;
  y = x - y * z;
  z *= y;
  x /= z;
  y *= x;
  return x + y * z;
}

#pragma adjoint reverse
double quotients(double x, double y) {
  double a = x / y;
  y = a / (x + 1.0);
  x = 1.0 / y - a;
  a = 3.0;
  return x / a + y / x;
}

#pragma adjoint reverse
double nestedParentheses(double a, double b, double c, double d) {
  return ((a - b) * (c - d) - (a - c) * (b - d)) / ((a + b) * (c + d)) - -(-a * -(b - -c));
}

// Differences and sums need nothing of what is overwritten, the products in between do.
#pragma adjoint reverse
double mixedNeeds(double x, double y) {
  double t = x + y;
  x = t - x;
  y = t * x;
  t = t + 1.0;
  x = x - 2.0 * t;
  y = y * t;
  t = 0.0;
  t += x * y;
  return t;
}

#pragma adjoint reverse
double swapInPlace(double x, double y) {
  double t = x;
  x = y * y;
  y = t * x;
  t = x;
  x = y;
  y = t;
  return x * x * y;
}

// Overwritten by a constant: the old value's adjoint ends here.
#pragma adjoint reverse
double forgotten(double x, double y) {
  double t = x * x * x;
  double u = t * y;
  t = 2.0;
  t *= u;
  u = 0.0;
  return t + u * x;
}

// Not every parameter is used, not every variable matters.
#pragma adjoint reverse
double unusedValues(double x, double y, double) {
  double dead = x * y;
  double alive = dead * x;
  dead = y * y;
  double number = 4.0;
  number = number * 2.0;
  return alive * number;
}

int main() {
  numeric::check("sumOfProducts", sumOfProducts, sumOfProducts_b, {{0.7, 1.3, -2.1}, {-1.5, 0.4, 0.9}});
  numeric::check("overwriteChain", overwriteChain, overwriteChain_b, {{0.7, 1.3}, {2.1, 0.4}});
  numeric::check("compound", compound, compound_b, {{0.7, 1.3}, {-1.2, 0.4}});
  numeric::check("selfReference", selfReference, selfReference_b, {{0.7}, {-1.1}});
  numeric::check("overwrittenParameters", overwrittenParameters, overwrittenParameters_b,
                 {{0.7, 1.3, 2.1}, {-1.2, 0.8, 0.5}});
  numeric::check("quotients", quotients, quotients_b, {{0.7, 1.3}, {2.2, -0.6}});
  numeric::check("nestedParentheses", nestedParentheses, nestedParentheses_b,
                 {{0.7, 1.3, 2.0, -0.5}, {1.1, -0.4, 0.6, 2.2}});
  numeric::check("mixedNeeds", mixedNeeds, mixedNeeds_b, {{0.7, 1.3}, {-2.2, 0.6}});
  numeric::check("swapInPlace", swapInPlace, swapInPlace_b, {{0.7, 1.3}, {-1.2, 0.6}});
  numeric::check("forgotten", forgotten, forgotten_b, {{0.7, 1.3}, {-1.2, 0.6}});
  numeric::check("unusedValues", unusedValues, unusedValues_b, {{0.7, 1.3, 1.0}, {-1.2, 0.6, 2.0}});
  return numeric::report();
}
