// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that runs until something happens counts its trips.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(double x) {
  double r = 1.0;
  while (r * r > x + 1e-10)
    r = 0.5 * (r + x / r);
  return r;
}

// CHECK: void f_b(double x, double &x_b, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double r = 1.0;
// CHECK-NEXT:   long trips = 0;
// CHECK-NEXT:   while (r * r > x + 1e-10) {
// CHECK-NEXT:     const double ratio = x / r;
// CHECK-NEXT:     tape.push(r);
// CHECK-NEXT:     r = 0.5 * (r + ratio);
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     tape.push(ratio);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double r_b = result_b;
// CHECK-NEXT:   double x_b_sum = 0.0;
// CHECK-NEXT:   for (long trip = trips; trip > 0; --trip) {
// CHECK-NEXT:     ADJOINT_ANY_ORDER
// CHECK-NEXT:     double ratio;
// CHECK-NEXT:     tape.pop_all(ratio, r);
// CHECK-NEXT:     const double w_b = 0.5 * r_b;
// CHECK-NEXT:     r_b = w_b;
// CHECK-NEXT:     const double w_b_2 = w_b / r;
// CHECK-NEXT:     x_b_sum += w_b_2;
// CHECK-NEXT:     r_b -= ratio * w_b_2;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x_b_sum != 0.0)
// CHECK-NEXT:     x_b += x_b_sum;
// CHECK-NEXT: }
