// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Conversions among floating-point types, integers, bool and char.

#include "numeric.h"

#pragma adjoint reverse
double integersInExpressions(double x, double y) {
  int i = 3;
  long j = 2;
  unsigned char c = 'a' - 90;
  double r = x * i + y / j - c * x * y;
  i = 5;
  r = r * i + 1;
  j += i;
  return r * j + true * x;
}

// A value that has become an integer has no derivative; what it is multiplied by has.
#pragma adjoint reverse
double throughInteger(double x, double y) {
  int whole = int(x * 4.0);
  double rest = x * 4.0 - whole;
  whole += static_cast<int>(y);
  x = rest * whole;
  long rounded = (long)(x + 10.5);
  return x * y * double(rounded) + whole;
}

#pragma adjoint reverse
double throughBool(double x, double y) {
  bool positive = x;
  double r = x * y * positive;
  positive = bool(y) && !(x > 100.0);
  r += positive ? r * y : x;
  return r * (x < y) + y * y * !positive + x * x;
}

#pragma adjoint reverse
double characters(const double *x, int n) {
  const char text[] = "bac";
  double s = 1.0;
  for (const char *c = text; *c; ++c)
    s = s * x[(*c - 'a') % n] + *c * 0.01;
  return s;
}

#pragma adjoint reverse
double mixedWidths(double x, double y) {
  long double wide = x;
  wide = wide * y + x;
  wide *= wide;
  double r = wide;
  wide = r * 2.0L - x;
  r *= static_cast<double>(wide / y);
  return r + double(wide);
}

#pragma adjoint reverse
double castStyles(double x, double y) {
  double a = (double)x * double(y);
  a = static_cast<double>(a) * a;
  x = a * (long double)(x);
  y = (int)3.7 * x + unsigned(2) * y;
  return x * y * (1 / 2 + 3 / 2.0);
}

#pragma adjoint reverse
double integerResult(double x, double y) {
  int k = 2;
  k *= 1.5;
  k += 0.9;
  double r = x * k;
  r += k++ * y * r;
  r /= k;
  return r * r;
}

int main() {
  numeric::check("integersInExpressions", integersInExpressions, integersInExpressions_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("throughInteger", throughInteger, throughInteger_b, {{0.7, 1.3}, {1.15, 2.6}});
  numeric::check("throughBool", throughBool, throughBool_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("characters", characters, characters_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("mixedWidths", mixedWidths, mixedWidths_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("castStyles", castStyles, castStyles_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("integerResult", integerResult, integerResult_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
