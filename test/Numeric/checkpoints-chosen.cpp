// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --checkpoint=memory(200B) | --checkpoint=memory(1MB) --no-inline
//
// Loops that --checkpoint chooses: of steps in arrays, in a vector that is swapped, in a function of their own and one behind the
// other; and loops that it leaves as they are, around, between and inside of them.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#pragma adjoint reverse
void smooth(double *u, int n) {
  for (int i = 0; i < n; ++i)
    u[i] = u[i] * u[i];
  for (int t = 0; t < 11; ++t)
    for (int i = 1; i < n; ++i)
      u[i] = u[i] * std::cos(u[i - 1]);
  u[0] = u[0] * std::sin(u[n - 1]);
}

#pragma adjoint reverse
double swapped(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
  double energy = 0.0;
  for (int t = 0; t < 9; ++t) {
    next[0] = u[0];
    for (int i = 1; i < n; ++i)
      next[i] = std::sin(u[i]) + 0.3 * u[i - 1] * u[i];
    std::swap(u, next);
    energy = 0.9 * energy + u[0] * u[n - 1] * energy + u[1];
  }
  return energy * u[n - 1];
}

void advance(double *u, double *v, int n) {
  for (int i = 0; i < n; ++i)
    v[i] = v[i] - 0.1 * std::sin(u[i]) * v[i];
  for (int i = 0; i < n; ++i)
    u[i] = u[i] + 0.1 * v[i] * u[i];
}

double simulate(double *u, double *v, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    advance(u, v, n);
  return u[0] * v[n - 1];
}

#pragma adjoint reverse
double twice(const double *x, int n) {
  double u[8], v[8];
  for (int i = 0; i < n; ++i) {
    u[i] = x[i];
    v[i] = x[i] * x[n - 1 - i];
  }
  const double early = simulate(u, v, n, 5);
  for (int i = 0; i < n; ++i)
    v[i] = v[i] * early;
  return early * simulate(u, v, n, 7);
}

// Drawn numbers: left as it is.
#pragma adjoint reverse
double drawn(const double *x, int n) {
  double u[8];
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int t = 0; t < 5; ++t) {
    std::srand(unsigned(t));
    const double shift = 0.1 * (std::rand() % 7);
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * std::cos(u[i] + shift);
  }
  return u[0] * u[n - 1];
}

int main() {
  const numeric::Points points = {{0.3, 0.7, -0.4, 0.9}, {1.1, -0.2, 0.5, 0.8, 0.6, 0.1}};
  numeric::check("smooth", smooth, smooth_b, points);
  numeric::check("swapped", swapped, swapped_b, points);
  numeric::check("twice", twice, twice_b, points);
  numeric::check("drawn", drawn, drawn_b, points);
  return numeric::report();
}
