// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-SECOND: none
//
// Gradients inside of functions that are differentiated, into vectors: what these hold before a call is recorded, as long as they keep
// their size.

#include "numeric.h"

#include <adjoint/derivatives.h>

#include <algorithm>
#include <cmath>
#include <vector>

#pragma adjoint hessian
double potential(const double *q, int n, double k) {
  double e = 0.0;
  for (int i = 0; i < n; ++i) {
    const double d = q[i] - (i > 0 ? q[i - 1] : 0.0);
    e += 0.5 * k * std::sin(d) * d * d;
  }
  return e;
}

// The force in a time loop; what it adds to stays from step to step.
#pragma adjoint reverse
double verlet(const double *q0, int n) {
  std::vector<double> q(q0, q0 + n), p(n), f(n);
  double k_b = 0.3;
  for (int t = 0; t < 4; ++t) {
    for (double &force : f)
      force *= 0.5;
    potential_b(q.data(), f.data(), n, 0.7, k_b, 1.0);
    for (int i = 0; i < n; ++i) {
      p[i] -= 0.3 * f[i] * k_b;
      q[i] += 0.2 * p[i];
    }
  }
  double e = potential(q.data(), n, 0.7) + 0.1 * k_b;
  for (double v : p)
    e += 0.5 * v * v;
  return e;
}

// Descent, with a vector of each iteration's own.
#pragma adjoint reverse
double descent(const double *start, int n) {
  std::vector<double> x(start, start + n);
  for (int t = 0; t < 3; ++t) {
    std::vector<double> g(x.size(), 0.01 * t);
    double k_b = 0.0;
    potential_b(x.data(), g.data(), n, x[0], k_b, 1.0);
    for (int i = 0; i < n; ++i)
      x[i] -= 0.1 * g[i] * k_b;
  }
  return potential(x.data(), n, 1.2);
}

// The gradient takes the vectors themselves, and numbers beside them, which stay from step to step.
#pragma adjoint reverse
double stored(const std::vector<double> &q, double k) {
  double e = 0.0;
  for (std::size_t i = 0; i + 1 < q.size(); ++i)
    e += k * k * (q[i + 1] - q[i]) * (q[i + 1] - q[i]) * q[i];
  return e;
}

#pragma adjoint reverse
double withObjects(const double *start, int n) {
  std::vector<double> x(start, start + n), sum(x.size(), 0.3);
  double k = 0.8, k_b = 0.1;
  for (int t = 0; t < 3; ++t) {
    std::vector<double> g(x.size(), 0.01 * t);
    stored_b(x, g, k, k_b, 1.0 + 0.1 * t);
    stored_b(x, sum, k, k_b, k_b);
    for (int i = 0; i < n; ++i)
      x[i] -= 0.05 * g[i] * k_b + 0.1 * sum[i] * sum[i];
    k -= 0.1 * k_b;
  }
  return stored(x, k) + k_b * sum[0];
}

// Beside vectors, by name.
#pragma adjoint reverse
double cost(const double x[2], double a) { return (x[0] - a) * (x[0] - a) * x[1] * x[1] + std::exp(x[1]) * a; }

#pragma adjoint reverse
double byName(const double *start, int n) {
  std::vector<double> sums(n);
  std::fill(sums.begin(), sums.end(), 0.1);
  double x[2] = {start[0], start[1]};
  for (int i = 0; i < 3; ++i) {
    const auto [g, a_b] = adjoint::gradient<cost>(x, start[1]);
    for (int j = 0; j < 2; ++j)
      x[j] -= 0.1 * g[j];
    sums[0] += a_b * x[0];
  }
  return sums[0] * x[1];
}

int main() {
  const numeric::Points points = {{0.7, -0.3, 1.2}, {-0.4, 0.9}};
  numeric::check("verlet", verlet, verlet_b, points);
  numeric::check("descent", descent, descent_b, points);
  numeric::check("with objects", withObjects, withObjects_b, points);
  numeric::check("by name", byName, byName_b, points);
  return numeric::report();
}
