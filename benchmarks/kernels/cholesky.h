// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logarithm of the determinant of a positive definite matrix, by its Cholesky factor.
#ifndef ADJOINT_BENCHMARKS_KERNELS_CHOLESKY_H
#define ADJOINT_BENCHMARKS_KERNELS_CHOLESKY_H

#include "Numbers.h"

#include <cmath>

namespace bench {

/// Of the symmetric `a`, n by n, the lower triangle is read; it becomes the factor.
template <class Real> Real logDeterminant(Real *a, int n) {
  using std::log, std::sqrt;
  Real sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      Real s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? sqrt(s) : s / a[j * n + j];
    }
    sum += log(a[i * n + i]);
  }
  return 2.0 * sum;
}

struct Cholesky {
  static constexpr const char *name = "cholesky";
  static constexpr int sizes[] = {26, 38, 56, 82, 120}, taped = 120;

  explicit Cholesky(int n) : n(n), x(numbers(n * n, 0.0, 1.0)) {
    for (int i = 0; i < n; ++i)
      x[i * n + i] += n;
  }

  template <class Real> Real operator()(Real *a) const { return logDeterminant<Real>(a, n); }

  int n;
  std::vector<double> x;
};

} // namespace bench

#endif
