// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Least squares by Householder's QR factorisation, in place, on a class with a vector inside.

#include "numeric.h"

#include <cmath>
#include <vector>

class Dense {
  std::vector<double> values;
  int rows, columns;

public:
  Dense(int rows, int columns) : values(rows * columns, 0.0), rows(rows), columns(columns) {}
  int height() const { return rows; }
  int width() const { return columns; }
  double &at(int i, int j) { return values[i * columns + j]; }
  double at(int i, int j) const { return values[i * columns + j]; }
};

static void reflect(Dense &a, std::vector<double> &b) {
  for (int k = 0; k < a.width(); ++k) {
    double norm = 0.0;
    for (int i = k; i < a.height(); ++i)
      norm += a.at(i, k) * a.at(i, k);
    norm = std::sqrt(norm);
    if (a.at(k, k) > 0.0)
      norm = -norm;
    std::vector<double> v;
    for (int i = k; i < a.height(); ++i)
      v.push_back(a.at(i, k));
    v[0] -= norm;
    double square = 0.0;
    for (double e : v)
      square += e * e;
    for (int j = k; j < a.width(); ++j) {
      double s = 0.0;
      for (int i = k; i < a.height(); ++i)
        s += v[i - k] * a.at(i, j);
      s *= 2.0 / square;
      for (int i = k; i < a.height(); ++i)
        a.at(i, j) -= s * v[i - k];
    }
    double s = 0.0;
    for (int i = k; i < a.height(); ++i)
      s += v[i - k] * b[i];
    s *= 2.0 / square;
    for (int i = k; i < a.height(); ++i)
      b[i] -= s * v[i - k];
  }
}

#pragma adjoint reverse
double residual(const double *entries, const double *right, int rows, int columns) {
  Dense a(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      a.at(i, j) = entries[i * columns + j];
  std::vector<double> b(right, right + rows);
  reflect(a, b);
  std::vector<double> x(columns);
  for (int i = columns - 1; i >= 0; --i) {
    double s = b[i];
    for (int j = i + 1; j < columns; ++j)
      s -= a.at(i, j) * x[j];
    x[i] = s / a.at(i, i);
  }
  double sum = 0.0;
  for (int i = columns; i < rows; ++i)
    sum += b[i] * b[i];
  for (double e : x)
    sum += 0.1 * e * e;
  return sum;
}

int main() {
  using numeric::Vector;
  numeric::check(
      "residual", {1.0, 0.4, -0.3, 2.0, 0.7, -1.1, 0.2, 0.9, 0.5, -0.4, 1.2, 0.8},
      [&](const Vector &v) { return Vector{residual(v.data(), v.data() + 8, 4, 2)}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector b(12);
        residual_b(v.data(), b.data(), v.data() + 8, b.data() + 8, 4, 2, y_b[0]);
        return b;
      });
  return numeric::report();
}
