// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The factors that terms of a gathered sum share go in front of a bracket. A value that two neighbours compute has one name.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-factor-sums | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -Wno-active-branch -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF: u_b_sum +=
// OFF: k_b_sum +=

#pragma adjoint reverse wrt(u, k)
void conduction(int n, const double *u, const double *k, double *__restrict next) {
  for (int i = 1; i < n - 1; ++i) {
    const double right = 0.5 * (k[i] + k[i + 1]), left = 0.5 * (k[i] + k[i - 1]);
    next[i] = u[i] + 0.1 * (right * (u[i + 1] - u[i]) - left * (u[i] - u[i - 1]));
  }
}

#pragma adjoint reverse wrt(u)
void reaction(int n, const double *u, double *__restrict next) {
  for (int i = 1; i < n - 1; ++i)
    next[i] = u[i - 1] + u[i + 1] - 0.01 * u[i] * u[i] * u[i];
}

/// What both branches multiply stands in front of a choice; what one of them reads stays in it.
#pragma adjoint reverse wrt(u)
void upwind(int n, const double *u, const double *w, double *__restrict f) {
  for (int i = 0; i + 1 < n; ++i) {
    const double a = 0.5 * (u[i] + u[i + 1]);
    f[i] = a > 0 ? a * u[i] : a * u[i + 1];
    if (w[i] > 0.0)
      f[i] += w[i] * u[i];
  }
}

// CHECK: void conduction_b(int n, const double *u, double *u_b, const double *k, double *k_b,
// CHECK:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high; ++i) {
// CHECK-NEXT:     const double right = 0.5 * (k[i] + k[i + 1]);
// CHECK-NEXT:     const double left = 0.5 * (k[i] + k[i - 1]);
// CHECK-NEXT:     u_b[i] += 0.1 * (right * (next_b[i + 1] - next_b[i]) + left * (next_b[i - 1] - next_b[i])) +
// CHECK-NEXT:         next_b[i];
// CHECK-NEXT:   }
// CHECK:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high_2; ++i) {
// CHECK-NEXT:     k_b[i] += 0.5 * 0.1 * ((u[i + 1] - u[i]) * (next_b[i] - next_b[i + 1]) +
// CHECK-NEXT:                            (u[i] - u[i - 1]) * (next_b[i - 1] - next_b[i]));
// CHECK-NEXT:   }
// CHECK: void reaction_b(int n, const double *u, double *u_b, double * /*next*/, double *__restrict next_b) {
// CHECK:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high; ++i) {
// CHECK-NEXT:     u_b[i] += next_b[i + 1] + next_b[i - 1] - 3.0 * 0.01 * u[i] * u[i] * next_b[i];
// CHECK-NEXT:   }
// CHECK: void upwind_b(int n, const double *u, double *u_b, const double *w, double * /*f*/,
// CHECK:   // Each element gathers from its neighbours.
// CHECK-NEXT:   ADJOINT_INDEPENDENT
// CHECK-NEXT:   for (int i = 1; i < high; ++i) {
// CHECK-NEXT:     const double a = 0.5 * (u[i] + u[i + 1]);
// CHECK-NEXT:     const bool taken = w[i] > 0.0;
// CHECK-NEXT:     const double a_2 = 0.5 * (u[i - 1] + u[i]);
// CHECK-NEXT:     u_b[i] += f_b[i] * (0.5 * (a > 0 ? u[i] : u[i + 1]) + (taken ? w[i] : 0.0) +
// CHECK-NEXT:                         (a > 0 ? a : 0.0)) +
// CHECK-NEXT:         f_b[i - 1] * (a_2 > 0 ? 0.5 * u[i - 1] : a_2 + 0.5 * u[i]);
// CHECK-NEXT:   }
