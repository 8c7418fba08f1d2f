// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loop of a fused nest is fused, too, and a branch in it runs in both sweeps at once: nothing is recorded.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-join-branches --no-local-records | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp -Wno-active-branch
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF: tape.push

#include <cmath>

#pragma adjoint reverse
double pairs(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double d = x[i] - x[j];
      if (d * d < 2.0) {
        const double q = 1.0 / (d + 3.0);
        e += q * q * q;
      }
    }
  return e;
}


// One side computes, and what is between only matters there: the code between becomes part of it.
#pragma adjoint reverse
double lit(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double color = 0.1;
    if (!(x[i] < 0.5))
      color = std::sqrt(x[i]) * x[0];
    const double d = color - 0.2;
    e += d * d;
  }
  return e;
}

// CHECK: void pairs_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double e_b = result_b;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int j = 0; j < i; ++j) {
// CHECK-NEXT:       const double d = x[i] - x[j];
// CHECK-NEXT:       const bool taken = d * d < 2.0;
// CHECK-NEXT:       double d_b = 0.0;
// CHECK-NEXT:       if (taken) {
// CHECK-NEXT:         const double q = 1.0 / (d + 3.0);
// CHECK-NEXT:         double q_b = 3.0 * q * q * e_b;
// CHECK-NEXT:         d_b -= q * q * q_b;
// CHECK-NEXT:       }
// CHECK-NEXT:       {
// CHECK-NEXT:         ADJOINT_ANY_ORDER
// CHECK-NEXT:         x_b_sum += d_b;
// CHECK-NEXT:         x_b[j] -= d_b;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void lit_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double e_b = result_b;
// CHECK-NEXT:   double x_b_sum = 0.0;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     double color = 0.1;
// CHECK-NEXT:     const bool taken = !(x[i] < 0.5);
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       const double sqrt_1 = std::sqrt(x[i]);
// CHECK-NEXT:       color = sqrt_1 * x[0];
// CHECK-NEXT:       const double d = color - 0.2;
// CHECK-NEXT:       double d_b = 2.0 * d * e_b;
// CHECK-NEXT:       double color_b = d_b;
// CHECK-NEXT:       double sqrt_1_b = x[0] * color_b;
// CHECK-NEXT:       x_b_sum += sqrt_1 * color_b;
// CHECK-NEXT:       x_b[i] += 0.5 / sqrt_1 * sqrt_1_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x_b_sum != 0.0)
// CHECK-NEXT:     x_b[0] += x_b_sum;
// CHECK-NEXT: }
