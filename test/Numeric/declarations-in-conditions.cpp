// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Declarations in the head of if, switch, while and for.

#include "numeric.h"

#pragma adjoint reverse
double declaredInCondition(double x, double y) {
  double r = x;
  if (double t = x * y - 5.0)
    r = t * t * x;
  if (bool larger = r > y; larger)
    r *= y;
  else
    r += x * y;
  return r;
}

#pragma adjoint reverse
double declaredInHeads(double x, double y) {
  double r = x;
  switch (int kind = r > y ? 2 : 1; kind) {
  case 1:
    r *= y + kind;
    break;
  default:
    r += y * y;
  }
  while (double rest = r > 0.1 ? r : 0.0)
    r = 0.5 * rest - 0.1 * y * rest;
  if (double t = x * y; t > 0.5)
    r += t * t;
  else
    r *= t;
  for (double t = x; bool more = t < 2.0; t += 0.75)
    r += more * t * y;
  return r * x;
}

int main() {
  numeric::check("declaredInCondition", declaredInCondition, declaredInCondition_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("declaredInHeads", declaredInHeads, declaredInHeads_b, {{0.7, 1.3}, {1.1, 0.6}, {0.4, 0.9}});
  return numeric::report();
}
