// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-turn-outer-loops | --no-distribute-loops --no-defer-sums --no-sum-locally --no-merge-sums | --no-fusion | --no-use-tape-blocks
//
// Reversed loops around loops, which run upwards where their iterations are independent: rows of matrices and of blocks
// of matrices, triangles, elements of their own; and those that must not: rows that overlap, or are none where the width
// is zero, iterations that read what others set, buffers that change places, elements of which no two are known apart.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#pragma adjoint reverse
double product(const double *x, int n) {
  double y[4] = {};
  for (int i = 0; i < 2; ++i) {
    double s = 1.0;
    for (int j = 0; j < n / 2; ++j)
      s += x[i * (n / 2) + j] * x[j];
    y[i] = s * s;
  }
  return y[0] * y[1];
}

#pragma adjoint reverse
double rows(const double *x, int count) {
  const std::size_t n = count;
  double y[32] = {};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      y[i * n + j] = x[j] * x[i] + (i == 0 ? 0.0 : y[j]);
  double s = 0.0;
  for (std::size_t i = 0; i < n * n; ++i)
    s += std::sin(y[i] * double(i + 1));
  return s;
}

// Iteration i sets the first element of the row of iteration i + 1.
#pragma adjoint reverse
double overlappingRows(const double *x, int n) {
  double y[32] = {};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= n; ++j)
      y[i * n + j] = x[j % 4] * x[i] * (j + 1);
  double s = 0.0;
  for (int i = 0; i < n * n; ++i)
    s += y[i] * y[i] * (i + 1);
  return s;
}

// All rows are one where width is zero.
#pragma adjoint reverse
double narrowRows(const double *x, int n) {
  const int width = n - 3;
  double y[32] = {};
  for (int i = 0; i < n; ++i) {
    y[i * width] = x[i] * x[i];
    for (int j = 0; j < width; ++j)
      y[i * width + j] = x[i] * (j + 2);
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += y[i] * x[0];
  return s;
}

#pragma adjoint reverse
double triangle(const double *x, int n) {
  double y[32] = {};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i * n + j] = std::exp(x[i] * x[j]);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      s += y[i * n + j] * (i + 2 * j);
  return s;
}

// One more than a row.
#pragma adjoint reverse
double trapezium(const double *x, int n) {
  double y[32] = {};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i + 2; ++j)
      y[i * n + j] = std::exp(0.1 * x[i] * x[j % n]);
  double s = 0.0;
  for (int i = 0; i < n * n; ++i)
    s += y[i] * (i + 1);
  return s;
}

// Each unknown depends on those before it.
#pragma adjoint reverse
double substitution(const double *x, int n) {
  double u[4] = {1.0, 2.0, 3.0, 4.0};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      u[i] -= x[i] * u[j];
    u[i] = u[i] / (2.0 + x[i]);
  }
  return u[n - 1] * u[1];
}

// Each row is computed from the one before, and overwritten.
#pragma adjoint reverse
double onePlace(const double *x, int n) {
  double y[32] = {};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[j] = std::sin(y[j] * x[i]) + x[j];
  double s = 0.0;
  for (int j = 0; j < n; ++j)
    s += y[j] * y[j];
  return s;
}

#pragma adjoint reverse
double changingPlaces(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      v[i] = u[i] * u[(i + 1) % n];
    std::swap(u, v);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * (i + 1);
  return sum;
}

#pragma adjoint reverse
double blocks(const double *x, int n) {
  double y[32] = {};
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < n; ++j)
        y[(k * 2 + i) * n + j] = x[j] * x[k + i] * x[i];
  double s = 0.0;
  for (int i = 0; i < 4 * n; ++i)
    s += y[i] * y[i] * (i + 1);
  return s;
}

// Elements by a table, of which some are the same.
#pragma adjoint reverse
double scattered(const double *x, int n) {
  const int where[4] = {1, 0, 1, 2};
  double y[32] = {};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      y[where[i] + j] = x[i] * x[i] + j * x[j];
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += y[i] * (i + 1);
  return s;
}

#pragma adjoint reverse
double ofVectors(const double *values, int count) {
  const int n = 2;
  const std::vector<double> x(values, values + count);
  std::vector<double> z(n);
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int j = 0; j < n; ++j)
      s += x[i * n + j] * x[j];
    z[i] = std::tanh(s);
  }
  return z[0] * z[1];
}

// The inner loop's bound is another one in each iteration.
#pragma adjoint reverse
double widths(const double *x, int n) {
  const int width[4] = {2, 1, 3, 1};
  double y[32] = {};
  for (int i = 0; i < n; ++i) {
    const int m = width[i];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i] * x[j] * (j + 1);
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += y[i] * y[i] * (i + 1);
  return s;
}

int main() {
  const numeric::Points points = {{0.5, 0.8, 1.1, 1.3}};
  numeric::check("product", product, product_b, points);
  numeric::check("rows", rows, rows_b, points);
  numeric::check("overlappingRows", overlappingRows, overlappingRows_b, points);
  numeric::check("narrowRows", narrowRows, narrowRows_b, {{0.5, 0.8, 1.1, 1.3}, {0.4, 0.7, 1.2}});
  numeric::check("triangle", triangle, triangle_b, points);
  numeric::check("trapezium", trapezium, trapezium_b, points);
  numeric::check("substitution", substitution, substitution_b, points);
  numeric::check("onePlace", onePlace, onePlace_b, points);
  numeric::check("changingPlaces", changingPlaces, changingPlaces_b, points);
  numeric::check("blocks", blocks, blocks_b, points);
  numeric::check("scattered", scattered, scattered_b, points);
  numeric::check("ofVectors", ofVectors, ofVectors_b, points);
  numeric::check("widths", widths, widths_b, points);
  return numeric::report();
}
