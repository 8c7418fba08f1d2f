// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr | --no-liveness --no-fusion
// NUMERIC-SECOND: none
//
// Loops that converge: the adjoint is that of the fixed point, by its own iteration from the last state. Scalars, arrays,
// Newton's method, loops with a bound and a break, a start that has no influence, and what stands around.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double cosine(double p, double q) {
  double x = p * q;
  x = x * x;
#pragma adjoint fixed_point
  while (std::fabs(std::cos(p * x) + 0.1 * q - x) > 1e-15)
    x = std::cos(p * x) + 0.1 * q;
  return x * x * q;
}

#pragma adjoint reverse
double newton(double p, double q) {
  double x = 1.0 + q, change = 1.0;
#pragma adjoint fixed_point tolerance(1e-14)
  while (change > 1e-12) {
    const double next = x - (x * x * x - p - q * x) / (3.0 * x * x - q);
    change = std::fabs(next - x);
    x = next;
  }
  return x * p;
}

// The state is what is added to.
#pragma adjoint reverse
double corrected(double p, double q) {
  double x = 1.0 + q, correction = 1.0;
#pragma adjoint fixed_point
  while (std::fabs(correction) > 1e-14) {
    correction = 0.4 * (p - x * std::exp(q * x));
    x += correction;
  }
  return x * x * p;
}

#pragma adjoint reverse
double bounded(double p, double q) {
  double x = 0.0, y = 1.0;
#pragma adjoint fixed_point
  for (int k = 0; k < 500; ++k) {
    const double old = x;
    x = 0.5 * std::sin(x + p) + 0.2 * y;
    y = 0.3 * std::cos(old * q);
    if (std::fabs(x - old) < 1e-15)
      break;
  }
  p = p * x;
  return p * y + x;
}

// Jacobi's method for a system of equations with a nonlinear term.
#pragma adjoint reverse
double system(const double *b, int n) {
  std::vector<double> x(n), next(n);
  double change = 1.0;
#pragma adjoint fixed_point
  while (change > 1e-14) {
    change = 0.0;
    for (int i = 0; i < n; ++i) {
      double sum = b[i] - 0.1 * x[i] * x[i];
      if (i > 0)
        sum += 0.7 * x[i - 1];
      if (i < n - 1)
        sum += 0.9 * x[i + 1];
      next[i] = sum / 2.5;
    }
    for (int i = 0; i < n; ++i) {
      change = std::fmax(change, std::fabs(next[i] - x[i]));
      x[i] = next[i];
    }
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * b[i];
  return sum;
}

// In a loop, with what an iteration of that one leaves.
#pragma adjoint reverse
double inSteps(double p, double q) {
  double u = q, x = 0.3;
  for (int t = 0; t < 3; ++t) {
#pragma adjoint fixed_point
    while (std::fabs(std::cos(0.5 * x) * u - x) > 1e-15)
      x = std::cos(0.5 * x) * u;
    u = 0.5 * u + 0.3 * p * x * x;
  }
  return u * x;
}

int main() {
  const numeric::Points points = {{0.3, 0.7, -0.4, 0.9}, {1.1, -0.2, 0.5, 0.8, 0.6, 0.1}};
  const numeric::Points pairs = {{0.9, 0.4}, {0.6, 0.7}};
  numeric::check("cosine", cosine, cosine_b, pairs);
  numeric::check("newton", newton, newton_b, pairs);
  numeric::check("corrected", corrected, corrected_b, pairs);
  numeric::check("bounded", bounded, bounded_b, pairs);
  numeric::check("system", system, system_b, points);
  numeric::check("inSteps", inSteps, inSteps_b, pairs);
  return numeric::report();
}
