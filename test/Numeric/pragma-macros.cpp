// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// Pragmas that macros say, of what the same macro says behind them; and pragmas of the file before a macro.

#include "numeric.h"

#include <adjoint/adjoint.h>
#include <cmath>

#define MODEL(name, value) ADJOINT double name(double x) { return value; }
#define BOTH _Pragma("adjoint reverse") double first(double x) { return x * x * x; } \
  double none(double x) { return x; } ADJOINT double second(double x) { return std::sin(x) * none(x); }
#define SOLVED _Pragma("adjoint fixed_point") for (int t = 0; t < 200; ++t) x = std::cos(0.5 * x * p);
#define TWO_LOOPS for (int i = 0; i < 3; ++i) x = x * x + p; _Pragma("adjoint checkpoint snapshots(2)") for (int i = 0; i < 7; ++i) { x = std::sin(x) + 0.1 * p; }
#define ROOT _Pragma("adjoint implicit(v : residual(v, p))") v = root(p);
#define FOR(i, n) for (int i = 0; i < (n); ++i)

MODEL(square, x * x) MODEL(cube, x * x * square(x) / x)
BOTH

double later(double x) { return x; }

// The loop that follows is no fixed point: its iterations end far from one.
#pragma adjoint reverse
double solved(double p) {
  double x = 0.5;
  SOLVED
  for (int i = 0; i < 3; ++i)
    x = x * x + 0.3;
  return x;
}

#pragma adjoint reverse
double twoLoops(double p) {
  double x = 0.4 * p;
  TWO_LOOPS
  return x;
}

static double residual(double v, double p) { return v * v * v + v - p; }
static double root(double p) {
  double v = 1.0;
  for (int i = 0; i < 40; ++i)
    v -= residual(v, p) / (3.0 * v * v + 1.0);
  return v;
}
static double other(double p) { return p * p; }

#pragma adjoint reverse
double roots(double p) {
  double v = 0.0;
  ROOT
  v = other(v) * p;
  return v;
}

#pragma adjoint reverse
double loops(double p) {
  double x = 0.5;
#pragma adjoint checkpoint snapshots(3)
  FOR(i, 6) {
    double y = x * p;
    FOR(k, 2) y += std::sin(y);
    x = 0.3 * y + 0.2;
  }
  FOR(i, 3) x = std::sin(x) + p;
#pragma adjoint fixed_point
  FOR(i, 200) x = std::cos(0.4 * p * x);
  return x;
}

int main() {
  numeric::check("square", square, &square_b, {{0.7}, {-1.3}});
  numeric::check("cube", cube, &cube_b, {{0.7}, {-1.3}});
  numeric::check("first", first, &first_b, {{0.7}, {-1.3}});
  numeric::check("second", second, &second_b, {{0.7}, {-1.3}});
  numeric::check("solved", solved, solved_b, {{0.7}, {-1.1}});
  numeric::check("twoLoops", twoLoops, twoLoops_b, {{0.7}, {-0.3}});
  numeric::check("roots", roots, roots_b, {{0.7}, {-1.3}});
  numeric::check("loops", loops, loops_b, {{0.7}, {-1.3}});
  numeric::expect("what no pragma stands before", 0.3, later(0.3));
  return numeric::report();
}
