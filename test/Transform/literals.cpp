// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decisions follow the values of literals, whatever their spelling. New numbers take the place of numbers only: what has a
// name keeps it, unless the name says another number elsewhere, as __LINE__ does.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags

enum Axis { X, Y, Z };
constexpr int width = 0x8, stride = 02;
#define LENGTH 24
#define HERE __LINE__

#pragma adjoint reverse
double folded(const double *x) {
  double s = 0.0;
  for (int i = 0; i < 010; ++i)
    s += x[i] * x[i];
  for (int i = 0; i < width; ++i)
    s = s * x[i];
  for (int i = 0; i < LENGTH; i += stride)
    s = s * x[i];
  double v[3] = {x[0], x[1]};
  v[Z] = v[X] * v[01];
  return s * v[2] * HERE;
}

// CHECK: void folded_b(const double *x, double *x_b, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   for (int i = 0; i < 010; ++i) {
// CHECK-NEXT:     s += x[i] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   double s_kept[8];
// CHECK-NEXT:   for (int i = 0; i < width; ++i) {
// CHECK-NEXT:     s_kept[i] = s;
// CHECK-NEXT:     s *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < LENGTH; i += stride) {
// CHECK-NEXT:     tape.push(s);
// CHECK-NEXT:     s *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   double v_0 = x[0];
// CHECK-NEXT:   double v_1 = x[1];
// CHECK-NEXT:   double v_2 = v_0 * v_1;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const double w_b = 27 * result_b;
// CHECK-NEXT:   double s_b = v_2 * w_b;
// CHECK-NEXT:   double v_2_b = s * w_b;
// CHECK-NEXT:   double v_0_b = v_1 * v_2_b;
// CHECK-NEXT:   double v_1_b = v_0 * v_2_b;
// CHECK-NEXT:   x_b[1] += v_1_b;
// CHECK-NEXT:   x_b[0] += v_0_b;
// CHECK-NEXT:   for (int i = 0 < LENGTH ? (LENGTH - 1) / 2 * 2 + 2 : 0; i > 0;) {
// CHECK-NEXT:     i -= 2;
// CHECK-NEXT:     tape.pop(s);
// CHECK-NEXT:     x_b[i] += s * s_b;
// CHECK-NEXT:     s_b = x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = width - 1; i >= 0; --i) {
// CHECK-NEXT:     s = s_kept[i];
// CHECK-NEXT:     x_b[i] += s * s_b;
// CHECK-NEXT:     s_b = x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 7; i >= 0; --i) {
// CHECK-NEXT:     x_b[i] += 2.0 * x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
