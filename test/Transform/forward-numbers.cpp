// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a container that was just made decides what its members do; a size that stays needs no test in a loop.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --no-forward-numbers --dump=adjoint | FileCheck %s --check-prefix=WITHOUT

#include <cmath>
#include <utility>
#include <vector>

#pragma adjoint reverse
double resized(const double *x, int n) {
  std::vector<double> work;
  work.resize(n);
  for (int i = 0; i < n; ++i)
    work[i] = std::sin(x[i]);
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += work[i] * work[n - 1 - i];
  return sum;
}

#pragma adjoint reverse
double copied(const double *x, int n, int steps) {
  std::vector<double> now(x, x + n), next(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = now[i] * now[n - 1 - i];
    now = next;
  }
  return now[0];
}

// An index that walks is a number where its steps are.
#pragma adjoint reverse
double packed(const double *x) {
  double m[6];
  int at = 0, height = 1;
  m[at] = x[0];
  at += height;
  height = 2;
  m[at + 2] = x[1] * x[0];
  at += height;
  m[at] = x[2];
  double sum = 0.0;
  for (int i = 0; i < 2; ++i)
    sum += m[3 * i] * m[i + 2];
  return sum;
}

// CHECK: void resized_b(
// CHECK-NOT: if (
// CHECK: calloc<double>(n_2)
// CHECK-NOT: if (
// CHECK: void copied_b(
// CHECK-NOT: if (
// CHECK: void packed_b(
// CHECK: m[0] = x[0];
// CHECK-NEXT: m[3] = x[1] * x[0];
// CHECK-NEXT: m[3] = x[2];
// WITHOUT: void resized_b(
// WITHOUT: if (
// WITHOUT: void copied_b(
// WITHOUT: if (
// WITHOUT: void packed_b(
// WITHOUT: m[at] = x[2];
