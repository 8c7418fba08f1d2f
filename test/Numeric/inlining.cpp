// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Small callees, which are inlined: what they are given changes while they run, they return early, hand out
// references, and use names that the caller uses for something else.
//
// NUMERIC-VARIANTS: --no-inline | --no-activity | --no-liveness --no-recompute

#include "numeric.h"

#include <cmath>

namespace {
constexpr double scale = 0.7;
double weight = 1.3;

double square(double x) { return x * x; }
double overwritten(double x) {
  x = x * x;
  x += std::sin(x);
  return x;
}
double both(double a, double &b) {
  b = 2 * a + b;
  return a * b;
}
double clamped(double x) {
  if (x > 1.5)
    return 1.5 + 0.1 * x * x;
  if (x < -1.5)
    return -1.5;
  return x * x;
}
void early(double &x, bool stop) {
  x *= x;
  if (stop)
    return;
  x += 1;
}
double &slot(double *v, int &k) { return v[k++]; }
double &entry(double *m, int i, int j) { return m[3 * i + j]; }
double scaled(double t) { return scale * t; }
double weighted(double t) { return weight * t; }
double swapped(double x, double y) { return x - 2 * y; }
bool goesOn(double s, int i, int n) { return s < 40 && i < n; }
int next(int i) { return i + 1; }
double even(int n, double x);
double odd(int n, double x) { return n == 0 ? x : x * even(n - 1, x); }
double even(int n, double x) { return n == 0 ? 1.0 : std::sin(x) + odd(n - 1, x); }
double drawn(int k) {
  static const double table[2] = {0.5, 0.8};
  return table[k % 2];
}
template <class T> const T &larger(const T &a, const T &b) { return a < b ? b : a; }
} // namespace

// Parameters that are written, the argument needed again.
#pragma adjoint reverse
double arguments(double x, double y) {
  double s = overwritten(x) + square(y);
  double t = s;
  s = overwritten(s) * 0.1 + square(s);
  x = square(x) * t;
  return s * x + overwritten(x);
}

// A value and a reference to the same variable.
#pragma adjoint reverse
double aliases(double x, double y) {
  double r = both(x, x);
  double t = y;
  r += both(t, y);
  r += both(y, t);
  r = both(r, r) * t;
  return r * x;
}

#pragma adjoint reverse
double earlyReturns(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    double t = x[i] * s;
    early(t, i % 2 == 0);
    s = clamped(t) + clamped(-t) * s;
    early(s, s > 2);
    s *= 0.3;
  }
  return s;
}

// The index moves on between the reference and its use.
#pragma adjoint reverse
double references(const double *x, int n) {
  double v[9] = {1, 0.9, 1.1, 0.8, 1.2, 0.7, 1.3, 0.6, 1.4};
  int k = 0;
  for (int i = 0; i < n && k < 7; ++i) {
    double &a = slot(v, k);
    double &b = slot(v, k);
    a *= x[i] * v[k];
    b += a * v[k - 1];
    entry(v, k % 3, i % 3) += a * b;
    double &c = entry(v, i % 3, k % 3);
    k = (k + i) % 5;
    c *= entry(v, k % 3, 0) * 0.5;
  }
  return v[0] * v[1] + v[2] * v[3] + v[4] * v[5] + v[6] * v[7] * v[8];
}

// The caller's names are not the callee's.
#pragma adjoint reverse
double names(double x, double y) {
  double scale = x * y, weight = 0.4 * x, t = y;
  double a = scaled(t) * scale, b = weighted(a) * weight;
  return swapped(y, x) * swapped(a * b, t) + scaled(b);
}

#pragma adjoint reverse
double inConditions(const double *x, int n) {
  double s = x[0];
  for (int i = 0; goesOn(s, i, n); i = next(i))
    s += square(s) * 0.2 + x[i];
  while (goesOn(s, 0, n))
    s = s * square(s) + 1.1;
  return square(s) > 9 ? scaled(s) : weighted(s);
}

// What is not inlined.
#pragma adjoint reverse
double calls(double x, double y) { return odd(3, x) * drawn(3) + even(4, x * y); }

#pragma adjoint reverse
double chosen(double x, double y) {
  const double &m = larger(x, y);
  double before = m;
  x *= 1.5;
  y += x * m;
  return before * larger(x, y) * m;
}

// Pointers to locals.
#pragma adjoint reverse
double pointers(double x, double y) {
  double t = x * y, u = y;
  double *p = &t, *const q = &u;
  *p *= *q;
  u = *p + x;
  p = q;
  *p *= t;
  return t * u * *q;
}

// Arguments that are one variable are compared with themselves.
struct Triangle {
  double d[6];
  double &at(int i, int j) { return d[i < j ? j : i]; }
};
static int lower(int a, int b) { return a < b ? a : b; }
static double ordered(double a, double b) { return a < b ? a * a : a == b ? a * b * 3 : b; }
#pragma adjoint reverse
double diagonal(double x, double y) {
  Triangle s{{x, y, x * y, 1, 2, 3}};
  double t = 0;
  for (int i = 0; i < 3; ++i)
    t += s.at(i, i) * x + s.d[lower(i, i)] * y;
  return t + ordered(x, x);
}

int main() {
  numeric::check("arguments", arguments, arguments_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("aliases", aliases, aliases_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("earlyReturns", earlyReturns, earlyReturns_b, {{0.7, 1.3, 2.2}, {1.9, -1.4, 0.3, 1.2}});
  numeric::check("references", references, references_b, {{0.7, 1.3, 0.6}, {1.1, 0.9, -0.8, 0.5}});
  numeric::check("names", names, names_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("inConditions", inConditions, inConditions_b, {{0.7, 1.3, 0.2}, {2.1, 1.2, 3.0, 0.4}});
  numeric::check("calls", calls, calls_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("chosen", chosen, chosen_b, {{0.7, 1.3}, {1.4, 0.9}});
  numeric::check("pointers", pointers, pointers_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("diagonal", diagonal, diagonal_b, {{0.7, 1.3}, {-0.4, 2.0}});
  return numeric::report();
}
