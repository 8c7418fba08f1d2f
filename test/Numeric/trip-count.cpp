// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Loops whose trip count depends on data, also on active data, also several in a row and in each other.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double series(double x) {
  double term = 1.0, sum = 1.0;
  for (int k = 1; std::fabs(term) > 1e-15; ++k) {
    term *= x / k;
    sum += term;
  }
  return sum;
}

#pragma adjoint reverse
double arithmeticGeometricMean(double a, double b) {
  while (std::fabs(a - b) > 1e-13) {
    double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

#pragma adjoint reverse
double bounded(double x, double y, double limit) {
  int turns = 0;
  double s = x;
  while (s < limit && turns < 100) {
    s += y * s;
    y *= 1.1;
    ++turns;
  }
  return s * turns + y;
}

#pragma adjoint reverse
double nested(const double *x, int n) {
  double total = 1.0;
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    while (s * s < 4.0) {
      double t = s;
      do {
        t = t * t + 0.5;
        s *= 1.0 + 0.1 * t;
      } while (t < 1.5);
      s *= 1.3;
    }
    total *= 0.2 * s;
  }
  return total;
}

// The count of one loop is the bound of the next.
#pragma adjoint reverse
double countThenRepeat(double x, double y) {
  int count = 0;
  double s = x;
  while (s < 7.0) {
    s *= 1.5;
    ++count;
  }
  for (int i = 0; i < count; ++i)
    y = y * x + 0.1 * s;
  count /= 2;
  while (count--)
    y *= 1.0 + 0.1 * y;
  return y;
}

// Scan for a sentinel.
#pragma adjoint reverse
double untilNegative(const double *x, int n) {
  double p = 1.0;
  int i = 0;
  while (i < n && x[i] > 0.0)
    p *= x[i++];
  double q = 0.0;
  while (i < n) {
    q += x[i] * p;
    i += 1;
  }
  return p * q + p;
}

int main() {
  numeric::check("series", series, series_b, {{0.7}, {-1.3}, {2.5}});
  numeric::check("arithmeticGeometricMean", arithmeticGeometricMean, arithmeticGeometricMean_b,
                 {{0.7, 1.3}, {24.0, 6.0}});
  numeric::check("bounded", bounded, bounded_b, {{0.7, 0.3, 5.0}, {2.1, 0.15, 11.0}, {9.0, 0.5, 3.0}});
  numeric::check("nested", nested, nested_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("countThenRepeat", countThenRepeat, countThenRepeat_b, {{0.7, 0.4}, {1.3, 0.2}, {8.0, 0.3}});
  numeric::check("untilNegative", untilNegative, untilNegative_b,
                 {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9}, {-0.4, 0.7, 0.6}});
  return numeric::report();
}
