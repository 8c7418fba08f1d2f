// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-use-tape-blocks | --no-fusion | --no-local-records | --no-tbr | --no-inline
//
// Small blocks of records that one iteration fills and reads are arrays: of loops whose length depends on the counters around, of three
// loops in each other, that count down, from an offset, without sign, and of which some have no iteration.

#include "numeric.h"

#include <array>
#include <cmath>

// Basis functions of a spline: a triangle.
#pragma adjoint reverse
double triangle(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double N[5] = {};
    N[0] = 1.0;
    for (int j = 1; j <= 4; ++j) {
      double saved = 0.0;
      for (int r = 0; r < j; ++r) {
        const double t = N[r] / (1.0 + j + r * x[i] * x[i]);
        N[r] = saved + x[i] * t;
        saved = (1.0 - x[i]) * t;
      }
      N[j] = saved;
    }
    for (int j = 0; j < 5; ++j)
      sum += N[j] * N[j] * (j + 1);
  }
  return sum;
}

// Elimination of a matrix of its own, with loops from the pivot on, and back substitution, downwards.
#pragma adjoint reverse
double eliminated(const double *x, int n) {
  double sum = 0.0;
  for (int s = 0; s < n; ++s) {
    double a[3][3], b[3];
    for (int i = 0; i < 3; ++i) {
      b[i] = x[(s + i) % n];
      for (int j = 0; j < 3; ++j)
        a[i][j] = (i == j ? 3.0 : 0.0) + std::sin(x[(s + i + 2 * j) % n]);
    }
    for (int k = 0; k < 3; ++k)
      for (int i = k + 1; i < 3; ++i) {
        const double m = a[i][k] / a[k][k];
        for (int j = k; j < 3; ++j)
          a[i][j] -= m * a[k][j];
        b[i] -= m * b[k];
      }
    for (int i = 2; i >= 0; --i) {
      for (int j = i + 1; j < 3; ++j)
        b[i] -= a[i][j] * b[j];
      b[i] /= a[i][i];
    }
    sum += b[0] * b[1] + b[2] * b[2];
  }
  return sum;
}

// Without signs, and with a length that is at most four.
#pragma adjoint reverse
double unsignedRows(const double *x, int n) {
  double sum = 0.0;
  for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) {
    double p = x[i];
    for (unsigned k = 1; k < 4; ++k)
      for (unsigned l = 4; l > k; --l)
        p = std::sin(p + l * x[i]) * x[k % n];
    sum += p * p * p;
  }
  return sum;
}

// The length depends on the outermost counter too, which has no bound; on what is read from memory; and is always the same.
#pragma adjoint reverse
double moving(const double *x, int n) {
  double sum = 0.0;
  const int starts[3] = {2, 0, 1};
  for (int i = 0; i < n; ++i) {
    double p = 1.0 + x[i];
    for (int k = 0; k < 3; ++k) {
      const int from = starts[k];
      for (int l = from; l < from + 2; ++l)
        p = std::exp(-p * p * (1 + l - from)) + x[(i + l) % n] * p;
      for (int l = i; l < i + 3; ++l)
        p *= std::cos(p * x[l % n]);
      for (int l = 0; l < i % 3; ++l)
        p = p * p + 0.1;
    }
    sum += p;
  }
  return sum;
}

// Of a whole function, of three loops in each other.
#pragma adjoint reverse
double whole(const double *x, int n) {
  std::array<double, 4> y = {x[0], 0.5, x[n - 1], 0.25};
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < 3; ++i)
      for (int j = i + 1; j < 4; ++j) {
        const double t = y[i] * y[j];
        y[i] = std::sin(t + y[i]);
        y[j] -= 0.3 * t * t;
      }
  double sum = 0.0;
  for (double v : y)
    sum += v * v * v;
  return sum;
}

// Not in one iteration: the arrays go to the tape.
#pragma adjoint reverse
double recorded(const double *x, int n) {
  double sum = 0.0, state = 1.0;
  for (int i = 0; i < n; ++i) {
    double p = state;
    if (x[i] > -0.25) {
      for (int k = 0; k < 3; ++k)
        p = std::exp(-p * p) + x[i] / (p + k + 1.0);
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k <= j; ++k)
          p = std::sin(p * x[k % n]);
    }
    for (unsigned k = 4; k > 1; --k)
      p *= std::cos(p * k);
    state = state * 0.5 + p;
    sum += state * p;
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.55, 0.2, -0.7, 0.4}, {0.7}, {1.1, 0.2}, {0.45, -0.3, 0.61}, {0.4, 0.1, 0.92, -0.2, 0.35}};
  numeric::check("triangle", triangle, triangle_b, points);
  numeric::check("eliminated", eliminated, eliminated_b, points);
  numeric::check("unsignedRows", unsignedRows, unsignedRows_b, points);
  numeric::check("moving", moving, moving_b, points);
  numeric::check("recorded", recorded, recorded_b, points);
  numeric::check("whole", whole, whole_b, points);
  return numeric::report();
}
