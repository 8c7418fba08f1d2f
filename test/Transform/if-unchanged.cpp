// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A condition whose operands stay is evaluated again.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(double x, double y) {
  double r = x;
  if (x > y)
    r = x * y;
  return r;
}

// CHECK: void f_b(double x, double &x_b, double y, double &y_b, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double r_b = result_b;
// CHECK-NEXT:   if (x > y) {
// CHECK-NEXT:     x_b += y * r_b;
// CHECK-NEXT:     y_b += x * r_b;
// CHECK-NEXT:     r_b = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b += r_b;
// CHECK-NEXT: }
