// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array whose elements are stored to once is not recorded; one that is stored to anew is recorded by the first loop
// that does so, not by the sums that follow. Where rows overlap, each store is.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double once(const double *x, int n, double *__restrict w) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      w[i * 4 + j] = std::exp(x[i] * j);
  for (int i = 0; i < 4 * n; ++i)
    s += w[i] * w[i];
  return s * s;
}

#pragma adjoint reverse
double anew(const double *x, int n, double *__restrict w) {
  double s = 0.0;
  for (int step = 0; step < n; ++step) {
    for (int i = 0; i < n; ++i)
      w[i] = x[i] + step * s;
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < n; ++i)
        w[i] += x[j];
    for (int i = 0; i < n; ++i)
      s += w[i] * w[i];
  }
  return s;
}

#pragma adjoint reverse
double overlapping(const double *x, int n, double *__restrict w) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      w[i * 2 + j] = std::exp(x[i] * j);
  for (int i = 0; i < 2 * n + 2; ++i)
    s += w[i] * w[i];
  return s * s;
}

#pragma adjoint reverse
double recurrence(const double *x, int n, double *__restrict w) {
  w[0] = x[0] * x[0];
  double s = w[0] * w[0];
  for (int i = 1; i < n; ++i)
    w[i] = w[i - 1] * w[i - 1] * x[i];
  return s * w[n - 1];
}

// What the block of an iteration held is needed by nobody.
#pragma adjoint reverse
double workSpace(const double *x, int n) {
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    double *w = new double[n];
    for (int i = 0; i < n; ++i)
      w[i] = std::exp(x[i] * s);
    s = w[0] * w[n - 1];
    delete[] w;
  }
  return s;
}

// CHECK: void once_b(const double *x, double *x_b, int n, double *__restrict w, double *__restrict w_b,
// CHECK-NEXT:             double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < 4; ++j) {
// CHECK-NEXT:       w[i * 4 + j] = std::exp(x[i] * j);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < 4 * n; ++i) {
// CHECK-NEXT:     s += w[i] * w[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = 2.0 * s * result_b;
// CHECK-NEXT:   for (int i = 4 * n - 1; i >= 0; --i) {
// CHECK-NEXT:     w_b[i] += 2.0 * w[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int j = 0; j < 4; ++j) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       x_b_sum += j * (w[i * 4 + j] * w_b[i * 4 + j]);
// CHECK-NEXT:       w_b[i * 4 + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void anew_b(const double *x, double *x_b, int n, double *__restrict w, double *__restrict w_b,
// CHECK-NEXT:             double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   for (int step = 0; step < n; ++step) {
// CHECK-NEXT:     double *w_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       w_tape[i] = w[i];
// CHECK-NEXT:       w[i] = x[i] + step * s;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(w_tape);
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       for (int i = j + 1; i < n; ++i) {
// CHECK-NEXT:         w[i] += x[j];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       s += w[i] * w[i];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int step = n - 1; step >= 0; --step) {
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       w_b[i] += 2.0 * w[i] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = n - 1; j >= 0; --j) {
// CHECK-NEXT:       double x_b_sum = 0.0;
// CHECK-NEXT:       ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:       for (int i = j + 1; i < n; ++i) {
// CHECK-NEXT:         ADJOINT_ANY_ORDER
// CHECK-NEXT:         x_b_sum += w_b[i];
// CHECK-NEXT:       }
// CHECK-NEXT:       if (x_b_sum != 0.0)
// CHECK-NEXT:         x_b[j] += x_b_sum;
// CHECK-NEXT:     }
// CHECK-NEXT:     double *w_tape = tape.pop<double *>();
// CHECK-NEXT:     ADJOINT_SUMS(s_b)
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       w[i] = w_tape[i];
// CHECK-NEXT:       x_b[i] += w_b[i];
// CHECK-NEXT:       s_b += step * w_b[i];
// CHECK-NEXT:       w_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(w_tape, adjoint::trips(0, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void overlapping_b(const double *x, double *x_b, int n, double *__restrict w,
// CHECK-NEXT:                    double *__restrict w_b, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   double *w_tape = tape.reserve<double>(adjoint::trips(0, n) * 4);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < 4; ++j) {
// CHECK-NEXT:       w_tape[i * 4UL + j] = w[i * 2 + j];
// CHECK-NEXT:       w[i * 2 + j] = std::exp(x[i] * j);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < 2 * n + 2; ++i) {
// CHECK-NEXT:     s += w[i] * w[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = 2.0 * s * result_b;
// CHECK-NEXT:   for (int i = 2 * n + 2 - 1; i >= 0; --i) {
// CHECK-NEXT:     w_b[i] += 2.0 * w[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int j = 0; j < 4; ++j) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double value = w[i * 2 + j];
// CHECK-NEXT:       w[i * 2 + j] = w_tape[i * 4UL + j];
// CHECK-NEXT:       x_b_sum += j * (value * w_b[i * 2 + j]);
// CHECK-NEXT:       w_b[i * 2 + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(w_tape, adjoint::trips(0, n) * 4);
// CHECK-NEXT: }
// CHECK-NEXT: void recurrence_b(const double *x, double *x_b, int n, double *__restrict w, double *__restrict w_b,
// CHECK-NEXT:                   double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   w[0] = x[0] * x[0];
// CHECK-NEXT:   double s = w[0] * w[0];
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     w[i] = w[i - 1] * w[i - 1] * x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = w[n - 1] * result_b;
// CHECK-NEXT:   w_b[n - 1] += s * result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 1; --i) {
// CHECK-NEXT:     w_b[i - 1] += 2.0 * w[i - 1] * x[i] * w_b[i];
// CHECK-NEXT:     x_b[i] += w[i - 1] * w[i - 1] * w_b[i];
// CHECK-NEXT:     w_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   w_b[0] += 2.0 * w[0] * s_b;
// CHECK-NEXT:   x_b[0] += 2.0 * x[0] * w_b[0];
// CHECK-NEXT:   w_b[0] = 0.0;
// CHECK-NEXT: }
// CHECK-NEXT: void workSpace_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 1.0;
// CHECK-NEXT:   double s_kept[3];
// CHECK-NEXT:   double **w_tape = tape.reserve<double *>(3);
// CHECK-NEXT:   for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:     double *w = tape.reserve<double>(n);
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       w[i] = std::exp(x[i] * s);
// CHECK-NEXT:     }
// CHECK-NEXT:     s_kept[k] = s;
// CHECK-NEXT:     s = w[0] * w[n - 1];
// CHECK-NEXT:     w_tape[k] = w;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int k = 2; k >= 0; --k) {
// CHECK-NEXT:     double *w = w_tape[k];
// CHECK-NEXT:     double *w_b = tape.zeros<double>(n);
// CHECK-NEXT:     s = s_kept[k];
// CHECK-NEXT:     w_b[0] += w[n - 1] * s_b;
// CHECK-NEXT:     w_b[n - 1] += w[0] * s_b;
// CHECK-NEXT:     s_b = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(s_b)
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double w_b_2 = w[i] * w_b[i];
// CHECK-NEXT:       x_b[i] += s * w_b_2;
// CHECK-NEXT:       s_b += x[i] * w_b_2;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(w_b);
// CHECK-NEXT:     tape.release(w);
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(w_tape, 3);
// CHECK-NEXT: }
