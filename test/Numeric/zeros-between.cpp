// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-block-zeros | --no-gather-sums | --no-fusion
//
// Adjoints of arrays that each step computes anew: an iteration of the reversed steps sets them first, and they need not be zero in between
// (BlockZeros.h). And what looks like it: loops over other ranges in each step, elements that are read behind the steps or in front of them, steps
// that are left out.

#include "numeric.h"

#include <cmath>
#include <vector>

// All elements but the last.
#pragma adjoint reverse
double fluxes(const double *x, int n) {
  std::vector<double> u(x, x + n), f(n);
  for (int s = 0; s < 4; ++s) {
    for (int i = 0; i + 1 < n; ++i)
      f[i] = u[i] > 0.3 ? u[i] * u[i] : u[i + 1] * u[i];
    for (int i = 1; i + 1 < n; ++i)
      u[i] -= 0.2 * (f[i] - f[i - 1]);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// All elements; the sum comes to each once.
#pragma adjoint reverse
double rates(const double *x, int n) {
  std::vector<double> u(x, x + n), k(n), l(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      k[i] = std::sin(u[i]) * x[i];
    for (int i = 0; i < n; ++i)
      l[i] = std::cos(u[i] + 0.5 * k[i]);
    for (int i = n - 1; i >= 0; --i)
      u[i] += 0.1 * k[i] + 0.2 * l[i];
  }
  return u[0] * u[n - 1] + u[n / 2];
}

// In each step another part.
#pragma adjoint reverse
double parts(const double *x, int n) {
  std::vector<double> u(x, x + n), f(n), g(n), h(n);
  for (int s = 0; s < 4; ++s) {
    for (int i = 0; i < n; ++i)
      f[i] = u[i] * u[i];
    for (int i = 0; i + s < n; ++i)
      u[i] += 0.1 * f[i + s] * f[i];
    for (int i = s; i < n; ++i)
      g[i] = u[i] * x[i];
    for (int i = 0; i < n; ++i)
      u[i] -= 0.1 * g[i];
    for (int i = 1; i < n; ++i)
      h[i] = u[i] * 0.7;
    for (int i = 0; i < n; ++i)
      u[i] += 0.2 * h[i] * x[0];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// Read behind the steps, set in front of them, not set in each step, and left early.
#pragma adjoint reverse
double around(const double *x, int n) {
  std::vector<double> u(x, x + n), f(n), g(x, x + n), h(n);
  for (int s = 0; s < 5; ++s) {
    for (int i = 0; i < n; ++i)
      f[i] = u[i] * u[i];
    if (s % 2 == 0)
      for (int i = 0; i < n; ++i)
        g[i] = 0.5 * u[i] + 0.1;
    for (int i = 0; i < n; ++i)
      u[i] += 0.1 * f[i] * g[i];
    if (u[0] > 1.4)
      break;
    for (int i = 0; i < n; ++i)
      h[i] = u[i] + 0.3 * f[i];
    for (int i = 0; i < n; ++i)
      u[i] = 0.9 * h[i] + 0.1 * h[0];
  }
  double sum = f[0] * f[n - 1];
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i] + g[i] * 0.2;
  return sum;
}

int main() {
  const numeric::Points points = {{0.4, 0.7, -0.3, 0.9}, {0.5}, {0.6, -0.2}, {0.31, 0.52, -0.83}, {0.2, 0.5, 0.45, -0.6, 0.8, 0.35, 0.1, -0.4, 0.9}};
  numeric::check("fluxes", fluxes, fluxes_b, points);
  numeric::check("rates", rates, rates_b, points);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("around", around, around_b, points);
  return numeric::report();
}
