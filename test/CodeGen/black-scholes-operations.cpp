// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of the Black-Scholes formula has no more floating-point operations and no more calls of mathematical
// functions than the one written by hand in chapter 8 of "Modern Computational Finance" (A. Savine), and no tape.
// Both are counted as clang++ -O2 leaves them, with IEEE arithmetic as written. Both use the same hand-written adjoint
// of the normal distribution, the normal density, and add to the adjoints of all inputs.
//
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %clangxx %t.cpp -O2 -S -emit-llvm -o %t.ll %runtime-flags
// RUN: python3 %S/count-operations.py %t.ll blackScholes_b byHand
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %clangxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// CHECK: void blackScholes_b(
// CHECK-NOT: {{[Tt]ape}}
// CHECK: {{^}}}

#include <cmath>
#include <cstdio>

double normalDensity(double x);
double normalCdf(double x);

#pragma adjoint derivative_of(normalCdf)
inline void normalCdf_b(double x, double &x_b, double result_b) { x_b += result_b * normalDensity(x); }

#pragma adjoint reverse
double blackScholes(double S0, double r, double y, double sig, double K, double T) {
  const double df = exp(-r * T);
  const double F = S0 * exp((r - y) * T);
  const double std = sig * sqrt(T);
  const double d = log(F / K) / std;
  const double d1 = d + 0.5 * std, d2 = d1 - std;
  const double nd1 = normalCdf(d1), nd2 = normalCdf(d2);
  return df * (F * nd1 - K * nd2);
}

/// The chapter's adjoint: its operations, in its order.
void byHand(double S0, double &S0_bar, double r, double &r_bar, double y, double &y_bar, double sig, double &sig_bar,
            double K, double &K_bar, double T, double &T_bar, double price_bar) {
  // Evaluation.
  const double root = sqrt(T);
  const double discount = exp(-r * T);
  const double forward = S0 * exp((r - y) * T);
  const double deviation = sig * root;
  const double moneyness = log(forward / K) / deviation;
  const double upper = moneyness + 0.5 * deviation, lower = moneyness - 0.5 * deviation;
  const double inForward = normalCdf(upper), inStrike = normalCdf(lower);

  // The price.
  const double discount_bar = price_bar * (forward * inForward - K * inStrike);
  double forward_bar = price_bar * discount * inForward;
  const double inForward_bar = price_bar * discount * forward;
  K_bar += -price_bar * discount * inStrike;
  const double inStrike_bar = -price_bar * discount * K;

  // The probabilities.
  const double lower_bar = inStrike_bar * normalDensity(lower);
  const double upper_bar = inForward_bar * normalDensity(upper);

  // Their arguments.
  double moneyness_bar = lower_bar;
  double deviation_bar = -0.5 * lower_bar;
  moneyness_bar += upper_bar;
  deviation_bar += 0.5 * upper_bar;

  // The moneyness.
  forward_bar += moneyness_bar / (forward * deviation);
  K_bar -= moneyness_bar / (K * deviation);
  deviation_bar -= moneyness_bar * moneyness / deviation;

  // The deviation.
  sig_bar += deviation_bar * root;
  T_bar += 0.5 * deviation_bar * sig / root;

  // The forward.
  S0_bar += forward_bar * forward / S0;
  r_bar += forward_bar * T * forward;
  y_bar -= forward_bar * T * forward;
  T_bar += forward_bar * (r - y) * forward;

  // The discount factor.
  r_bar += -discount_bar * discount * T;
  T_bar += -discount_bar * discount * r;
}

double normalDensity(double x) { return exp(-0.5 * x * x) / sqrt(2.0 * 3.14159265358979323846); }
double normalCdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

int main() {
  double a[6] = {}, b[6] = {};
  blackScholes_b(100.0, a[0], 0.02, a[1], 0.01, a[2], 0.2, a[3], 105.0, a[4], 1.5, a[5], 1.0);
  byHand(100.0, b[0], 0.02, b[1], 0.01, b[2], 0.2, b[3], 105.0, b[4], 1.5, b[5], 1.0);
  int failures = 0;
  for (int i = 0; i < 6; ++i) {
    std::printf("%.17g %.17g\n", a[i], b[i]);
    failures += !(std::fabs(a[i] - b[i]) <= 1e-13 * std::fabs(b[i]));
  }
  return failures;
}
