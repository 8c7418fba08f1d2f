// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// With the clause `value` a function may run twice: that it looks up texts, or calls what is declared pure, is no matter.

#include "numeric.h"

#include <map>
#include <string>
#include <vector>

#pragma adjoint reverse value
double named(double &b, double z) {
  std::map<std::string, double> m = {{"a", 0.5}, {"b", b}};
  m["b"] *= z * m.at("a");
  b = m["b"];
  return b * b;
}

#pragma adjoint passive
[[gnu::pure]] int countOf(double x);

#pragma adjoint reverse value
double counted(std::vector<double> &x) {
  double s = 0.0;
  for (double &v : x) {
    v *= v;
    s += v * v * countOf(s);
  }
  return s;
}

int main() {
  double b = 2.0, b_b = 0.0, z_b = 0.0;
  numeric::expect("value", 2.25, named_b(b, b_b, 1.5, z_b, 1.0));
  numeric::expect("b", 1.5, b);
  numeric::expect("by b", 2.25, b_b);
  numeric::expect("by z", 3.0, z_b);

  std::vector<double> x = {2.0, 0.5}, x_b(2);
  numeric::expect("value", 16.125, counted_b(x, x_b, 1.0));
  numeric::expect("by the first", 32.0, x_b[0]);
  numeric::expect("by the second", 1.0, x_b[1]);
  numeric::expect("the second", 0.25, x[1]);
  return numeric::report();
}

int countOf(double x) { return x > 1.0 ? 2 : 1; }
