// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The price of a European call and its six sensitivities: by the generated adjoint, in closed form, and by finite
// differences. The program fails if they disagree.
//
//   adjoint-gen black-scholes.cpp -o black-scholes.adj.cpp
//   g++ -O2 black-scholes.adj.cpp $(adjoint-gen --cxxflags) -o black-scholes && ./black-scholes

#include <cmath>
#include <cstdio>

double normalDensity(double x) { return 0.3989422804014327 * std::exp(-0.5 * x * x); }

double normalCdf(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

// The derivative of the distribution is the density; there is nothing to generate.
#pragma adjoint derivative_of(normalCdf)
void normalCdf_b(double x, double &x_b, double result_b) { x_b += result_b * normalDensity(x); }

/// A call on an asset with spot S0, dividend yield y and volatility sig, at the interest rate r, with strike K and
/// maturity T.
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

namespace {

enum { Inputs = 6 };
const char *const inputNames[Inputs] = {"spot", "rate", "yield", "volatility", "strike", "maturity"};

double price(const double *x) { return blackScholes(x[0], x[1], x[2], x[3], x[4], x[5]); }

void closedForm(const double *x, double *greek) {
  const double S0 = x[0], r = x[1], y = x[2], sig = x[3], K = x[4], T = x[5];
  const double df = std::exp(-r * T), F = S0 * std::exp((r - y) * T), deviation = sig * std::sqrt(T);
  const double d1 = std::log(F / K) / deviation + 0.5 * deviation, d2 = d1 - deviation;
  greek[0] = df * F / S0 * normalCdf(d1);
  greek[1] = df * K * T * normalCdf(d2);
  greek[2] = -df * F * T * normalCdf(d1);
  greek[3] = df * F * normalDensity(d1) * std::sqrt(T);
  greek[4] = -df * normalCdf(d2);
  greek[5] = greek[3] * sig / (2.0 * T) + r * K * df * normalCdf(d2) - y * df * F * normalCdf(d1);
}

double centralDifference(const double *x, int i) {
  double above[Inputs], below[Inputs];
  for (int k = 0; k < Inputs; ++k)
    above[k] = below[k] = x[k];
  const double h = 1e-5 * (std::fabs(x[i]) + 0.01);
  above[i] += h;
  below[i] -= h;
  return (price(above) - price(below)) / (above[i] - below[i]);
}

double relativeError(double value, double reference) { return std::fabs(value - reference) / std::fabs(reference); }

} // namespace

int main() {
  const double x[Inputs] = {100.0, 0.02, 0.01, 0.2, 105.0, 1.5};

  double adjoint[Inputs] = {};
  blackScholes_b(x[0], adjoint[0], x[1], adjoint[1], x[2], adjoint[2], x[3], adjoint[3], x[4], adjoint[4], x[5],
                 adjoint[5], 1.0);
  double exact[Inputs];
  closedForm(x, exact);

  std::printf("Black-Scholes: price %.12f\n\n", price(x));
  std::printf("%-12s %20s %20s %20s\n", "d price / d", "adjoint", "closed form", "finite differences");
  bool agree = true;
  for (int i = 0; i < Inputs; ++i) {
    const double differences = centralDifference(x, i);
    const bool agrees = relativeError(adjoint[i], exact[i]) <= 1e-12 && relativeError(adjoint[i], differences) <= 1e-5;
    std::printf("%-12s %20.12f %20.12f %20.12f%s\n", inputNames[i], adjoint[i], exact[i], differences,
                agrees ? "" : "  disagree");
    agree = agree && agrees;
  }
  return agree ? 0 : 1;
}
