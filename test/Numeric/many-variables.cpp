// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// More variables that pointers lead to than the sets of the analyses hold without memory of their own.

#include "numeric.h"

#define STEP(n)                                                                                                      \
  double v##n = s * 0.9 + x;                                                                                         \
  double *p##n = n % k == 0 ? &v##n : &s;                                                                               \
  *p##n += 0.01 * v##n * y;                                                                                          \
  s = s * 0.97 + *p##n * 0.02;
#define STEPS(n)                                                                                                     \
  STEP(n##0) STEP(n##1) STEP(n##2) STEP(n##3) STEP(n##4) STEP(n##5) STEP(n##6) STEP(n##7) STEP(n##8) STEP(n##9)
#define HUNDRED(n)                                                                                                   \
  STEPS(n##0) STEPS(n##1) STEPS(n##2) STEPS(n##3) STEPS(n##4) STEPS(n##5) STEPS(n##6) STEPS(n##7) STEPS(n##8)        \
  STEPS(n##9)

#pragma adjoint reverse
double many(double x, double y) {
  int k = x > 0.5 ? 3 : 4;
  double s = y;
  HUNDRED(1)
  HUNDRED(2)
  return s * v100 + *p299;
}

int main() {
  numeric::check("many", many, many_b, {{0.7, 1.3}, {0.1, 0.6}});
  return numeric::report();
}
