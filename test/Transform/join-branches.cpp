// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loop of a fused nest is fused, too, and a branch in it runs in both sweeps at once: nothing is recorded.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-join-branches | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp -Wno-active-branch
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF: tape.push

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
