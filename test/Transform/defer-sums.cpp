// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of an upwind difference adds to two neighbours: to one of them in a loop of its own. In one that is known
// to be short, or that calls what no compiler vectorises, as it comes.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-gather-sums | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-gather-sums --no-distribute-loops --no-defer-sums | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -Wno-active-branch -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags
#include <cmath>

#pragma adjoint reverse
void upwind(int n, const double *__restrict u, double *__restrict f) {
  for (int i = 0; i < n - 1; ++i) {
    const double a = 0.5 * (u[i] + u[i + 1]);
    f[i] = a > 0.0 ? a * u[i] : a * u[i + 1];
  }
}

// One neighbour is there in some iterations only.
#pragma adjoint reverse
void oneSided(int n, const double *__restrict u, double *__restrict f) {
  for (int i = 0; i < n; ++i) {
    f[i] = u[i];
    if (i > 0)
      f[i] = u[i] / (1.0 + u[i - 1]);
  }
}

#pragma adjoint reverse
void brief(const double *__restrict u, double *__restrict f) {
  for (int i = 0; i < 9; ++i)
    f[i] = u[i] > 0.0 ? u[i] : u[i + 1];
}

#pragma adjoint reverse
void exponentials(int n, const double *__restrict u, double *__restrict f) {
  for (int i = 0; i < n - 1; ++i)
    f[i] = std::exp(u[i]) * u[i + 1];
}

// OFF-NOT: _sums

// CHECK: void upwind_b(int n, const double *__restrict u, double *u_b, double * /*f*/,
// CHECK-NEXT:               double *__restrict f_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *u_b_sums = tape.reserve<double>(adjoint::trips(0, n - 1));
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     double u_b_sum = 0.0;
// CHECK-NEXT:     double u_b_sum_2 = 0.0;
// CHECK-NEXT:     const double a = 0.5 * (u[i] + u[i + 1]);
// CHECK-NEXT:     double a_b = 0.0;
// CHECK-NEXT:     if (a > 0.0) {
// CHECK-NEXT:       a_b += u[i] * f_b[i];
// CHECK-NEXT:       u_b_sum += a * f_b[i];
// CHECK-NEXT:     } else {
// CHECK-NEXT:       a_b += u[i + 1] * f_b[i];
// CHECK-NEXT:       u_b_sum_2 += a * f_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     f_b[i] = 0.0;
// CHECK-NEXT:     const double w_b = 0.5 * a_b;
// CHECK-NEXT:     u_b_sum += w_b;
// CHECK-NEXT:     u_b_sum_2 += w_b;
// CHECK-NEXT:     u_b[i] += u_b_sum;
// CHECK-NEXT:     u_b_sums[i] = u_b_sum_2;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     u_b[i + 1] += u_b_sums[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(u_b_sums, adjoint::trips(0, n - 1));
// CHECK-NEXT: }
// CHECK-NEXT: void oneSided_b(int n, const double *__restrict u, double *u_b, double *__restrict f,
// CHECK-NEXT:                 double *__restrict f_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *u_b_sums = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double u_b_sum = 0.0;
// CHECK-NEXT:     double u_b_sum_2 = 0.0;
// CHECK-NEXT:     f[i] = u[i];
// CHECK-NEXT:     if (i > 0)
// CHECK-NEXT:       f[i] = u[i] / (1.0 + u[i - 1]);
// CHECK-NEXT:     if (i > 0) {
// CHECK-NEXT:       const double w_b = f_b[i] / (1.0 + u[i - 1]);
// CHECK-NEXT:       u_b_sum += w_b;
// CHECK-NEXT:       u_b_sum_2 -= f[i] * w_b;
// CHECK-NEXT:       f_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     u_b_sum += f_b[i];
// CHECK-NEXT:     f_b[i] = 0.0;
// CHECK-NEXT:     u_b[i] += u_b_sum;
// CHECK-NEXT:     u_b_sums[i] = u_b_sum_2;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     if (u_b_sums[i] != 0.0)
// CHECK-NEXT:       u_b[i - 1] += u_b_sums[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(u_b_sums, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void brief_b(const double *__restrict u, double *u_b, double * /*f*/, double *__restrict f_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 8; i >= 0; --i) {
// CHECK-NEXT:     if (u[i] > 0.0) {
// CHECK-NEXT:       u_b[i] += f_b[i];
// CHECK-NEXT:     } else {
// CHECK-NEXT:       u_b[i + 1] += f_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     f_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void exponentials_b(int n, const double *__restrict u, double *u_b, double * /*f*/,
// CHECK-NEXT:                     double *__restrict f_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1 - 1; i >= 0; --i) {
// CHECK-NEXT:     const double exp_1 = std::exp(u[i]);
// CHECK-NEXT:     double exp_1_b = u[i + 1] * f_b[i];
// CHECK-NEXT:     u_b[i + 1] += exp_1 * f_b[i];
// CHECK-NEXT:     f_b[i] = 0.0;
// CHECK-NEXT:     u_b[i] += exp_1 * exp_1_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
