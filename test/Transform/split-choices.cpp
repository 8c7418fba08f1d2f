// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choice of a function whose derivative is made of its value is a branch: the value is found where it is stored. Not of cheap values.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-split-choices | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp -Wno-active-branch
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF: std::tanh(x[i]) * std::tanh(x[i])

#include <cmath>

#pragma adjoint reverse
void gates(const double *x, double *y, double *z, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = i % 4 == 3 ? std::tanh(x[i]) : x[i];
    z[i] = x[i] > 0.0 ? x[i] : 0.1 * x[i];
  }
}

// CHECK: void gates_b(const double *x, double *x_b, double *y, double *y_b, double *z, double *z_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *z_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     if (i % 4 == 3) {
// CHECK-NEXT:       tape.push(y[i]);
// CHECK-NEXT:       y[i] = std::tanh(x[i]);
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tape.push(y[i]);
// CHECK-NEXT:       y[i] = x[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     z_tape[i] = z[i];
// CHECK-NEXT:     z[i] = x[i] > 0.0 ? x[i] : 0.1 * x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     z[i] = z_tape[i];
// CHECK-NEXT:     const double seed = z_b[i];
// CHECK-NEXT:     z_b[i] = 0.0;
// CHECK-NEXT:     if (x[i] > 0.0) {
// CHECK-NEXT:       x_b[i] += seed;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       x_b[i] += 0.1 * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (i % 4 == 3) {
// CHECK-NEXT:       const double value = y[i];
// CHECK-NEXT:       tape.pop(y[i]);
// CHECK-NEXT:       const double seed_2 = y_b[i];
// CHECK-NEXT:       y_b[i] = 0.0;
// CHECK-NEXT:       x_b[i] += (1.0 - value * value) * seed_2;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tape.pop(y[i]);
// CHECK-NEXT:       const double seed_2 = y_b[i];
// CHECK-NEXT:       y_b[i] = 0.0;
// CHECK-NEXT:       x_b[i] += seed_2;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(z_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
