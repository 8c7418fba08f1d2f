// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tangents stand beside what they are the tangents of. Control flow stays what it is; values that a derivative needs
// are named once; what is passive has no tangent.
//
// RUN: %adjoint-gen %s --dump=tangent --Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --Wno-active-branch -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint tangent
double f(double x, double y, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    if (s > 100.0)
      break;
    // Grows.
    s *= y;
    switch (i) {
    case 0:
      s += x;
      continue;
    default:
      s = std::exp(s);
    }
  }
  const double r = std::sqrt(x) / s;
  return r * std::sin(y);
}

#pragma adjoint tangent wrt(x) of(y)
void scale(const double *x, double *y, double a, int n) {
  double total = 0.0;
  for (int i = 0; i < n; ++i) {
    y[i] = a * x[i];
    total += a;
  }
  y[0] = total;
}

struct Point {
  double v[2];
  const double *weight;
};

// Not inlined: called with what has to be passed.
double weighted(const Point &p, double scale) { return p.v[0] * *p.weight * scale + p.v[1] * std::exp(p.v[0] * scale); }

#pragma adjoint tangent
double structs(Point p, double x) {
  Point q = p;
  q.v[1] = x;
  q.weight = &x;
  return weighted(q, x * x);
}

#pragma adjoint tangent
double leave(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = std::tan(s) * s;
    if (s > 5.0)
      goto end;
  }
  s *= x;
end:
  return s;
}

double &largest(double *x, int n) {
  int m = 0;
  for (int i = 1; i < n; ++i)
    if (x[i] > x[m])
      m = i;
  return x[m];
}

#pragma adjoint tangent
void flatten(double *x, int n) {
  double &top = largest(x, n);
  top *= x[0];
}

// CHECK: double f_d(double x, double x_d, double y, double y_d, int n, double &result_d) {
// CHECK-NEXT:   double s_d = x_d;
// CHECK-NEXT:   double s = x;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     if (s > 100.0)
// CHECK-NEXT:       break;
// CHECK-NEXT:     // Grows.
// CHECK-NEXT:     s_d = y * s_d + s * y_d;
// CHECK-NEXT:     s *= y;
// CHECK-NEXT:     switch (i) {
// CHECK-NEXT:     case 0:
// CHECK-NEXT:       s_d += x_d;
// CHECK-NEXT:       s += x;
// CHECK-NEXT:       continue;
// CHECK-NEXT:     default:
// CHECK-NEXT:       s = std::exp(s);
// CHECK-NEXT:       s_d = s * s_d;
// CHECK-NEXT:       break;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const double sqrt_x = std::sqrt(x);
// CHECK-NEXT:   const double sqrt_x_d = 0.5 / sqrt_x * x_d;
// CHECK-NEXT:   const double r = sqrt_x / s;
// CHECK-NEXT:   const double r_d = (sqrt_x_d - r * s_d) / s;
// CHECK-NEXT:   const double sin_y_d = std::cos(y) * y_d;
// CHECK-NEXT:   const double sin_y = std::sin(y);
// CHECK-NEXT:   result_d = sin_y * r_d + r * sin_y_d;
// CHECK-NEXT:   return r * sin_y;
// CHECK-NEXT: }
// CHECK-NEXT: void scale_d(const double *x, const double *x_d, double *y, double *y_d, double a, int n) {
// CHECK-NEXT:   double total = 0.0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y_d[i] = a * x_d[i];
// CHECK-NEXT:     y[i] = a * x[i];
// CHECK-NEXT:     total += a;
// CHECK-NEXT:   }
// CHECK-NEXT:   y_d[0] = 0.0;
// CHECK-NEXT:   y[0] = total;
// CHECK-NEXT: }
// CHECK-NEXT: double structs_d(Point p, Point p_d, double x, double x_d, double &result_d) {
// CHECK-NEXT:   double x_d_2 = x_d;
// CHECK-NEXT:   double x_2 = x;
// CHECK-NEXT:   double q_v_0_d = p_d.v[0];
// CHECK-NEXT:   double q_v_0 = p.v[0];
// CHECK-NEXT:   double q_v_1_d = 0.0;
// CHECK-NEXT:   double q_v_1 = p.v[1];
// CHECK-NEXT:   const double *q_weight_d = p_d.weight;
// CHECK-NEXT:   const double *q_weight = p.weight;
// CHECK-NEXT:   q_v_1_d = x_d_2;
// CHECK-NEXT:   q_v_1 = x_2;
// CHECK-NEXT:   q_weight_d = &x_d_2;
// CHECK-NEXT:   q_weight = &x_2;
// CHECK-NEXT:   double scale_d = 2.0 * x_2 * x_d_2;
// CHECK-NEXT:   double scale = x_2 * x_2;
// CHECK-NEXT:   const double exp_1 = std::exp(q_v_0 * scale);
// CHECK-NEXT:   const double exp_1_d = exp_1 * (scale * q_v_0_d + q_v_0 * scale_d);
// CHECK-NEXT:   result_d = scale * (*q_weight * q_v_0_d + q_v_0 * *q_weight_d) + q_v_0 * *q_weight * scale_d +
// CHECK-NEXT:       (exp_1 * q_v_1_d + q_v_1 * exp_1_d);
// CHECK-NEXT:   return q_v_0 * *q_weight * scale + q_v_1 * exp_1;
// CHECK-NEXT: }
// CHECK-NEXT: double leave_d(double x, double x_d, int n, double &result_d) {
// CHECK-NEXT:   double s_d = 0.0;
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   bool to_end = false;
// CHECK-NEXT:   s_d = x_d;
// CHECK-NEXT:   s = x;
// CHECK-NEXT:   for (int i = 0; !to_end && i < n;) {
// CHECK-NEXT:     const double tan_s = std::tan(s);
// CHECK-NEXT:     const double tan_s_d = (1.0 + tan_s * tan_s) * s_d;
// CHECK-NEXT:     s_d = s * tan_s_d + tan_s * s_d;
// CHECK-NEXT:     s = tan_s * s;
// CHECK-NEXT:     if (s > 5.0) {
// CHECK-NEXT:       to_end = true;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       ++i;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if (!to_end) {
// CHECK-NEXT:     s_d = x * s_d + s * x_d;
// CHECK-NEXT:     s *= x;
// CHECK-NEXT:   }
// CHECK-NEXT:   result_d = s_d;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// CHECK-NEXT: static double &largest_d(double *x, double *x_d, int n, double *&result_d) {
// CHECK-NEXT:   int m = 0;
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     if (x[i] > x[m])
// CHECK-NEXT:       m = i;
// CHECK-NEXT:   }
// CHECK-NEXT:   result_d = x_d + m;
// CHECK-NEXT:   return x[m];
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void flatten_d(double *x, double *x_d, int n) {
// CHECK-NEXT:   double *largest_value_d_at = nullptr;
// CHECK-NEXT:   double &largest_value = largest_d(x, x_d, n, largest_value_d_at);
// CHECK-NEXT:   double &largest_value_d = *largest_value_d_at;
// CHECK-NEXT:   largest_value_d = x[0] * largest_value_d + largest_value * x_d[0];
// CHECK-NEXT:   largest_value *= x[0];
// CHECK-NEXT: }
