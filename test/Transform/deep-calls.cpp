// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small functions that each call the one below three times, 25 levels of them: what the tool does is linear in the
// levels, though there are 3^25 paths. Otherwise this test does not end.
//
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %gxx -fsyntax-only %t.cpp %runtime-flags

#define LEVEL(name, below)                                                                                             \
  static double name(double a, double b) {                                                                             \
    double s = 0;                                                                                                      \
    for (int i = 0; i < 2; ++i)                                                                                        \
      s += 0.1 * below(a * 0.9, s * b) * below(b, 1.0) + below(0.5, a);                                                \
    return s;                                                                                                          \
  }
#define FIVE(n, below)                                                                                                 \
  LEVEL(n##1, below) LEVEL(n##2, n##1) LEVEL(n##3, n##2) LEVEL(n##4, n##3) LEVEL(n##5, n##4)

static double bottom(double a, double b) { return a * b; }
FIVE(a, bottom)
FIVE(b, a5)
FIVE(c, b5)
FIVE(d, c5)
FIVE(e, d5)

#pragma adjoint reverse
double f(double a, double b) { return e5(a, b); }

// CHECK: void f_b(double a, double &a_b, double b, double &b_b, double result_b) {
