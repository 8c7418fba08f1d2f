// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-pass-over-zeros | --no-inline --no-fusion | --no-recompute --no-use-tape-blocks
//
// Reversed loops that are passed over where their adjoint is zero: at points where it is and where it is not; with other
// adjoints that come in on the way, values that the loop restores, and adjoints that it overwrites.

#include "numeric.h"

#include <algorithm>
#include <cmath>

#pragma adjoint reverse
double rectified(const double *x, int n) {
  double s = 0.0;
  for (int j = 0; j < n; ++j) {
    double sum = -0.2;
    for (int i = 0; i < n; ++i)
      sum += x[i] * x[(i + j) % n] * (j - 1);
    s += (sum > 0.0 ? sum : 0.0) * (j + 1);
  }
  return s;
}

#pragma adjoint reverse
double pathsOfAnOption(const double *x, int n) {
  double paid = 0.0;
  for (int path = 0; path < 6; ++path) {
    double price = x[0], mean = 0.0;
    for (int step = 0; step < 4; ++step) {
      price *= std::exp(x[n - 1] * 0.3 + 0.2 * std::sin(7.0 * path + step));
      mean += price;
    }
    mean /= 4;
    if (mean > 0.45)
      paid += mean - x[1];
  }
  return paid;
}

// What the loop restores is read once more.
#pragma adjoint reverse
double restored(const double *x, int n) {
  double s = 0.0;
  for (int k = 0; k < 3; ++k) {
    double product = x[k % n] + 0.1, first = product * product;
    first = std::sin(first * product);
    for (int i = 0; i < n; ++i)
      product *= x[i] + 1.0;
    double paid = 0.0;
    if (product > 1.2)
      paid = product * product;
    s += paid + first;
  }
  return s;
}

// A second adjoint is not zero where the first is.
#pragma adjoint reverse
double twoWays(const double *x, int n) {
  double a = 0.5, b = 0.25;
  for (int i = 0; i < n; ++i) {
    a += x[i] * b;
    b = a * x[i];
  }
  double s = 0.0;
  if (a > 0.8)
    s = a * a;
  return s + b;
}

#pragma adjoint reverse
double twoBranches(const double *x, int n) {
  double a = 0.5, b = 0.25;
  for (int i = 0; i < n; ++i) {
    a += x[i] * b;
    b = a * x[i];
  }
  double s = x[0];
  if (a > 0.8)
    s += a * a;
  if (b < 0.2)
    s -= b;
  return s;
}

// The loop sets elements, of which adjoints came from elsewhere.
#pragma adjoint reverse
double sets(double *x, int n) {
  double w[5] = {0.0}, sum = 0.0, s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[i] = x[i] * x[i];
    sum += w[i] * x[0];
  }
  if (sum > 0.6)
    s = sum;
  return s + w[0] * w[n - 1];
}

/// The adjoint is a choice of zero with a sign and a factor.
#pragma adjoint reverse
double put(const double *x, int n) {
  double paid = 0.0;
  for (int path = 0; path < 6; ++path) {
    double price = x[0] + 0.5;
    for (int step = 0; step < 4; ++step)
      price *= std::exp(x[n - 1] * 0.3 + 0.2 * std::sin(7.0 * path + step));
    paid += 0.5 * (path + 1) * std::max(0.9 - price, 0.0);
  }
  return paid;
}

/// A root of zero that is multiplied by zero, in a loop whose adjoint is not zero.
#pragma adjoint reverse
double rooted(double s, const double *w, int n) {
  double v = s, x = 0.0;
  for (int i = 0; i < n; ++i) {
    x += w[i] * std::sqrt(v);
    v += 0.2;
  }
  double sum = 0.0;
  if (x > 0.1)
    sum += x - 0.1;
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}, {0.2, -0.3, 0.1}};
  numeric::check("rectified", rectified, rectified_b, points);
  numeric::check("pathsOfAnOption", pathsOfAnOption, pathsOfAnOption_b, points);
  numeric::check("restored", restored, restored_b, points);
  numeric::check("twoWays", twoWays, twoWays_b, points);
  numeric::check("twoBranches", twoBranches, twoBranches_b, points);
  numeric::check("sets", sets, sets_b, points);
  numeric::check("put", put, put_b, points);
  const double w[] = {0.0, 1.0, 0.7};
  double s_b = 0.0, w_b[3] = {};
  rooted_b(0.0, s_b, w, w_b, 3, 1.0);
  numeric::expect("rooted", 0.5 / std::sqrt(0.2) + 0.35 / std::sqrt(0.4), s_b);
  numeric::expect("rooted, the factor that is zero", 0.0, w_b[0]);
  return numeric::report();
}
