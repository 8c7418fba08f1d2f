// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Stencils on grids, whose rows add to the rows beside them: few rows and columns, rows that lie two apart, branches, coefficients, counters
// without sign, three dimensions, names for rows, rows that overlap.

#include "numeric.h"

#include <cstddef>

using numeric::Vector;

#pragma adjoint reverse
double heat(const std::vector<double> &x, int n) {
  const int m = static_cast<int>(x.size()) / n;
  std::vector<double> u = x, next(x.size());
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < m - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = u[i * n + j] * (1.0 + 0.1 * u[i * n + j]) +
                          0.2 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - 4.0 * u[i * n + j]);
    for (int i = 1; i < m - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        u[i * n + j] = next[i * n + j];
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * u[i] * (1.0 + 0.01 * i);
  return sum;
}

/// Two rows apart, with a conductivity for each point; what is set is set before.
#pragma adjoint reverse
void far(int m, int n, double c, const double *__restrict u, const double *__restrict k, double *__restrict y, double *__restrict z) {
  for (int i = 2; i < m - 2; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      const double d = c * k[at];
      y[at] = d * (u[at - 2 * n] - u[at + 2 * n + 1]) * u[at] + u[at + n] * u[at - n - 1];
      z[at - n] = u[at] * k[at + n] + c * u[at - 1];
    }
}

/// Upwind differences in both directions.
#pragma adjoint reverse
void upwind(std::size_t m, std::size_t n, const double *__restrict u, const double *__restrict v, double *__restrict y) {
  for (std::size_t i = 1; i + 1 < m; ++i)
    for (std::size_t j = 1; j + 1 < n; ++j) {
      const std::size_t at = i * n + j;
      const double a = u[at], b = v[at];
      const double dx = a > 0.0 ? a - u[at - n] : u[at + n] - a, dy = b > 0.0 ? a - u[at - 1] : u[at + 1] - a;
      y[at] = a * dx + b * dy + 0.1 * (u[at - n] + v[at + n]);
    }
}

#pragma adjoint reverse
void layers(int n, const double *__restrict u, double *__restrict y) {
  for (int k = 1; k < n - 1; ++k)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = (k * n + i) * n + j;
        y[at] = u[at] * u[at - n * n] + u[at + n * n] * u[at - n] * 0.5 + u[at + n] + u[at - 1] * u[at + 1];
      }
}

/// Rows that have names, and share their last element with the next one; then a coefficient by row.
#pragma adjoint reverse
double named(const std::vector<double> &x, int n) {
  const int m = static_cast<int>(x.size()) / n;
  std::vector<double> y(x.size() + n);
  double width = x[0];
  for (int i = 1; i < m - 1; ++i) {
    const double *row = &x[i * n];
    for (int j = 0; j < n; ++j)
      y[i * (n - 1) + j] += row[j] * row[j - n] + 0.3 * row[j + n];
  }
  double sum = 0.0;
  for (int i = 1; i < m - 1; ++i) {
    const double c = 0.1 * i, d = 1.0 / (2.0 + width);
    for (int j = 1; j < n - 1; ++j) {
      const double mean = c * x[i * n + j] + d * (x[i * n + j - n] + x[(i + 1) * n + j]) + (width * x[i * n + j + 1]);
      sum += mean * mean * y[i * n + j];
    }
  }
  return sum;
}

/// States that are overwritten row by row, in vectors that are swapped; then one in its own place.
class Grid {
public:
  Grid(std::size_t rows, std::size_t columns) : columns(columns), values(rows * columns) {}
  double &operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }

private:
  std::size_t columns;
  std::vector<double> values;
};

#pragma adjoint reverse
double swapped(const std::vector<double> &x, std::size_t n) {
  const std::size_t m = x.size() / n;
  Grid now(m, n), next(m, n);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      now(i, j) = next(i, j) = x[i * n + j];
  for (int s = 0; s < 3; ++s) {
    for (std::size_t i = 1; i + 1 < m; ++i)
      for (std::size_t j = 1; j + 1 < n; ++j) {
        const double a = now(i, j), flow = a > 0.3 ? a - now(i - 1, j) : now(i + 1, j) - a;
        next(i, j) = a - 0.2 * a * flow + 0.1 * (now(i, j - 1) * now(i, j + 1) + now(i - 1, j) - now(i + 1, j));
      }
    for (std::size_t j = 0; j < n; ++j)
      next(0, j) = 0.5 * next(m - 1, j) + 0.1 * s;
    std::swap(now, next);
  }
  for (std::size_t i = 1; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      now(i, j) += 0.3 * now(i - 1, j) * now(i, j);
  double sum = 0.0;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      sum += now(i, j) * next(i, j) * (1.0 + 0.01 * i + 0.03 * j);
  return sum;
}

/// A constant that divides by the number of rows but one: there may be none.
#pragma adjoint reverse wrt(u)
void averaged(int m, int n, const double *u, double *__restrict y) {
  for (int i = 1; i < m; ++i) {
    const int share = 100 / (m - 1);
    for (int j = 1; j < n; ++j)
      y[i * n + j] = share * u[(i - 1) * n + j] * u[i * n + j] + u[i * n + j - 1];
  }
}

namespace {

Vector some(int n) {
  Vector x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.2 + 0.9 * std::sin(1.3 * i * i + 0.4);
  return x;
}

/// Of that many inputs and outputs on a grid, and more numbers.
template <class Run, class Adjoint> void check(const char *name, int inputs, int outputs, int size, int more, Run run, Adjoint adjoint) {
  numeric::check(
      name, some(inputs * size + more),
      [=](Vector x) {
        Vector y(outputs * size);
        run(x.data(), y.data());
        return y;
      },
      [=](Vector x, const Vector &y_b) {
        Vector x_b(x.size()), y(y_b.size()), seeds = y_b;
        adjoint(x.data(), x_b.data(), y.data(), seeds.data());
        return x_b;
      });
}

} // namespace

int main() {
  for (int n : {1, 2, 3, 4, 5, 18})
    for (int m : {1, 2, 3, 4, 5, 6, 7, 19}) {
      const int size = m * n;
      numeric::check(
          "heat", some(size), [=](const Vector &x) { return Vector{heat(x, n)}; },
          [=](const Vector &x, const Vector &y_b) {
            Vector x_b(x.size());
            heat_b(x, x_b, n, y_b[0]);
            return x_b;
          });
      numeric::check(
          "named", some(size), [=](const Vector &x) { return Vector{named(x, n)}; },
          [=](const Vector &x, const Vector &y_b) {
            Vector x_b(x.size());
            named_b(x, x_b, n, y_b[0]);
            return x_b;
          });
      numeric::check(
          "swapped", some(size), [=](const Vector &x) { return Vector{swapped(x, n)}; },
          [=](const Vector &x, const Vector &y_b) {
            Vector x_b(x.size());
            swapped_b(x, x_b, n, y_b[0]);
            return x_b;
          });
      check(
          "far", 2, 2, size, 1, [=](double *x, double *y) { far(m, n, x[2 * size], x, x + size, y, y + size); },
          [=](double *x, double *x_b, double *y, double *y_b) {
            far_b(m, n, x[2 * size], x_b[2 * size], x, x_b, x + size, x_b + size, y, y_b, y + size, y_b + size);
          });
      check(
          "averaged", 1, 1, size, 0, [=](double *x, double *y) { averaged(m, n, x, y); },
          [=](double *x, double *x_b, double *y, double *y_b) { averaged_b(m, n, x, x_b, y, y_b); });
      check(
          "upwind", 2, 1, size, 0, [=](double *x, double *y) { upwind(m, n, x, x + size, y); },
          [=](double *x, double *x_b, double *y, double *y_b) { upwind_b(m, n, x, x_b, x + size, x_b + size, y, y_b); });
    }
  for (int n : {2, 3, 4, 5, 9})
    check(
        "layers", 1, 1, n * n * n, 0, [=](double *x, double *y) { layers(n, x, y); },
        [=](double *x, double *x_b, double *y, double *y_b) { layers_b(n, x, x_b, y, y_b); });
  return numeric::report();
}
