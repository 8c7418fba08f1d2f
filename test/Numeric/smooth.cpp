// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// The functions of <adjoint/smooth.h>: outside their bands the derivative of the function itself, inside the smoothed
// one; with smoothed values the derivative everywhere.

#include "numeric.h"

#include <adjoint/smooth.h>

#include <cmath>

namespace smooth = adjoint::smooth;

#pragma adjoint reverse
double outside(double x, double y) {
  double t = smooth::max0(x * y, 1e-3);
  x = smooth::max(t, x, 1e-3) * y;
  t = smooth::min(x, 2.0 * y, 1e-3) + smooth::abs(t - x, 1e-3);
  return t * x * y;
}

#pragma adjoint reverse
double softened(double x, double y) {
  double t = smooth::soft::max0(x * y, 0.3);
  x = smooth::soft::max(t, x, 0.2) * y;
  t = smooth::soft::min(x, 2.0 * y, 0.4) + smooth::soft::abs(t - x, 0.1);
  y = smooth::soft::step(t, 0.5) * x;
  return smooth::soft::select(x - 0.4, t, y, 0.25) * (x + 2.0);
}

#pragma adjoint reverse
double inside(double x, double y) {
  double t = smooth::max0(x, 0.5);
  x = t * y;
  return x * x;
}

#pragma adjoint reverse
double jump(double x, double y) {
  double t = smooth::step(x, 0.5) * y;
  return t + smooth::select(x, y, y * y, 0.5);
}

int main() {
  numeric::check("outside", outside, outside_b, {{0.7, 1.3}, {-1.1, -0.6}, {3.1, 0.8}});
  numeric::check("softened", softened, softened_b, {{0.7, 1.3}, {-1.1, 0.6}, {0.01, -0.02}});
  for (double x : {0.2, -0.2}) {
    const double y = 1.3, h = 0.5, t = x > 0.0 ? x : 0.0;
    const double logistic = 1.0 / (1.0 + std::exp(-x / h)), slope = logistic * (1.0 - logistic) / h;
    double x_b = 0.0, y_b = 0.0;
    inside_b(x, x_b, y, y_b, 1.0);
    numeric::expect("inside, x_b", 2.0 * t * y * y * logistic, x_b);
    numeric::expect("inside, y_b", 2.0 * t * t * y, y_b);
    x_b = y_b = 0.0;
    jump_b(x, x_b, y, y_b, 1.0);
    numeric::expect("jump, x_b", slope * y + (y - y * y) * slope, x_b);
    numeric::expect("jump, y_b", (x > 0.0) + logistic + (1.0 - logistic) * 2.0 * y, y_b);
  }
  return numeric::report();
}
