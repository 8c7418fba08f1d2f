// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// Calls that find where an objective is least, by methods that nobody differentiates: of one number and of several, in lines, loops,
// branches and callees; a fit whose weights are parameters.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <vector>

// ------------------------------------------------------------------ a number

double well(double x, double a, double b) { return std::cosh(x - a) + 0.5 * a * a * x * x + b * x; }

/// By Newton's method.
double bottom(double a, double b) {
  double x = 0.0;
  for (int k = 0; k < 60; ++k)
    x -= (std::sinh(x - a) + a * a * x + b) / (std::cosh(x - a) + a * a);
  return x;
}

#pragma adjoint reverse
double lowest(double a, double b) {
#pragma adjoint argmin(x : well(x, a, b))
  const double x = bottom(a, b);
  return x * x * a + well(x, a, b);
}

double inCallee(double a, double b) {
  double x = 0.0;
#pragma adjoint argmin(x : well(x, a, b))
  x = bottom(a, b);
  return x + a;
}

#pragma adjoint reverse
double loops(const double *p, int n) {
  double s = 0.4;
  for (int i = 0; i < n; ++i) {
    double b = s * p[i];
    if (p[i] > 0.55) {
#pragma adjoint argmin(x : well(x, s, b))
      const double x = bottom(s, b);
      s += 0.1 * x * x;
    } else {
      s += 0.2 * inCallee(p[i], b);
    }
    b = s;
  }
  return s;
}

// ------------------------------------------------------------------ several

double coupled(double sum) { return 0.5 * sum * sum + 0.1 * std::sin(sum); }

double energy(const double *x, const double *p, int n, const double &stiffness) {
  double e = 0.0, sum = 0.0;
  for (int i = 0; i < n; ++i) {
    e += std::cosh(x[i] - p[i]) + stiffness * x[i] * x[(i + 1) % n] * 0.2 + 0.5 * x[i] * x[i];
    sum += x[i];
  }
  return e + coupled(sum);
}

/// Descends along the gradient, by hand.
void relax(double *x, const double *p, int n, double stiffness) {
  std::vector<double> g(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.0;
  for (int step = 0; step < 3000; ++step) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
      sum += x[i];
    for (int i = 0; i < n; ++i)
      g[i] = std::sinh(x[i] - p[i]) + 0.2 * stiffness * (x[(i + 1) % n] + x[(i + n - 1) % n]) + x[i] + sum + 0.1 * std::cos(sum);
    for (int i = 0; i < n; ++i)
      x[i] -= 0.1 * g[i];
  }
}

#pragma adjoint reverse
double relaxed(const double *p, int n) {
  std::vector<double> positions(n);
  double *x = positions.data();
  const double stiffness = 0.3 + 0.1 * p[0] * p[n - 1];
#pragma adjoint argmin(x : energy(x, p, n, stiffness)) extent(x, n)
  relax(x, p, n, stiffness);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[i] * x[i];
  return s * stiffness;
}

/// The unknowns are overwritten, and needed before.
#pragma adjoint reverse
double repeated(const double *p, int n) {
  double x[3] = {p[0], p[n - 1], 0.7}, s = 0.0, stiffness = 0.2;
  double at[3] = {p[0], 0.3, p[n - 1]};
  for (int k = 0; k < 3; ++k) {
    s += x[0] * x[1] * x[2] + x[k];
#pragma adjoint argmin(x : energy(x, at, 3, stiffness))
    relax(x, at, 3, stiffness);
    at[k] = x[2] * s;
    stiffness += 0.1 * x[k] * x[k];
  }
  return s + x[0] * x[0] + x[1];
}

/// A line through points, with weights.
double misfit(const double *line, const double *weights, const double *y, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    const double r = line[0] + line[1] * i - y[i];
    s += weights[i] * weights[i] * r * r;
  }
  return s + 1e-3 * (line[0] * line[0] + line[1] * line[1]);
}

/// By the normal equations.
void fit(const double *weights, const double *y, int n, double *line) {
  double a = 1e-3, b = 0.0, c = 1e-3, d = 0.0, e = 0.0;
  for (int i = 0; i < n; ++i) {
    const double w = weights[i] * weights[i];
    a += w, b += w * i, c += w * i * i, d += w * y[i], e += w * i * y[i];
  }
  line[0] = (d * c - b * e) / (a * c - b * b);
  line[1] = (a * e - b * d) / (a * c - b * b);
}

#pragma adjoint reverse
double fitted(const double *weights, const double *y, int n) {
  double line[2] = {};
#pragma adjoint argmin(line : misfit(line, weights, y, n))
  fit(weights, y, n, line);
  return line[0] * line[0] + std::sin(line[1]);
}

int main() {
  using numeric::Vector;
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8}, {0.6, 0.2}};
  numeric::check("lowest", lowest, lowest_b, {{0.7, 1.3}, {-0.6, 0.4}});
  numeric::check("loops", loops, loops_b, points);
  numeric::check("relaxed", relaxed, relaxed_b, points);
  numeric::check("repeated", repeated, repeated_b, points);
  numeric::check(
      "fitted", {0.7, 1.2, 0.4, 0.9, 0.1, 0.8, 1.7, 1.1}, [](const Vector &v) { return Vector{fitted(v.data(), v.data() + 4, 4)}; },
      [](const Vector &v, const Vector &seed) {
        Vector v_b(8);
        fitted_b(v.data(), v_b.data(), v.data() + 4, v_b.data() + 4, 4, seed[0]);
        return v_b;
      });
  return numeric::report();
}
