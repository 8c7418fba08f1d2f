// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// Namespaces that have an `adjoint` and a `std` of their own, with functions that are called.

#include "numeric.h"

#include <cmath>

namespace solver {
namespace adjoint {
struct Tape {};
double square(double x) { return x * x * x; }
} // namespace adjoint
namespace std {
double sin(double x) { return 2.0 * x * x; }
} // namespace std

#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n; ++i)
    product *= ::std::sin(x[i]) + adjoint::square(x[i]) * std::sin(x[i]);
  return product;
}

namespace inner {
double recursive(double x, int n) {
  return n > 0 ? recursive(x, n - 1) * adjoint::square(x) + std::sin(x) : ::std::exp(x);
}
#pragma adjoint reverse
double g(double x) { return recursive(x, 3); }
} // namespace inner
} // namespace solver

int main() {
  numeric::check("f", solver::f, solver::f_b, {{0.7, 1.3}, {2.1, -0.4}});
  numeric::check("g", solver::inner::g, solver::inner::g_b, {{0.7}, {-0.9}});
  return numeric::report();
}
