// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (keys of maps in maps would have adjoints)
//
// Maps of vectors and of maps.

#include "numeric.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#pragma adjoint reverse
double nested(double x, double y) {
  std::map<std::string, std::vector<double>> m;
  m["a"].push_back(x);
  m["a"].push_back(y);
  m["b"] = {x * y, y};
  double s = 0;
  for (auto &[k, v] : m) {
    double t = 0;
    for (double e : v)
      t += e * e;
    s += k == "a" ? t * x : t;
  }
  std::map<int, std::map<int, double>> q;
  q[1][2] = x;
  q[1][3] = y;
  q[0][0] = x * y;
  for (auto &[i, r] : q)
    for (auto &[j, e] : r)
      s += e * e * (i + j);
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("nested", nested, nested_b, points);
  return numeric::report();
}
