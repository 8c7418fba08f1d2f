// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-distribution | --no-tbr | --no-fusion --no-blocks
//
// Two arrays that change places, of which one step reads one and writes the other: different ones all the while, or now
// and then the same.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#pragma adjoint reverse
double swappedVectors(const double *x, int n) {
  std::vector<double> a(x, x + n), b(n, 0.4);
  for (int s = 0; s < 3; ++s) {
    for (std::size_t i = 1; i + 1 < a.size(); ++i)
      b[i] = a[i] + 0.2 * (a[i - 1] - 2.0 * a[i] + a[i + 1]);
    std::swap(a, b);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * a[i] * b[i];
  return sum;
}

#pragma adjoint reverse
double swappedPointers(const double *x, int n) {
  double first[6] = {}, second[6] = {}, third[6] = {};
  double *a = first, *b = second, *c = third;
  for (int i = 0; i < n; ++i)
    a[i] = b[i] = x[i];
  for (int s = 0; s < 4; ++s) {
    for (int i = n - 2; i >= 1; --i)
      c[i] = 0.5 * (a[i - 1] + b[i + 1]) - 0.3 * a[i];
    double *old = a;
    a = b;
    b = c;
    c = old;
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i] + c[i] * c[i];
  return sum;
}

// From the second step on the two are one, or two that overlap.
#pragma adjoint reverse
double metPointers(const double *x, int n) {
  double first[6] = {}, second[6] = {};
  double *a = first, *b = second;
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]) - 0.3 * a[i];
    double *old = a;
    a = b;
    b = s == 1 ? old + 1 : a;
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += first[i] * first[i] + second[i];
  return sum;
}

// What the caller's arrays are, it decides.
#pragma adjoint reverse wrt(x)
double halves(double *x, int n) {
  double *a = x, *b = x + n / 2;
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n / 2 - 1; ++i)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]) - 0.3 * a[i];
    std::swap(a, b);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

class Grid {
public:
  Grid(std::size_t n, std::size_t m) : m(m), values(n * m) {}
  double &operator()(std::size_t i, std::size_t j) { return values[i * m + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * m + j]; }

private:
  std::size_t m;
  std::vector<double> values;
};

#pragma adjoint reverse
double grids(const double *x, int n) {
  const std::size_t rows = 4, columns = n;
  Grid a(rows, columns), b(rows, columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      a(i, j) = x[j] * (1.0 + 0.5 * i);
  for (int s = 0; s < 3; ++s) {
    for (std::size_t i = 1; i + 1 < rows; ++i)
      for (std::size_t j = 1; j + 1 < columns; ++j)
        b(i, j) = a(i, j) + 0.2 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1) - 4.0 * a(i, j));
    std::swap(a, b);
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      sum += a(i, j) * a(i, j) * b(i, j);
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5, 0.7}, {0.7, -0.4, 1.2, 0.6}, {0.5, 0.9}};
  numeric::check("swappedVectors", swappedVectors, swappedVectors_b, points);
  numeric::check("swappedPointers", swappedPointers, swappedPointers_b, points);
  numeric::check("metPointers", metPointers, metPointers_b, {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4, 1.2, 0.6}});
  numeric::check("halves", halves, halves_b, points);
  numeric::check("grids", grids, grids_b, points);
  return numeric::report();
}
