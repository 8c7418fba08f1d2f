// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beside a pointer to active data goes one to its adjoints.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n) {
  const double *p = x;
  double s = 0.0;
  while (p != x + n) {
    s += *p * *p;
    ++p;
  }
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *p_b = x_b;
// CHECK-NEXT:   const double *p = x;
// CHECK-NEXT:   long trips = 0;
// CHECK-NEXT:   while (p != x + n) {
// CHECK-NEXT:     ++p_b;
// CHECK-NEXT:     ++p;
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (long trip = trips; trip > 0; --trip) {
// CHECK-NEXT:     --p_b;
// CHECK-NEXT:     --p;
// CHECK-NEXT:     *p_b += 2.0 * *p * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
