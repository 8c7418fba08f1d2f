// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/black-scholes.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(x) function(bench::portfolio<double>)

namespace bench {

/// The sensitivities in closed form: what the densities add at d1 and d2 cancels.
void portfolioByHand(const double *x, double *x_b, int n, double result_b) {
  for (int i = 0; i < n; ++i) {
    double spot = x[i], strike = x[n + i], sigma = x[2 * n + i], rate = x[3 * n + i], maturity = x[4 * n + i];
    double root = std::sqrt(maturity), spread = sigma * root;
    double d1 = (std::log(spot / strike) + (rate + 0.5 * sigma * sigma) * maturity) / spread;
    double discount = std::exp(-rate * maturity), inside = discount * normal(d1 - spread);
    double vega = spot * 0.39894228040143267794 * std::exp(-0.5 * d1 * d1);
    x_b[i] += result_b * normal(d1);
    x_b[n + i] -= result_b * inside;
    x_b[2 * n + i] += result_b * vega * root;
    x_b[3 * n + i] += result_b * strike * maturity * inside;
    x_b[4 * n + i] += result_b * (0.5 * vega * sigma / root + rate * strike * inside);
  }
}

namespace {

Kernel make(const BlackScholes &problem) {
  return {[=] { return portfolio(problem.x.data(), problem.n); },
          [=](double *g) { portfolio_b(problem.x.data(), g, problem.n, 1.0); },
          [=](double *g) { portfolioByHand(problem.x.data(), g, problem.n, 1.0); }};
}

const Registration registration(make);

} // namespace
} // namespace bench
