// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local records, whole or as their fields.
//
// RUN: %adjoint-gen %s --dump=inline --no-inline-loops -Wno-active-branch | FileCheck %s --match-full-lines

struct Vec {
  double x, y;
};
struct Frame {
  Vec at;
  double w[2];
  int unread;
};

double norm(const Vec &v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v.x * v.y;
  return s;
}

#pragma adjoint reverse
double split(double x, double y, bool first) {
  // The user's.
  Vec a = {x, y}, b = {};
  b.y = a.x;
  const Vec c = first ? a : b;
  a = c;
  Frame f = {};
  f.at = a;
  f.unread = 3;
  f.w[1] = f.at.y * b.x;
  double *p = f.w;
  p[0] += c.x;
  return f.w[0] * f.w[1] * a.y;
}

#pragma adjoint reverse
double kept(double x, double y, int n) {
  Vec passed = {x, y}; // its address is taken
  Vec array[2] = {{x, x}, {y, y}};
  Vec copied = array[n % 2];
  array[0] = copied;
  return norm(passed, n) * copied.x * array[0].y;
}

// CHECK: double split(double x, double y, bool first) {
// CHECK-NEXT:   // The user's.
// CHECK-NEXT:   double a_x = x;
// CHECK-NEXT:   double a_y = y;
// CHECK-NEXT:   double b_x = 0.0;
// CHECK-NEXT:   double b_y = a_x;
// CHECK-NEXT:   double c_x;
// CHECK-NEXT:   double c_y;
// CHECK-NEXT:   if (first) {
// CHECK-NEXT:     c_x = a_x;
// CHECK-NEXT:     c_y = a_y;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     c_x = b_x;
// CHECK-NEXT:     c_y = b_y;
// CHECK-NEXT:   }
// CHECK-NEXT:   a_x = c_x;
// CHECK-NEXT:   a_y = c_y;
// CHECK-NEXT:   double f_w_0 = 0.0;
// CHECK-NEXT:   double f_at_y = a_y;
// CHECK-NEXT:   double f_w_1 = f_at_y * b_x;
// CHECK-NEXT:   f_w_0 += c_x;
// CHECK-NEXT:   return f_w_0 * f_w_1 * a_y;
// CHECK-NEXT: }
// CHECK-NEXT: double norm(const Vec &v, int n) {
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s += v.x * v.y;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// CHECK-NEXT: double kept(double x, double y, int n) {
// CHECK-NEXT:   // its address is taken
// CHECK-NEXT:   Vec passed;
// CHECK-NEXT:   passed.x = x;
// CHECK-NEXT:   passed.y = y;
// CHECK-NEXT:   Vec array[2];
// CHECK-NEXT:   array[0].x = x;
// CHECK-NEXT:   array[0].y = x;
// CHECK-NEXT:   array[1].x = y;
// CHECK-NEXT:   array[1].y = y;
// CHECK-NEXT:   double copied_x = array[n % 2].x;
// CHECK-NEXT:   double copied_y = array[n % 2].y;
// CHECK-NEXT:   array[0].x = copied_x;
// CHECK-NEXT:   array[0].y = copied_y;
// CHECK-NEXT:   const double norm_value = norm(passed, n);
// CHECK-NEXT:   return norm_value * copied_x * array[0].y;
// CHECK-NEXT: }
