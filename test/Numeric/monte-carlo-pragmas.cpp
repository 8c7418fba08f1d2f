// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// The pragmas of the Monte Carlo example are redundant: without them the result is the same, and so is the
// high-water mark of the tape.

#include "numeric.h"

#include <adjoint/smooth.h>
#include <adjoint/tape.h>

#include <cmath>

/// Paths of a simulation whose source the tool does not see.
void simulate(const double *x, double *s, int n);

#pragma adjoint derivative_of(simulate)
void simulate_b(const double *x, double *x_b, double *s, double *s_b, int n);
#pragma adjoint tangent_of(simulate)
void simulate_d(const double *x, const double *x_d, double *s, double *s_d, int n);

#pragma adjoint reverse
void payoff(const double *d, double *p) {
#pragma adjoint noprimal
  p[0] = adjoint::smooth::max0(d[1] - d[0], 1e-6);
}

#pragma adjoint reverse
void withPragmas(const double *__restrict x, double *__restrict y, int n) {
  double *s = new double[n];
#pragma adjoint notbr
  simulate(x, s, n);
  double d[2];
  double p[1];
  y[0] = 0.0;
  for (int i = 0; i < n; ++i) {
#pragma adjoint notbr
    d[0] = x[3];
    d[1] = s[i];
    payoff(d, p);
#pragma adjoint notbr
    y[0] = y[0] + std::exp(-x[1]) * p[0];
  }
#pragma adjoint noprimal
  y[0] = y[0] / n;
  delete[] s;
}

#pragma adjoint reverse
void plainPayoff(const double *d, double *p) { p[0] = adjoint::smooth::max0(d[1] - d[0], 1e-6); }

#pragma adjoint reverse
void withoutPragmas(const double *__restrict x, double *__restrict y, int n) {
  double *s = new double[n];
  simulate(x, s, n);
  double d[2];
  double p[1];
  y[0] = 0.0;
  for (int i = 0; i < n; ++i) {
    d[0] = x[3];
    d[1] = s[i];
    plainPayoff(d, p);
    y[0] = y[0] + std::exp(-x[1]) * p[0];
  }
  y[0] = y[0] / n;
  delete[] s;
}

namespace {

double draw(int i) { return std::sin(12.9898 * (i + 1)); }

using Adjoint = void (*)(const double *, double *, double *, double *, int);

std::size_t tapeOf(Adjoint adjoint, const numeric::Vector &x, numeric::Vector &x_b, int n) {
  double y = 0.0, y_b = 1.0;
  adjoint::Tape::local().reset_high_water();
  adjoint(x.data(), x_b.data(), &y, &y_b, n);
  return adjoint::Tape::local().high_water();
}

} // namespace

void simulate(const double *x, double *s, int n) {
  for (int i = 0; i < n; ++i)
    s[i] = x[0] * std::exp(x[1] - 0.5 * x[2] * x[2] + x[2] * draw(i));
}

void simulate_b(const double *x, double *x_b, double *s, double *s_b, int n) {
  simulate(x, s, n);
  for (int i = 0; i < n; ++i) {
    x_b[0] += s[i] / x[0] * s_b[i];
    x_b[1] += s[i] * s_b[i];
    x_b[2] += s[i] * (draw(i) - x[2]) * s_b[i];
    s_b[i] = 0.0;
  }
}

void simulate_d(const double *x, const double *x_d, double *s, double *s_d, int n) {
  simulate(x, s, n);
  for (int i = 0; i < n; ++i)
    s_d[i] = s[i] * (x_d[0] / x[0] + x_d[1] + (draw(i) - x[2]) * x_d[2]);
}

int main() {
  const int n = 100;
  const numeric::Vector x = {100.0, 0.05, 0.2, 101.0};
  numeric::Vector with(4, 0.0), without(4, 0.0);
  std::size_t tapeWith = tapeOf(withPragmas_b, x, with, n), tapeWithout = tapeOf(withoutPragmas_b, x, without, n);
  numeric::expect("tape in bytes", double(tapeWithout), double(tapeWith), 0.0);
  for (std::size_t i = 0; i < with.size(); ++i)
    numeric::expect("gradient with pragmas", without[i], with[i], 0.0);
  numeric::check(
      "withoutPragmas", x,
      [&](numeric::Vector v) {
        double y = 0.0;
        withoutPragmas(v.data(), &y, n);
        return numeric::Vector{y};
      },
      [&](numeric::Vector v, numeric::Vector seed) {
        numeric::Vector v_b(4, 0.0);
        double y = 0.0;
        withoutPragmas_b(v.data(), v_b.data(), &y, &seed[0], n);
        return v_b;
      },
      1e-6);
  return numeric::report();
}
