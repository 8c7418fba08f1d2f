// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Nests of loops whose sweeps run in one iteration, at each level, with branches in them that record: a cut-off, one of two values, a
// branch whose operands change behind it, one in a branch, and an inner loop that the outer one needs.
//
// NUMERIC-VARIANTS: --no-fusion | --no-join-branches | --no-tbr

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double pairs(const double *x, int n, double eps) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j)
        continue;
      const double d = x[i] - x[j], r2 = d * d + 0.1;
      if (r2 > 1.2)
        continue;
      const double q = eps * eps / r2, s = q * q * q;
      e += 4 * eps * (s * s - s);
    }
  return e;
}

#pragma adjoint reverse
double either(const double *x, int n, double k) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double own = 0;
    for (int j = 0; j <= i; ++j) {
      double t = x[i] * x[j];
      if (t > 0.1) {
        const double r = std::exp(k * t);
        own += r * r / (1 + r);
      } else {
        const double l = std::log(2 + t), m = l * l * k;
        own += std::sin(m) * m;
      }
    }
    e += own * own;
  }
  return e;
}

// What the branch reads changes behind it.
#pragma adjoint reverse
double changed(const double *x, int n, double k) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j) {
      double t = x[i] * (j + 1);
      if (t > 0.3) {
        const double r = k / (t * t + 1);
        e += r * r * r;
      }
      t = std::sin(t * k);
      if (j != 1) {
        const double r = std::exp(t);
        e += r * r;
        if (t > 0.2) {
          const double q = std::sqrt(r + t * t);
          e += q * q * q;
        }
      }
      e += t * t;
    }
  return e;
}

// The inner loop is read by the outer one.
#pragma adjoint reverse
double read(const double *x, int n, double k) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double z = 0.1, w[4] = {0, 0, 0, 0};
    for (int j = 0; j < n; ++j) {
      const double r = std::exp(k * x[i] * x[j]);
      w[j] = r * r;
      z += r;
    }
    for (int j = 0; j < n; ++j)
      if (w[j] > 1)
        e += w[j] / z * std::log(w[j] / z);
    e += std::log(z);
  }
  return e;
}

int main() {
  using numeric::Vector;
  auto check = [&](const char *name, auto function, auto adjoint) {
    for (const Vector &x : {Vector{0.4, 0.9, -0.3, 0.7, 0.8}, Vector{-1.1, 0.25, 0.5, -0.6, 0.4}})
      numeric::check(
          name, x, [=](const Vector &at) { return Vector{function(at.data(), 4, at[4])}; },
          [=](const Vector &at, const Vector &y_b) {
            Vector x_b(at.size());
            adjoint(at.data(), x_b.data(), 4, at[4], x_b[4], y_b[0]);
            return x_b;
          });
  };
  check("pairs", pairs, pairs_b);
  check("either", either, either_b);
  check("changed", changed, changed_b);
  check("read", read, read_b);
  return numeric::report();
}
