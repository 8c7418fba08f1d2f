// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// RUN: %adjoint-gen %s --dump=inline -- -std=c++17 -I%S | FileCheck %s
//
// Conditions of loops that call something, and loops that test in their first statement.

#include "numeric.h"

#include <cmath>

struct Range {
  int from, to;
  int size() const { return to - from; }
};

#pragma adjoint reverse
double called(double x, double y) {
  Range r{0, 5};
  double s = x;
  for (int i = 0; i < r.size(); ++i) {
    if (i == 3)
      continue;
    s = s * y + x * i;
  }
  return s * x;
}

#pragma adjoint reverse
double testedFirst(double x, double y) {
  double s = x;
  for (int i = 0;; ++i) {
    if (i >= 4)
      break;
    s *= y + i;
    if (s > 1e6)
      break;
  }
  while (true) {
    if (s < 10.0) {
    } else {
      break;
    }
    s += y * y * s + 1.0;
  }
  return s * x;
}

// CHECK-LABEL: double called(
// CHECK: for (int i = 0; i < {{.*}}; ++i)
// CHECK-LABEL: double testedFirst(
// CHECK: for (int i = 0; !(i >= 4); ++i)
// CHECK: while (s < 10.0)

int main() {
  numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}};
  numeric::check("called", called, called_b, points);
  numeric::check("testedFirst", testedFirst, testedFirst_b, points);
  return numeric::report();
}
