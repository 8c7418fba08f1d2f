// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/minors.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(a) function(bench::determinant<double>)

namespace bench {

/// The weight of a minor is known before it is: one recursion gives the value and the gradient.
double minorsByHand(const double *a, double *a_b, int n, int row, unsigned columns, double weight) {
  if (row == n)
    return 1.0;
  double sum = 0.0;
  for (int j = 0; j < n; ++j)
    if (columns >> j & 1u) {
      double factor = a[row * n + j];
      double minor = minorsByHand(a, a_b, n, row + 1, columns & ~(1u << j), weight * factor);
      a_b[row * n + j] += weight * minor;
      sum += factor * minor;
      weight = -weight;
      sum = -sum;
    }
  return __builtin_popcount(columns) & 1 ? -sum : sum;
}

namespace {

Kernel make(const Minors &problem) {
  const int n = problem.n;
  return {[=] { return determinant(problem.x.data(), n); },
          [=](double *g) { determinant_b(problem.x.data(), g, n, 1.0); },
          [=](double *g) { minorsByHand(problem.x.data(), g, n, 0, (1u << n) - 1u, 1.0); }};
}

const Registration registration(make);

} // namespace
} // namespace bench
