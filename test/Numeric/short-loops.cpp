// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-use-tape-blocks | --no-inline --no-fusion | --no-recompute
//
// What short loops in longer ones record: matrices and coordinates, in two and three levels, downwards, under a condition,
// behind an exit, in a function that is called, with a range that depends on the loop around, in a loop that is fused.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double coordinates(const double *x, int n) {
  double p[5][3], s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      p[i][k] = x[i] * (k + 1);
  for (int i = 1; i < n; ++i)
    for (int k = 2; k >= 0; --k) {
      p[i][k] = p[i][k] * p[i - 1][k];
      s += p[i][k] * p[i][0];
    }
  return s + p[n - 1][1];
}

#pragma adjoint reverse
double matrices(const double *x, int n) {
  double m[2][2] = {{1.0, 0.25}, {0.5, 1.0}};
  for (int i = n; i > 0; --i) {
    double product[2][2];
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 2; ++c) {
        product[r][c] = 0.0;
        for (int k = 0; k < 2; ++k)
          product[r][c] += m[r][k] * m[k][c] * x[i - 1];
      }
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 2; ++c)
        m[r][c] = std::sin(product[r][c]) * m[c][r];
  }
  return m[0][0] + 2.0 * m[0][1] + 3.0 * m[1][0] + 4.0 * m[1][1];
}

// The ranges of the inner loops change with the outer one, or under a condition.
#pragma adjoint reverse
double ranges(const double *x, int n) {
  double w[4] = {1.0, 0.5, 0.25, 0.75};
  for (int i = 0; i < n; ++i) {
    int m = i % 3 + 1;
    for (int k = 0; k < m; ++k)
      w[k] = w[k] * w[k + 1] + x[i];
    if (w[0] > 0.5)
      for (int k = 0; k < 3; ++k)
        w[k] *= w[k + 1];
    for (int k = i % 2; k < 3; ++k)
      w[k + 1] = w[k] * w[k + 1];
  }
  return w[0] + w[1] * w[2] + w[3];
}

#pragma adjoint reverse
double exits(const double *x, int n) {
  double w[3] = {1.0, 0.5, 0.25};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      w[k] = w[k] * w[(k + 1) % 3] + x[i];
    if (w[0] > 1.4)
      break;
    for (int k = 0; k < 3; ++k) {
      w[k] *= w[(k + 2) % 3];
      if (w[k] < 0.0)
        break;
    }
  }
  return w[0] + w[1] * w[2];
}

void rotate(double (*p)[3], const double *x, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      p[i][k] = p[i][(k + 1) % 3] * x[i] + p[i][k];
      p[i][(k + 2) % 3] *= p[i][k];
    }
}

#pragma adjoint reverse
double calls(const double *x, int n) {
  double p[5][3], s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      p[i][k] = x[i] + k;
  for (int step = 0; step < 2; ++step)
    rotate(p, x, n);
  for (int i = 0; i < n; ++i) {
    double norm = 0.0;
    for (int k = 0; k < 3; ++k) {
      norm += p[i][k] * p[i][k];
      norm = std::sqrt(1.0 + norm);
    }
    s += 1.0 / norm;
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}, {0.6}};
  numeric::check("coordinates", coordinates, coordinates_b, points);
  numeric::check("matrices", matrices, matrices_b, points);
  numeric::check("ranges", ranges, ranges_b, points);
  numeric::check("exits", exits, exits_b, points);
  numeric::check("calls", calls, calls_b, points);
  return numeric::report();
}
