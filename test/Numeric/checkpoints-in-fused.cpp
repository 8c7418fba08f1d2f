// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr | --no-fusion | --no-liveness --no-recompute
//
// Loops with snapshots in loops that run both sweeps in one iteration: the steps of each cell, whose state the cell begins anew.

#include "numeric.h"

#include <array>
#include <cmath>
#include <vector>

namespace {
double squared(double s) { return s * s; }
} // namespace

#pragma adjoint reverse
double cells(const double *x, int n) {
  double misfit = 0.0;
  for (int cell = 0; cell < n; ++cell) {
    std::array<double, 2> y = {x[cell], 0.5};
#pragma adjoint checkpoint every(1)
    for (int s = 0; s < 5; ++s) {
      std::array<double, 2> rate;
      rate[0] = y[1] * std::sin(y[0]);
      rate[1] = x[(cell + s) % n] - y[0] * y[1];
      for (int i = 0; i < 2; ++i)
        y[i] += 0.1 * rate[i];
    }
    misfit += squared(y[0] - 0.3) * y[1];
  }
  return misfit;
}

#pragma adjoint reverse
double paths(const double *x, int n) {
  double sum = 0.0;
  for (int p = 0; p < n; ++p) {
    double s = x[p], v = 0.2;
    std::vector<double> held(3, s);
#pragma adjoint checkpoint snapshots(2)
    for (int t = 0; t < 6; ++t) {
      v += 0.1 * (0.04 - v * v) * s;
      s *= std::exp(0.1 * v * x[(p + t) % n]);
      held[t % 3] = held[(t + 1) % 3] * s;
    }
    sum += squared(s) * held[0] + held[2];
  }
  return sum;
}

// Until it is small, in a nest of two.
#pragma adjoint reverse
double roots(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k) {
      double r = 1.0 + k;
#pragma adjoint checkpoint every(2)
      while (std::fabs(r * r - squared(x[i]) - 0.5) > 1e-3)
        r -= (r * r - squared(x[i]) - 0.5) / (2.0 * r);
      sum += r * x[i];
    }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.4, -0.3, 0.6}};
  numeric::check("cells", cells, cells_b, points);
  numeric::check("paths", paths, paths_b, points);
  numeric::check("roots", roots, roots_b, points);
  return numeric::report();
}
