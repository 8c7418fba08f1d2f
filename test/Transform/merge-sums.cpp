// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What statements of one scope add to one element is added at once. Not where the element may be read, set, or be another
// one between them.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-sum-locally --no-merge-sums | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void butterfly(const double *x, double *y, double c, double s) {
  double a = c * x[0] - s * x[1];
  double b = c * x[1] + s * x[0];
  y[0] = a * b;
  y[1] = a + b;
}

// y[i] may be y[j].
#pragma adjoint reverse
void overwritten(const double *x, double *y, int i, int j) {
  y[i] = x[0] * x[1];
  y[j] += x[0] * 2.0;
}

// OFF-LABEL: void butterfly_b
// OFF: x_b[0] +=
// OFF: x_b[0] +=
// OFF-LABEL: void overwritten_b

// CHECK: void butterfly_b(const double *x, double *x_b, double * /*y*/, double *y_b, double c, double &c_b,
// CHECK-NEXT:                  double s, double &s_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double a = c * x[0] - s * x[1];
// CHECK-NEXT:   double b = c * x[1] + s * x[0];
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double a_b = y_b[1];
// CHECK-NEXT:   double b_b = y_b[1];
// CHECK-NEXT:   y_b[1] = 0.0;
// CHECK-NEXT:   a_b += b * y_b[0];
// CHECK-NEXT:   b_b += a * y_b[0];
// CHECK-NEXT:   y_b[0] = 0.0;
// CHECK-NEXT:   c_b += x[1] * b_b + x[0] * a_b;
// CHECK-NEXT:   x_b[0] += s * b_b + c * a_b;
// CHECK-NEXT:   s_b += x[0] * b_b - x[1] * a_b;
// CHECK-NEXT:   x_b[1] += c * b_b - s * a_b;
// CHECK-NEXT: }
// CHECK-NEXT: void overwritten_b(const double *x, double *x_b, double *y, double *y_b, int i, int j) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   const double y_kept = y[i];
// CHECK-NEXT:   y[i] = x[0] * x[1];
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const double seed = y_b[j];
// CHECK-NEXT:   x_b[0] += 2.0 * seed;
// CHECK-NEXT:   y[i] = y_kept;
// CHECK-NEXT:   const double seed_2 = y_b[i];
// CHECK-NEXT:   y_b[i] = 0.0;
// CHECK-NEXT:   x_b[0] += x[1] * seed_2;
// CHECK-NEXT:   x_b[1] += x[0] * seed_2;
// CHECK-NEXT: }
