// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both sweeps of an iteration run at once where iterations hand nothing on but sums, and nothing else needs what they
// leave: the forward sweep passes the loop by. With work space that is written before it is read; not where the last
// element of it is that of the iteration before, and not where the sum is needed.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-fusion | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double fused(const double *x, int n, double *__restrict w) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = std::exp(x[i] * x[k]);
    for (int k = 1; k < n; ++k)
      s += w[k] * w[k - 1];
  }
  return s;
}

#pragma adjoint reverse
double handsOn(const double *x, int n, double *__restrict w) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n - 1; ++k)
      w[k] = std::exp(x[i] * x[k]);
    for (int k = 1; k < n; ++k)
      s += w[k] * w[k - 1];
    w[n - 1] = x[i];
  }
  return s;
}

#pragma adjoint reverse
double needed(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]);
  return s * s;
}

// OFF-LABEL: void fused_b
// OFF:         // Forward sweep.
// OFF-NEXT:    for (int i = 0; i < n; ++i) {

// CHECK: void fused_b(const double *x, double *x_b, int n, double *__restrict w, double *__restrict w_b,
// CHECK-NEXT:              double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK-NEXT:       w[k] = std::exp(x[i] * x[k]);
// CHECK-NEXT:     }
// CHECK-NEXT:     const int high = n > 2 ? n - 1 : 1;
// CHECK-NEXT:     // Each element gathers from its neighbours.
// CHECK-NEXT:     for (int k = 1; k < high; ++k) {
// CHECK-NEXT:       w_b[k] += s_b * (w[k - 1] + w[k + 1]);
// CHECK-NEXT:     }
// CHECK-NEXT:     const int low = n < 2 ? n : 2;
// CHECK-NEXT:     // At the ends.
// CHECK-NEXT:     for (int k = 1; k < low; ++k) {
// CHECK-NEXT:       w_b[k - 1] += w[k] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int k = high; k < n; ++k) {
// CHECK-NEXT:       w_b[k] += w[k - 1] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double w_b_2 = w[k] * w_b[k];
// CHECK-NEXT:       x_b_sum += x[k] * w_b_2;
// CHECK-NEXT:       x_b[k] += x[i] * w_b_2;
// CHECK-NEXT:       w_b[k] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void handsOn_b(const double *x, double *x_b, int n, double *__restrict w, double *__restrict w_b,
// CHECK-NEXT:                double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *w_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double *w_tape_2 = tape.reserve<double>(adjoint::trips(0, n - 1));
// CHECK-NEXT:     for (int k = 0; k < n - 1; ++k) {
// CHECK-NEXT:       w_tape_2[k] = w[k];
// CHECK-NEXT:       w[k] = std::exp(x[i] * x[k]);
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(w_tape_2);
// CHECK-NEXT:     w_tape[i] = w[n - 1];
// CHECK-NEXT:     w[n - 1] = x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     w[n - 1] = w_tape[i];
// CHECK-NEXT:     x_b[i] += w_b[n - 1];
// CHECK-NEXT:     w_b[n - 1] = 0.0;
// CHECK-NEXT:     const int high = n > 2 ? n - 1 : 1;
// CHECK-NEXT:     // Each element gathers from its neighbours.
// CHECK-NEXT:     for (int k = 1; k < high; ++k) {
// CHECK-NEXT:       w_b[k] += s_b * (w[k - 1] + w[k + 1]);
// CHECK-NEXT:     }
// CHECK-NEXT:     const int low = n < 2 ? n : 2;
// CHECK-NEXT:     // At the ends.
// CHECK-NEXT:     for (int k = 1; k < low; ++k) {
// CHECK-NEXT:       w_b[k - 1] += w[k] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int k = high; k < n; ++k) {
// CHECK-NEXT:       w_b[k] += w[k - 1] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     double *w_tape_2 = tape.pop<double *>();
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int k = 0; k < n - 1; ++k) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double value = w[k];
// CHECK-NEXT:       w[k] = w_tape_2[k];
// CHECK-NEXT:       const double w_b_2 = value * w_b[k];
// CHECK-NEXT:       x_b_sum += x[k] * w_b_2;
// CHECK-NEXT:       x_b[k] += x[i] * w_b_2;
// CHECK-NEXT:       w_b[k] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:     tape.release(w_tape_2, adjoint::trips(0, n - 1));
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(w_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void needed_b(const double *x, double *x_b, int n, double result_b) {
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
// CHECK-NEXT:   double s_b = 2.0 * s * result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     const double exp_1 = exp_1_tape[i];
// CHECK-NEXT:     x_b[i] += exp_1 * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(exp_1_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
