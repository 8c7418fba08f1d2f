// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// Floating-point arguments of templates.

#include "numeric.h"

template <double K, float L> double scaled(double a) { return a - K * a * a * L; }
template <float W> struct Weighted {
  static double of(double x) { return W * x * x; }
};

#pragma adjoint reverse
double numbers(double a, double b) {
  return scaled<-0.1, 0.1f>(a) + scaled<1e3, -3.0f>(b) * Weighted<0.3f>::of(a) + scaled<4.0, 1e-3f>(a * b);
}

int main() {
  numeric::check("numbers", numbers, numbers_b, {{0.7, 1.3}, {2.1, 0.4}});
  return numeric::report();
}
