// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A determinant by recursive expansion into minors.
#ifndef ADJOINT_BENCHMARKS_KERNELS_MINORS_H
#define ADJOINT_BENCHMARKS_KERNELS_MINORS_H

#include "Numbers.h"

namespace bench {

/// Of the rows from `row` on and the columns in the set `columns`.
template <class Real> Real minors(const Real *a, int n, int row, unsigned columns) {
  if (row == n)
    return 1.0;
  Real sum = 0.0;
  double sign = 1.0;
  for (int j = 0; j < n; ++j)
    if (columns >> j & 1u) {
      sum += sign * a[row * n + j] * minors(a, n, row + 1, columns & ~(1u << j));
      sign = -sign;
    }
  return sum;
}

template <class Real> Real determinant(const Real *a, int n) { return minors(a, n, 0, (1u << n) - 1u); }

struct Minors {
  static constexpr const char *name = "minors";
  static constexpr int sizes[] = {4, 5, 6, 7, 8}, taped = 8;

  explicit Minors(int n) : n(n), x(numbers(n * n, -1.0, 1.0)) {}

  template <class Real> Real operator()(Real *a) const { return determinant<Real>(a, n); }

  int n;
  std::vector<double> x;
};

} // namespace bench

#endif
