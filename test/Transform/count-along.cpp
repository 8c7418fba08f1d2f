// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number that each iteration moves on by the same is a term of the counter, in nests of loops, too. Not where an iteration may leave it
// alone, or what it is moved on by changes, as by the columns of a triangle.
//
// RUN: %adjoint-gen %s --dump=normal | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=normal --no-count-along | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: 2 * i

#pragma adjoint reverse
void pairs(const double *x, int k, int n, double *__restrict y) {
  int m = 0;
  for (int i = 0; i < n; ++i) {
    y[m++] = x[k] * x[k];
    y[m++] = x[i] * x[k--];
  }
  y[m] = x[k];
}

#pragma adjoint reverse
void nest(const double *x, unsigned long n, double *__restrict y) {
  unsigned long k = 0;
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long j = 0; j < n; ++j)
      y[k++] = x[i] * x[j];
}

#pragma adjoint reverse
void alone(const double *x, int n, double *__restrict y) {
  int k = 0, m = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 3 != 0)
      ++k;
    m += k;
    y[k] = x[m] * x[m];
  }
}

// CHECK: void pairs(const double *x, int k, int n, double *__restrict y) {
// CHECK-NEXT:   int k_2 = k;
// CHECK-NEXT:   int m = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y[2 * i] = x[k_2 - i] * x[k_2 - i];
// CHECK-NEXT:     y[2 * i + 1] = x[i] * x[k_2 - i];
// CHECK-NEXT:   }
// CHECK-NEXT:   m = 2 * int(adjoint::trips(0, n));
// CHECK-NEXT:   k_2 -= int(adjoint::trips(0, n));
// CHECK-NEXT:   y[m] = x[k_2];
// CHECK-NEXT: }
// CHECK-NEXT: void nest(const double *x, unsigned long n, double *__restrict y) {
// CHECK-NEXT:   {{\[\[maybe_unused\]\]}} unsigned long k = 0;
// CHECK-NEXT:   for (unsigned long i = 0; i < n; ++i) {
// CHECK-NEXT:     for (unsigned long j = 0; j < n; ++j) {
// CHECK-NEXT:       y[i * n + j] = x[i] * x[j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   k = n * n;
// CHECK-NEXT: }
// CHECK-NEXT: void alone(const double *x, int n, double *__restrict y) {
// CHECK-NEXT:   int k = 0;
// CHECK-NEXT:   int m = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     if (i % 3 != 0)
// CHECK-NEXT:       ++k;
// CHECK-NEXT:     m += k;
// CHECK-NEXT:     y[k] = x[m] * x[m];
// CHECK-NEXT:   }
// CHECK-NEXT: }
