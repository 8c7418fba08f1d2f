// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call on the mean of a price over a year, by simulation of paths with given random numbers.
#include "Kernel.h"

#include <cmath>

namespace {

enum { Steps = 252 };

/// `p`: spot, rate, volatility, strike; `z`: standard normal numbers, Steps for each path.
#pragma adjoint reverse wrt(p)
double asian(const double *p, const double *z, int paths) {
  const double dt = 1.0 / Steps;
  double drift = (p[1] - 0.5 * p[2] * p[2]) * dt, diffusion = p[2] * std::sqrt(dt);
  double sum = 0.0;
  for (int path = 0; path < paths; ++path) {
    double price = p[0], mean = 0.0;
    for (int step = 0; step < Steps; ++step) {
      price *= std::exp(drift + diffusion * z[path * Steps + step]);
      mean += price;
    }
    mean /= Steps;
    if (mean > p[3])
      sum += mean - p[3];
  }
  return std::exp(-p[1]) * sum / paths;
}

/// The prices of a path are kept; the adjoint of a logarithm of a price is the sum of the later prices.
void asianByHand(const double *p, double *p_b, const double *z, int paths, double result_b) {
  const double dt = 1.0 / Steps;
  const double drift = (p[1] - 0.5 * p[2] * p[2]) * dt, diffusion = p[2] * std::sqrt(dt);
  double prices[Steps];
  double sum = 0.0, drift_b = 0.0, diffusion_b = 0.0, logSpot_b = 0.0, strike_b = 0.0;
  for (int path = 0; path < paths; ++path) {
    double price = p[0], mean = 0.0;
    for (int step = 0; step < Steps; ++step) {
      price *= std::exp(drift + diffusion * z[path * Steps + step]);
      prices[step] = price;
      mean += price;
    }
    mean /= Steps;
    if (mean <= p[3])
      continue;
    sum += mean - p[3];
    strike_b -= 1.0;
    double later = 0.0;
    for (int step = Steps; step-- > 0;) {
      later += prices[step];
      drift_b += later;
      diffusion_b += later * z[path * Steps + step];
    }
    logSpot_b += later;
  }
  const double discount = std::exp(-p[1]), weight = result_b * discount / paths, each = weight / Steps;
  p_b[0] += each * logSpot_b / p[0];
  p_b[1] += each * drift_b * dt - weight * sum;
  p_b[2] += each * (diffusion_b * std::sqrt(dt) - drift_b * p[2] * dt);
  p_b[3] += weight * strike_b;
}

bench::Kernel make(int paths) {
  const std::vector<double> p = {100.0, 0.03, 0.2, 101.0};
  std::vector<double> z = bench::numbers(paths * Steps, -1.7320508, 1.7320508); // of variance 1
  return {[=] { return asian(p.data(), z.data(), paths); },
          [=](std::vector<double> &g) { asian_b(p.data(), g.data(), z.data(), paths, 1.0); },
          [=](std::vector<double> &g) { asianByHand(p.data(), g.data(), z.data(), paths, 1.0); }, p.size()};
}

const bench::Registration registration("asian", make, 500);

} // namespace
