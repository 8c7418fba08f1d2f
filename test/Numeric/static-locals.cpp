// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Static locals that each call sets before it uses them.

#include "numeric.h"

#pragma adjoint reverse
double staticLocal(double x, double y) {
  static double memory;
  static int calls = 0;
  memory = x * y;
  calls = 2;
  for (int i = 0; i < calls; ++i)
    memory *= memory + x;
  return memory * y;
}

double scratchOfCallee(double x, int n) {
  static double scratch[4];
  scratch[0] = x;
  for (int i = 1; i < n; ++i)
    scratch[i] = scratch[i - 1] * x + 0.5;
  return scratch[n - 1] * scratch[0];
}

#pragma adjoint reverse
double inCallee(double x, double y) {
  double r = scratchOfCallee(x, 4);
  r *= scratchOfCallee(r * y, 2);
  return r + scratchOfCallee(y, 3);
}

int main() {
  numeric::check("staticLocal", staticLocal, staticLocal_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inCallee", inCallee, inCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
