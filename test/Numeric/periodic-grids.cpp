// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-split-wraps | --no-distribute-loops --no-defer-sums | --no-recompute | --no-tbr
//
// Loops over periodic grids, which are split where indices wrap: by remainders and by choices, in either direction, over
// more than one point, on grids of one, two and three points, where parts are empty; states that are overwritten each step.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <vector>

#pragma adjoint reverse
double forward(const double *x, int count) {
  const std::size_t n = count;
  std::vector<double> y(x, x + n);
  for (int s = 0; s < 3; ++s) {
    std::vector<double> d(n);
    for (std::size_t i = 0; i < n; ++i)
      d[i] = y[(i + 1) % n] * y[i] - 0.1 * y[i];
    for (std::size_t i = 0; i < n; ++i)
      y[i] += 0.1 * d[i];
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    sum += y[i] * y[i] * double(i + 1);
  return sum;
}

#pragma adjoint reverse
double central(const double *x, int n) {
  double y[8] = {}, z[8] = {};
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i) {
      const int l = (i + n - 1) % n, r = (i + 1) % n;
      z[i] = y[i] + 0.1 * (y[l] * y[r] - y[i] * y[i]);
    }
    for (int i = 0; i < n; ++i)
      y[i] = z[i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += std::sin(y[i] * (i + 1));
  return sum;
}

#pragma adjoint reverse
double choices(const double *x, int n) {
  double y[8] = {};
  for (int i = 0; i < n; ++i)
    y[i] = x[i == n - 1 ? 0 : i + 1] * x[i > 0 ? i - 1 : n - 1] + x[i + 1 < n ? i + 1 : 0] * x[i == 0 ? n - 1 : i - 1];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (i + 1);
  return sum;
}

// Neighbours of two points; the grid may be smaller than that.
#pragma adjoint reverse
double wide(const double *x, int n) {
  double y[8] = {};
  for (int i = 0; i < n; ++i)
    y[i] = x[(i + 2) % n] * x[(i + n - 2) % n] * x[i];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (i + 1);
  return sum;
}

// In place: each iteration reads what others have set.
#pragma adjoint reverse
double inPlace(const double *x, int n) {
  double y[8] = {};
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int s = 0; s < 2; ++s)
    for (int i = 0; i < n; ++i) {
      const double next = y[(i + 1) % n];
      y[i] = std::sin(y[i] * next);
    }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * (i + 1);
  return sum;
}

#pragma adjoint reverse
double fromSecond(const double *x, int n) {
  double y[8] = {};
  for (int i = 1; i < n - 1; ++i)
    y[i] = x[(i + 2) % n] * x[(i - 1 + n) % n] + (i < n - 1 ? x[i] : 0.0);
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (i + 1);
  return sum;
}

int main() {
  const numeric::Points points = {{0.5, 0.8, 1.1, 1.3, 0.7, 0.9}, {0.4, 0.7, 1.2}, {0.4, 0.7}, {0.6}};
  numeric::check("forward", forward, forward_b, points);
  numeric::check("central", central, central_b, points);
  numeric::check("choices", choices, choices_b, points);
  numeric::check("wide", wide, wide_b, points);
  numeric::check("inPlace", inPlace, inPlace_b, points);
  numeric::check("fromSecond", fromSecond, fromSecond_b, points);
  return numeric::report();
}
