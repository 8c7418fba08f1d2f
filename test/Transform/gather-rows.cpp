// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a row of a stencil adds to the rows beside it, each of these rows gathers; then its elements gather from theirs. Not where rows
// overlap, or a division would be computed again.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-gather-rows | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: row gathers

#pragma adjoint reverse wrt(x)
void rows(int m, int n, const double *x, double *__restrict y) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = 0.5 * (x[i * n + j] + x[(i - 1) * n + j]);
}

#pragma adjoint reverse wrt(x)
void overlap(int m, int n, const double *x, double *__restrict y) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j <= n; ++j)
      y[i * n + j] = x[i * n + j] - x[(i - 1) * n + j];
}

#pragma adjoint reverse wrt(x)
void quotient(int m, int n, const double *x, double *__restrict y) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = x[i * n + j] / x[(i - 1) * n + j];
}

// CHECK: void rows_b(int m, int n, const double * /*x*/, double *x_b, double * /*y*/,
// CHECK-NEXT:             double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const int high = m > 2 ? m : 2;
// CHECK-NEXT:   // Each row gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high; ++i) {
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       const double w_b = 0.5 * y_b[i * n + j];
// CHECK-NEXT:       const double w_b_2 = 0.5 * y_b[(i - 1) * n + j];
// CHECK-NEXT:       x_b[(i - 1) * n + j] += w_b + w_b_2;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low = m < 2 ? m : 2;
// CHECK-NEXT:   // The rows at the ends.
// CHECK-NEXT:   for (int i = 1; i < low; ++i) {
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       const double w_b = 0.5 * y_b[i * n + j];
// CHECK-NEXT:       x_b[(i - 1) * n + j] += w_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high - 1; i < m; ++i) {
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       const double w_b = 0.5 * y_b[i * n + j];
// CHECK-NEXT:       x_b[i * n + j] += w_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < m; ++i) {
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       y_b[i * n + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void overlap_b(int m, int n, const double * /*x*/, double *x_b, double * /*y*/,
// CHECK-NEXT:                double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = m - 1; i >= 1; --i) {
// CHECK-NEXT:     for (int j = 0; j < n + 1; ++j) {
// CHECK-NEXT:       x_b[i * n + j] += y_b[i * n + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 0; j < n + 1; ++j) {
// CHECK-NEXT:       x_b[(i - 1) * n + j] -= y_b[i * n + j];
// CHECK-NEXT:       y_b[i * n + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void quotient_b(int m, int n, const double *x, double *x_b, double *__restrict y,
// CHECK-NEXT:                 double *__restrict y_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 1; i < m; ++i) {
// CHECK-NEXT:     double *x_b_sums = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:     ADJOINT_INDEPENDENT
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       double x_b_sum = 0.0;
// CHECK-NEXT:       y[i * n + j] = x[i * n + j] / x[(i - 1) * n + j];
// CHECK-NEXT:       const double w_b = y_b[i * n + j] / x[(i - 1) * n + j];
// CHECK-NEXT:       x_b[i * n + j] += w_b;
// CHECK-NEXT:       x_b_sum -= y[i * n + j] * w_b;
// CHECK-NEXT:       y_b[i * n + j] = 0.0;
// CHECK-NEXT:       x_b_sums[j] = x_b_sum;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       x_b[(i - 1) * n + j] += x_b_sums[j];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(x_b_sums, adjoint::trips(0, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
