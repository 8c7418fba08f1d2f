// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copy of a state brings back what it was made from, which is not recorded. Not where that is needed behind the copy.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --no-restoring-copies --dump=adjoint | FileCheck %s --check-prefix=RECORDED
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double steps(const double *x, int n) {
  double h[3] = {0.1, 0.2, 0.3}, next[3];
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i)
      next[i] = std::tanh(x[t] * h[i] * h[i]);
    for (int i = 0; i < 3; ++i)
      h[i] = next[i];
  }
  return h[0] * h[1];
}

// RECORDED-LABEL: void steps_b(
// RECORDED: next_tape[t * 3UL + i] = next[i];

#pragma adjoint reverse
double behind(const double *x, int n) {
  double h[3] = {0.1, 0.2, 0.3}, next[3] = {0.4, 0.5, 0.6}, sum = 0.0;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i)
      next[i] = std::tanh(x[t] * h[i] * h[i]);
    for (int i = 0; i < 3; ++i)
      h[i] = next[i];
    sum += next[0] * next[1] * next[2];
  }
  return sum;
}

// CHECK: void steps_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double h[3] = {0.1, 0.2, 0.3};
// CHECK-NEXT:   double next[3] = {};
// CHECK-NEXT:   double *h_tape = tape.reserve<double>(adjoint::trips(0, n) * 3);
// CHECK-NEXT:   for (int t = 0; t < n; ++t) {
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       next[i] = std::tanh(x[t] * h[i] * h[i]);
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       h_tape[t * 3UL + i] = h[i];
// CHECK-NEXT:       h[i] = next[i];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double h_b[3] = {};
// CHECK-NEXT:   double next_b[3] = {};
// CHECK-NEXT:   h_b[0] += h[1] * result_b;
// CHECK-NEXT:   h_b[1] += h[0] * result_b;
// CHECK-NEXT:   for (int t = n - 1; t >= 0; --t) {
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       next[i] = h[i];
// CHECK-NEXT:       h[i] = h_tape[t * 3UL + i];
// CHECK-NEXT:       next_b[i] += h_b[i];
// CHECK-NEXT:       h_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double w_b = (1.0 - next[i] * next[i]) * next_b[i];
// CHECK-NEXT:       h_b[i] += 2.0 * x[t] * h[i] * w_b;
// CHECK-NEXT:       x_b_sum += h[i] * h[i] * w_b;
// CHECK-NEXT:       next_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[t] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(h_tape, adjoint::trips(0, n) * 3);
// CHECK-NEXT: }
// CHECK-NEXT: void behind_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double h[3] = {0.1, 0.2, 0.3};
// CHECK-NEXT:   double next[3] = {0.4, 0.5, 0.6};
// CHECK-NEXT:   double *next_tape = tape.reserve<double>(adjoint::trips(0, n) * 3);
// CHECK-NEXT:   double *h_tape = tape.reserve<double>(adjoint::trips(0, n) * 3);
// CHECK-NEXT:   for (int t = 0; t < n; ++t) {
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       next_tape[t * 3UL + i] = next[i];
// CHECK-NEXT:       next[i] = std::tanh(x[t] * h[i] * h[i]);
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       h_tape[t * 3UL + i] = h[i];
// CHECK-NEXT:       h[i] = next[i];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double h_b[3] = {};
// CHECK-NEXT:   double next_b[3] = {};
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   for (int t = n - 1; t >= 0; --t) {
// CHECK-NEXT:     const double w_b = next[2] * sum_b;
// CHECK-NEXT:     next_b[0] += next[1] * w_b;
// CHECK-NEXT:     next_b[1] += next[0] * w_b;
// CHECK-NEXT:     next_b[2] += next[0] * next[1] * sum_b;
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       h[i] = h_tape[t * 3UL + i];
// CHECK-NEXT:       next_b[i] += h_b[i];
// CHECK-NEXT:       h_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double value = next[i];
// CHECK-NEXT:       next[i] = next_tape[t * 3UL + i];
// CHECK-NEXT:       const double w_b_2 = (1.0 - value * value) * next_b[i];
// CHECK-NEXT:       h_b[i] += 2.0 * x[t] * h[i] * w_b_2;
// CHECK-NEXT:       x_b_sum += h[i] * h[i] * w_b_2;
// CHECK-NEXT:       next_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[t] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(h_tape, adjoint::trips(0, n) * 3);
// CHECK-NEXT:   tape.release(next_tape, adjoint::trips(0, n) * 3);
// CHECK-NEXT: }
