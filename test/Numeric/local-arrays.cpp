// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-VARIANTS: --no-fusion | --no-tbr | --no-run-in-parallel | --no-split-wraps --no-split-arrays
//
// Small arrays that an iteration fills and reads: as a whole, by elements one after the other, by rows, and read with indices of any
// kind; and arrays of which something stays from one iteration to the next.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double initialised(const double *x, int n) {
  double s = 0.0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    double w[4] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < 4; ++k)
      w[k] += x[i] * x[(i + k) % n] + w[(k + 3) % 4];
    for (int k = 0; k < 4; ++k)
      s += w[k] * w[k] * w[(k + 1) % 4];
  }
  return s;
}

double force(const double *at, double *f) {
  double volume = 0.0;
  for (int k = 0; k < 8; ++k) {
    f[k] = at[k] * at[(k + 1) % 8] - std::sin(at[(k + 3) % 8]);
    volume += f[k] * at[k];
  }
  return volume;
}

// Gathers, computes and scatters, as finite elements do.
#pragma adjoint reverse
double elements(const double *x, int n) {
  std::vector<double> at(x, x + n), forces(8 * n), volumes(n);
#pragma omp parallel for
  for (int e = 0; e < n; ++e) {
    double local[8], f[8];
    for (int k = 0; k < 8; ++k)
      local[k] = at[(e + 3 * k) % n] * (k + 1);
    volumes[e] = force(local, f);
    for (int k = 0; k < 8; ++k)
      forces[8 * e + k] = f[k] * local[k];
  }
  double s = 0.0;
  for (int e = 0; e < n; ++e)
    s += volumes[e] * forces[8 * e + e % 8];
  return s;
}

#pragma adjoint reverse
double matrices(const double *x, int n) {
  double s = 0.0;
#pragma omp parallel for reduction(+ : s)
  for (int e = 0; e < n; ++e) {
    double b[3][4], k[3][3];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j)
        b[i][j] = std::sin(x[e] * (i + 1)) + x[(e + j) % n];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        k[i][j] = 0.0;
        for (int l = 0; l < 4; ++l)
          k[i][j] += b[i][l] * b[j][(l + i) % 4];
      }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        s += k[i][j] * k[j][(i + e) % 3];
  }
  return s;
}

// ------------------------------------------------ something of them stays

// The last element is never set again.
#pragma adjoint reverse
double oneStays(const double *x, int n) {
  double w[4] = {x[0], x[0], x[0], x[0]}, s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[0] = x[i];
    w[1] = x[i] * x[i];
    w[2] = w[3] * x[i];
    for (int k = 0; k < 4; ++k)
      s += w[k] * w[(k + 1) % 4];
    if (i % 2)
      w[3] = s * 0.1;
  }
  return s;
}

// Not the first, not the last, every second, and a triangle.
#pragma adjoint reverse
double partsStay(const double *x, int n) {
  double a[4] = {x[0], 0.3, 0.4, x[0]}, b[3][3] = {}, s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 1; k < 4; ++k)
      a[k] = x[i] * k + a[k - 1] * 0.2;
    s += a[0] * a[3] * a[(i + 2) % 4];
    for (int k = 0; k < 4; k += 2)
      a[k] = x[i] * s * 0.1;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l <= k; ++l)
        b[k][l] = a[k] * a[l] + 0.5 * b[(k + 1) % 3][l];
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        s += 0.1 * b[k][l] * b[l][k];
    b[0][2] = s * 0.01;
  }
  return s;
}

// Rows of one, columns of the other.
#pragma adjoint reverse
double rowsStay(const double *x, int n) {
  double b[3][2] = {{x[0], 1.0}, {0.2, x[0]}, {0.1, 0.3}}, c[3][2] = {}, s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l < 2; ++l)
        b[k][l] = x[i] * (k + l) + b[2][l] * 0.3;
    for (int k = 0; k < 3; ++k)
      c[k][0] = b[k][1] * x[i] + c[k][1];
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 2; ++l)
        s += b[k][l] * c[(k + 1) % 3][l] * c[k][0];
    if (x[i] > 0.4)
      for (int l = 0; l < 2; ++l)
        b[2][l] = 0.2 * s;
    c[i % 3][1] = 0.1 * s;
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8, 0.6}, {0.6}, {0.2, 0.8}};
  numeric::check("initialised", initialised, initialised_b, points);
  numeric::check("elements", elements, elements_b, points);
  numeric::check("matrices", matrices, matrices_b, points);
  numeric::check("oneStays", oneStays, oneStays_b, points);
  numeric::check("partsStay", partsStay, partsStay_b, points);
  numeric::check("rowsStay", rowsStay, rowsStay_b, points);
  return numeric::report();
}
