// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beside a pointer to active data goes one to its adjoints. One that a loop moves on by one becomes an index.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n) {
  const double *p = x;
  double s = 0.0;
  while (p != x + n) {
    s += *p * *p;
    ++p;
  }
  return s;
}

#pragma adjoint reverse
double everyOther(const double *x, int n) {
  const double *p = x;
  double s = 0.0;
  while (p < x + n) {
    s += *p * *p;
    p += 2;
  }
  return s;
}

#pragma adjoint reverse
double downwards(const double *x, int n) {
  double s = 0.0;
  for (const double *p = x + n; p != x;) {
    --p;
    s += *p * *p;
  }
  return s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *p_b = x_b;
// CHECK-NEXT:   const double *p = x;
// CHECK-NEXT:   const std::ptrdiff_t count = std::ptrdiff_t(n);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (std::ptrdiff_t i = count - 1; i >= 0; --i) {
// CHECK-NEXT:     p_b[i] += 2.0 * p[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void everyOther_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *p_b = x_b;
// CHECK-NEXT:   const double *p = x;
// CHECK-NEXT:   long trips = 0;
// CHECK-NEXT:   while (p < x + n) {
// CHECK-NEXT:     p_b += 2;
// CHECK-NEXT:     p += 2;
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (long trip = trips; trip > 0; --trip) {
// CHECK-NEXT:     p_b -= 2;
// CHECK-NEXT:     p -= 2;
// CHECK-NEXT:     *p_b += 2.0 * *p * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void downwards_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   const std::ptrdiff_t count = std::ptrdiff_t(n);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (std::ptrdiff_t i = 0; i <= count - 1; ++i) {
// CHECK-NEXT:     x_b[i] += 2.0 * x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
