// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Callees that work in place on sections of an array, inside loops.

#include "numeric.h"

void normalise(double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  for (int i = 0; i < n; ++i)
    x[i] /= 1.0 + sum;
}

void axpy(double alpha, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += alpha * x[i];
}

double dot(const double *x, const double *y, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

#pragma adjoint reverse
void blocks(double *x, int n) {
  for (int i = 0; i + 2 <= n; i += 2)
    normalise(x + i, 2);
  for (int i = 0; i + 3 <= n; ++i)
    normalise(&x[i], 3);
}

#pragma adjoint reverse
void gramSchmidt(double *a, int n) {
  int width = n / 2;
  double *first = a, *second = a + width;
  normalise(first, width);
  axpy(-dot(first, second, width), first, second, width);
  normalise(second, width);
}

#pragma adjoint reverse
double rowsOfMatrix(const double *x, int n) {
  double a[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      a[i][j] = x[(i + j) % n] * (1.0 + i);
  double s = 0.0;
  for (int i = 0; i < 3; ++i) {
    normalise(a[i], 3);
    for (int j = i + 1; j < 3; ++j)
      axpy(a[i][j], a[i], a[j], 3);
    s += dot(a[i], a[0], 3);
  }
  return s;
}

void relax(double &centre, const double &left, const double &right) {
  centre = 0.5 * centre * centre + 0.25 * (left + right);
}

#pragma adjoint reverse
void sweeps(double *x, int n) {
  for (int sweep = 0; sweep < 2; ++sweep) {
    for (int i = 1; i < n - 1; ++i)
      relax(x[i], x[i - 1], x[i + 1]);
    for (int i = n - 2; i > 0; --i)
      relax(x[i], x[i + 1], x[i]);
  }
}

// Sections whose length shrinks, and a window of a local array.
#pragma adjoint reverse
double shrinking(const double *x, int n) {
  double work[8];
  for (int i = 0; i < n; ++i)
    work[i] = x[i] * x[n - 1 - i];
  for (int length = n; length > 1; --length) {
    normalise(work + (n - length), length);
    work[n - length] += dot(work, x, length);
  }
  return dot(work, work, n);
}

int main() {
  numeric::check("blocks", blocks, blocks_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("gramSchmidt", gramSchmidt, gramSchmidt_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8, 0.3}});
  numeric::check("rowsOfMatrix", rowsOfMatrix, rowsOfMatrix_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("sweeps", sweeps, sweeps_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("shrinking", shrinking, shrinking_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  return numeric::report();
}
