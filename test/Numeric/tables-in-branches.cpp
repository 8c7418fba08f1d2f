// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr
//
// Tables that are declared inside branches, loops, switches and callees, and that other callees read: both sweeps need them.

#include "numeric.h"

#include <array>
#include <cmath>

static double rational(const double *a, double x) {
  double x2 = x * x, t = a[0] * x2 + a[1], u = a[2] * x2;
  t *= x2;
  u *= x2;
  t += a[1];
  u += a[2];
  t *= x2;
  u *= x2;
  t += a[0];
  u += a[2];
  if (x > 10)
    t *= u;
  return t / u;
}

static double sumOf(const int *n, double x) {
  double sum = x;
  for (int i = 0; i < 3; ++i)
    sum = std::sin(sum * n[i]) + x;
  return sum;
}

struct Law {
  double k, p;
};
static double applied(const Law *laws, double x) {
  double y = x;
  for (int i = 0; i < 2; ++i)
    y = laws[i].k * std::exp(-laws[i].p * y) + x * y;
  return y;
}

#pragma adjoint reverse
double inBranches(double x) {
  if (x < 2) {
    static const double P[3] = {1.5, 0.5, -0.25};
    return x * (3.0 + rational(P, x));
  }
  static const double P[3] = {2.0, 0.25, -0.5};
  static constexpr double Q[3] = {2.0, 0.75, -0.5};
  return rational(P, x) * rational(Q, x);
}

#pragma adjoint reverse
double inLoops(double x) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double weights[3] = {1.0, 0.5, -0.25};
    const double mixed[3] = {1.0 + k, x, 0.5};
    static const int counts[3] = {1, 2, 3};
    sum += rational(weights, x + sum) * sumOf(counts, x) + 0.01 * rational(mixed, x + k);
  }
  return sum;
}

#pragma adjoint reverse
double inSwitch(double x, int kind) {
  switch (kind) {
  case 0: {
    static const Law laws[2] = {{0.5, 0.25}, {1.5, 0.75}};
    return applied(laws, x);
  }
  case 1: {
    const std::array<double, 3> weights = {0.5, 1.25, 0.75};
    return rational(weights.data(), x) * x;
  }
  default: {
    static const double P[3] = {1.5, 0.5, -0.25}, Q[3] = {1.0, 2.0, 3.0};
    const double *chosen = x < 1 ? P : Q;
    return rational(chosen, x) + rational(Q, x);
  }
  }
}

/// Split, for it overwrites what the caller needs: its reverse half needs the tables, too.
static double series(double x, double *p) {
  double r = x;
  const double weights[3] = {0.25, 0.15, 0.5};
  const double mixed[3] = {x * 0.25, 0.15 + r, 0.5};
  static const double P[3] = {1.5, 0.5, -0.25};
  r = 0.1 * rational(weights, x) + 0.1 * rational(mixed, x);
  if (r > 1e3)
    return x;
  if (r < 2e3) {
    const double inner[3] = {x * 0.25, 0.15 * r, 0.5};
    r += 0.1 * rational(inner, x) + 0.1 * rational(P, r);
  }
  *p = std::sin(r * *p);
  return r;
}

#pragma adjoint reverse
double splitCalls(double x) {
  double p = x;
  for (int i = 0; i < 3; ++i) {
    x *= p;
    x += std::sin(series(x, &p) * p);
  }
  return x * p;
}

/// A pointer may lead to a table, or to an array that depends on x.
static double chosen(double x, int k, double *p) {
  static const double given[3] = {0.7, -0.2, 0.4};
  const double mixed[3] = {0.3 * x, 0.5, 0.1 + 0.05 * k};
  const double *kept = k == 1 ? mixed : given;
  const double r = 0.2 * rational(k == 0 ? given : mixed, x) + 0.1 * rational(kept, x);
  if (r > 50.0)
    return x;
  *p = 0.5 * *p * r + 0.1 * rational(given, r);
  return r;
}

#pragma adjoint reverse
double chosenTables(double x) {
  double p = x;
  for (int i = 0; i < 3; ++i) {
    x *= p;
    x += std::sin(chosen(x, i, &p) * p);
  }
  return x * p;
}

// What is called returns a pointer into the table.
static const double *largest(const double *first, const double *last) {
  const double *found = first;
  for (; first != last; ++first)
    if (*found < *first)
      found = first;
  return found;
}

static double weighted(const double *f, double scale) {
  static const double weight[3] = {0.5, 1.5, 0.25};
  return *largest(weight, weight + 3) * f[1] * scale + *largest(f, f + 3);
}

#pragma adjoint reverse
double intoTables(double x) {
  double f[3] = {x, x * x, 1.0};
  f[0] = weighted(f, x);
  return f[0] * weighted(f, std::sin(x));
}

int main() {
  numeric::check("intoTables", intoTables, intoTables_b, {{0.7}, {1.3}});
  numeric::check("chosenTables", chosenTables, chosenTables_b, {{0.7}, {1.3}});
  numeric::check("splitCalls", splitCalls, splitCalls_b, {{0.7}, {1.3}});
  numeric::check("inBranches", inBranches, inBranches_b, {{0.7}, {1.3}, {2.5}, {11.0}});
  numeric::check("inLoops", inLoops, inLoops_b, {{0.7}, {1.3}});
  for (int kind = 0; kind < 3; ++kind)
    numeric::check(
        "inSwitch", {0.7}, [&](const numeric::Vector &x) { return numeric::Vector{inSwitch(x[0], kind)}; },
        [&](const numeric::Vector &x, const numeric::Vector &y_b) {
          numeric::Vector x_b(1);
          inSwitch_b(x[0], x_b[0], kind, y_b[0]);
          return x_b;
        });
  return numeric::report();
}
