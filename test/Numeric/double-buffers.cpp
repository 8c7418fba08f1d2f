// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-distribute-loops --no-defer-sums | --no-tbr | --no-fusion --no-use-tape-blocks
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

// Blocks of their own: swapped, swapped now and then, rotated, and led to the same one in the end.
#pragma adjoint reverse
double swappedBlocks(const double *x, int n) {
  double *u = new double[n], *next = new double[n], *third = new double[n];
  for (int i = 0; i < n; ++i) {
    u[i] = x[i];
    next[i] = 0.5;
    third[i] = x[i] * x[i];
  }
  for (int s = 0; s < 4; ++s) {
    for (int i = 1; i < n - 1; ++i) {
      const double right = 0.5 * (x[i] + x[i + 1]), left = 0.5 * (x[i] + x[i - 1]);
      next[i] = u[i] + 0.1 * (right * (u[i + 1] - u[i]) - left * (u[i] - u[i - 1]));
    }
    next[0] = next[n > 2];
    if (s % 2 == 0)
      std::swap(u, next);
    for (int i = 1; i < n - 1; ++i)
      third[i] = next[i - 1] > 0.45 ? u[i] * next[i + 1] : u[i - 1] * next[i];
    double *const old = third;
    third = next;
    next = old;
  }
  delete[] next;
  next = third;
  for (int i = 1; i < n - 1; ++i)
    next[i] = 0.3 * third[i + 1] - third[i - 1];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i] * third[i] + next[i];
  delete[] u;
  delete[] third;
  return sum;
}

// One of the two leads to the other's block, where a loop has been once.
#pragma adjoint reverse
double metBlocks(const double *x, int n) {
  double *a = new double[n], *b = new double[n], *const first = a, *const second = b;
  for (int i = 0; i < n; ++i)
    a[i] = b[i] = x[i];
  for (int s = 0; s < 4; ++s) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]) - 0.3 * a[i] * b[i];
    double *const old = a;
    a = b;
    b = s == 1 ? a : old;
  }
  double *c = n % 2 == 0 ? a : first;
  for (int i = 1; i < n - 1; ++i)
    c[i] = a[i - 1] * 0.4 + second[i + 1];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += first[i] * first[i] + second[i];
  delete[] first;
  delete[] second;
  return sum;
}

void exchange(double *&a, double *&b) {
  double *old = a;
  a = b;
  b = old;
}

double *same(double *p) { return p; }

#pragma adjoint reverse
double throughFunctions(const double *x, int n) {
  double *a = new double[n], *b = new double[n];
  for (int i = 0; i < n; ++i)
    a[i] = b[i] = x[i];
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] > 0.4 ? a[i + 1] * a[i] : a[i - 1] * 0.4;
    exchange(a, b);
    double *c = same(s == 1 ? b : a);
    for (int i = 1; i < n - 1; ++i)
      b[i] = 0.7 * c[i + 1] * c[i - 1];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * a[i] + b[i];
  delete[] a;
  delete[] b;
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
  numeric::check("swappedBlocks", swappedBlocks, swappedBlocks_b, points);
  numeric::check("metBlocks", metBlocks, metBlocks_b, points);
  numeric::check("throughFunctions", throughFunctions, throughFunctions_b, points);
  numeric::check("grids", grids, grids_b, points);
  return numeric::report();
}
