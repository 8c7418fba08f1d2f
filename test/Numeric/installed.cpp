// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A library in headers of the system that is not the standard library is lowered from its source.

#include "installed.h"
#include "numeric.h"

#pragma adjoint reverse
double turned(double x, double y) {
  installed::Vec2<double> v = (x * y) * installed::Vec2<double>(x, y);
  for (int i = 0; i < 3; ++i)
    turn(v, v[0] * y);
  v[1] *= norm(v);
  return v[0] * v[1];
}

int main() {
  numeric::check("turned", turned, turned_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
