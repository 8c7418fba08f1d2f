// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-recompute | --no-fewer-records | --no-invariant-rows | --no-tbr | --no-inline | --no-fusion
//
// Pragmas that say how the reverse sweep gets a value (docs/contract.md): computed again from what is restored, or recorded; in loops,
// in nested ones that name what they do not change, and in a function that is called.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double said(const double *x, int n) {
  double sum = 1.0;
  for (int i = 0; i < n; ++i) {
#pragma adjoint recompute
    const double e = std::exp(-x[i]) / (1.0 + x[i] * x[i]);
#pragma adjoint record
    const double q = x[i] * 2.0;
    sum = std::sin(sum * e) * q + e * e;
  }
  return sum * sum;
}

// The state that the value is made of is overwritten behind the loop, and restored.
#pragma adjoint reverse
double restored(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i) {
#pragma adjoint recompute
      const double w = std::tanh(u[i]) * std::exp(-u[i] * u[i]);
      v[i] = u[i] * w + std::cos(w);
    }
    for (int i = 0; i < n; ++i)
      u[i] = v[i] * v[n - 1 - i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

void step(double *u, int n, double scale) {
  for (int i = 0; i < n; ++i) {
    double total = 0.0;
    for (int j = 0; j < n; ++j) {
#pragma adjoint record
      const double d = u[i] - u[j];
#pragma adjoint recompute
      const double g = std::exp(-d * d / (1.0 + scale * scale));
      total += d * g * std::sqrt(1.0 + g);
    }
    u[i] -= scale * total * u[i];
  }
}

#pragma adjoint reverse
double called(const double *x, int n) {
  std::vector<double> u(x, x + n);
  for (int s = 0; s < 3; ++s)
    step(u.data(), n, 0.2 + 0.1 * x[s % n]);
  return u[0] * u[n - 1];
}

std::vector<double> series(int n) {
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 + 0.3 * std::sin(1.7 * i + 0.3);
  return x;
}

int main() {
  const numeric::Points points = {series(1), series(2), series(5), series(12)};
  numeric::check("said", said, said_b, points);
  numeric::check("restored", restored, restored_b, points);
  numeric::check("called", called, called_b, points);
  return numeric::report();
}
