// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of what a callee's parameter leads to is __restrict where nothing else leads there in any call.
//
// RUN: %adjoint-gen %s --dump=adjoint --no-inline | FileCheck %s
// RUN: %adjoint-gen %s --no-inline -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

static double weights[2] = {0.5, 0.25};

static double separate(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1]; }
static double together(const double *a, const double *b) { return a[0] * b[0] * a[1] * b[1]; }
static double shifted(const double *a, const double *b) { return a[0] * b[0]; }
static double withElement(const double *a, double factor) { return factor * a[0] * a[1]; }
static double withGlobal(const double *a) { return weights[0] * a[0] + weights[1] * a[1] * a[1]; }
static double recursive(const double *a, const double *b, int n) {
  return n > 0 ? a[0] * recursive(b, a, n - 1) : b[1];
}
static double inner(const double *a, const double *b) { return a[0] * a[0] * b[1]; }
static double outer(const double *a, const double *b) { return inner(a, b) + inner(b, a); }

// CHECK: static void separate_b(const double *a, double *__restrict a_b, const double *b,
// CHECK-NEXT: double *__restrict b_b,
// CHECK: static void together_b(const double *a, double *a_b, const double *b, double *b_b,
// CHECK: static void shifted_b(const double *a, double *a_b, const double *b, double *b_b,
// CHECK: static void withElement_b(const double *a, double *a_b, double factor, double &factor_b,
// CHECK: static void withGlobal_b(const double *a, double *a_b,
// CHECK: static double recursive_b(const double *a, double *__restrict a_b, const double *b,
// CHECK-NEXT: double *__restrict b_b,
// CHECK: static void inner_b(const double *a, double *__restrict a_b, const double *b,
// CHECK-NEXT: double *__restrict b_b,
// CHECK: static void outer_b(const double *a, double *__restrict a_b, const double *b,
// CHECK-NEXT: double *__restrict b_b,

#pragma adjoint reverse
double f(const double *x, int n) {
  double a[2] = {x[0], x[1] * x[0]}, b[2] = {x[1], x[0]};
  weights[1] = a[0];
  double sum = separate(a, b) + together(a, b) + together(a, a) + shifted(a, b) + shifted(a, a + 1);
  sum += withElement(a, a[1]) + withGlobal(b) + withGlobal(weights);
  return sum + recursive(a, b, n) + outer(a, b);
}
