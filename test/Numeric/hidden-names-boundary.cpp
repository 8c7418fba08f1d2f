// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
// NUMERIC-RUNS-PLUGIN
//
// Objects of the library cross the boundary in a namespace that has an `adjoint` and a `std` of its own.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace solver {
namespace adjoint {
struct Mirrors {};
} // namespace adjoint
namespace std {
struct vector {};
} // namespace std

#pragma adjoint reverse
double norm(const ::std::vector<double> &v) {
  double sum = 0.0;
  for (double x : v)
    sum += ::std::sin(x) * x;
  return sum;
}
} // namespace solver

int main() {
  numeric::check(
      "norm", {0.5, -1.5, 2.0}, [](const numeric::Vector &x) { return numeric::Vector{solver::norm(x)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size());
        solver::norm_b(x, x_b, y_b[0]);
        return x_b;
      });
  return numeric::report();
}
