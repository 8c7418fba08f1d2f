// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a stencil's iteration hands out waits in a block where it takes time to compute: elements next to each other gather, those
// of other rows have loops of their own. Not where a branch adds, or where each neighbour gets something of its own.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-gather-terms | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -Wno-active-branch -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: _terms

#pragma adjoint reverse wrt(u)
void damped(int n, const double *u, const double *d, double *__restrict v) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = (u[i - 1] - 2.0 * u[i] + u[i + 1]) / (1.0 + d[i]);
}

#pragma adjoint reverse wrt(u)
void rows(int m, const double *u, const double *d, double *__restrict v) {
  for (int i = 1; i < m - 1; ++i)
    for (int j = 1; j < 63; ++j) {
      const int k = i * 64 + j;
      v[k] += ((u[k - 1] + u[k + 1]) / 12.0 - (u[k - 64] + u[k + 64]) / 12.0) / d[k];
    }
}

#pragma adjoint reverse wrt(u)
void own(int n, const double *u, double *__restrict v) {
  for (int i = 0; i < n - 1; ++i)
    v[i] = u[i] / u[i + 1];
}

// CHECK: void damped_b(int n, const double * /*u*/, double *u_b, const double *d, double * /*v*/,
// CHECK-NEXT:               double *__restrict v_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *w_b_terms = tape.zeros<double>(adjoint::trips(1, n - 1) + 4);
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = v_b[i] / (1.0 + d[i]);
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:     w_b_terms[i + 1] = w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   const int high = 1 < n - 1 ? n - 1 + 2 : 1;
// CHECK-NEXT:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 1; i < high; ++i) {
// CHECK-NEXT:     u_b[i - 1] += w_b_terms[i + 1] - 2.0 * w_b_terms[i] + w_b_terms[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(w_b_terms, adjoint::trips(1, n - 1) + 4);
// CHECK-NEXT: }
// CHECK-NEXT: void rows_b(int m, const double * /*u*/, double *u_b, const double *d, double * /*v*/,
// CHECK-NEXT:             double *__restrict v_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 1; i < m - 1; ++i) {
// CHECK-NEXT:     double *w_b_terms = tape.zeros<double>(66);
// CHECK-NEXT:     double *w_b_terms_2 = tape.zeros<double>(66);
// CHECK-NEXT:     ADJOINT_INDEPENDENT
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       const int k = i * 64 + j;
// CHECK-NEXT:       const double w_b = v_b[k] / d[k];
// CHECK-NEXT:       const double w_b_2 = w_b / 12.0;
// CHECK-NEXT:       const double w_b_3 = -(w_b / 12.0);
// CHECK-NEXT:       w_b_terms[j + 1] = w_b_2;
// CHECK-NEXT:       w_b_terms_2[j + 1] = w_b_3;
// CHECK-NEXT:     }
// CHECK-NEXT:     // Each element gathers from its neighbours.
// CHECK-NEXT:     for (int j = 1; j < 65; ++j) {
// CHECK-NEXT:       u_b[i * 64 + j - 1] += w_b_terms[j + 1] + w_b_terms[j - 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       u_b[i * 64 + j - 64] += w_b_terms_2[j + 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       u_b[i * 64 + j + 64] += w_b_terms_2[j + 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(w_b_terms_2, 66);
// CHECK-NEXT:     tape.release(w_b_terms, 66);
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void own_b(int n, const double *u, double *u_b, double *__restrict v, double *__restrict v_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *u_b_sums = tape.reserve<double>(adjoint::trips(0, n - 1));
// CHECK-NEXT:   ADJOINT_INDEPENDENT
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     double u_b_sum = 0.0;
// CHECK-NEXT:     v[i] = u[i] / u[i + 1];
// CHECK-NEXT:     const double w_b = v_b[i] / u[i + 1];
// CHECK-NEXT:     u_b[i] += w_b;
// CHECK-NEXT:     u_b_sum -= v[i] * w_b;
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:     u_b_sums[i] = u_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     u_b[i + 1] += u_b_sums[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(u_b_sums, adjoint::trips(0, n - 1));
// CHECK-NEXT: }
