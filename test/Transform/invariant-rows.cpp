// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no step of a loop changes, and takes long, is computed in front of the steps.
//
// RUN: %adjoint-gen %s --dump-after=invariant-rows | FileCheck %s
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --check-prefix=ADJOINT
// RUN: %adjoint-gen %s --no-invariant-rows --dump=normal --dump=adjoint | FileCheck %s --check-prefix=OFF

// OFF-NOT: _row

#include <cmath>
#include <vector>

#pragma adjoint reverse
double heat(const double *k, int n, int steps) {
  std::vector<double> u(k, k + n), next(u);
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + k[i] * k[i + 1] / (k[i] + k[i + 1]) * (u[i + 1] - u[i]);
    u.swap(next);
  }
  return u[1] * u[2];
}

// CHECK-LABEL: double heat(
// CHECK:         double *const ratio_row = adjoint::malloc<double>(adjoint::trips(0, n - 1));
// CHECK-NEXT:    const bool is_entered = 0 < steps;
// CHECK-NEXT:    if (is_entered) {
// CHECK-NEXT:      // The same in each step.
// CHECK-NEXT:      for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:        ratio_row[i] = k[i] * k[i + 1] / (k[i] + k[i + 1]);
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    for (int s = 0; s < steps; ++s) {
// CHECK-NEXT:      for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:        next_elements[i] = u_elements[i] + ratio_row[i] * (u_elements[i + 1] - u_elements[i]);
// CHECK:         std::free(ratio_row);

// Nothing of the row is recorded, and its adjoint is divided once.
// ADJOINT-LABEL: void heat_b(
// ADJOINT:         if (is_entered) {
// ADJOINT:           for (int i = 1; i < n - 1; ++i) {
// ADJOINT-NEXT:        ratio_row[i] = k[i] * k[i + 1] / (k[i] + k[i + 1]);
// ADJOINT-NEXT:      }
// ADJOINT:         // Reverse sweep.
// ADJOINT:         for (int s = steps - 1; s >= 0; --s) {
// ADJOINT-NOT:       k[i + 1]
// ADJOINT:             ratio_row_b[i] += (u_elements[i + 1] - u_elements[i]) * next_elements_b[i];
// ADJOINT-NOT:       k[i + 1]
// ADJOINT:         if (is_entered) {
// ADJOINT:           / (k[i] + k[i + 1]);

// A step changes the field, or may: the parameters may overlap.
#pragma adjoint reverse
double decaying(const double *x, int n) {
  std::vector<double> k(x, x + n);
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      sum += std::exp(-k[i]);
    k[s] *= 0.5;
  }
  return sum;
}

#pragma adjoint reverse
void overlapping(double *u, const double *k, int n) {
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i)
      u[i] += std::exp(-k[i]) * u[i];
}

// Not all elements are read in each step.
#pragma adjoint reverse
double chosen(const double *k, int n) {
  double sum = 0.0;
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i)
      if (k[i] > 0.0)
        sum += std::log(k[i]);
  return sum;
}

// All pairs of elements would be more than there are elements.
#pragma adjoint reverse
double pairs(const double *k, int n) {
  double sum = 0.0;
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        sum += std::exp(-k[i] * k[j]);
  return sum;
}

// Elements that are read again and again are fewer than the iterations.
#pragma adjoint reverse
double wrapped(const double *k, int m, int n) {
  double sum = 0.0;
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i)
      sum += std::exp(-k[i % m]);
  return sum;
}

// CHECK-LABEL: double decaying(
// CHECK-NOT:     _row
// CHECK-LABEL: void overlapping(
// CHECK-NOT:     _row
// CHECK-LABEL: double chosen(
// CHECK-NOT:     _row
// CHECK-LABEL: double pairs(
// CHECK-NOT:     _row
// CHECK-LABEL: double wrapped(
// CHECK-NOT:     _row

// A few elements are an array; two counters are a row behind the other.
#pragma adjoint reverse
double few(const double *k, double x) {
  double sum = 0.0, t = 0.0;
  while (t < 1.0) {
    for (int i = 0; i < 3; ++i)
      sum += std::exp(-k[i]) * x;
    t += 0.25;
  }
  return sum;
}

#pragma adjoint reverse
double matrix(const double *k, int m, int n, double x) {
  double sum = 0.0;
  for (int s = 0; s < 9; ++s)
    for (int i = 1; i < m; ++i)
      for (int j = m; j < n; ++j)
        sum += std::exp(-k[i * n + j]) * x;
  return sum;
}

// CHECK-LABEL: double few(
// CHECK-NEXT:    double term_row[3];
// CHECK:         term_row[i] = std::exp(-k[i]) * x;
// CHECK:         while (t < 1.0) {
// CHECK-LABEL: double matrix(
// CHECK:         double *const term_row = adjoint::malloc<double>(adjoint::trips(0, m) * adjoint::trips(m, n));
// CHECK:         term_row[i * (n - m) + (j - m)] = std::exp(-k[i * n + j]) * x;
// CHECK:         sum += term_row[i * (n - m) + (j - m)];
