// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --profile
//
// Forward goto.

#include "numeric.h"

#pragma adjoint reverse
double skip(double x, double y) {
  double r = x * y;
  if (x > y)
    goto done;
  r *= x;
  x += r;
done:
  return r * x * y;
}

#pragma adjoint reverse
double chain(double x, double y) {
  double r = x;
  if (x < 0.0)
    goto negative;
  r *= y;
  if (r > 2.0)
    goto large;
  r += x * x;
negative:
  r *= r + y;
large:
  r -= y * r * 0.5;
  return r;
}

#pragma adjoint reverse
double outOfNest(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      s = s * x[i] + 0.3 * x[j];
      if (s > 3.0)
        goto found;
    }
    s *= 0.9;
  }
  s *= s;
found:
  s *= x[0] + s;
  return s;
}

#pragma adjoint reverse
double nextTurn(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      s *= 0.5 + x[j];
      if (s > 1.5)
        goto next;
    }
    s += x[i] * s;
  next:
    s *= 0.9;
  }
  return s;
}

int main() {
  numeric::check("skip", skip, skip_b, {{0.7, 1.3}, {1.6, 0.9}});
  numeric::check("chain", chain, chain_b, {{0.7, 1.3}, {2.1, 1.9}, {-1.1, 0.6}});
  numeric::check("outOfNest", outOfNest, outOfNest_b, {{0.7, 0.3, -0.8}, {1.1, 1.9, 0.4}});
  numeric::check("nextTurn", nextTurn, nextTurn_b, {{0.7, 1.3, 0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
