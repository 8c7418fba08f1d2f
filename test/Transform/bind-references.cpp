// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References and pointers that are known places, and those that are not.
//
// RUN: %adjoint-gen %s --dump=inline -Wno-active-branch | FileCheck %s --match-full-lines

struct Point {
  double x, y;
};

#pragma adjoint reverse
double bound(double x, double y, double *v) {
  double t = x;
  double &r = t;
  const double &c = t;
  r *= c;
  double *p = &t, w[2] = {0, 0}, *q = w;
  *p += y;
  q[1] = *p;
  Point points[2] = {{x, y}, {y, x}};
  const Point &first = points[0];
  double &head = v[1];
  head += first.x * first.y + q[0];
  return t * w[1] * head;
}

#pragma adjoint reverse
double kept(double x, double *v, int i) {
  double &moved = v[i]; // i changes
  i = i + 1;
  moved *= v[i];
  double &computed = v[3 * i + 2]; // computed once
  computed += moved;
  double a = x, b = x;
  double *p = &a; // set twice
  *p *= x;
  p = &b;
  *p += x;
  double &either = x > 0 ? a : b; // no single place
  either *= x;
  return a * b * *v;
}

// CHECK: double bound(double x, double y, double *v) {
// CHECK-NEXT:   double t = x;
// CHECK-NEXT:   t *= t;
// CHECK-NEXT:   double w_0 = 0;
// CHECK-NEXT:   double w_1 = 0;
// CHECK-NEXT:   t += y;
// CHECK-NEXT:   w_1 = t;
// CHECK-NEXT:   double points_0_x = x;
// CHECK-NEXT:   double points_0_y = y;
// CHECK-NEXT:   v[1] += points_0_x * points_0_y + w_0;
// CHECK-NEXT:   return t * w_1 * v[1];
// CHECK-NEXT: }
// CHECK-NEXT: double kept(double x, double *v, int i) {
// CHECK-NEXT:   // i changes
// CHECK-NEXT:   double &moved = v[i];
// CHECK-NEXT:   ++i;
// CHECK-NEXT:   moved *= v[i];
// CHECK-NEXT:   // computed once
// CHECK-NEXT:   double &computed = v[3 * i + 2];
// CHECK-NEXT:   computed += moved;
// CHECK-NEXT:   double a = x;
// CHECK-NEXT:   double b = x;
// CHECK-NEXT:   // set twice
// CHECK-NEXT:   double *p = &a;
// CHECK-NEXT:   *p *= x;
// CHECK-NEXT:   p = &b;
// CHECK-NEXT:   *p += x;
// CHECK-NEXT:   // no single place
// CHECK-NEXT:   double &either = *(x > 0 ? &a : &b);
// CHECK-NEXT:   either *= x;
// CHECK-NEXT:   return a * b * *v;
// CHECK-NEXT: }
