// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee that overwrites nothing has one adjoint, which the reverse sweep calls.
//
// RUN: %adjoint-gen %s --no-inline --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --no-inline -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

double square(double x) { return x * x; }

#pragma adjoint reverse
double f(double x, double y) { return square(x) + y * square(2.0); }

// CHECK: static void square_b(double x, double &x_b, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   x_b += 2.0 * x * result_b;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void f_b(double x, double &x_b, double /*y*/, double &y_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   const double square_value = square(2.0);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   y_b += square_value * result_b;
// CHECK-NEXT:   square_b(x, x_b, result_b);
// CHECK-NEXT: }
