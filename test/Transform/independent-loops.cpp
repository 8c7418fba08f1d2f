// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers are told of innermost loops over several arrays whose iterations have nothing to do with each other.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --no-independent-loops --dump=adjoint | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -O3 -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -O3 -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: ADJOINT_INDEPENDENT

#include <utility>
#include <vector>

// The vectors have other blocks in each step, but never one.
#pragma adjoint reverse
double wave(const double *c, const double *start, int n, int steps) {
  std::vector<double> old(start, start + n), now = old, next = old;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2.0 * now[i] - old[i] + c[i] * c[i] * (now[i + 1] - 2.0 * now[i] + now[i - 1]);
    std::swap(old, now);
    std::swap(now, next);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  return sum;
}

// CHECK-LABEL: void wave_b(
// CHECK:           ADJOINT_INDEPENDENT
// CHECK-NEXT:      for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:        next_elements[i] = 2.0 * now_elements[i] - old_elements[i] +
// CHECK:         // Reverse sweep.
// CHECK:           // Each element gathers from its neighbours.
// CHECK-NEXT:      ADJOINT_INDEPENDENT
// CHECK-NEXT:      for (int i = 2; i < high; ++i) {
// CHECK:           // At the ends.
// CHECK-NEXT:      for (int i = 1; i < low; ++i) {

// Parameters may overlap.
#pragma adjoint reverse
void products(const double *a, const double *b, const double *c, double *y, double *z, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = a[i] * b[i];
    z[i] = b[i] * c[i];
  }
}

// CHECK-LABEL: void products_b(
// CHECK-NOT:     ADJOINT_INDEPENDENT

// An iteration has to do with the one before it; and a choice.
#pragma adjoint reverse
double others(const double *x, int n) {
  std::vector<double> a(x, x + n), b(x, x + n), c(n), d(n);
  for (int i = 1; i < n; ++i) {
    c[i] = a[i] * b[i];
    d[i] = d[i - 1] * b[i];
  }
  for (int i = 1; i < n; ++i) {
    a[i] = c[i] * d[i];
    b[i] = i > 3 ? c[i - 3] * d[i] : a[i];
  }
  return a[n - 1] * b[n - 1];
}

// CHECK-LABEL: void others_b(
// CHECK-NOT:     ADJOINT_INDEPENDENT

// Sums are told in another way.
#pragma adjoint reverse
double scaled(const double *x, int n, double s, double t) {
  std::vector<double> a(x, x + n), b(x, x + n), c(n), d(n);
  for (int i = 0; i < n; ++i) {
    c[i] = s * a[i] * b[i];
    d[i] = t * a[i] * b[i] * b[i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += c[i] * d[i] * d[i];
  return sum;
}

// CHECK-LABEL: void scaled_b(
// CHECK:         ADJOINT_INDEPENDENT
// CHECK:         // Reverse sweep.
// CHECK:         ADJOINT_SUMS(t_b_sum, s_b_sum)
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      ADJOINT_ANY_ORDER

// Choices among elements that are read in any case, in the forward sweep; and one of an element that is not.
#pragma adjoint reverse
double chosen(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), v(x, x + n), next(n), after(n), w(n);
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i) {
      next[i] = u[i] * (u[i] > 0.0 ? u[i] - u[i - 1] : u[i + 1] - u[i]) + v[i] * (u[i - 1] + u[i + 1]);
      after[i] = v[i] * u[i];
    }
    for (int i = 0; i < n - 1; ++i)
      w[i] = next[i] * (u[i] > 0.0 ? after[i] : after[i + 1]);
    u.swap(next);
    v.swap(after);
    u[0] += w[1] * w[n - 2];
  }
  return u[1] * v[1];
}

// CHECK-LABEL: void chosen_b(
// CHECK:         adjoint::copy_around(after_elements
// CHECK:         ADJOINT_INDEPENDENT
// CHECK-NEXT:    for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:      next_elements[i] =
// CHECK-NOT:     ADJOINT_INDEPENDENT
// CHECK:         w_elements[i] =
