// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-gather-terms | --no-gather-terms --no-distribute-loops --no-defer-sums | --no-factor-sums | --no-gather-rows --no-gather-sums | --no-tbr | --no-inline
//
// Stencils whose terms take time to compute: in one dimension and in rows, with counters without sign, with as many iterations as
// none, of two arrays, with terms that are the same, and with terms that no neighbour shares.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace {
double squared(double s) { return s * s; }
} // namespace

#pragma adjoint reverse
double damped(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i)
      v[i] = u[i] + 0.3 * (u[i - 1] - 2.0 * u[i] + u[i + 1]) / (1.0 + squared(x[i]));
    for (int i = 1; i < n - 1; ++i)
      u[i] = v[i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += squared(u[i]) * (i + 1);
  return sum;
}

// Three steps of a wave on a grid of 7 columns, by three blocks that change places.
#pragma adjoint reverse
double wave(const double *x, int n) {
  const int width = 7, height = n + 3;
  double *before = static_cast<double *>(std::calloc(width * height, sizeof(double)));
  double *now = static_cast<double *>(std::calloc(width * height, sizeof(double)));
  double *next = static_cast<double *>(std::calloc(width * height, sizeof(double)));
  for (int i = 0; i < n; ++i)
    now[2 * width + i % width] += x[i];
  std::vector<double> damping(width * height);
  for (int k = 0; k < width * height; ++k)
    damping[k] = 0.1 * x[k % n];
  for (int s = 0; s < 3; ++s) {
    for (int i = 2; i < height - 2; ++i)
      for (int j = 2; j < width - 2; ++j) {
        const int k = i * width + j;
        const double turned = (-now[k - 2] + 16.0 * now[k - 1] - 30.0 * now[k] + 16.0 * now[k + 1] - now[k + 2]) / 12.0 +
                              (-now[k - 2 * width] + 16.0 * now[k - width] - 30.0 * now[k] + 16.0 * now[k + width] - now[k + 2 * width]) / 12.0;
        next[k] = (2.0 * now[k] - (1.0 - damping[k]) * before[k] + 0.05 * turned) / (1.0 + damping[k]);
      }
    double *old = before;
    before = now;
    now = next;
    next = old;
  }
  double sum = 0.0;
  for (int k = 0; k < width * height; ++k)
    sum += squared(now[k]) + now[k] * before[k];
  std::free(before);
  std::free(now);
  std::free(next);
  return sum;
}

// The first index less one is none that a number without sign has.
#pragma adjoint reverse
double unsignedRows(const double *x, int n) {
  const std::size_t width = n + 2, height = 4;
  std::vector<double> u(width * height), v(width * height), c(width);
  for (std::size_t k = 0; k < u.size(); ++k)
    u[k] = x[k % n] * (1.0 + 0.1 * static_cast<double>(k));
  for (std::size_t j = 0; j < width; ++j)
    c[j] = 2.0 + squared(x[j % n]);
  for (std::size_t i = 1; i + 1 < height; ++i)
    for (std::size_t j = 0; j < width; ++j) {
      const double flux = (u[i * width + j - 1] + u[i * width + j + 1]) / c[j];
      v[i * width + j] = flux - u[(i - 1) * width + j] / 3.0 - u[(i + 1) * width + j] / 3.0;
    }
  double sum = 0.0;
  for (std::size_t k = 0; k < v.size(); ++k)
    sum += squared(v[k]) * 0.5 + v[k];
  return sum;
}

// Two arrays, of one shape and of two; a branch; terms of their own.
#pragma adjoint reverse
double fluxes(const double *x, int n) {
  std::vector<double> rho(n + 4, 1.0), q(n + 4), f(n + 4), g(n + 4), c(n + 4, 2.0);
  for (int i = 0; i < n; ++i) {
    rho[i + 2] = 1.0 + squared(x[i]);
    q[i + 2] = x[i];
    c[i + 2] = 3.0 + x[i];
  }
  for (int i = 2; i < n + 2; ++i) {
    const double drop = (rho[i + 1] - rho[i - 1]) / (1.0 + squared(c[i]));
    const double turn = (q[i + 1] - 2.0 * q[i] + q[i - 1]) / c[i];
    f[i] = drop + turn;
    g[i] = drop > 0.1 ? turn : 0.5 * drop;
  }
  double sum = 0.0;
  for (int i = 1; i < n + 3; ++i)
    sum += (q[i] / rho[i] - q[i + 1] / rho[i + 1]) * f[i] + g[i] * g[i] + std::sqrt(rho[i - 1] / rho[i + 1]);
  return squared(sum);
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5, 0.2, -0.7, 0.4}, {0.7}, {1.1, 0.2}, {0.5, -0.3, 0.6}, {0.4, 0.1, 0.9, -0.2, 0.35}};
  numeric::check("damped", damped, damped_b, points);
  numeric::check("wave", wave, wave_b, points);
  numeric::check("unsignedRows", unsignedRows, unsignedRows_b, points);
  numeric::check("fluxes", fluxes, fluxes_b, points);
  return numeric::report();
}
