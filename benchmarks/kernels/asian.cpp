// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/asian.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(p) function(bench::asian<double>)

namespace bench {

/// The prices of a path are kept; the adjoint of a logarithm of a price is the sum of the later prices.
void asianByHand(const double *p, double *p_b, const double *z, int paths, double result_b) {
  const double dt = 1.0 / AsianSteps;
  const double drift = (p[1] - 0.5 * p[2] * p[2]) * dt, diffusion = p[2] * std::sqrt(dt);
  double prices[AsianSteps];
  double sum = 0.0, drift_b = 0.0, diffusion_b = 0.0, logSpot_b = 0.0, strike_b = 0.0;
  for (int path = 0; path < paths; ++path) {
    double price = p[0], mean = 0.0;
    for (int step = 0; step < AsianSteps; ++step) {
      price *= std::exp(drift + diffusion * z[path * AsianSteps + step]);
      prices[step] = price;
      mean += price;
    }
    mean /= AsianSteps;
    if (mean <= p[3])
      continue;
    sum += mean - p[3];
    strike_b -= 1.0;
    double later = 0.0;
    for (int step = AsianSteps; step-- > 0;) {
      later += prices[step];
      drift_b += later;
      diffusion_b += later * z[path * AsianSteps + step];
    }
    logSpot_b += later;
  }
  const double discount = std::exp(-p[1]), weight = result_b * discount / paths, each = weight / AsianSteps;
  p_b[0] += each * logSpot_b / p[0];
  p_b[1] += each * drift_b * dt - weight * sum;
  p_b[2] += each * (diffusion_b * std::sqrt(dt) - drift_b * p[2] * dt);
  p_b[3] += weight * strike_b;
}

namespace {

Kernel make(const Asian &problem) {
  return {[=] { return asian(problem.x.data(), problem.z.data(), problem.paths); },
          [=](double *g) { asian_b(problem.x.data(), g, problem.z.data(), problem.paths, 1.0); },
          [=](double *g) { asianByHand(problem.x.data(), g, problem.z.data(), problem.paths, 1.0); }};
}

const Registration registration(make);

} // namespace
} // namespace bench
