// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr | --no-rows | --no-fusion | --no-recompute | --no-liveness | --no-use-tape-blocks
//
// Arrays that one loop changes as a whole, element by element, and others in part behind it: the record of the first brings back what
// its own reverse needs. Not where it reads other elements, changes some only, or where what it leaves is needed.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double squared(double s) { return s * s; }
} // namespace

// As the exercise of an option, path by path.
#pragma adjoint reverse
double exercised(const double *x, int n) {
  std::vector<double> cash(n);
  const double discount = 0.9 + 0.1 * x[0];
  for (int p = 0; p < n; ++p)
    cash[p] = squared(x[p]);
  for (int t = 3; t >= 1; --t) {
    for (int p = 0; p < n; ++p)
      cash[p] *= discount;
    for (int p = 0; p < n; ++p) {
      const double now = std::sin(x[p] * t);
      if (now > 0.4)
        cash[p] = now;
    }
  }
  double sum = 0.0;
  for (int p = 0; p < n; ++p)
    sum += squared(cash[p]);
  return sum * discount;
}

// Neighbours are read, and what the loop leaves.
#pragma adjoint reverse
double neighbours(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n), w(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      u[i] = 0.5 * u[i] * u[i > 0 ? i - 1 : n - 1] + 0.2;
    for (int i = 0; i < n; ++i)
      if (u[i] > 0.25)
        u[i] = x[i] * u[i];
    for (int i = 0; i < n; ++i)
      v[i] = (v[i] + 1.0) * x[i];
    for (int i = 0; i < n; ++i)
      w[i] += v[i] * v[i] * u[i];
    for (int i = 0; i < n; i += 2)
      v[i] = w[i] * 0.3;
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * w[i] * u[i];
  return sum;
}

// The first changes a part, or some.
#pragma adjoint reverse
double parts(const double *x, int n) {
  std::vector<double> u(x, x + n), v(x, x + n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n; ++i)
      u[i] *= u[i] * x[0];
    for (int i = 0; i < n; ++i)
      u[i] = u[i] > 0.1 * s ? std::cos(u[i]) : 0.4;
    for (int i = 0; i < n; ++i)
      if (x[i] > 0.3)
        v[i] *= v[i];
    for (int i = 0; i < n; ++i)
      v[i] = x[i] * s + u[i] * 0.5;
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * v[i];
  return squared(sum);
}

// Rows of a matrix, and a matrix as a whole.
#pragma adjoint reverse
double matrices(const double *x, int n) {
  std::vector<double> a(n * n, 0.5);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i * n + j] *= a[i * n + j] + x[j];
    for (int i = 0; i < n; ++i)
      a[i * n + (i + s) % n] = x[i];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        a[i * n + j] += a[j * n + i] * x[i];
  }
  double sum = 0.0;
  for (int k = 0; k < n * n; ++k)
    sum += std::tanh(a[k]) * (k + 1);
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.55, -0.35, 0.6}};
  numeric::check("exercised", exercised, exercised_b, points);
  numeric::check("neighbours", neighbours, neighbours_b, points);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("matrices", matrices, matrices_b, points);
  return numeric::report();
}
