// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short local arrays become one variable for each element, those in records and arrays of arrays as well. Not where an
// index is computed, the address of an element is taken, or the array goes to a call in one piece.
//
// RUN: %adjoint-gen %s --dump=inline | FileCheck %s --match-full-lines

#include <array>

using Vec = std::array<double, 3>;

Vec operator-(const Vec &a, const Vec &b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

#pragma adjoint reverse
double split(const double *x) {
  const Vec a = {x[0], x[1]}, b = {x[1], x[2], x[0]};
  Vec d = a - b, copy = d;
  double m[2][2] = {{d[0], d[1]}, {copy[2]}};
  m[1][1] = m[0][0] * m[1][0];
  return m[1][1] + m[0][1];
}

double sum(const double *v) { return v[0] * v[1]; }

#pragma adjoint reverse
double kept(const double *x, int i) {
  double computed[2] = {x[0], x[1]};
  double passed[2] = {x[1], x[0]};
  double moved[2] = {x[0], x[0]};
  double *p = &moved[0];
  p[i] = x[1];
  return computed[i] + sum(passed) * moved[0] * moved[1];
}

// CHECK: double split(const double *x) {
// CHECK-NEXT:   double a_elements_2 = 0.0;
// CHECK-NEXT:   double a_elements_0 = x[0];
// CHECK-NEXT:   double a_elements_1 = x[1];
// CHECK-NEXT:   double b_elements_0 = x[1];
// CHECK-NEXT:   double b_elements_1 = x[2];
// CHECK-NEXT:   double b_elements_2 = x[0];
// CHECK-NEXT:   double d_elements_0 = a_elements_0 - b_elements_0;
// CHECK-NEXT:   double d_elements_1 = a_elements_1 - b_elements_1;
// CHECK-NEXT:   double d_elements_2 = a_elements_2 - b_elements_2;
// CHECK-NEXT:   double copy_elements_2 = d_elements_2;
// CHECK-NEXT:   double m_0_0 = d_elements_0;
// CHECK-NEXT:   double m_0_1 = d_elements_1;
// CHECK-NEXT:   double m_1_0 = copy_elements_2;
// CHECK-NEXT:   double m_1_1 = m_0_0 * m_1_0;
// CHECK-NEXT:   return m_1_1 + m_0_1;
// CHECK-NEXT: }
// CHECK-NEXT: double kept(const double *x, int i) {
// CHECK-NEXT:   double computed[2];
// CHECK-NEXT:   computed[0] = x[0];
// CHECK-NEXT:   computed[1] = x[1];
// CHECK-NEXT:   double passed[2];
// CHECK-NEXT:   passed[0] = x[1];
// CHECK-NEXT:   passed[1] = x[0];
// CHECK-NEXT:   double moved[2];
// CHECK-NEXT:   moved[0] = x[0];
// CHECK-NEXT:   moved[1] = x[0];
// CHECK-NEXT:   moved[i] = x[1];
// CHECK-NEXT:   const double *v = passed;
// CHECK-NEXT:   return computed[i] + v[0] * v[1] * moved[0] * moved[1];
// CHECK-NEXT: }
