// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-inline-loops | --no-fusion | --no-tbr | --no-recompute
//
// Callees with loops, whose bodies stand where they are called: with arguments that are one array, with exits from the
// middle of a loop, with arrays and memory of their own, and one in the other.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

double sumOfSquares(const double *v, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * v[i];
  return sum;
}

// Of one array, where it is given one.
void smooth(const double *from, double *to, int n) {
  for (int i = 1; i < n - 1; ++i)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] * from[i + 1];
}

#pragma adjoint reverse
double oneArray(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n, 0.3);
  smooth(u.data(), v.data(), n);
  smooth(v.data(), v.data(), n);
  smooth(v.data(), u.data(), n);
  smooth(u.data() + 1, u.data(), n - 1);
  return sumOfSquares(u.data(), n) * sumOfSquares(v.data(), n - 1);
}

// Left in the middle, with a result or with none.
double firstAbove(const double *v, int n, double bound) {
  for (int i = 0; i < n; ++i) {
    if (v[i] > bound)
      return v[i] * v[i];
    if (v[i] < -bound)
      break;
  }
  return bound * v[0];
}

void clampUpTo(double *v, int n, double bound) {
  for (int i = 0; i < n; ++i) {
    if (v[i] > 2.0 * bound)
      return;
    if (v[i] > bound)
      v[i] = bound * bound / v[i];
  }
}

#pragma adjoint reverse
double exits(const double *x, int n) {
  double v[8];
  for (int i = 0; i < n; ++i)
    v[i] = std::sin(x[i]) * x[i];
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    sum += firstAbove(v, n, 0.4 * (k + x[0]));
    clampUpTo(v, n, 0.5 + 0.1 * k * x[1]);
    for (int i = 0; i < n; ++i)
      sum += v[i] * v[i] * (i + 1);
  }
  return sum;
}

// Storage of its own, which starts anew in each call, as far as it is set.
double polynomial(const double *coefficients, int n, double at) {
  double powers[8] = {1.0};
  int steps = 0;
  for (int i = 1; i < n; ++i, ++steps)
    powers[i] = powers[i - 1] * at;
  double value = 0.0;
  for (int i = 0; i < n; ++i)
    value += coefficients[i] * powers[i];
  return std::sin(0.1 * value) * steps;
}

#pragma adjoint reverse
double ownArrays(const double *x, int n) {
  double s = x[0];
  for (int k = 0; k < 3; ++k) {
    const double left = polynomial(x, n, 0.3 * s), right = polynomial(x, n - k, 0.2 * s - 0.1 * left);
    s = std::sin(left) + 0.5 * right;
  }
  return s;
}

std::vector<double> product(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> c(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      c[i] += a[j] * b[i - j];
  return c;
}

#pragma adjoint reverse
double ownVectors(const double *x, int n) {
  std::vector<double> a(x, x + n), b(n, 0.2);
  for (int s = 0; s < 3; ++s) {
    std::vector<double> c = product(a, b);
    b = product(c, c);
    a = std::move(c);
    a[0] += b[n - 1] * b[1];
  }
  return sumOfSquares(a.data(), n) + sumOfSquares(b.data(), n);
}

// Parameters that the callee changes, by value and by reference.
double halved(double x, int n, double &last) {
  for (; n > 0; --n) {
    x = 0.5 * std::cos(x) * x + last;
    last = std::sin(x);
  }
  return x;
}

#pragma adjoint reverse
double changedParameters(const double *x, int n) {
  double last = x[1], s = x[0];
  for (int k = 1; k < n; ++k)
    s = halved(s, k % 3, last) + halved(last, 2, s) * x[k];
  return s * last;
}

// A loop in a loop in a loop, each in a function of its own; one of them with a name that the caller uses.
double row(const double *a, const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += a[i] * x[i];
  return s;
}

void multiply(const double *a, const double *x, double *y, int n) {
  for (int s = 0; s < n; ++s)
    y[s] = std::tanh(row(a + s, x, n));
}

#pragma adjoint reverse
double nested(const double *x, int n) {
  double s[8] = {}, y[8] = {}, i = 0.0;
  const int half = n / 2;
  for (int k = 0; k < half; ++k)
    s[k] = x[k];
  for (int k = 0; k < 3; ++k) {
    multiply(x, s, y, half);
    for (int j = 0; j < half; ++j)
      i += y[j] * s[j];
    multiply(x + k % 2, y, s, half);
  }
  return i + row(s, y, half);
}

// Too large a callee, and more calls than there is room for.
double large(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double a = x[i], b = 0.1;
    a = a * a + b, b = std::sin(a), a = a * b + 0.3, b = b * b - a, a = std::cos(b) * a, b = a - 0.5 * b;
    a = a * b + b, b = std::sin(b), a = a * b + 0.2, b = b * a - a, a = std::cos(a) * b, b = a - 0.7 * b;
    s += a * b;
  }
  return s;
}

#pragma adjoint reverse
double manyCalls(const double *x, int n) {
  double s = 0.0;
  for (int k = 0; k < 2; ++k) {
    s += large(x, n) * large(x + 1, n - 1) + large(x, n - 2);
    s -= large(x, n - 1) * large(x + 2, n - 2) + large(x + 1, n - 2);
    s += 0.1 * large(x, n) * large(x + 1, n - 2) + large(x, n - 3);
    s -= large(x, n - 1) * sumOfSquares(x, n) + 0.2 * large(x + 1, n - 3);
    s += 0.1 * large(x, n) * large(x + 1, n - 1) + large(x, n - 4);
    s -= large(x, n - 1) * large(x + 2, n - 2) + 0.4 * large(x + 1, n - 4);
    s += large(x + 3, n - 3) * large(x, n - 2) + s * large(x, n - 1);
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3, -0.4, 0.9, 0.2, 1.1}, {-0.3, 0.8, 1.7, 0.1, -1.2, 0.6, 1.4}};
  numeric::check("oneArray", oneArray, oneArray_b, points);
  numeric::check("exits", exits, exits_b, points);
  numeric::check("ownArrays", ownArrays, ownArrays_b, points);
  numeric::check("ownVectors", ownVectors, ownVectors_b, points);
  numeric::check("changedParameters", changedParameters, changedParameters_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("manyCalls", manyCalls, manyCalls_b, points);
  return numeric::report();
}
