// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivative of a sine is the cosine, which the function computes itself. Not of an angle that has changed.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-reuse-values | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF: t_b = std::cos(t) * s_b
// OFF: std::sin(t) * c_b

#include <cmath>

#pragma adjoint reverse
double turned(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const double t = x[i] * x[0];
    const double c = std::cos(t);
    const double s = std::sin(t);
    sum += s * s * x[i] + c;
  }
  return sum;
}

#pragma adjoint reverse
double changed(double t, double x) {
  const double c = std::cos(t);
  t += x * c;
  const double s = std::sin(t);
  return s * c;
}

// CHECK: void turned_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   double x_b_sum = 0.0;
// CHECK-NEXT:   ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double t = x[i] * x[0];
// CHECK-NEXT:     const double s = std::sin(t);
// CHECK-NEXT:     double s_b = 2.0 * s * x[i] * sum_b;
// CHECK-NEXT:     double c_b = sum_b;
// CHECK-NEXT:     double t_b = std::cos(t) * s_b;
// CHECK-NEXT:     t_b -= s * c_b;
// CHECK-NEXT:     x_b[i] += s * s * sum_b + x[0] * t_b;
// CHECK-NEXT:     {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       x_b_sum += x[i] * t_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x_b_sum != 0.0)
// CHECK-NEXT:     x_b[0] += x_b_sum;
// CHECK-NEXT: }
// CHECK-NEXT: void changed_b(double t, double &t_b, double x, double &x_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double t_2 = t;
// CHECK-NEXT:   const double c = std::cos(t_2);
// CHECK-NEXT:   const double t_kept = t_2;
// CHECK-NEXT:   t_2 += x * c;
// CHECK-NEXT:   const double s = std::sin(t_2);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = c * result_b;
// CHECK-NEXT:   double c_b = s * result_b;
// CHECK-NEXT:   double t_b_2 = std::cos(t_2) * s_b;
// CHECK-NEXT:   t_2 = t_kept;
// CHECK-NEXT:   x_b += c * t_b_2;
// CHECK-NEXT:   c_b += x * t_b_2;
// CHECK-NEXT:   t_b_2 -= std::sin(t_2) * c_b;
// CHECK-NEXT:   t_b += t_b_2;
// CHECK-NEXT: }
