// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions whose derivative is zero: adjoints of inputs are left as they are, those of outputs end as zero.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double constant(double) { return 2.0; }

#pragma adjoint reverse
double ofInteger(const double *x, int n) { return 0.5 * n + static_cast<int>(x[0]); }

#pragma adjoint passive
double passive(double x) { return x * x; }
#pragma adjoint reverse
double beyond(double x) { return std::floor(passive(1.0)) + 0.0 * passive(2.0) + (x > 5.0); }

#pragma adjoint reverse
void filled(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = x[0] > 100.0 ? 1.0 : i;
    y[i] *= y[0];
  }
}

#pragma adjoint reverse wrt(x) of(z)
void apart(double x, double y, double *z, double *w) {
  *z = y * y;
  *w = x * x;
}

int main() {
  numeric::check("constant", constant, constant_b, {{0.7}, {-1.3}});
  numeric::check("ofInteger", ofInteger, ofInteger_b, {{0.7, 1.3}, {-1.3, 0.4}});
  numeric::check("beyond", beyond, beyond_b, {{0.7}, {-1.3}});
  numeric::check("filled", filled, filled_b, {{0.7, 1.3, 0.2}}, 3);
  double x_b = 0.25, z = 0, z_b = 3.0, w = 0;
  apart_b(0.7, x_b, 1.3, &z, &z_b, &w);
  numeric::expect("apart", 0.25, x_b);
  numeric::expect("apart", 0.0, z_b);
  return numeric::report();
}
