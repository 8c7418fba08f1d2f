// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// break becomes a flag that the loop tests; the reverse sweep takes as many trips as there were.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0.0)
      break;
    s *= x[i];
  }
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 1.0;
// CHECK-NEXT:   bool stop = false;
// CHECK-NEXT:   int i = 0;
// CHECK-NEXT:   long trips = 0;
// CHECK-NEXT:   while (!stop && i < n) {
// CHECK-NEXT:     const bool taken = x[i] < 0.0;
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       stop = true;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tape.push(s);
// CHECK-NEXT:       s *= x[i];
// CHECK-NEXT:       ++i;
// CHECK-NEXT:     }
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     tape.push(taken);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (long trip = trips; trip > 0; --trip) {
// CHECK-NEXT:     const bool taken = tape.pop<bool>();
// CHECK-NEXT:     if (!taken) {
// CHECK-NEXT:       --i;
// CHECK-NEXT:       tape.pop(s);
// CHECK-NEXT:       x_b[i] += s * s_b;
// CHECK-NEXT:       s_b = x[i] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
