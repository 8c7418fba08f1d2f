// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product needs the values that it overwrites: each trip records one number.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s *= x[i];
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 1.0;
// CHECK-NEXT:   double *s_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s_tape[i] = s;
// CHECK-NEXT:     s *= x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     s = s_tape[i];
// CHECK-NEXT:     x_b[i] += s * s_b;
// CHECK-NEXT:     s_b = x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(s_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
