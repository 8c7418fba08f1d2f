// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element that an innermost loop only adds to is summed in a variable, in any order. Not where the loop reads what may
// be that element, and not in any order where the loop computes a sum of the primal.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-sum-locally --no-merge-sums | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void product(int n, const double *a, const double *x, double *__restrict y) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      y[i] += a[j * n + i] * x[j];
}

#pragma adjoint reverse
void mayBeRead(int n, const double *x, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] = x[0] * x[i];
}

#pragma adjoint reverse
double keepsOrder(int n, const double *a, const double *x) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[0] * ((a[i] + 1e16) - 1e16);
  return s;
}

// OFF-NOT: _sum
// OFF-NOT: ADJOINT_ANY_ORDER

// CHECK: void product_b(int n, const double *a, double *a_b, const double *x, double *x_b, double * /*y*/,
// CHECK-NEXT:                double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int j = 0; j < n; ++j) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       a_b[j * n + i] += x[j] * y_b[i];
// CHECK-NEXT:       x_b_sum += a[j * n + i] * y_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[j] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void mayBeRead_b(int n, const double *x, double *x_b, double *y, double *y_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *y_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y_tape[i] = y[i];
// CHECK-NEXT:     y[i] = x[0] * x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     y[i] = y_tape[i];
// CHECK-NEXT:     const double seed = y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:     x_b[0] += x[i] * seed;
// CHECK-NEXT:     x_b[i] += x[0] * seed;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(y_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void keepsOrder_b(int n, const double *a, double *a_b, const double *x, double *x_b,
// CHECK-NEXT:                   double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   double x_b_sum = 0.0;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b_sum += (a[i] + 1e16 - 1e16) * s_b;
// CHECK-NEXT:     a_b[i] += x[0] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x_b_sum != 0.0)
// CHECK-NEXT:     x_b[0] += x_b_sum;
// CHECK-NEXT: }
