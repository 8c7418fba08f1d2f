// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-recompute | --no-tbr | --no-fusion --no-use-tape-blocks
//
// Variables that are read from memory: it stays as it is from then on, or is overwritten further down, by the next
// iteration, by a callee, or through a pointer.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double stays(const double *x, int n) {
  double v[6] = {};
  for (int i = 0; i < n; ++i)
    v[i] = std::sin(x[i]);
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double c = v[i];
    s = std::tanh(s * c * c + v[n - 1]);
  }
  return s;
}

#pragma adjoint reverse
double overwrittenBehind(const double *x, int n) {
  double v[6] = {};
  for (int i = 0; i < n; ++i)
    v[i] = std::sin(x[i]);
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double c = v[i];
    s = std::tanh(s * c * c + x[0]);
  }
  for (int i = 0; i < n; ++i)
    v[i] = x[i] * s;
  return s * v[0];
}

#pragma adjoint reverse
double overwrittenAround(const double *x, int n) {
  double v[6] = {};
  for (int i = 0; i < n; ++i)
    v[i] = x[i];
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    v[k % n] *= s + v[0];
    for (int i = 0; i < n; ++i) {
      double c = v[i];
      s = std::tanh(s * c * c + x[0]);
    }
  }
  return s;
}

void scale(double *v, int n, double by) {
  for (int i = 0; i < n; ++i)
    v[i] = std::sin(v[i] * by);
}

#pragma adjoint reverse
double overwrittenElsewhere(const double *x, int n) {
  double v[6] = {};
  for (int i = 0; i < n; ++i)
    v[i] = x[i];
  double s = 1.0, *p = n > 2 ? &v[1] : v;
  for (int i = 0; i < n; ++i) {
    double c = v[i];
    s = std::tanh(s * c * c + x[0]);
    if (i == 1)
      scale(v, n, s);
    double d = v[0] * v[n - 1];
    s += d * d * s;
    *p = s * *p;
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4, 1.2}, {0.6, 0.9}};
  numeric::check("stays", stays, stays_b, points);
  numeric::check("overwrittenBehind", overwrittenBehind, overwrittenBehind_b, points);
  numeric::check("overwrittenAround", overwrittenAround, overwrittenAround_b, points);
  numeric::check("overwrittenElsewhere", overwrittenElsewhere, overwrittenElsewhere_b, points);
  return numeric::report();
}
