// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr
//
// Arrays of arrays whose rows lie one behind the other, by a pointer to the first number: an index goes beyond the first row.

#include "numeric.h"

#include <array>
#include <cmath>

static void scale(double *a, int n, double f) {
  for (int i = 0; i < n; ++i)
    a[i] *= f * a[i];
}
static void factorise(double *a, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

#pragma adjoint reverse
double scaled(double p, double q) {
  double m[2][2] = {{p, q}, {q * p, 1.0 + p}};
  scale(&m[0][0], 4, q);
  return m[1][0] * m[1][1];
}

#pragma adjoint reverse value
double valued(double p, double q) {
  double m[2][2] = {{p, q}, {q * p, 1.0 + p}};
  scale(m[0], 4, q);
  return m[1][0] * m[1][1] + m[0][1];
}

#pragma adjoint reverse
double determinant(double p, double q) {
  double a[3][3] = {{4.0 + p, q, 1.0}, {p, 3.0 + q * q, p * q}, {1.0, q, 5.0 + p}};
  factorise(&a[0][0], 3);
  return std::log(a[0][0] * a[1][1] * a[2][2]);
}

struct Grid {
  double at[3][2];
};
static double table[2][3];

#pragma adjoint reverse
double members(double p, double q) {
  Grid grid = {{{p, q}, {q, p * q}, {1.0, p}}};
  double *first = grid.at[0];
  for (double *a = first; a != first + 6; ++a)
    *a = std::sin(*a) + q;
  first[3] *= first[4] * first[2];
  std::array<std::array<double, 2>, 2> rows = {{{p, q}, {q, p}}};
  scale(rows[0].data(), 4, p);
  for (int i = 0; i < 6; ++i)
    (&table[0][0])[i] = first[i] * rows[1][i % 2];
  return table[1][1] * grid.at[1][1] + rows[1][0] * table[1][2];
}

int main() {
  const numeric::Points points = {{0.7, 0.4}, {-0.3, 1.2}};
  auto check = [&](const char *name, auto f, auto f_b) {
    for (const numeric::Vector &at : points)
      numeric::check(
          name, at, [&](const numeric::Vector &x) { return numeric::Vector{f(x[0], x[1])}; },
          [&](const numeric::Vector &x, const numeric::Vector &y_b) {
            numeric::Vector x_b(2);
            f_b(x[0], x_b[0], x[1], x_b[1], y_b[0]);
            return x_b;
          });
  };
  check("scaled", scaled, &scaled_b);
  check("valued", valued, &valued_b);
  check("determinant", determinant, &determinant_b);
  check("members", members, &members_b);
  double p_b = 0.0, q_b = 0.0;
  numeric::expect("value", valued(0.7, 0.4), valued_b(0.7, p_b, 0.4, q_b, 1.0));
  return numeric::report();
}
