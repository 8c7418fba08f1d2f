// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --strong-zero: what does not influence the result has derivative zero, although a partial on the way is infinite or
// undefined. Where it does influence it, and at every other point, nothing changes.
//
// RUN: %adjoint-gen %s --strong-zero -o %t.strong.cpp
// RUN: %gxx -DSTRONG %t.strong.cpp -o %t.strong %runtime-flags
// RUN: %t.strong
// RUN: %clangxx -DSTRONG %t.strong.cpp -o %t.strong.clang %runtime-flags
// RUN: %t.strong.clang
// RUN: %adjoint-gen %s -o %t.plain.cpp
// RUN: %gxx %t.plain.cpp -o %t.plain %runtime-flags
// RUN: %t.plain
// RUN: %adjoint-gen %s --strong-zero --Wno-active-branch --dump=adjoint | FileCheck %s

#include <cmath>
#include <cstdio>

// CHECK: double sqrt_x_b = adjoint::strong::product(y, result_b);
// CHECK: x_b += adjoint::strong::product(0.5 / sqrt_x, sqrt_x_b);
#pragma adjoint reverse
#pragma adjoint tangent
double root(double x, double y) { return std::sqrt(x) * y; }

#pragma adjoint reverse
#pragma adjoint tangent
double power(double x, double y, double w) { return std::pow(x, y) * w; }

#pragma adjoint reverse
#pragma adjoint tangent
double norm(const double *x, int n, double w) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return std::sqrt(s) * w;
}

#pragma adjoint reverse
#pragma adjoint tangent
double ratio(double x, double y, double w) { return x / y * w; }

/// An infinite value that is not used, as a factor.
#pragma adjoint reverse
#pragma adjoint tangent
double factor(double x, double y) {
  double big = std::exp(x), unused = big * y;
  return x < 1000.0 ? unused : y;
}

int failures = 0;

/// With strong zeros zero; without, 0 * infinity.
void expectZero(const char *what, double derivative) {
#ifdef STRONG
  const bool isRight = derivative == 0.0;
#else
  const bool isRight = std::isnan(derivative);
#endif
  if (!isRight)
    std::printf("%s: %g\n", what, derivative), ++failures;
}

void expect(const char *what, double expected, double derivative) {
  const bool isRight = expected == derivative || std::fabs(expected - derivative) <= 1e-14 * std::fabs(expected);
  if (!isRight)
    std::printf("%s: expected %.17g, got %.17g\n", what, expected, derivative), ++failures;
}

int main() {
  double x_b = 0.0, y_b = 0.0, w_b = 0.0, d = 0.0;
  root_b(0.0, x_b, 0.0, y_b, 1.0);
  expectZero("sqrt(0) times zero", x_b);
  root_d(0.0, 0.0, 3.0, 0.0, d);
  expectZero("sqrt(0), tangent", d);
  x_b = y_b = 0.0;
  root_b(0.0, x_b, 2.0, y_b, 1.0);
  expect("sqrt(0) that matters", HUGE_VAL, x_b);
  x_b = y_b = 0.0;
  root_b(0.25, x_b, 3.0, y_b, 1.0);
  expect("sqrt(0.25), by x", 3.0, x_b);
  expect("sqrt(0.25), by y", 0.5, y_b);
  root_d(0.25, 2.0, 3.0, 1.0, d);
  expect("sqrt(0.25), tangent", 6.5, d);

  x_b = y_b = 0.0;
  power_b(0.0, x_b, 0.5, y_b, 0.0, w_b, 1.0);
  expectZero("pow(0, 0.5) times zero", x_b);
  power_d(0.0, 0.0, 0.5, 0.0, 1.0, 0.0, d);
  expectZero("pow(0, 0.5), tangent", d);
  x_b = y_b = w_b = 0.0;
  power_b(2.0, x_b, 3.5, y_b, 2.0, w_b, 1.0);
  expect("pow(2, 3.5), by x", 2.0 * 3.5 * std::pow(2.0, 2.5), x_b);
  expect("pow(2, 3.5), by y", 2.0 * std::pow(2.0, 3.5) * std::log(2.0), y_b);

  const double origin[3] = {0.0, 0.0, 0.0}, v[3] = {2.0, 3.0, 6.0};
  double v_b[3] = {0.0, 0.0, 0.0};
  w_b = 0.0;
  norm_b(origin, v_b, 3, 0.0, w_b, 1.0);
  expectZero("norm at 0 times zero", v_b[1]);
  norm_d(origin, origin, 3, 1.0, 0.0, d);
  expectZero("norm at 0, tangent", d);
  v_b[0] = v_b[1] = v_b[2] = 0.0;
  norm_b(v, v_b, 3, 7.0, w_b, 1.0);
  expect("norm", 6.0, v_b[2]);

  x_b = y_b = w_b = 0.0;
  ratio_b(1.0, x_b, 0.0, y_b, 0.0, w_b, 1.0);
  expectZero("1 / 0 times zero, by x", x_b);
  expectZero("1 / 0 times zero, by y", y_b);
  x_b = y_b = w_b = 0.0;
  ratio_b(1.0, x_b, 4.0, y_b, 2.0, w_b, 1.0);
  expect("1 / 4, by x", 0.5, x_b);
  expect("1 / 4, by y", -0.125, y_b);

  x_b = y_b = 0.0;
  factor_b(1000.0, x_b, 2.0, y_b, 1.0);
#ifdef STRONG
  expect("an infinite factor, by y", 1.0, y_b);
#endif
  std::printf("%d failures\n", failures);
  return failures != 0;
}
