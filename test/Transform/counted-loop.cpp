// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop whose number of trips is known runs backward over the same counter. Nothing of it is recorded, and the
// forward loop is not there where nothing needs it.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b[i] += 2.0 * x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
