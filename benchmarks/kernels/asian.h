// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call on the mean of a price over a year, by simulation of paths with given random numbers.
#ifndef ADJOINT_BENCHMARKS_KERNELS_ASIAN_H
#define ADJOINT_BENCHMARKS_KERNELS_ASIAN_H

#include "Numbers.h"

#include <cmath>

namespace bench {

enum { AsianSteps = 252 };

/// `p`: spot, rate, volatility, strike; `z`: standard normal numbers, AsianSteps for each path.
template <class Real> Real asian(const Real *p, const double *z, int paths) {
  using std::exp, std::sqrt;
  const double dt = 1.0 / AsianSteps;
  Real drift = (p[1] - 0.5 * p[2] * p[2]) * dt, diffusion = p[2] * sqrt(dt);
  Real sum = 0.0;
  for (int path = 0; path < paths; ++path) {
    Real price = p[0], mean = 0.0;
    for (int step = 0; step < AsianSteps; ++step) {
      price *= exp(drift + diffusion * z[path * AsianSteps + step]);
      mean += price;
    }
    mean /= AsianSteps;
    if (mean > p[3])
      sum += mean - p[3];
  }
  return exp(-p[1]) * sum / paths;
}

struct Asian {
  static constexpr const char *name = "asian";
  static constexpr int sizes[] = {5, 16, 50, 160, 500}, taped = 500;

  explicit Asian(int paths)
      : paths(paths), z(numbers(std::size_t(paths) * AsianSteps, -1.7320508, 1.7320508)) {} // of variance 1

  template <class Real> Real operator()(Real *p) const { return asian<Real>(p, z.data(), paths); }

  int paths;
  std::vector<double> z, x = {100.0, 0.03, 0.2, 101.0};
};

} // namespace bench

#endif
