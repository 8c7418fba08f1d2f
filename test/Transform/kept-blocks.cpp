// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few records that one iteration makes and takes back are an array: of loops whose length depends on the counters around, with as many
// elements as there may be. Not of unknown length.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double triangle(const double *x, int n, int m) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    for (int j = 1; j <= 3; ++j)
      for (int r = 0; r < j; ++r)
        p = std::sin(p) * x[r];
    for (int k = 0; k < m; ++k)
      p *= p;
    sum += p;
  }
  return sum;
}

// CHECK: void triangle_b(const double *x, double *x_b, int n, int m, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double p = x[i];
// CHECK-NEXT:     double p_kept[3][3];
// CHECK-NEXT:     double sin_p_kept[3][3];
// CHECK-NEXT:     for (int j = 1; j <= 3; ++j) {
// CHECK-NEXT:       for (int r = 0; r < j; ++r) {
// CHECK-NEXT:         const double sin_p = std::sin(p);
// CHECK-NEXT:         p_kept[j - 1][r] = p;
// CHECK-NEXT:         p = sin_p * x[r];
// CHECK-NEXT:         sin_p_kept[j - 1][r] = sin_p;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     double *p_tape = tape.reserve<double>(adjoint::trips(0, m));
// CHECK-NEXT:     for (int k = 0; k < m; ++k) {
// CHECK-NEXT:       p_tape[k] = p;
// CHECK-NEXT:       p *= p;
// CHECK-NEXT:     }
// CHECK-NEXT:     double p_b = sum_b;
// CHECK-NEXT:     for (int k = m - 1; k >= 0; --k) {
// CHECK-NEXT:       p = p_tape[k];
// CHECK-NEXT:       p_b = 2.0 * p * p_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(p_tape, adjoint::trips(0, m));
// CHECK-NEXT:     for (int j = 3; j >= 1; --j) {
// CHECK-NEXT:       for (int r = j - 1; r >= 0; --r) {
// CHECK-NEXT:         const double sin_p = sin_p_kept[j - 1][r];
// CHECK-NEXT:         p = p_kept[j - 1][r];
// CHECK-NEXT:         double sin_p_b = x[r] * p_b;
// CHECK-NEXT:         x_b[r] += sin_p * p_b;
// CHECK-NEXT:         p_b = std::cos(p) * sin_p_b;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     x_b[i] += p_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
