// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With the clause value the adjoint returns what the function returns, from its own forward sweep.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse value
double f(double x, double y) {
  double a = x * y;
  return a * a;
}

// CHECK: double f_b(double x, double &x_b, double y, double &y_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double a = x * y;
// CHECK-NEXT:   const double value = a * a;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double a_b = 2.0 * a * result_b;
// CHECK-NEXT:   x_b += y * a_b;
// CHECK-NEXT:   y_b += x * a_b;
// CHECK-NEXT:   return value;
// CHECK-NEXT: }
