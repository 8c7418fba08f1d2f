// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An index is computed again in the reverse sweep and not recorded.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, const int *index, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    const int j = 2 * index[i] + 1;
    s += x[j] * x[j];
  }
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, const int *index, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     const int j = 2 * index[i] + 1;
// CHECK-NEXT:     x_b[j] += 2.0 * x[j] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
