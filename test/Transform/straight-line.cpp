// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A straight line of code: the forward sweep keeps names and comments, results are named where a rule needs them,
// and adjoints are born where they are first written.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double f(double x, double y) {
  double a = x * y; // an area
  double b = std::sin(a);
  return b / y;
}

// CHECK: void f_b(double x, double &x_b, double y, double &y_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   // an area
// CHECK-NEXT:   double a = x * y;
// CHECK-NEXT:   double b = std::sin(a);
// CHECK-NEXT:   const double ratio = b / y;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const double w_b = result_b / y;
// CHECK-NEXT:   double b_b = w_b;
// CHECK-NEXT:   double a_b = std::cos(a) * b_b;
// CHECK-NEXT:   x_b += y * a_b;
// CHECK-NEXT:   y_b += x * a_b - ratio * w_b;
// CHECK-NEXT: }
