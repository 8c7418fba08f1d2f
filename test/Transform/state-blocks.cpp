// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array that each step overwrites has a new block in each step, in place of records. Not where another pointer leads there, where the
// loop reads what it has overwritten, or where it overwrites a part.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --no-state-blocks --dump=adjoint | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <vector>

// The ends are copied; elements are read where they were computed.
#pragma adjoint reverse
double inPlace(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n);
  for (int s = 0; s < steps; ++s)
    for (int i = 1; i < n - 1; ++i)
      u[i] -= 0.5 * u[i] * u[i];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// CHECK-LABEL: void inPlace_b(
// CHECK:         for (int s = 0; s < steps; ++s) {
// CHECK-NEXT:      double *u_elements_before = u_elements;
// CHECK-NEXT:      u_elements = tape.reserve<double>(u_count);
// CHECK-NEXT:      adjoint::copy_around(u_elements, u_elements_before, u_count, 1, n - 1);
// CHECK-NEXT:      for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:        u_elements[i] = u_elements_before[i] - 0.5 * u_elements_before[i] * u_elements_before[i];
// CHECK-NEXT:      }
// CHECK-NEXT:      u_elements_before_tape[s] = u_elements_before;
// CHECK:         // Reverse sweep.
// CHECK:         for (int s = steps - 1; s >= 0; --s) {
// CHECK-NEXT:      double *u_elements_after = u_elements;
// CHECK-NEXT:      u_elements = u_elements_before_tape[s];
// CHECK-NEXT:      for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:        u_elements_b[i] -= 2.0 * 0.5 * u_elements[i] * u_elements_b[i];
// CHECK-NEXT:      }
// CHECK-NEXT:      tape.release(u_elements_after);
// OFF-LABEL:   void inPlace_b(
// OFF:           u_elements_tape[i - 1] = u_elements[i];

// All rows and columns but those at the ends.
#pragma adjoint reverse
double grid(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n * n), next(n * n, 0.5);
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = u[i * n + j] * u[i * n + j];
    u.swap(next);
  }
  double sum = 0.0;
  for (int i = 0; i < n * n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// CHECK-LABEL: void grid_b(
// CHECK:         double *next_elements_before = next_elements;
// CHECK-NEXT:    next_elements = tape.reserve<double>(
// CHECK-NEXT:    adjoint::copy_around(next_elements, next_elements_before, u_count, n + 1, n + (n - 1),
// CHECK-NEXT:                         n - 1 - 1, n);
// CHECK:         next_elements[i * n + j] = u_elements[i * n + j] * u_elements[i * n + j];
// CHECK:         next_elements_before_tape[s] = next_elements_before;

// All of it: nothing is copied.
#pragma adjoint reverse
double whole(const double *x, int n, int steps) {
  double *u = new double[n];
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int s = 0; s < steps; ++s)
    for (int i = 0; i < n; ++i)
      u[i] *= u[i];
  const double result = u[0] * u[n - 1];
  delete[] u;
  return result;
}

// CHECK-LABEL: void whole_b(
// CHECK:         double *u_before = u;
// CHECK-NEXT:    u = tape.reserve<double>(n);
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      u[i] = u_before[i] * u_before[i];

// Another pointer leads there.
#pragma adjoint reverse
double seen(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n);
  double *first = u.data();
  double sum = 0.0;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i)
      u[i] *= u[i];
    sum += first[0] * first[0];
    first = s % 2 == 0 ? u.data() : first;
  }
  return sum;
}

// CHECK-LABEL: void seen_b(
// CHECK-NOT:     _before

// A neighbour that is overwritten already; half of the elements; elements read behind; one step.
#pragma adjoint reverse
double others(const double *x, int n, int steps) {
  std::vector<double> a(x, x + n), b(x, x + n), c(x, x + n), d(x, x + n);
  double sum = 0.0;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n; ++i)
      a[i] *= a[i - 1];
    for (int i = 0; i < n / 2; ++i)
      b[i] *= b[i];
    for (int i = 0; i < n; ++i) {
      c[i] *= c[i];
      sum += a[i] * b[i] * c[i] * c[i];
    }
  }
  for (int i = 0; i < n; ++i)
    d[i] *= d[i];
  return sum + d[0] * d[n - 1] * d[1];
}

// CHECK-LABEL: void others_b(
// CHECK-NOT:     a_elements_before
// CHECK-NOT:     b_elements_before
// CHECK-NOT:     d_elements_before
