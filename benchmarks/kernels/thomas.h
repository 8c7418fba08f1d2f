// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tridiagonal system by elimination (Thomas), and the sum of the squares of its solution.
#ifndef ADJOINT_BENCHMARKS_KERNELS_THOMAS_H
#define ADJOINT_BENCHMARKS_KERNELS_THOMAS_H

#include "Numbers.h"

namespace bench {

/// `t`: n each of the lower diagonal, the diagonal, the upper diagonal and the right-hand side. `upper` and `x` are scratch.
template <class Real> Real thomas(const Real *__restrict t, Real *__restrict upper, Real *__restrict x, int n) {
  const Real *a = t, *b = t + n, *c = t + 2 * n, *d = t + 3 * n;
  upper[0] = c[0] / b[0];
  x[0] = d[0] / b[0];
  for (int i = 1; i < n; ++i) {
    Real scale = 1.0 / (b[i] - a[i] * upper[i - 1]);
    upper[i] = c[i] * scale;
    x[i] = (d[i] - a[i] * x[i - 1]) * scale;
  }
  Real sum = x[n - 1] * x[n - 1];
  for (int i = n - 2; i >= 0; --i) {
    x[i] -= upper[i] * x[i + 1];
    sum += x[i] * x[i];
  }
  return sum;
}

struct Thomas {
  static constexpr const char *name = "thomas";
  static constexpr int sizes[] = {200, 630, 2000, 6300, 20000}, taped = 20000;

  explicit Thomas(int n) : n(n), x(numbers(4 * n, 0.5, 1.0)) {
    for (int i = 0; i < n; ++i)
      x[n + i] += 2.0;
  }

  template <class Real> Real operator()(Real *t) const {
    std::vector<Real> upper(n), solution(n);
    return thomas<Real>(t, upper.data(), solution.data(), n);
  }

  int n;
  std::vector<double> x;
};

} // namespace bench

#endif
