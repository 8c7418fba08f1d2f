// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// Implicit functions whose linear systems are solved by products alone: Bratu's equation, an energy that is least, a problem that
// is not symmetric; systems of no unknown and of one; a matrix that is singular.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <stdexcept>
#include <vector>

/// u'' + rate exp(u) + wind u' = source, between zeros.
void bratu(const double *u, const double *source, double rate, double wind, int n, double *r) {
  const double h = 1.0 / (n + 1);
  for (int i = 0; i < n; ++i) {
    const double left = i > 0 ? u[i - 1] : 0.0, right = i + 1 < n ? u[i + 1] : 0.0;
    r[i] = (left - 2.0 * u[i] + right) / (h * h) + rate * std::exp(u[i]) + wind * (right - left) / (2.0 * h) - source[i];
  }
}

/// By Newton's method, with tridiagonal systems.
void solveBratu(const double *source, double rate, double wind, int n, double *u) {
  const double h = 1.0 / (n + 1), lower = 1.0 / (h * h) - wind / (2.0 * h), upper = 1.0 / (h * h) + wind / (2.0 * h);
  std::vector<double> r(n), d(n);
  for (int k = 0; k < 30; ++k) {
    bratu(u, source, rate, wind, n, r.data());
    for (int i = 0; i < n; ++i)
      d[i] = -2.0 / (h * h) + rate * std::exp(u[i]);
    for (int i = 1; i < n; ++i) {
      const double factor = lower / d[i - 1];
      d[i] -= factor * upper;
      r[i] -= factor * r[i - 1];
    }
    for (int i = n - 1; i >= 0; --i) {
      r[i] = (r[i] - (i + 1 < n ? upper * r[i + 1] : 0.0)) / d[i];
      u[i] -= r[i];
    }
  }
}

double observed(const double *p, int n, bool byProducts) {
  const int points = 40;
  std::vector<double> state(points), sources(points);
  for (int i = 0; i < points; ++i)
    sources[i] = p[i % n] * std::sin(0.2 * i);
  double *u = state.data();
  const double *source = sources.data(), rate = 1.0 + 0.1 * p[0], wind = p[n - 1];
  if (byProducts) {
#pragma adjoint implicit(u : bratu(u, source, rate, wind, points, result)) solver(gmres) extent(u, points)
    solveBratu(source, rate, wind, points, u);
  } else {
#pragma adjoint implicit(u : bratu(u, source, rate, wind, points, result)) solver(dense) extent(u, points)
    solveBratu(source, rate, wind, points, u);
  }
  double s = 0.0;
  for (int i = 0; i < points; ++i)
    s += u[i] * u[i] * (1.0 + 0.1 * i);
  return s * 10.0 * p[0];
}

#pragma adjoint reverse
double byProducts(const double *p, int n) { return observed(p, n, true); }
#pragma adjoint reverse
double byMatrix(const double *p, int n) { return observed(p, n, false); }

/// Springs between neighbours, the ends held.
double energy(const double *x, const double *p, int n) {
  double e = 0.0;
  for (int i = 0; i <= n; ++i) {
    const double stretch = (i < n ? x[i] : 1.0) - (i > 0 ? x[i - 1] : 0.0);
    e += 0.5 * (1.0 + p[i] * p[i]) * stretch * stretch;
  }
  return e;
}

/// The forces are equal: each spring takes its share.
void relax(const double *p, int n, double *x) {
  double total = 0.0, sum = 0.0;
  for (int i = 0; i <= n; ++i)
    total += 1.0 / (1.0 + p[i] * p[i]);
  for (int i = 0; i < n; ++i) {
    sum += 1.0 / (1.0 + p[i] * p[i]);
    x[i] = sum / total;
  }
}

#pragma adjoint reverse
double springs(const double *p, int count) {
  const int n = count - 1;
  std::vector<double> at(count);
  double *x = at.data();
#pragma adjoint argmin(x : energy(x, p, n)) solver(gmres) extent(x, n)
  relax(p, n, x);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[i] * x[i];
  return s;
}

/// x_i x_i = 0 has no derivative.
void squares(const double *x, const double *a, int n, double *r) {
  for (int i = 0; i < n; ++i)
    r[i] = x[i] * x[i] - a[i];
}
void roots(const double *a, int n, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] = std::sqrt(a[i]);
}
#pragma adjoint reverse
double sumOfRoots(const double *a, int n) {
  double x[3] = {}, s = 0.0;
#pragma adjoint implicit(x : squares(x, a, n, result)) solver(gmres) extent(x, n)
  roots(a, n, x);
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

int main() {
  using numeric::Vector;
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8, 0.6}};
  numeric::check("byProducts", byProducts, byProducts_b, points, 1e-6);
  numeric::check("byMatrix", byMatrix, byMatrix_b, points, 1e-6);
  for (const Vector &p : points) {
    Vector one(p.size()), other(p.size());
    byProducts_b(p.data(), one.data(), int(p.size()), 1.0);
    byMatrix_b(p.data(), other.data(), int(p.size()), 1.0);
    for (std::size_t i = 0; i < p.size(); ++i)
      numeric::expect("products and matrix", other[i], one[i], 1e-9);
  }
  numeric::check("springs", springs, springs_b, {{0.7, 0.4, 1.2, 0.3}, {0.8}, {0.2, 1.1}}, 1e-6);
  numeric::check("sumOfRoots", sumOfRoots, sumOfRoots_b, {{0.7, 0.4, 1.2}, {4.0}}, 1e-6);
  bool isThrown = false;
  try {
    const double a[2] = {0.0, 1.0};
    double a_b[2] = {};
    sumOfRoots_b(a, a_b, 2, 1.0);
  } catch (const std::domain_error &) {
    isThrown = true;
  }
  numeric::expect("a singular matrix", 1.0, isThrown);
  numeric::expect("the tape is empty", 0.0, double(adjoint::Tape::local().bytes()));
  return numeric::report();
}
