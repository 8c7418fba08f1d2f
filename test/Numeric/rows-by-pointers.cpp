// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-turn-outer-loops | --no-inline
//
// Loops around loops whose iterations name a row by a pointer: rows of their own, rows made of the one before or behind, rows that
// overlap, pointers made of pointers, and rows of what the loop itself overwrites.

#include "numeric.h"

#include <cmath>
#include <numeric>

using numeric::Vector;

#pragma adjoint reverse
double layer(const std::vector<double> &w, int m) {
  const int n = static_cast<int>(w.size()) / m - 1;
  std::vector<double> y(m), x(n, 0.5);
  for (int l = 0; l < 2; ++l) {
    for (int i = 0; i < m; ++i) {
      const double *row = &w[i * (n + 1)];
      y[i] = std::inner_product(row, row + n, x.begin(), row[n]);
    }
    for (int j = 0; j < n; ++j)
      x[j] = std::tanh(x[j] + y[j % m]);
  }
  return std::accumulate(x.begin(), x.end(), 0.0, [](double s, double v) { return s + v * v; });
}

/// Each row of the one before, then each of the one behind.
#pragma adjoint reverse
void recurrences(int m, int n, double *x) {
  for (int i = 1; i < m; ++i) {
    double *row = x + i * n;
    const double *above = x + (i - 1) * n;
    for (int j = 0; j < n; ++j)
      row[j] *= 1.0 + 0.5 * above[j];
  }
  for (int i = 0; i + 1 < m; ++i) {
    double *row = x + i * n, *below = row + n;
    for (int j = 0; j < n; ++j)
      row[j] = row[j] * below[j] + 0.1 * row[j] * row[j];
  }
}

/// Rows that share their ends, and sums into them.
#pragma adjoint reverse
void overlapping(int m, int n, const double *x, double *y) {
  for (int i = 0; i < m; ++i) {
    double *to = y + i * (n - 1);
    const double *from = x + i * n, *half = from + n / 2;
    for (int j = 0; j < n; ++j)
      to[j] = to[j] * from[j] + half[0] * from[j];
  }
}

/// The row is that of an array which the iterations write at other places, and of a number that they change.
#pragma adjoint reverse
void permuted(int m, int n, double *x, const int *order) {
  int at = 0;
  for (int i = 0; i < m; ++i) {
    double *row = x + order[i] * n;
    double *next = x + at * n;
    for (int j = 0; j < n; ++j)
      row[j] = 0.3 * row[j] * next[j] + std::sin(next[j]);
    at = order[i];
  }
}

namespace {

Vector some(int n) {
  Vector x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 + 0.4 * std::sin(1.3 * i * i + 0.4);
  return x;
}

} // namespace

int main() {
  for (int m : {1, 2, 3, 5})
    for (int n : {1, 2, 4, 9}) {
      const int size = m * n;
      if (n > 1)
        numeric::check(
            "layer", some(size), [=](const Vector &x) { return Vector{layer(x, m)}; },
            [=](const Vector &x, const Vector &y_b) {
              Vector x_b(x.size());
              layer_b(x, x_b, m, y_b[0]);
              return x_b;
            });
      numeric::check(
          "recurrences", some(size),
          [=](Vector x) {
            recurrences(m, n, x.data());
            return x;
          },
          [=](Vector x, Vector x_b) {
            recurrences_b(m, n, x.data(), x_b.data());
            return x_b;
          });
      numeric::check(
          "overlapping", some(2 * size),
          [=](Vector x) {
            overlapping(m, n, x.data(), x.data() + size);
            return x;
          },
          [=](Vector x, Vector x_b) {
            overlapping_b(m, n, x.data(), x_b.data(), x.data() + size, x_b.data() + size);
            return x_b;
          });
      const int order[] = {m / 2, 0, m - 1, m / 2, 0};
      numeric::check(
          "permuted", some(size),
          [=](Vector x) {
            permuted(m, n, x.data(), order);
            return x;
          },
          [=](Vector x, Vector x_b) {
            permuted_b(m, n, x.data(), x_b.data(), order);
            return x_b;
          });
    }
  return numeric::report();
}
