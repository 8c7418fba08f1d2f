// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logarithm of a sum of exponentials, shifted by the largest argument.
#ifndef ADJOINT_BENCHMARKS_KERNELS_LOG_SUM_EXP_H
#define ADJOINT_BENCHMARKS_KERNELS_LOG_SUM_EXP_H

#include "Numbers.h"

#include <cmath>

namespace bench {

template <class Real> Real logSumExp(const Real *x, int n) {
  using std::exp, std::log;
  Real largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  Real sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

struct LogSumExp {
  static constexpr const char *name = "log-sum-exp";
  static constexpr int sizes[] = {6400, 20200, 64000, 202000, 640000}, taped = 640000;

  explicit LogSumExp(int n) : n(n), x(numbers(n, -2.0, 2.0)) {}

  template <class Real> Real operator()(Real *x) const { return logSumExp<Real>(x, n); }

  int n;
  std::vector<double> x;
};

} // namespace bench

#endif
