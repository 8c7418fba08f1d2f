// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions that are differentiable almost everywhere: absolute value, extrema, rounding, remainders, signs.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double absoluteValues(double x, double y) {
  double a = fabs(x * y);
  x = std::fabs(x - y) * a;
  a = std::abs(a - x);
  return a * x + fabs(-y);
}

#pragma adjoint reverse
double extrema(double x, double y) {
  double a = fmax(x, y) * x;
  x = fmin(a, y);
  y = std::fmax(x * y, 0.25) + std::fmin(a * a, 4.0);
  a = fmax(a, x);
  return a * x * y;
}

#pragma adjoint reverse
double positiveDifference(double x, double y) {
  double a = fdim(x, y) * x;
  x = fdim(y, x) + a;
  return a * x + fdim(a + 2.0, y);
}

// Steps: no derivative, but what they multiply has one.
#pragma adjoint reverse
double rounding(double x, double y) {
  double a = floor(3.0 * x) * y + ceil(x) * x;
  x = round(a) + a * trunc(y);
  a = rint(x) * a + nearbyint(0.3 * x) * y;
  return a * x * 0.1 + std::floor(0.1 * a) * std::ceil(y) * x + std::round(x) * std::trunc(a) * y;
}

#pragma adjoint reverse
double integerRounding(double x, double y) {
  long k = lround(10.0 * x);
  double a = x * y * double(k);
  k = lrint(3.0 * y);
  a += y * double(k) * a;
  return a + double(llround(a)) * x;
}

#pragma adjoint reverse
double remainders(double x, double y) {
  double a = fmod(7.0 * x, y);
  x = a * remainder(5.0 * x, y) + x;
  y = fmod(y * 10.0, 3.0) * a;
  return a * x + y * std::fmod(x, 0.17);
}

#pragma adjoint reverse
double signs(double x, double y) {
  double a = copysign(x * x, y);
  x = copysign(a, x) * y;
  y = std::copysign(3.0, x) * a;
  return a * x + y * copysign(x, -1.0);
}

#pragma adjoint reverse
double neighbours(double x, double y) {
  double a = nextafter(x * y, 10.0);
  x = nextafter(x, y) * a;
  return a * x;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double s = 0.1, most = x[0];
  for (int i = 0; i < n; ++i) {
    s += fabs(x[i] - s) * s + floor(2.0 * x[i]) * x[i];
    most = fmax(most, x[i] * s);
    s = fmin(s, 3.0);
  }
  return s * most;
}

int main() {
  numeric::check("absoluteValues", absoluteValues, absoluteValues_b, {{0.7, 1.3}, {-1.1, 0.6}, {1.2, 0.4}});
  numeric::check("extrema", extrema, extrema_b, {{0.7, 1.3}, {-1.1, 0.6}, {2.2, 1.4}});
  numeric::check("positiveDifference", positiveDifference, positiveDifference_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("rounding", rounding, rounding_b, {{0.71, 1.33}, {-1.13, 0.7}});
  numeric::check("integerRounding", integerRounding, integerRounding_b, {{0.72, 1.33}, {-1.13, 0.69}});
  numeric::check("remainders", remainders, remainders_b, {{0.7, 1.3}, {1.1, 0.67}, {-1.1, 0.87}});
  numeric::check("signs", signs, signs_b, {{0.7, 1.3}, {-1.1, 0.6}, {-1.1, -0.6}});
  numeric::check("neighbours", neighbours, neighbours_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
