// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporaries that are copies or used once; the variables of the user stay.
//
// RUN: %adjoint-gen %s --dump=inline -Wno-active-branch | FileCheck %s --match-full-lines

double times(double a, double b) { return a * b; }
double twice(double a) { return a + a; }
double changed(double a, double &b) {
  b = b + 1;
  return a * b;
}

#pragma adjoint reverse
double forwarded(double x, double y) {
  double own = x;
  double s = times(x, 2) + twice(y);
  s = times(s + 1, own);
  return s;
}

#pragma adjoint reverse
double kept(double x, double y, const double *v, int n) {
  double s = twice(x * y); // used twice
  s = changed(x, x) * s; // x changes before it is used
  for (int i = 0; i < n; ++i)
    s = s * twice(v[i]);
  return s;
}

// CHECK: double forwarded(double x, double y) {
// CHECK-NEXT:   double own = x;
// CHECK-NEXT:   double s = x * 2 + (y + y);
// CHECK-NEXT:   s = (s + 1) * own;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// CHECK-NEXT: double kept(double x, double y, const double *v, int n) {
// CHECK-NEXT:   // used twice
// CHECK-NEXT:   double a = x * y;
// CHECK-NEXT:   double s = a + a;
// CHECK-NEXT:   // x changes before it is used
// CHECK-NEXT:   double a_2 = x;
// CHECK-NEXT:   x += 1;
// CHECK-NEXT:   s = a_2 * x * s;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double a_3 = v[i];
// CHECK-NEXT:     s *= a_3 + a_3;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
