// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The Black-Scholes formula: all six sensitivities equal the closed form.

#include "numeric.h"

#include <cmath>

double normalCdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double normalDensity(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2.0 * 3.14159265358979323846); }

#pragma adjoint reverse
double blackScholes(double S0, double r, double y, double sig, double K, double T) {
  const double df = std::exp(-r * T);
  const double F = S0 * std::exp((r - y) * T);
  const double std = sig * sqrt(T);
  const double d = log(F / K) / std;
  const double d1 = d + 0.5 * std, d2 = d1 - std;
  const double nd1 = normalCdf(d1), nd2 = normalCdf(d2);
  return df * (F * nd1 - K * nd2);
}

// One variable for everything, overwritten at every step.
#pragma adjoint reverse
double overwritten(double S0, double r, double y, double sig, double K, double T) {
  sig *= std::sqrt(T);
  y = S0 * std::exp((r - y) * T);
  S0 = std::log(y / K) / sig + 0.5 * sig;
  sig = S0 - sig;
  S0 = normalCdf(S0);
  sig = normalCdf(sig);
  y *= S0;
  y -= K * sig;
  y *= std::exp(-r * T);
  return y;
}

template <class Adjoint> void compareWithClosedForm(const char *name, Adjoint f_b, const numeric::Vector &x) {
  const double S0 = x[0], r = x[1], y = x[2], sig = x[3], K = x[4], T = x[5];
  const double df = std::exp(-r * T), F = S0 * std::exp((r - y) * T), deviation = sig * std::sqrt(T);
  const double d1 = std::log(F / K) / deviation + 0.5 * deviation, d2 = d1 - deviation;
  const double vega = df * F * normalDensity(d1) * std::sqrt(T);
  const double closedForm[6] = {
      df * F / S0 * normalCdf(d1), df * K * T * normalCdf(d2),
      -df * F * T * normalCdf(d1), vega,
      -df * normalCdf(d2),         vega * sig / (2.0 * T) + r * K * df * normalCdf(d2) - y * df * F * normalCdf(d1),
  };
  double b[6] = {};
  f_b(S0, b[0], r, b[1], y, b[2], sig, b[3], K, b[4], T, b[5], 1.0);
  for (int i = 0; i < 6; ++i)
    numeric::compare(name, "closed form", i, closedForm[i], b[i], 1e-12 * std::fabs(closedForm[i]));
}

int main() {
  const numeric::Vector points[] = {
      {100.0, 0.02, 0.01, 0.2, 105.0, 1.5}, {80.0, 0.05, 0.0, 0.35, 70.0, 0.5}, {1.2, -0.01, 0.03, 0.1, 1.25, 2.0}};
  for (const numeric::Vector &x : points) {
    compareWithClosedForm("blackScholes", blackScholes_b, x);
    compareWithClosedForm("overwritten", overwritten_b, x);
    numeric::check("blackScholes", blackScholes, blackScholes_b, {x});
    numeric::check("overwritten", overwritten, overwritten_b, {x});
  }
  return numeric::report();
}
