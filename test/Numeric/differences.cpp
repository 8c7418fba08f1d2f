// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-NEEDS-ANALYSES
//
// Functions without source, whose derivatives are estimated: in calls whose arguments are expressions, in loops, where arguments
// are overwritten behind, for float, for overloads, and only in the directions that are needed.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace market {
#pragma adjoint differences
double price(double spot, double rate, int days);
#pragma adjoint differences ridders
double rate(double x);
#pragma adjoint differences step(1e-3)
double quadratic(double x, const char *name, double y);
double quadratic(int x);
} // namespace market

extern "C" {
#pragma adjoint differences ridders step(0.01)
double nearZero(double x);
#pragma adjoint differences
float single(float x, double y);
}

int calls = 0;

#pragma adjoint differences
double chosen(double x, const int *powers, int n);

/// What the integers were is needed, too.
#pragma adjoint reverse
double integers(double x, double y) {
  int powers[2] = {1, 2};
  double s = x;
  for (int i = 0; i < 3; ++i) {
    s = chosen(s, powers, 2) * y;
    powers[0] = powers[0] % 3 + 1;
    powers[1] = 1 + i;
  }
  return s;
}

/// The source is there, but it is what nobody differentiates.
#pragma adjoint differences
double bitwise(double x) {
  asm volatile("" : : : "memory");
  return x * x * x;
}

#pragma adjoint reverse
double arguments(double x, double y) {
  double s = market::price(x * y, 0.1 * y, 30);
  x = s * market::rate(x);
  s *= market::price(x, 0.02, 10);
  return s + bitwise(x * s);
}

#pragma adjoint reverse
double loop(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double t = market::quadratic(x[i], "t", s);
    s += x[i] > 0.0 ? market::rate(t) : nearZero(0.2 * t * t + 0.001);
  }
  return s;
}

#pragma adjoint reverse
double ofFloat(double x, double y) {
  const float f = static_cast<float>(x);
  return single(f, y) * y;
}

double counted(double x, double fixed) { return market::price(x, fixed, 5); }

#pragma adjoint reverse wrt(x)
double oneDirection(double x, double fixed) { return counted(x, fixed) * x; }

int main() {
  numeric::check("arguments", arguments, arguments_b, {{0.7, 1.3}, {1.1, 0.6}}, 1e-6);
  numeric::check("loop", loop, loop_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6}}, 1e-6);
  numeric::check("ofFloat", ofFloat, ofFloat_b, {{0.75, 1.3}, {1.25, 0.6}}, 3e-2);
  numeric::check("integers", integers, integers_b, {{0.7, 1.3}, {1.1, 0.6}}, 1e-5);
  calls = 0;
  double x_b = 0.0;
  oneDirection_b(0.7, x_b, 0.1, 1.0);
  numeric::expect("the value, and two on both sides of one argument", 3.0, calls);
  return numeric::report();
}

namespace market {
double price(double spot, double rate, int days) {
  ++calls;
  return spot * std::exp(-rate * days / 365.0) + std::sin(spot * rate);
}
double rate(double x) { return std::log(1.0 + x * x) + 0.3 * x; }
double quadratic(double x, const char *, double y) { return x * x + 0.5 * x * y; }
double quadratic(int x) { return x; }
} // namespace market

double chosen(double x, const int *powers, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::pow(x, powers[i]);
  return 0.3 * s;
}
double nearZero(double x) { return std::log(x); }
float single(float x, double y) { return x * x + 0.5f * float(y) * x; }
