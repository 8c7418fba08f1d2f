// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Taylor coefficients along a line: order 1 is the tangent, and each order is the derivative of the one before along the line.

#include "numeric.h"

#include <adjoint/taylor.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace series {

struct Vec {
  double x, y;
  Vec operator*(double s) const { return {x * s, y * s}; }
};

template <class T> static void relax(T *state, T *next, int n, int sweeps) {
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = 1; i + 1 < n; ++i)
      next[i] = 0.25 * (state[i - 1] + 2.0 * state[i] + state[i + 1]);
    next[0] = state[0];
    next[n - 1] = state[n - 1] * state[0];
    T *other = state;
    state = next;
    next = other;
  }
}

static double choose(double a, double b, int which) {
  switch (which) {
  case 0:
    return std::fmax(a, b);
  case 1:
    return std::atan2(a, b) + std::hypot(a, 0.5);
  default:
    return std::pow(a, 3.0) - std::pow(1.5, b) + std::pow(std::fabs(a) + 1.0, b);
  }
}

#pragma adjoint tangent
#pragma adjoint tangent order(4)
double path(const double *x, int n, double *y, float scale) {
  std::vector<double> state(x, x + n), next(n);
  double *work = static_cast<double *>(std::calloc(n, sizeof(double)));
  const double weights[3] = {0.5, 0.25, 0.125};
  relax(state.data(), next.data(), n, 3);
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    work[i] = std::tanh(next[i]) + std::sqrt(1.0 + x[i] * x[i]) * weights[i % 3];
    const Vec v = Vec{work[i], x[i]} * scale;
    s += std::log1p(v.x * v.x) / (2.0 + std::cos(v.y)) + std::floor(v.x) * v.y;
    if (s > 100.0)
      break;
  }
  for (int i = 0; i < 3; ++i)
    y[i] = choose(s, work[i], i) + static_cast<int>(s) * x[i];
  double root = 1.0;
  while (std::fabs(root * root - (s * s + 1.0)) > 1e-9)
    root = 0.5 * (root + (s * s + 1.0) / root);
  std::free(work);
  return root * std::erf(s) + std::asinh(y[0]) * std::exp2(-s);
}

// Piecewise functions, away from where the pieces meet; numbers for some arguments.
#pragma adjoint tangent
#pragma adjoint tangent order(4)
double pieces(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    const double a = x[i] * x[i], b = 1.5 + x[i + 1] * x[i];
    s += std::fmod(7.0 * a, b) * a + std::fmod(a, 0.3) * b + std::fmod(5.0, b) * a;
    s += std::remainder(7.0 * a, b) * std::remainder(a * b, 0.7);
    s += std::clamp(a * b, 0.2, b) * std::clamp(b, a, 3.0) + std::clamp(0.4, 0.1 * a, b) * b;
    s += std::fdim(a, b) * a + std::fdim(b, 0.5) * a + std::fdim(2.0, a) * b;
    s += std::hypot(a, b, 0.5) * std::hypot(x[i], b, a) + std::copysign(a * b, x[i]) * b + std::copysign(2.0, x[i]) * a;
    s += std::copysign(a, -1.0) * b * std::ldexp(a * b, 2) + std::nextafter(a, b) * b;
  }
  return s;
}

} // namespace series

using Series = adjoint::Taylor<double, 4>;
using FloatSeries = adjoint::Taylor<float, 4>;

/// Of pieces, along x + t d.
static Series piecesAlong(const double *x, const double *d, double t) {
  Series on[5];
  for (int i = 0; i < 5; ++i)
    on[i] = Series(x[i] + t * d[i], d[i]);
  return series::pieces_t(on, 5);
}

/// Along x + t d: result and y.
static std::vector<Series> along(const double *x, const double *d, double t) {
  Series on[5], y[3];
  for (int i = 0; i < 5; ++i)
    on[i] = Series(x[i] + t * d[i], d[i]);
  std::vector<Series> all = {series::path_t(on, 5, y, FloatSeries(1.25f))};
  all.insert(all.end(), y, y + 3);
  return all;
}

int main() {
  const double x[5] = {0.7, 1.3, -0.4, 0.9, 0.2}, d[5] = {1.0, -0.5, 0.25, 2.0, 0.5};
  const std::vector<Series> here = along(x, d, 0.0);
  double y[3], y_d[3], result_d;
  const double result = series::path_d(x, d, 5, y, y_d, 1.25f, 0.0f, result_d);
  numeric::expect("value", result, here[0][0]);
  numeric::expect("first order", result_d, here[0][1]);
  for (int i = 0; i < 3; ++i)
    numeric::expect("first order of y", y_d[i], here[1 + i][1]);
  const double h = 1e-3;
  const std::vector<Series> a = along(x, d, -2 * h), b = along(x, d, -h), c = along(x, d, h), e = along(x, d, 2 * h);
  for (size_t j = 0; j < here.size(); ++j)
    for (int k = 1; k <= 4; ++k) {
      const double slope = (8.0 * (c[j][k - 1] - b[j][k - 1]) - (e[j][k - 1] - a[j][k - 1])) / (12.0 * h);
      numeric::expect("next order", slope / k, here[j][k], 1e-8);
    }
  double pieces_d;
  const double pieces = series::pieces_d(x, d, 5, pieces_d);
  const Series at = piecesAlong(x, d, 0.0);
  const Series p = piecesAlong(x, d, -2 * h), q = piecesAlong(x, d, -h), r = piecesAlong(x, d, h), v = piecesAlong(x, d, 2 * h);
  numeric::expect("value of pieces", pieces, at[0]);
  numeric::expect("first order of pieces", pieces_d, at[1]);
  for (int k = 1; k <= 4; ++k) {
    const double slope = (8.0 * (r[k - 1] - q[k - 1]) - (v[k - 1] - p[k - 1])) / (12.0 * h);
    numeric::expect("next order of pieces", slope / k, at[k], 1e-7);
  }
  return numeric::report();
}
