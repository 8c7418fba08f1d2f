// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a portfolio of European calls is worth (Black and Scholes 1973), by all parameters of each.
#include "Kernel.h"

#include <cmath>

namespace {

double normal(double x) { return 0.5 * std::erfc(-x * 0.70710678118654752440); }

/// `x`: n spots, n strikes, n volatilities, n rates, n maturities.
#pragma adjoint reverse wrt(x)
double portfolio(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double spot = x[i], strike = x[n + i], sigma = x[2 * n + i], rate = x[3 * n + i], maturity = x[4 * n + i];
    double spread = sigma * std::sqrt(maturity);
    double d1 = (std::log(spot / strike) + (rate + 0.5 * sigma * sigma) * maturity) / spread;
    double d2 = d1 - spread;
    sum += spot * normal(d1) - strike * std::exp(-rate * maturity) * normal(d2);
  }
  return sum;
}

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

bench::Kernel make(int n) {
  const std::vector<double> random = bench::numbers(5 * n, 0.5, 1.5);
  std::vector<double> x = random;
  for (int i = 0; i < n; ++i) {
    x[2 * n + i] *= 0.3;
    x[3 * n + i] *= 0.05;
  }
  return {[=] { return portfolio(x.data(), n); },
          [=](std::vector<double> &g) { portfolio_b(x.data(), g.data(), n, 1.0); },
          [=](std::vector<double> &g) { portfolioByHand(x.data(), g.data(), n, 1.0); }, x.size()};
}

const bench::Registration registration("black-scholes", make, 20000);

} // namespace
