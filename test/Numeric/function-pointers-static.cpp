// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Calls through pointers of the file, which only functions of the file set.

#include "numeric.h"

#include <cmath>

static double linear(double x) { return 2.0 * x; }
static double cubic(double x) { return x * x * x; }
static double wave(double x) { return std::sin(x); }

static double (*law)(double) = linear;
static double (*chosen)(double);
static double (*table[3])(double) = {linear, nullptr, wave};

static void choose(bool isSteep) { chosen = isSteep ? cubic : &linear; }
void fill() { table[1] = cubic; } // what callers may have called before

#pragma adjoint reverse
double initial(double x) { return law(x) * x; }

// The pointer changes between the calls.
#pragma adjoint reverse
double changing(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    choose(i % 2 == 0);
    s = chosen(s * x[i]) + chosen(x[i]);
  }
  return s;
}

#pragma adjoint reverse
double fromTable(double x, double y) {
  double s = x;
  for (int i = 0; i < 3; ++i)
    s = table[i](s) * y;
  return s;
}

int main() {
  fill();
  numeric::check("initial", initial, initial_b, {{0.7}, {-0.3}});
  numeric::check("changing", changing, changing_b, {{0.7, 0.3, 0.9}, {0.4, 1.3}});
  numeric::check("fromTable", fromTable, fromTable_b, {{0.7, 1.1}, {0.4, -1.3}});
  return numeric::report();
}
