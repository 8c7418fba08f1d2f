// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The characteristic function of Heston's model on std::complex, and a call price by integrating it.

#include "numeric.h"

#include <cmath>
#include <complex>

struct Heston {
  double reversion, longVariance, volatility, correlation, variance;
};

using Complex = std::complex<double>;

static Complex characteristic(const Heston &m, double logSpot, double maturity, Complex u) {
  const Complex i(0.0, 1.0);
  Complex b = m.reversion - m.correlation * m.volatility * i * u;
  Complex d = std::sqrt(b * b + m.volatility * m.volatility * (i * u + u * u));
  Complex g = (b - d) / (b + d);
  Complex decay = std::exp(-d * maturity);
  double scale = m.reversion * m.longVariance / (m.volatility * m.volatility);
  Complex c = scale * ((b - d) * maturity - 2.0 * std::log((1.0 - g * decay) / (1.0 - g)));
  Complex v = (b - d) / (m.volatility * m.volatility) * (1.0 - decay) / (1.0 - g * decay);
  return std::exp(c + v * m.variance + i * u * logSpot);
}

#pragma adjoint reverse
double callPrice(const Heston &model, double spot, double strike, double maturity) {
  const double step = 0.5, logStrike = std::log(strike), logSpot = std::log(spot);
  double first = 0.0, second = 0.0;
  const Complex i(0.0, 1.0);
  for (int k = 0; k < 40; ++k) {
    double u = (k + 0.5) * step;
    Complex shift = std::exp(-i * u * logStrike) / (i * u);
    first += std::real(shift * characteristic(model, logSpot, maturity, u - i)) * step;
    second += (shift * characteristic(model, logSpot, maturity, Complex(u))).real() * step;
  }
  const double pi = 3.14159265358979324;
  return 0.5 * (spot - strike) + (first - strike * second) / pi;
}

int main() {
  using numeric::Vector;
  numeric::check(
      "callPrice", {1.5, 0.06, 0.4, -0.6, 0.05, 100.0, 105.0, 0.8},
      [&](const Vector &v) {
        return Vector{callPrice(Heston{v[0], v[1], v[2], v[3], v[4]}, v[5], v[6], v[7])};
      },
      [&](const Vector &v, const Vector &y_b) {
        Heston m{v[0], v[1], v[2], v[3], v[4]}, b{};
        double spot_b = 0.0, strike_b = 0.0, maturity_b = 0.0;
        callPrice_b(m, b, v[5], spot_b, v[6], strike_b, v[7], maturity_b, y_b[0]);
        return Vector{b.reversion, b.longVariance, b.volatility, b.correlation,
                      b.variance,  spot_b,         strike_b,     maturity_b};
      });
  return numeric::report();
}
