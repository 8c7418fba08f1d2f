// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A condition whose operands change is named, so that the reverse sweep takes the same branch.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(double x, double y) {
  double r = x;
  if (x > y) {
    x = x * y;
    r = x * x;
  }
  return r * x;
}

// CHECK: void f_b(double x, double &x_b, double y, double &y_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double x_2 = x;
// CHECK-NEXT:   double r = x_2;
// CHECK-NEXT:   const bool taken = x_2 > y;
// CHECK-NEXT:   double x_kept = 0.0;
// CHECK-NEXT:   if (taken) {
// CHECK-NEXT:     x_kept = x_2;
// CHECK-NEXT:     x_2 *= y;
// CHECK-NEXT:     r = x_2 * x_2;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double r_b = x_2 * result_b;
// CHECK-NEXT:   double x_b_2 = r * result_b;
// CHECK-NEXT:   if (taken) {
// CHECK-NEXT:     x_b_2 += 2.0 * x_2 * r_b;
// CHECK-NEXT:     r_b = 0.0;
// CHECK-NEXT:     x_2 = x_kept;
// CHECK-NEXT:     y_b += x_2 * x_b_2;
// CHECK-NEXT:     x_b_2 = y * x_b_2;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b_2 += r_b;
// CHECK-NEXT:   x_b += x_b_2;
// CHECK-NEXT: }
