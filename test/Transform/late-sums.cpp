// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum that only other adjoints need does not keep its loop from being fused: what reads it waits for the reversed loop.
// Not where the loop's own adjoint depends on the sum.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-fusion | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double waits(const double *x, double f, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]);
  return f * s;
}

#pragma adjoint reverse
double ofNumber(const double *x, double f, int n) {
  const double g = f * f;
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i] * g);
  return g * s;
}

#pragma adjoint reverse
double cannotWait(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]);
  return std::log(s);
}

// OFF-LABEL: void waits_b
// OFF: exp_1_tape[i] = exp_1;

// CHECK: void waits_b(const double *x, double *x_b, double f, double &f_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = f * result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     const double exp_1 = std::exp(x[i]);
// CHECK-NEXT:     s += exp_1;
// CHECK-NEXT:     x_b[i] += exp_1 * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   f_b += s * result_b;
// CHECK-NEXT: }
// CHECK-NEXT: void ofNumber_b(const double *x, double *x_b, double f, double &f_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   const double g = f * f;
// CHECK-NEXT:   double s = 0.0;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = g * result_b;
// CHECK-NEXT:   double g_b = 0.0;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     const double exp_1 = std::exp(x[i] * g);
// CHECK-NEXT:     s += exp_1;
// CHECK-NEXT:     const double w_b = exp_1 * s_b;
// CHECK-NEXT:     x_b[i] += g * w_b;
// CHECK-NEXT:     g_b += x[i] * w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   g_b += s * result_b;
// CHECK-NEXT:   f_b += 2.0 * f * g_b;
// CHECK-NEXT: }
// CHECK-NEXT: void cannotWait_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   double *exp_1_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double exp_1 = std::exp(x[i]);
// CHECK-NEXT:     s += exp_1;
// CHECK-NEXT:     exp_1_tape[i] = exp_1;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b / s;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     const double exp_1 = exp_1_tape[i];
// CHECK-NEXT:     x_b[i] += exp_1 * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(exp_1_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
