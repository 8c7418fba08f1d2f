// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline --no-recompute
//
// Arrays that are filled anew behind a loop that runs in both sweeps at once: it reads what was there before.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double exponentials(const double *x, int n) {
  double p[6], r = 0;
  for (int i = 0; i < n; ++i)
    p[i] = x[i] * x[i];
  for (int i = 0; i < n; ++i)
    r += std::exp(p[i]) * x[i];
  for (int i = 0; i < n; ++i)
    p[i] = 2;
  return r + p[0];
}

#pragma adjoint reverse
double quotients(const double *x, int n) {
  std::vector<double> p(n), a(n);
  double r = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i)
      p[i] = std::pow(x[i], 1.4 + t);
    for (int i = 0; i < n; ++i) {
      a[i] = 0;
      for (int j = i; j >= 0; j -= 2) {
        if (j == i)
          continue;
        const double q = p[j] / x[j];
        a[i] += q * x[i];
      }
    }
    for (int i = 0; i < n; ++i)
      r += a[i] * a[i] * std::sqrt(p[i]);
    for (int i = 0; i < n; ++i)
      p[i] = std::sin(x[i]);
    for (int i = 0; i < n; ++i)
      r += p[i];
  }
  return r;
}

static double weighted(const double *p, const double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; ++i)
    r += std::exp(p[i]) * x[i];
  return r;
}
#pragma adjoint reverse
double calls(const double *x, int n) {
  std::vector<double> p(n);
  for (int i = 0; i < n; ++i)
    p[i] = x[i] * x[i];
  double r = weighted(p.data(), x, n);
  for (int i = 0; i < n; ++i)
    p[i] = x[i] * 2;
  r *= weighted(p.data(), x, n);
  for (int i = 0; i < n; ++i)
    p[i] = 1;
  return r * p[0];
}

int main() {
  numeric::check("exponentials", exponentials, exponentials_b, {{0.1, 0.99, 0.3, 0.75, 0.6, 0.45}});
  numeric::check("quotients", quotients, quotients_b, {{0.1, 0.99, 0.3, 0.75, 0.6, 0.45}});
  numeric::check("calls", calls, calls_b, {{0.1, 0.99, 0.3, 0.75, 0.6, 0.45}});
  return numeric::report();
}
