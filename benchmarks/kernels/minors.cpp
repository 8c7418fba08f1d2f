// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A determinant by recursive expansion into minors.
#include "Kernel.h"

namespace {

/// Of the rows from `row` on and the columns in the set `columns`.
double minors(const double *a, int n, int row, unsigned columns) {
  if (row == n)
    return 1.0;
  double sum = 0.0, sign = 1.0;
  for (int j = 0; j < n; ++j)
    if (columns >> j & 1u) {
      sum += sign * a[row * n + j] * minors(a, n, row + 1, columns & ~(1u << j));
      sign = -sign;
    }
  return sum;
}

#pragma adjoint reverse wrt(a)
double determinant(const double *a, int n) { return minors(a, n, 0, (1u << n) - 1u); }

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

bench::Kernel make(int n) {
  const std::vector<double> a = bench::numbers(n * n, -1.0, 1.0);
  return {[=] { return determinant(a.data(), n); },
          [=](std::vector<double> &g) { determinant_b(a.data(), g.data(), n, 1.0); },
          [=](std::vector<double> &g) { minorsByHand(a.data(), g.data(), n, 0, (1u << n) - 1u, 1.0); }, a.size()};
}

const bench::Registration registration("minors", make, 8);

} // namespace
