// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A static local that each call sets before it uses it.

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

int main() {
  numeric::check("staticLocal", staticLocal, staticLocal_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
