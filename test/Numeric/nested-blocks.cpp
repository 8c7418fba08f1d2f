// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Records of loops in loops: grids that are overwritten in each step, cubes, rows of pointers, records of the loop around, loops that
// count down, and widths that are computed only where there are rows.

#include "numeric.h"

#include <cstddef>

using numeric::Vector;

/// A grid, its boundary, and what one row hands to the next.
#pragma adjoint reverse
double overwritten(const std::vector<double> &x, int m, int n) {
  std::vector<double> u = x;
  double carried = x[0];
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < m; ++i)
      for (int j = 1; j < n - 1; ++j)
        u[i * n + j] = 0.7 * u[i * n + j] * u[i * n + j] + 0.1 * s;
    for (int i = m; i >= 1; --i) {
      carried *= 1.0 + 0.1 * u[(i - 1) * n];
      for (int j = n - 1; j >= 0; --j) {
        const double factor = u[(i - 1) * n + j] * carried;
        u[(i - 1) * n + j] = std::sin(factor);
      }
    }
  }
  double sum = carried;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * u[i] * (1.0 + 0.1 * i);
  return sum;
}

/// Three loops with one block; then the middle one depends on the iteration before.
#pragma adjoint reverse
void cube(std::size_t m, std::size_t n, double *x) {
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        x[(k * m + i) * n + j] *= std::cos(x[(k * m + i) * n + j]);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 1; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        x[(k * m + i) * n + j] *= x[(k * m + i - 1) * n + j];
}

/// Rows that may be the same one twice.
#pragma adjoint reverse
void rows(int m, int n, double *const *row) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      row[i][j] = 0.5 * row[i][j] * row[i][j] + 0.1 * i;
}

/// Where there is no row, there is no width.
#pragma adjoint reverse wrt(x)
void shared(int m, int size, const int *width, double *x) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < size / m; ++j)
      x[i * (size / m) + j] *= x[i * (size / m) + j];
  const int *const columns = width;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < columns[0]; ++j)
      x[i * columns[0] + j] *= 1.0 + x[i * columns[0] + j];
}

namespace {

Vector some(int n) {
  Vector x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 + 0.4 * std::sin(1.3 * i * i + 0.4);
  return x;
}

/// Of a function that overwrites its argument.
template <class Run, class Adjoint> void checkInPlace(const char *name, int size, Run run, Adjoint adjoint) {
  numeric::check(
      name, some(size),
      [=](Vector x) {
        run(x.data());
        return x;
      },
      [=](Vector x, Vector x_b) {
        adjoint(x.data(), x_b.data());
        return x_b;
      });
}

std::vector<double *> rowsOf(double *x, int m, int n) {
  std::vector<double *> rows(m);
  for (int i = 0; i < m; ++i)
    rows[i] = x + (i == 2 ? 0 : i) * n;
  return rows;
}

} // namespace

int main() {
  for (int n : {1, 2, 3, 7})
    for (int m : {0, 1, 2, 3, 6}) {
      const int size = m * n;
      if (size != 0)
        numeric::check(
            "overwritten", some(size), [=](const Vector &x) { return Vector{overwritten(x, m, n)}; },
            [=](const Vector &x, const Vector &y_b) {
              Vector x_b(x.size());
              overwritten_b(x, x_b, m, n, y_b[0]);
              return x_b;
            });
      checkInPlace("cube", 3 * size + 1, [=](double *x) { cube(m, n, x); }, [=](double *x, double *x_b) { cube_b(m, n, x, x_b); });
      checkInPlace(
          "rows", size + 1, [=](double *x) { rows(m, n, rowsOf(x, m, n).data()); },
          [=](double *x, double *x_b) { rows_b(m, n, rowsOf(x, m, n).data(), rowsOf(x_b, m, n).data()); });
      const int *width = m == 0 ? nullptr : &n;
      checkInPlace(
          "shared", size + 1, [=](double *x) { shared(m, size, width, x); },
          [=](double *x, double *x_b) { shared_b(m, size, width, x, x_b); });
    }
  return numeric::report();
}
