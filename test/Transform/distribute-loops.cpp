// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of a stencil adds to the neighbours of each element, in a loop for each neighbour; by an unsigned counter,
// too. Not where an element that is added to is read as well: the sweep of a recurrence stays as it is.
//
// RUN: %adjoint-gen %s --dump=adjoint --no-gather-sums | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-gather-sums --no-distribute-loops --no-defer-sums | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void stencil(int n, const double *__restrict u, double *__restrict v) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
}

#pragma adjoint reverse
void recurrence(int n, const double *__restrict u, double *__restrict v) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * (v[i - 1] + u[i - 1] + u[i + 1]);
}

#pragma adjoint reverse
void byUnsigned(unsigned n, const double *__restrict u, double *__restrict v) {
  for (unsigned i = 1; i < n; ++i)
    v[i] = 0.5 * (u[i - 1] + u[i]);
}

// OFF-LABEL: void stencil_b
// OFF-COUNT-1: for (
// OFF-LABEL: void recurrence_b

// CHECK: void stencil_b(int n, const double * /*u*/, double *u_b, double * /*v*/, double *__restrict v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     u_b[i - 1] += w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     u_b[i + 1] += w_b;
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void recurrence_b(int n, const double * /*u*/, double *u_b, double * /*v*/,
// CHECK-NEXT:                   double *__restrict v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1 - 1; i >= 1; --i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     v_b[i - 1] += w_b;
// CHECK-NEXT:     u_b[i - 1] += w_b;
// CHECK-NEXT:     u_b[i + 1] += w_b;
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void byUnsigned_b(unsigned int n, const double * /*u*/, double *u_b, double * /*v*/,
// CHECK-NEXT:                   double *__restrict v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (unsigned int i = 1; i < n; ++i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     u_b[i - 1] += w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (unsigned int i = 1; i < n; ++i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     u_b[i] += w_b;
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
