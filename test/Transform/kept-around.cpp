// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices are computed again from scalars that the loop around does not change; these are taken back where they change.
// What a loop overwrites without needing it is recorded once, before the loop, which is then not reversed at all.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-recompute | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s --dump=tbr | FileCheck %s --check-prefix=TBR
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void halves(const double *x, double *__restrict y, int n) {
  for (int half = 1; half < n; half *= 2)
    for (int k = 0; k < half; ++k) {
      const int at = k + half;
      y[at] += x[at] * y[k];
    }
}

#pragma adjoint reverse
void bits(const double *x, double *__restrict y, int n) {
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    y[i] += x[i] * x[j];
  }
}

// OFF-LABEL: void halves_b
// OFF: at_tape[k] = at;
// OFF: tape.push_all(y_tape, at_tape, half);

// TBR-LABEL: halves
// TBR: inverted
// TBR: at recomputed
// TBR-LABEL: bits
// TBR: recorded before the loop

// CHECK: void halves_b(const double *x, double *x_b, double *__restrict y, double *__restrict y_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   int half = 1;
// CHECK-NEXT:   long trips = 0;
// CHECK-NEXT:   while (half < n) {
// CHECK-NEXT:     double *y_tape = tape.reserve<double>(adjoint::trips(0, half));
// CHECK-NEXT:     for (int k = 0; k < half; ++k) {
// CHECK-NEXT:       const int at = k + half;
// CHECK-NEXT:       y_tape[k] = y[at];
// CHECK-NEXT:       y[at] += x[at] * y[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(y_tape);
// CHECK-NEXT:     half *= 2;
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (long trip = trips; trip > 0; --trip) {
// CHECK-NEXT:     half /= 2;
// CHECK-NEXT:     double *y_tape = tape.pop<double *>();
// CHECK-NEXT:     ADJOINT_INDEPENDENT
// CHECK-NEXT:     for (int k = 0; k < half; ++k) {
// CHECK-NEXT:       const int at = k + half;
// CHECK-NEXT:       y[at] = y_tape[k];
// CHECK-NEXT:       const double seed = y_b[at];
// CHECK-NEXT:       x_b[at] += y[k] * seed;
// CHECK-NEXT:       y_b[k] += x[at] * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(y_tape, adjoint::trips(0, half));
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void bits_b(const double *x, double *x_b, double * /*y*/, double *__restrict y_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   int j = 0;
// CHECK-NEXT:   int *j_tape = tape.reserve<int>(adjoint::trips(1, n));
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     int bit = n >> 1;
// CHECK-NEXT:     j_tape[i - 1] = j;
// CHECK-NEXT:     while (j & bit) {
// CHECK-NEXT:       j ^= bit;
// CHECK-NEXT:       bit >>= 1;
// CHECK-NEXT:     }
// CHECK-NEXT:     j ^= bit;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 1; --i) {
// CHECK-NEXT:     x_b[i] += x[j] * y_b[i];
// CHECK-NEXT:     x_b[j] += x[i] * y_b[i];
// CHECK-NEXT:     j = j_tape[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(j_tape, adjoint::trips(1, n));
// CHECK-NEXT: }
