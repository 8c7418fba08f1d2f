// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// What C++20 gives where C++17 gives nothing, and integers: they choose what is differentiated.

#include "numeric.h"

#include <list>
#include <numeric>

#pragma adjoint reverse
double counts(const double *x, int n) {
  std::list<double> l{1.0, 2.0, 2.0, 3.0, 3.0, 3.0};
  const int twos = static_cast<int>(l.remove(2.0)), again = static_cast<int>(l.unique());
  const auto large = l.remove_if([](double v) { return v > 2.5; });
  return twos * x[1] * x[0] + again * x[0] * x[0] + (large == 1 ? x[n - 1] * x[1] : x[0]) + static_cast<double>(l.size()) * x[0];
}

#pragma adjoint reverse
double midpoints(const double *x, int n) {
  const int odd = std::midpoint(3, 5), down = std::midpoint(2, -1), up = std::midpoint(-1, 2);
  const unsigned between = std::midpoint(5u, 2u);
  return odd * x[0] * x[1] + down * x[0] * x[0] + (up + 3) * x[n - 1] * x[0] + between * x[1] + std::midpoint(x[0], x[1]) * x[0];
}

int main() {
  const numeric::Points points = {{0.7, -1.3, 0.4}, {1.1, 0.6}};
  numeric::check("counts", counts, counts_b, points);
  numeric::check("midpoints", midpoints, midpoints_b, points);
  return numeric::report();
}
