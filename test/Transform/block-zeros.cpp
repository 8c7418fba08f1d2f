// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of the function's own are not cleared where loops over all elements come first, and not set to zero where they are freed next.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-block-zeros | FileCheck %s --check-prefix=OFF

// OFF-LABEL: void stage_b(
// OFF: double *k_b = new double[n]();
// OFF: k_b[i] += h * y_b[i];
// OFF: k_b[i] = 0.0;

// The adjoint of k begins with what the last loop adds, and ends with the first.
#pragma adjoint reverse
void stage(double *__restrict y, int n, double h) {
  double *k = new double[n];
  for (int i = 0; i < n; ++i)
    k[i] = y[i] * y[i];
  for (int i = 0; i < n; ++i)
    y[i] += h * k[i];
  delete[] k;
}

// Not where a loop leaves elements out, and not where it comes to others.
#pragma adjoint reverse
void part(double *__restrict y, int n, double h) {
  double *k = new double[n]();
  for (int i = 0; i + 1 < n; ++i)
    k[i] = y[i + 1] * y[i];
  for (int i = 1; i < n; ++i)
    y[i] += h * k[i - 1] * k[i];
  delete[] k;
}

// Between the steps it need not be zero, but where the first loop does not come to it.
#pragma adjoint reverse
void between(double *__restrict y, const double *__restrict x, int n, int steps) {
  double *f = new double[n]();
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i)
      f[i] = x[i] * y[i];
    for (int i = 1; i < n; ++i)
      y[i] += 0.5 * f[i];
  }
  delete[] f;
}

// CHECK: void stage_b(double *__restrict y, double *__restrict y_b, int n, double h, double &h_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *k = tape.reserve<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     k[i] = y[i] * y[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   double *y_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y_tape[i] = y[i];
// CHECK-NEXT:     y[i] += h * k[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *k_b = new double[n];
// CHECK-NEXT:   double h_b_sum = 0.0;
// CHECK-NEXT:   ADJOINT_SUMS(h_b_sum)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     ADJOINT_ANY_ORDER
// CHECK-NEXT:     y[i] = y_tape[i];
// CHECK-NEXT:     h_b_sum += k[i] * y_b[i];
// CHECK-NEXT:     k_b[i] = h * y_b[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   if (h_b_sum != 0.0)
// CHECK-NEXT:     h_b += h_b_sum;
// CHECK-NEXT:   tape.release(y_tape, adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     y_b[i] += 2.0 * y[i] * k_b[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   delete[] k_b;
// CHECK-NEXT:   tape.release(k);
// CHECK-NEXT: }
// CHECK-NEXT: void part_b(double *__restrict y, double *__restrict y_b, int n, double h, double &h_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *k = tape.zeros<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     k[i] = y[i + 1] * y[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   double *y_tape = tape.reserve<double>(adjoint::trips(1, n));
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     y_tape[i - 1] = y[i];
// CHECK-NEXT:     y[i] += h * k[i - 1] * k[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *k_b = new double[n]();
// CHECK-NEXT:   const int high = n > 2 ? n : 2;
// CHECK-NEXT:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high; ++i) {
// CHECK-NEXT:     k_b[i - 1] += h * (k[i] * y_b[i] + k[i - 2] * y_b[i - 1]);
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low = n < 2 ? n : 2;
// CHECK-NEXT:   // At the ends.
// CHECK-NEXT:   for (int i = 1; i < low; ++i) {
// CHECK-NEXT:     const double w_b = k[i] * y_b[i];
// CHECK-NEXT:     k_b[i - 1] += h * w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high - 1; i < n; ++i) {
// CHECK-NEXT:     k_b[i] += h * k[i - 1] * y_b[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   double h_b_sum = 0.0;
// CHECK-NEXT:   ADJOINT_SUMS(h_b_sum)
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     ADJOINT_ANY_ORDER
// CHECK-NEXT:     y[i] = y_tape[i - 1];
// CHECK-NEXT:     const double w_b = k[i] * y_b[i];
// CHECK-NEXT:     h_b_sum += k[i - 1] * w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (h_b_sum != 0.0)
// CHECK-NEXT:     h_b += h_b_sum;
// CHECK-NEXT:   tape.release(y_tape, adjoint::trips(1, n));
// CHECK-NEXT:   const int high_2 = n - 1 > 1 ? n - 1 - 1 : 0;
// CHECK-NEXT:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 0; i < high_2; ++i) {
// CHECK-NEXT:     y_b[i + 1] += y[i] * k_b[i] + y[i + 2] * k_b[i + 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low_2 = n - 1 < 1 ? n - 1 : 1;
// CHECK-NEXT:   // At the ends.
// CHECK-NEXT:   for (int i = 0; i < low_2; ++i) {
// CHECK-NEXT:     y_b[i] += y[i + 1] * k_b[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high_2; i < n - 1; ++i) {
// CHECK-NEXT:     y_b[i + 1] += y[i] * k_b[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   delete[] k_b;
// CHECK-NEXT:   tape.release(k);
// CHECK-NEXT: }
// CHECK-NEXT: void between_b(double *__restrict y, double *__restrict y_b, const double *__restrict x,
// CHECK-NEXT:                double *x_b, int n, int steps) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *f = new double[n]();
// CHECK-NEXT:   for (int s = 0; s < steps; ++s) {
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       f[i] = x[i] * y[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     double *y_tape = tape.reserve<double>(adjoint::trips(1, n));
// CHECK-NEXT:     for (int i = 1; i < n; ++i) {
// CHECK-NEXT:       y_tape[i - 1] = y[i];
// CHECK-NEXT:       y[i] += 0.5 * f[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(y_tape);
// CHECK-NEXT:   }
// CHECK-NEXT:   delete[] f;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *f_b = new double[n]();
// CHECK-NEXT:   for (int s = steps - 1; s >= 0; --s) {
// CHECK-NEXT:     double *y_tape = tape.pop<double *>();
// CHECK-NEXT:     for (int i = 1; i < n; ++i) {
// CHECK-NEXT:       y[i] = y_tape[i - 1];
// CHECK-NEXT:       f_b[i] = 0.5 * y_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(y_tape, adjoint::trips(1, n));
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       x_b[i] += y[i] * f_b[i];
// CHECK-NEXT:       y_b[i] += x[i] * f_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < (1 < n ? 1 : n); ++i) {
// CHECK-NEXT:       f_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   delete[] f_b;
// CHECK-NEXT: }
