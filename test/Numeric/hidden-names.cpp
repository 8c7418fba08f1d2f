// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// Namespaces that have an `adjoint`, a `std` and functions called as those of the C library, which are called as well.

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

namespace degrees {
double sin(double x) { return ::sin(x / 57.0); }
double cos(double x) { return x * 1000; }
inline double pow(double x, int k) {
  double r = 1;
  for (int i = 0; i < k; ++i)
    r *= x;
  return r;
}
struct Dual {
  double value, derivative;
};
Dual exp(const Dual &a) {
  using std::exp;
  return {exp(a.value), exp(a.value) * a.derivative};
}

#pragma adjoint reverse
double ofFile(double x) { return ::sin(x) * sin(x) + ::cos(x); }
#pragma adjoint reverse
double byUsing(double x) {
  using std::pow, std::exp;
  return pow(x, 2.5) * pow(x, 3) + exp(x) * exp(Dual{x, x}).derivative;
}
} // namespace degrees

int main() {
  numeric::check("ofFile", degrees::ofFile, degrees::ofFile_b, {{0.7}, {-0.9}});
  numeric::check("byUsing", degrees::byUsing, degrees::byUsing_b, {{0.7}, {1.9}});
  numeric::check("f", solver::f, solver::f_b, {{0.7, 1.3}, {2.1, -0.4}});
  numeric::check("g", solver::inner::g, solver::inner::g_b, {{0.7}, {-0.9}});
  return numeric::report();
}
