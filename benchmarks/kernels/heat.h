// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heat equation on a square of n by n points by explicit steps, and how far its solution is from a target.
#ifndef ADJOINT_BENCHMARKS_KERNELS_HEAT_H
#define ADJOINT_BENCHMARKS_KERNELS_HEAT_H

#include "Numbers.h"

namespace bench {

enum { HeatSteps = 50 };

/// `current` is the initial state, and scratch.
template <class Real> Real heat(int n, Real *__restrict current, Real *__restrict next, const double *__restrict target) {
  const double a = 0.2;
  for (int step = 0; step < HeatSteps; ++step) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = current[i * n + j] + a * (current[(i - 1) * n + j] + current[(i + 1) * n + j] +
                                                    current[i * n + j - 1] + current[i * n + j + 1] -
                                                    4.0 * current[i * n + j]);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        current[i * n + j] = next[i * n + j];
  }
  Real misfit = 0.0;
  for (int i = 0; i < n * n; ++i)
    misfit += (current[i] - target[i]) * (current[i] - target[i]);
  return misfit;
}

struct Heat {
  static constexpr const char *name = "heat";
  static constexpr int sizes[] = {26, 46, 81, 144, 256}, taped = 144;

  explicit Heat(int n) : n(n), target(numbers(n * n, 0.0, 1.0)), x(target) {}

  template <class Real> Real operator()(Real *current) const {
    std::vector<Real> next(n * n);
    return heat<Real>(n, current, next.data(), target.data());
  }

  int n;
  std::vector<double> target, x;
};

} // namespace bench

#endif
