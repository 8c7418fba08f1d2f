// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop over a periodic grid is split where indices wrap, and the middle is reversed like any stencil. Not where the
// remainder is by something else than the number of points, or where unsigned numbers of 32 bits may wrap before it is taken.
//
// RUN: %adjoint-gen %s --dump=normal | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=normal --no-split-wraps | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cstddef>

// OFF-NOT: last
// OFF-NOT: first

#pragma adjoint reverse
void forward(std::size_t n, const double *x, double *__restrict y) {
  // Each with the next one.
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[(i + 1) % n] * x[i];
}

#pragma adjoint reverse
void central(int n, const double *x, double *__restrict y) {
  for (int i = 0; i < n; ++i) {
    const int l = i == 0 ? n - 1 : i - 1, r = (i + 2) % n;
    y[i] = x[l] * x[r];
  }
}

#pragma adjoint reverse
void backward(int n, const double *x, double *__restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] = x[(i + n - 1) % n] * x[i];
}

#pragma adjoint reverse
void inside(int n, const double *x, double *__restrict y) {
  for (int i = 0; i < n - 1; ++i)
    y[i] = x[i < n - 1 ? i + 1 : 0] * x[i];
}

#pragma adjoint reverse
void ofOther(int n, int m, const double *x, double *__restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] = x[(i + 1) % m] * x[i];
}

#pragma adjoint reverse
void ofUnsigned(unsigned n, const double *x, double *__restrict y) {
  for (unsigned i = 0; i < n; ++i)
    y[i] = x[(i + n - 1) % n] * x[i];
}

// CHECK: void forward(unsigned long n, const double *x, double *__restrict y) {
// CHECK-NEXT:   const unsigned long last = n > 1 ? n - 1 : 0;
// CHECK-NEXT:   // Each with the next one.
// CHECK-NEXT:   for (unsigned long i = 0; i < last; ++i) {
// CHECK-NEXT:     y[i] = x[i + 1] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   for (unsigned long i = last; i < n; ++i) {
// CHECK-NEXT:     y[i] = x[(i + 1) % n] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void central(int n, const double *x, double *__restrict y) {
// CHECK-NEXT:   const int first = n < 1 ? n : 1;
// CHECK-NEXT:   for (int i = 0; i < first; ++i) {
// CHECK-NEXT:     const int l = i == 0 ? n - 1 : i - 1;
// CHECK-NEXT:     const int r = (i + 2) % n;
// CHECK-NEXT:     y[i] = x[l] * x[r];
// CHECK-NEXT:   }
// CHECK-NEXT:   const int last = n > 3 ? n - 2 : 1;
// CHECK-NEXT:   for (int i = 1; i < last; ++i) {
// CHECK-NEXT:     const int l = i - 1;
// CHECK-NEXT:     const int r = i + 2;
// CHECK-NEXT:     y[i] = x[l] * x[r];
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = last; i < n; ++i) {
// CHECK-NEXT:     const int l = i == 0 ? n - 1 : i - 1;
// CHECK-NEXT:     const int r = (i + 2) % n;
// CHECK-NEXT:     y[i] = x[l] * x[r];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void backward(int n, const double *x, double *__restrict y) {
// CHECK-NEXT:   const int first = n < 1 ? n : 1;
// CHECK-NEXT:   for (int i = 0; i < first; ++i) {
// CHECK-NEXT:     y[i] = x[(i + n - 1) % n] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     y[i] = x[i - 1] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void inside(int n, const double *x, double *__restrict y) {
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     y[i] = x[i + 1] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void ofOther(int n, int m, const double *x, double *__restrict y) {
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y[i] = x[(i + 1) % m] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void ofUnsigned(unsigned int n, const double *x, double *__restrict y) {
// CHECK-NEXT:   for (unsigned int i = 0; i < n; ++i) {
// CHECK-NEXT:     y[i] = x[(i + n - 1) % n] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT: }
