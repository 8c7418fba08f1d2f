// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of the forward sweep whose results nothing needs are left out: here all that is linear, and the outputs.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
void f(double *x) {
  double a = std::exp(x[0]);
  double b = 3.0 * a + x[1];
  x[1] = 2.0 * b;
  x[0] = b + 1.0;
}

// CHECK: void f_b(double *x, double *x_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double a = std::exp(x[0]);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double b_b = x_b[0];
// CHECK-NEXT:   x_b[0] = 0.0;
// CHECK-NEXT:   b_b += 2.0 * x_b[1];
// CHECK-NEXT:   double a_b = 3.0 * b_b;
// CHECK-NEXT:   x_b[1] = b_b;
// CHECK-NEXT:   x_b[0] += a * a_b;
// CHECK-NEXT: }
