// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A European call by Monte Carlo simulation, after U. Naumann, "Differentiable Scripting", section 4. The simulation is
// external and has a hand-written adjoint; the payoff's kink has a smoothed derivative. The program prints the price
// and its gradient by the generated adjoint, by central differences on the same paths, and in closed form, and fails if
// they disagree.
//
//   adjoint-gen monte-carlo.cpp -o monte-carlo.adj.cpp
//   g++ -O2 -I. monte-carlo.adj.cpp mc.cpp $(adjoint-gen --cxxflags) -o monte-carlo && ./monte-carlo

#include "mc.h"

#include <adjoint/smooth.h>

#include <cmath>
#include <cstdio>

#pragma adjoint derivative_of(mc)
void mc_b(const double *x, double *x_b, double *s, double *s_b, int M);

#pragma adjoint reverse
void payoff(const double *d, double *p) {
#pragma adjoint noprimal
  p[0] = adjoint::smooth::max0(d[1] - d[0], 1e-5);
}

/// x = {spot, rate, volatility, strike}, y = {price}, M paths.
//
// The pragmas are redundant: what they say is found without them. The paper has one more notbr, on the call of payoff;
// but the derivative by the rate needs each path's p[0].
#pragma adjoint reverse
void blackScholesCall(const double *__restrict x, double *__restrict y, int M) {
  double *s = new double[M];
#pragma adjoint notbr
  mc(x, s, M);
  double d[2];
  double p[1];
  y[0] = 0.0;
  for (int I = 0; I < M; ++I) {
#pragma adjoint notbr
    d[0] = x[3];
    d[1] = s[I];
    payoff(d, p);
#pragma adjoint notbr
    y[0] = y[0] + std::exp(-x[1]) * p[0];
  }
#pragma adjoint noprimal
  y[0] = y[0] / M;
  delete[] s;
}

namespace {

enum { Inputs = 4, Paths = 10000, Batches = 32 };
const char *const inputNames[Inputs] = {"spot", "rate", "volatility", "strike"};

double price(const double *x) {
  double y = 0.0;
  blackScholesCall(x, &y, Paths);
  return y;
}

void gradient(const double *x, double *x_b) {
  double y = 0.0, y_b = 1.0;
  for (int i = 0; i < Inputs; ++i)
    x_b[i] = 0.0;
  blackScholesCall_b(x, x_b, &y, &y_b, Paths);
}

double centralDifference(const double *x, int i) {
  double above[Inputs], below[Inputs];
  for (int k = 0; k < Inputs; ++k)
    above[k] = below[k] = x[k];
  const double h = 1e-6 * std::fabs(x[i]);
  above[i] += h;
  below[i] -= h;
  return (price(above) - price(below)) / (above[i] - below[i]);
}

double normalCdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// The price, then its derivatives.
void closedForm(const double *x, double *value) {
  const double d1 = (std::log(x[0] / x[3]) + x[1]) / x[2] + 0.5 * x[2], d2 = d1 - x[2];
  const double df = std::exp(-x[1]);
  value[0] = x[0] * normalCdf(d1) - x[3] * df * normalCdf(d2);
  value[1] = normalCdf(d1);
  value[2] = x[3] * df * normalCdf(d2);
  value[3] = x[0] * std::exp(-0.5 * d1 * d1) / std::sqrt(2.0 * 3.14159265358979323846);
  value[4] = -df * normalCdf(d2);
}

struct Estimate {
  double sum = 0.0, squares = 0.0;

  void add(double value) {
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / Batches; }
  double standardError() const { return std::sqrt((squares - sum * mean()) / (Batches * (Batches - 1.0))); }
};

bool differencesAgree(const double *x) {
  selectBatch(0);
  double x_b[Inputs];
  gradient(x, x_b);
  std::printf("%d paths: price %.6f\n\n", int(Paths), price(x));
  std::printf("%-12s %16s %20s\n", "d price / d", "adjoint", "central differences");
  bool agree = true;
  for (int i = 0; i < Inputs; ++i) {
    const double differences = centralDifference(x, i);
    const bool agrees = std::fabs(x_b[i] - differences) <= 1e-6 * std::fabs(differences);
    std::printf("%-12s %16.9f %20.9f%s\n", inputNames[i], x_b[i], differences, agrees ? "" : "  disagree");
    agree = agree && agrees;
  }
  return agree;
}

bool closedFormAgrees(const double *x) {
  Estimate estimates[1 + Inputs];
  for (unsigned batch = 0; batch < Batches; ++batch) {
    selectBatch(batch);
    double x_b[Inputs];
    gradient(x, x_b);
    estimates[0].add(price(x));
    for (int i = 0; i < Inputs; ++i)
      estimates[1 + i].add(x_b[i]);
  }
  double exact[1 + Inputs];
  closedForm(x, exact);
  std::printf("\n%d paths:\n\n%-12s %16s %20s %16s\n", Paths * Batches, "", "adjoint", "closed form", "standard error");
  bool agree = true;
  for (int i = 0; i < 1 + Inputs; ++i) {
    const double error = estimates[i].standardError();
    const bool agrees = std::fabs(estimates[i].mean() - exact[i]) <= 4.0 * error;
    std::printf("%-12s %16.6f %20.6f %16.6f%s\n", i ? inputNames[i - 1] : "price", estimates[i].mean(), exact[i], error,
                agrees ? "" : "  disagree");
    agree = agree && agrees;
  }
  return agree;
}

} // namespace

int main() {
  const double x[Inputs] = {100.0, 0.03, 0.2, 105.0};
  const bool differences = differencesAgree(x), exact = closedFormAgrees(x);
  return differences && exact ? 0 : 1;
}
