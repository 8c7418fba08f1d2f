// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// Calls that find where a residual is zero, by methods that nobody differentiates: the implied volatility of an option, dense
// nonlinear systems, in lines, loops, branches and callees.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <stdexcept>
#include <vector>

// ------------------------------------------------------------------ a number

double normalCdf(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

double callPrice(double volatility, double spot, double strike, double years) {
  const double deviation = volatility * std::sqrt(years);
  const double d = std::log(spot / strike) / deviation + 0.5 * deviation;
  return spot * normalCdf(d) - strike * normalCdf(d - deviation);
}

double mispricing(double volatility, double price, double spot, double strike, double years) {
  return callPrice(volatility, spot, strike, years) - price;
}

// By bisection, in another file.
double impliedVolatility(double price, double spot, double strike, double years);

#pragma adjoint reverse
double volatility(double price, double spot) {
  const double strike = 1.1;
#pragma adjoint implicit(v : mispricing(v, price, spot, strike, 2.0))
  const double v = impliedVolatility(price, spot, strike, 2.0);
  return v * v * spot;
}

/// The price is that of a volatility: the round trip is the identity.
#pragma adjoint reverse
double roundTrip(double x, double spot) {
  double p = callPrice(x, spot, 0.9, 1.0), v = 0.0;
#pragma adjoint implicit(v : mispricing(v, p, spot, 0.9, 1.0))
  v = impliedVolatility(p, spot, 0.9, 1.0);
  p = v;
  return p * spot;
}

double cubic(double x, double a, const double &b) { return x * x * x + a * x - b; }
double cubicRoot(double a, double b);

double rootIn(double a, double b) {
#pragma adjoint implicit(x : cubic(x, a, b))
  double x = cubicRoot(a, b);
  return x * a;
}

#pragma adjoint reverse
double roots(const double *p, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double b = s * p[i];
    if (p[i] > 0.0) {
      double x = 0.0;
#pragma adjoint implicit(x : cubic(x, s, b))
      x = cubicRoot(s, b);
      s += 0.1 * x * x;
    } else {
      s += 0.2 * rootIn(2.0 + p[i] * p[i], b);
    }
    b = s;
  }
  return s;
}

double linear(double x, const double *p, int n, const double &b) {
  double s = -b;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * p[i] * x + x * x * x;
  return s;
}
double linearRoot(const double *p, int n, double b);

/// The arguments of the residual are overwritten behind.
#pragma adjoint reverse
double overwrites(double a, double b) {
  double p[3] = {2.0 + a * a, 3.0, 2.0 + b * b}, s = b;
  for (int i = 0; i < 3; ++i) {
    const int n = 1 + i;
    const double right = s * a;
#pragma adjoint implicit(x : linear(x, p, n, right))
    const double x = linearRoot(p, n, right);
    s += x * p[i];
    p[0] += 0.5 * x * x;
    p[i] *= 1.5;
  }
  return s * p[0];
}

// ------------------------------------------------------------------- systems

/// r_i = sum a_ij x_j + x_i^3 - b_i
void residual(const double *x, const double *a, const double *b, int n, double *r) {
  for (int i = 0; i < n; ++i) {
    r[i] = x[i] * x[i] * x[i] - b[i];
    for (int j = 0; j < n; ++j)
      r[i] += a[i * n + j] * x[j];
  }
}

// By Newton's method, in another file; begins with what is there.
int find(const double *a, const double *b, int n, double *x);

#pragma adjoint reverse
double system3(double p, double q) {
  double a[9], b[3] = {p, q, p * q};
  for (int i = 0; i < 9; ++i)
    a[i] = i % 4 == 0 ? 4.0 + p : 0.3 * q * (i - 4);
  double x[3] = {};
#pragma adjoint implicit(x : residual(x, a, b, 3, result))
  find(a, b, 3, x);
  b[0] = x[0];
  return b[0] * x[1] + x[2] * x[2] * p;
}

/// Steps in time, with memory of the heap.
#pragma adjoint reverse
double steps(const double *p, int n) {
  std::vector<double> a(n * n), x(n, 0.1), b(n);
  for (int i = 0; i < n; ++i)
    b[i] = p[i];
  double s = 0.0;
  const double *matrix = a.data(), *right = b.data();
  double *found = x.data();
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < n * n; ++i)
      a[i] = i % (n + 1) == 0 ? 3.0 + p[0] * b[0] : 0.1 * p[i % n] * b[i / n];
#pragma adjoint implicit(found : residual(found, matrix, right, n, result)) extent(found, n)
    const int iterations = find(matrix, right, n, found);
    s += iterations > 1000 ? 1.0 : 0.0;
    for (int i = 0; i < n; ++i) {
      s += x[i] * b[i] * t;
      b[i] = 0.5 * b[i] + x[i] * x[i];
    }
  }
  return s + x[0] * x[n - 1];
}

// ---------------------------------------------------------------- what it costs

double square(double x, double a) { return x * x - a; }
double slowRoot(double a);
#pragma adjoint reverse
double slow(double a) {
#pragma adjoint implicit(x : square(x, a))
  const double x = slowRoot(a);
  return x;
}

int main() {
  numeric::check("volatility", volatility, volatility_b, {{0.2, 1.0}, {0.35, 1.2}}, 1e-6);
  numeric::check("roundTrip", roundTrip, roundTrip_b, {{0.3, 1.0}, {0.5, 1.2}}, 1e-6);
  numeric::check("overwrites", overwrites, overwrites_b, {{0.7, 1.3}, {-1.1, 0.6}}, 1e-6);
  numeric::check("roots", roots, roots_b, {{0.7, 1.3, -0.4, 0.2}, {-1.1, 0.6}}, 1e-6);
  numeric::check("system3", system3, system3_b, {{0.7, 1.3}, {-1.1, 0.6}}, 1e-6);
  numeric::check("steps", steps, steps_b, {{0.7, 1.3, 0.4}, {1.1, 0.6}}, 1e-6);
  double x_b = 0.0, p_b = 0.0;
  roundTrip_b(0.3, x_b, 1.0, p_b, 1.0);
  numeric::expect("the round trip is the identity", 1.0, x_b, 1e-9);
  numeric::expect("by the spot it is its result", 0.3, p_b, 1e-9);

  adjoint::Tape::local().reset_high_water();
  double a_b = 0.0;
  slow_b(4.0, a_b, 1.0);
  numeric::expect("a root", 0.25, a_b, 1e-12);
  numeric::expect("nothing is kept of the iteration", 1.0, adjoint::Tape::local().high_water() <= 64);

  bool isThrown = false;
  try {
    slow_b(0.0, a_b, 1.0);
  } catch (const std::domain_error &) {
    isThrown = true;
  }
  numeric::expect("where there is no derivative", 1.0, isThrown);
  numeric::expect("the tape is empty", 0.0, double(adjoint::Tape::local().bytes()));
  return numeric::report();
}

// As if in other files.

template <class F> double bisect(F f, double low, double high) {
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0.0 ? low : high) = middle;
  }
  return low;
}
double impliedVolatility(double price, double spot, double strike, double years) {
  return bisect([&](double v) { return mispricing(v, price, spot, strike, years); }, 1e-3, 10.0);
}
double cubicRoot(double a, double b) {
  return bisect([&](double x) { return cubic(x, a, b); }, -100.0, 100.0);
}
double linearRoot(const double *p, int n, double b) {
  return bisect([&](double x) { return linear(x, p, n, b); }, -100.0, 100.0);
}
double slowRoot(double a) {
  return bisect([&](double x) { return square(x, a); }, 0.0, 100.0);
}

int find(const double *a, const double *b, int n, double *x) {
  std::vector<double> m(n * n), r(n);
  int iteration = 0;
  for (; iteration < 60; ++iteration) {
    residual(x, a, b, n, r.data());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        m[i * n + j] = a[i * n + j] + (i == j ? 3 * x[i] * x[i] : 0.0);
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i) {
        const double factor = m[i * n + k] / m[k * n + k];
        for (int j = k; j < n; ++j)
          m[i * n + j] -= factor * m[k * n + j];
        r[i] -= factor * r[k];
      }
    for (int k = n - 1; k >= 0; --k) {
      for (int j = k + 1; j < n; ++j)
        r[k] -= m[k * n + j] * r[j];
      r[k] /= m[k * n + k];
    }
    for (int i = 0; i < n; ++i)
      x[i] -= r[i];
  }
  return iteration;
}
