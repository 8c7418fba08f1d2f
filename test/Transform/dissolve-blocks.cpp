// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of the source are dissolved: the loop of a range-for, which stands in one with its iterators, is fused like that
// over an index, sums that are needed wait for it, and variables of blocks need no record. Loops in branches are fused, too.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-dissolve-blocks --no-local-records | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <array>
#include <cmath>

#pragma adjoint reverse
double elements(const std::array<double, 8> &x, int n) {
  double s = 0.0;
  // All of them.
  for (double v : x)
    s += std::exp(v);
  if (n > 0)
    for (int i = 0; i < n; ++i)
      s += std::sin(x[i]);
  return s;
}

#pragma adjoint reverse
double ofOneName(double x) {
  double s = 0.0;
  { // twice
    const double t = std::exp(x);
    s += t * t;
  }
  {
    const double t = std::sin(x);
    s *= t;
  }
  return s;
}

// OFF-LABEL: void ofOneName_b
// OFF: tape.push(t);

// CHECK: void elements_b(const std::array<double, 8> &x, std::array<double, 8> &x_b, int n,
// CHECK-NEXT:                 double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *begin_b = x_b.data();
// CHECK-NEXT:   const double *begin = x.data();
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:       x_b.data()[i] += std::cos(x.data()[i]) * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // All of them.
// CHECK-NEXT:   for (std::ptrdiff_t i = 7; i >= 0; --i) {
// CHECK-NEXT:     double v = begin[i];
// CHECK-NEXT:     const double exp_v = std::exp(v);
// CHECK-NEXT:     double v_b = exp_v * s_b;
// CHECK-NEXT:     begin_b[i] += v_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void ofOneName_b(double x, double &x_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   const double t = std::exp(x);
// CHECK-NEXT:   s += t * t;
// CHECK-NEXT:   const double t_2 = std::sin(x);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   double t_b = s * s_b;
// CHECK-NEXT:   s_b = t_2 * s_b;
// CHECK-NEXT:   double t_b_2 = 2.0 * t * s_b;
// CHECK-NEXT:   x_b += std::cos(x) * t_b + t * t_b_2;
// CHECK-NEXT: }
