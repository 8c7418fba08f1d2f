// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a counter are taken back by their inverse and not recorded.
//
// RUN: %adjoint-gen %s --no-count-along --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --no-count-along -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 0.0;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    s += x[k] * x[k];
    k += 2;
  }
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   int k = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     k += 2;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     k -= 2;
// CHECK-NEXT:     x_b[k] += 2.0 * x[k] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
