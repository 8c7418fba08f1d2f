// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A curve of forward rates is calibrated to the par rates of swaps, which are quoted: one swap for each year. A portfolio is
// valued by the curve. The program prints the derivatives of its value by the quotes, by one adjoint, in which the calibration is one
// linear system, and by calibrating anew for each quote, and fails if they disagree.
//
//   adjoint-gen curve.cpp -o curve.adj.cpp
//   g++ -std=c++17 -O2 curve.adj.cpp $(adjoint-gen --cxxflags) -o curve && ./curve

#include <cmath>
#include <cstdio>

constexpr int Years = 12;

/// The rate at which a swap of so many years costs nothing.
double parRate(const double *forward, int years) {
  double discount = 1.0, annuity = 0.0;
  for (int year = 0; year < years; ++year) {
    discount /= 1.0 + forward[year];
    annuity += discount;
  }
  return (1.0 - discount) / annuity;
}

/// What the curve says of the quotes that is wrong.
void mispricing(const double *forward, const double *quotes, int n, double *residual) {
  for (int i = 0; i < n; ++i)
    residual[i] = parRate(forward, i + 1) - quotes[i];
}

/// Year by year, by bisection: nothing that could be differentiated.
void calibrate(const double *quotes, int n, double *forward) {
  for (int i = 0; i < n; ++i) {
    double low = -0.5, high = 1.0;
    for (int step = 0; step < 60; ++step) {
      forward[i] = 0.5 * (low + high);
      (parRate(forward, i + 1) < quotes[i] ? low : high) = forward[i];
    }
  }
}

/// Of payments, one at the end of each year.
double presentValue(const double *forward, const double *payments, int n) {
  double discount = 1.0, value = 0.0;
  for (int year = 0; year < n; ++year) {
    discount /= 1.0 + forward[year];
    value += payments[year] * discount;
  }
  return value;
}

#pragma adjoint reverse wrt(quotes)
double portfolio(const double *quotes, const double *payments) {
  double forward[Years];
#pragma adjoint implicit(forward : mispricing(forward, quotes, 12, result))
  calibrate(quotes, Years, forward);
  return presentValue(forward, payments, Years);
}

int main() {
  double quotes[Years], payments[Years], quotes_b[Years] = {};
  for (int i = 0; i < Years; ++i) {
    quotes[i] = 0.02 + 0.01 * std::log(1.0 + i);
    payments[i] = i % 3 == 0 ? 100.0 : -20.0;
  }
  std::printf("value %.6f\n", portfolio(quotes, payments));
  portfolio_b(quotes, quotes_b, payments, 1.0);
  bool isRight = true;
  for (int i = 0; i < Years; ++i) {
    const double quote = quotes[i], h = 1e-6;
    quotes[i] = quote + h;
    const double up = portfolio(quotes, payments);
    quotes[i] = quote - h;
    const double down = portfolio(quotes, payments);
    quotes[i] = quote;
    const double difference = (up - down) / (2 * h);
    std::printf("%2d years: %12.6f by the adjoint, %12.6f by calibrating anew\n", i + 1, quotes_b[i], difference);
    isRight = isRight && std::fabs(quotes_b[i] - difference) < 1e-4 * (1.0 + std::fabs(difference));
  }
  std::puts(isRight ? "agree" : "DISAGREE");
  return isRight ? 0 : 1;
}
