// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee that overwrites what is needed has two halves: the one records, the other restores.
//
// RUN: %adjoint-gen %s --no-inline --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --no-inline -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

void step(double *s, double x) { *s = *s * x; }

#pragma adjoint reverse
double f(double x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    step(&s, x);
  return s;
}

// CHECK: static void step_fwd(double *s, double * /*s_b*/, double x) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   tape.push(*s);
// CHECK-NEXT:   *s *= x;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static void step_rev(double *s, double *__restrict s_b, double x, double &x_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   tape.pop(*s);
// CHECK-NEXT:   x_b += *s * *s_b;
// CHECK-NEXT:   *s_b = x * *s_b;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void f_b(double x, double &x_b, int n, double result_b) {
// CHECK-NEXT:   const adjoint::Tape::Frame frame;
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 1.0;
// CHECK-NEXT:   double s_b = 0.0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     step_fwd(&s, &s_b, x);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   s_b += result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     step_rev(&s, &s_b, x, x_b);
// CHECK-NEXT:   }
// CHECK-NEXT: }
