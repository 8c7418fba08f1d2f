// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions announced as passive: without a definition, and with one that is not to be looked at.

#include "numeric.h"

#pragma adjoint passive
int bucket(double x);

#pragma adjoint passive
void trace(const char *text, double x);

#pragma adjoint passive
double measured(double x) { return x > 1.0 ? 3.0 : 2.0; }

#pragma adjoint reverse
double steered(double x, double y) {
  double r = x * y;
  trace("product", r);
  if (bucket(r) > 2)
    r *= x;
  x = r * bucket(x);
  trace("scaled", x);
  return x * r + bucket(y);
}

#pragma adjoint reverse
double factor(double x, double y) {
  double r = x * measured(y);
  x *= r;
  r = measured(x) * x * y;
  return r;
}

int traced = 0;

int main() {
  numeric::check("steered", steered, steered_b, {{0.71, 1.33}, {2.13, 1.62}});
  numeric::check("factor", factor, factor_b, {{0.71, 1.33}, {2.13, 0.62}});
  numeric::expect("traced", 1.0, traced > 0);
  return numeric::report();
}

int bucket(double x) { return int(x) + 2; }

void trace(const char *text, double x) { traced += text != nullptr && x == x; }
