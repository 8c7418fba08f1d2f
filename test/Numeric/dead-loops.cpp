// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-liveness | --no-recompute
//
// Loops that end by what is computed in them, and of which nothing is needed: they end in the forward sweep, too.

#include "numeric.h"

#include <cmath>
#include <stdexcept>

static double root(double a) {
  if (a < 0.3)
    throw std::domain_error("too small");
  return std::sqrt(a);
}

#pragma adjoint reverse
void counting(const double *x, double *z, int n) {
  double u = x[1];
  z[0] = std::sin(u) * x[0];
  try {
    u = -0.9 * x[2];
    z[1] = 0.6 * root(x[3]);
    for (int i = 0; i < n; ++i) {
      int w = 0;
      while (true) {
        while ((u += x[1]) < -0.5) {
          if (w == 7)
            break;
        }
        if (++w > 3)
          break;
      }
    }
  } catch (const std::domain_error &) {
    z[1] = 0.25 * x[0];
  }
}

#pragma adjoint reverse
void halving(const double *x, double *z, int n) {
  double error = x[0], guess = x[1];
  z[0] = error * std::cos(guess) * n;
  while (error > 1e-3) {
    error *= 0.5;
    guess = 0.5 * (guess + x[2] / guess);
  }
  z[1] = x[2] * x[3];
}

int main() {
  auto check = [](const char *name, void (*f)(const double *, double *, int), void (*f_b)(const double *, double *, double *, double *, int)) {
    numeric::check(
        name, {0.7, 0.4, 0.9, 1.3},
        [&](const numeric::Vector &x) {
          numeric::Vector z(2);
          f(x.data(), z.data(), 3);
          return z;
        },
        [&](const numeric::Vector &x, const numeric::Vector &z_b) {
          numeric::Vector x_b(4), z(2), seeds(z_b);
          f_b(x.data(), x_b.data(), z.data(), seeds.data(), 3);
          return x_b;
        });
  };
  check("counting", counting, counting_b);
  check("halving", halving, halving_b);
  return numeric::report();
}
