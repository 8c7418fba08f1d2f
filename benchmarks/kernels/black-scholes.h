// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a portfolio of European calls is worth (Black and Scholes 1973), by all parameters of each.
#ifndef ADJOINT_BENCHMARKS_KERNELS_BLACK_SCHOLES_H
#define ADJOINT_BENCHMARKS_KERNELS_BLACK_SCHOLES_H

#include "Numbers.h"

#include <cmath>

namespace bench {

template <class Real> Real normal(const Real &x) {
  using std::erfc;
  return 0.5 * erfc(-x * 0.70710678118654752440);
}

/// `x`: n spots, n strikes, n volatilities, n rates, n maturities.
template <class Real> Real portfolio(const Real *x, int n) {
  using std::exp, std::log, std::sqrt;
  Real sum = 0.0;
  for (int i = 0; i < n; ++i) {
    Real spot = x[i], strike = x[n + i], sigma = x[2 * n + i], rate = x[3 * n + i], maturity = x[4 * n + i];
    Real spread = sigma * sqrt(maturity);
    Real d1 = (log(spot / strike) + (rate + 0.5 * sigma * sigma) * maturity) / spread;
    Real d2 = d1 - spread;
    sum += spot * normal<Real>(d1) - strike * exp(-rate * maturity) * normal<Real>(d2);
  }
  return sum;
}

struct BlackScholes {
  static constexpr const char *name = "black-scholes";
  static constexpr int sizes[] = {200, 630, 2000, 6300, 20000}, taped = 20000;

  explicit BlackScholes(int n) : n(n), x(numbers(5 * n, 0.5, 1.5)) {
    for (int i = 0; i < n; ++i) {
      x[2 * n + i] *= 0.3;
      x[3 * n + i] *= 0.05;
    }
  }

  template <class Real> Real operator()(Real *x) const { return portfolio<Real>(x, n); }

  int n;
  std::vector<double> x;
};

} // namespace bench

#endif
