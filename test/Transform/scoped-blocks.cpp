// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A temporary array of a time step: freed where the primal frees it, unless the reverse sweep needs what is in it. Its
// adjoint is allocated by the reverse sweep. An array that is passed on lives as it did.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void rates(int n, int steps, double *__restrict y) {
  for (int s = 0; s < steps; ++s) {
    double *k = new double[n];
    for (int i = 0; i < n; ++i)
      k[i] = 0.5 * y[i];
    for (int i = 0; i < n; ++i)
      y[i] += 0.1 * k[i];
    delete[] k;
  }
}

#pragma adjoint reverse
void products(int n, int steps, double *__restrict y) {
  for (int s = 0; s < steps; ++s) {
    double *k = new double[n];
    for (int i = 0; i < n; ++i)
      k[i] = 0.5 * y[i];
    for (int i = 0; i < n; ++i)
      y[i] += k[i] * k[i];
    delete[] k;
  }
}

// CHECK: void rates_b(int n, int steps, double * /*y*/, double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int s = steps - 1; s >= 0; --s) {
// CHECK-NEXT:     double *k_b = new double[n];
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       k_b[i] = 0.1 * y_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       y_b[i] += 0.5 * k_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     delete[] k_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void products_b(int n, int steps, double *__restrict y, double *__restrict y_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double **k_tape = tape.reserve<double *>(adjoint::trips(0, steps));
// CHECK-NEXT:   for (int s = 0; s < steps; ++s) {
// CHECK-NEXT:     double *k = tape.reserve<double>(n);
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       k[i] = 0.5 * y[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       y[i] += k[i] * k[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     k_tape[s] = k;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int s = steps - 1; s >= 0; --s) {
// CHECK-NEXT:     double *k = k_tape[s];
// CHECK-NEXT:     double *k_b = tape.reserve<double>(n);
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       k_b[i] = 2.0 * k[i] * y_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       y_b[i] += 0.5 * k_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(k_b);
// CHECK-NEXT:     tape.release(k);
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(k_tape, adjoint::trips(0, steps));
// CHECK-NEXT: }
