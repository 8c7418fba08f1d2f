// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a scope holds at its end, and the reverse sweep needs, is recorded there; variables of the scope are declared
// again where they are restored.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    t = t * std::exp(t);
    t = t * t;
    s += t;
  }
  return s * s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   double *t_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   double *t_tape_2 = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   double *exp_t_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double t = x[i];
// CHECK-NEXT:     const double exp_t = std::exp(t);
// CHECK-NEXT:     t_tape[i] = t;
// CHECK-NEXT:     t *= exp_t;
// CHECK-NEXT:     t_tape_2[i] = t;
// CHECK-NEXT:     t *= t;
// CHECK-NEXT:     s += t;
// CHECK-NEXT:     exp_t_tape[i] = exp_t;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = 2.0 * s * result_b;
// CHECK-NEXT:   ADJOINT_INDEPENDENT
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double exp_t = exp_t_tape[i];
// CHECK-NEXT:     double t = 0.0;
// CHECK-NEXT:     double t_b = s_b;
// CHECK-NEXT:     t = t_tape_2[i];
// CHECK-NEXT:     t_b = 2.0 * t * t_b;
// CHECK-NEXT:     t = t_tape[i];
// CHECK-NEXT:     double exp_t_b = t * t_b;
// CHECK-NEXT:     t_b = exp_t * t_b;
// CHECK-NEXT:     t_b += exp_t * exp_t_b;
// CHECK-NEXT:     x_b[i] += t_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(exp_t_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(t_tape_2, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(t_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
