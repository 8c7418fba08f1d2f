// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reversed short loops of a convolution go around the long loop, the innermost is written out, and what the long loop adds to
// neighbours is gathered. Not where rows of the array are strided, nor where the long loop is known to be short.
//
// RUN: %adjoint-gen %s --dump=adjoint --no-gather-sums --no-distribute-loops --no-defer-sums | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --check-prefix=GATHERED
// RUN: %adjoint-gen %s --dump=adjoint --no-interchange-loops | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: _kept
// GATHERED: // Each element gathers from its neighbours.
// GATHERED-NEXT: for (int j = 1; j < high; ++j) {
// GATHERED: w_b_sum += x[

#pragma adjoint reverse
void convolution(int n, const double *__restrict w, const double *__restrict x, double *__restrict y) {
  for (int j = 0; j < n; ++j) {
    double s = 0.0;
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q)
        s += w[p * 3 + q] * x[p * 100 + j + q];
    y[j] = s * s;
  }
}

#pragma adjoint reverse
void strided(int n, const double *__restrict x, double *__restrict y) {
  for (int j = 0; j < n; ++j) {
    double s = 0.0;
    for (int d = 0; d < 3; ++d)
      s += x[j * 3 + d];
    y[j] = s * s;
  }
}

#pragma adjoint reverse
void few(const double *__restrict x, double *__restrict y) {
  for (int j = 0; j < 10; ++j) {
    double s = 0.0;
    for (int q = 0; q < 3; ++q)
      s += x[j + q];
    y[j] = s * s;
  }
}

// CHECK: void convolution_b(int n, const double *__restrict w, double *w_b, const double *__restrict x,
// CHECK-NEXT:                    double *x_b, double * /*y*/, double *__restrict y_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *s_b_kept = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int j = 0; j < n; ++j) {
// CHECK-NEXT:     double s = 0.0;
// CHECK-NEXT:     for (int p = 0; p < 3; ++p) {
// CHECK-NEXT:       for (int q = 0; q < 3; ++q) {
// CHECK-NEXT:         s += w[p * 3 + q] * x[p * 100 + j + q];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     double s_b = 2.0 * s * y_b[j];
// CHECK-NEXT:     y_b[j] = 0.0;
// CHECK-NEXT:     s_b_kept[j] = s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int p = 0; p < 3; ++p) {
// CHECK-NEXT:     double w_b_sum = 0.0;
// CHECK-NEXT:     double w_b_sum_2 = 0.0;
// CHECK-NEXT:     double w_b_sum_3 = 0.0;
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       double s_b = s_b_kept[j];
// CHECK-NEXT:       w_b_sum += x[p * 100 + j] * s_b;
// CHECK-NEXT:       x_b[p * 100 + j] += w[p * 3] * s_b;
// CHECK-NEXT:       w_b_sum_2 += x[p * 100 + j + 1] * s_b;
// CHECK-NEXT:       x_b[p * 100 + j + 1] += w[p * 3 + 1] * s_b;
// CHECK-NEXT:       w_b_sum_3 += x[p * 100 + j + 2] * s_b;
// CHECK-NEXT:       x_b[p * 100 + j + 2] += w[p * 3 + 2] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (w_b_sum != 0.0)
// CHECK-NEXT:       w_b[p * 3] += w_b_sum;
// CHECK-NEXT:     if (w_b_sum_2 != 0.0)
// CHECK-NEXT:       w_b[p * 3 + 1] += w_b_sum_2;
// CHECK-NEXT:     if (w_b_sum_3 != 0.0)
// CHECK-NEXT:       w_b[p * 3 + 2] += w_b_sum_3;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(s_b_kept, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void strided_b(int n, const double *__restrict x, double *x_b, double * /*y*/,
// CHECK-NEXT:                double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int j = n - 1; j >= 0; --j) {
// CHECK-NEXT:     double s = 0.0;
// CHECK-NEXT:     for (int d = 0; d < 3; ++d) {
// CHECK-NEXT:       s += x[j * 3 + d];
// CHECK-NEXT:     }
// CHECK-NEXT:     double s_b = 2.0 * s * y_b[j];
// CHECK-NEXT:     y_b[j] = 0.0;
// CHECK-NEXT:     for (int d = 0; d < 3; ++d) {
// CHECK-NEXT:       x_b[j * 3 + d] += s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void few_b(const double *__restrict x, double *x_b, double * /*y*/, double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int j = 9; j >= 0; --j) {
// CHECK-NEXT:     double s = 0.0;
// CHECK-NEXT:     for (int q = 0; q < 3; ++q) {
// CHECK-NEXT:       s += x[j + q];
// CHECK-NEXT:     }
// CHECK-NEXT:     double s_b = 2.0 * s * y_b[j];
// CHECK-NEXT:     y_b[j] = 0.0;
// CHECK-NEXT:     for (int q = 0; q < 3; ++q) {
// CHECK-NEXT:       x_b[j + q] += s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
