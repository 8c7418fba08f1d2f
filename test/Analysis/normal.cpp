// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=normal --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// The form from which the sweeps are generated.
//
// CHECK:static void scale(double *v, const double *by, int n) {
// CHECK-NEXT:  for (int i = 0; i < n; ++i) {
// CHECK-NEXT:    v[i] *= by[0];
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-NEXT:double f(const double *x, double p, int n) {
// CHECK-NEXT:  double w[4];
// CHECK-NEXT:  double passive = p * p;
// CHECK-NEXT:  {{\[\[maybe_unused\]\]}} double unused = x[0] * x[0];
// CHECK-NEXT:  for (int i = 0; i < 4; ++i) {
// CHECK-NEXT:    w[i] = x[i] * passive;
// CHECK-NEXT:  }
// CHECK-NEXT:  scale(w, x, n);
// CHECK-NEXT:  double s = w[0];
// CHECK-NEXT:  double t = std::sin(s);
// CHECK-NEXT:  s = t * s;
// CHECK-NEXT:  int k = n;
// CHECK-NEXT:  k += 2;
// CHECK-NEXT:  unused = s + t;
// CHECK-NEXT:  double *q = n > 2 ? w : w + 1;
// CHECK-NEXT:  s += *q * w[k % 4];
// CHECK-NEXT:  return s;
// CHECK-NEXT:}
