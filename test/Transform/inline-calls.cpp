// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls become what their callees do, and how.
//
// RUN: %adjoint-gen %s --dump=inline --no-inline-loops -Wno-active-branch | FileCheck %s --match-full-lines

#include <cmath>

enum { limit = 3 };

double square(double x) { return x * x; }
double clamped(double x) {
  // Below.
  if (x < 0)
    return 0;
  return x > 1 ? 1 : x;
}
void scale(double *v, double by) {
  v[0] *= by;
  v[1] *= by;
}
double limited(double x) { return x * limit; }
double sum(const double *v, int n) { // a loop
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[i];
  return s;
}
double factorial(int n, double x) { return n <= 1 ? x : n * factorial(n - 1, x); } // recursive
#pragma adjoint passive
double noise(double x) { return x * 1e-3; }
double cubed(double x) { return x * x * x; }
#pragma adjoint derivative_of(cubed)
void cubed_b(double x, double &x_b, double result_b) { x_b += 3 * x * x * result_b; }
double checked(double x) { // a pragma of its own
  double t = x;
#pragma adjoint notbr
  t += 1;
  return t;
}

#pragma adjoint reverse
double inlined(double x, double *v) {
  // The norm.
  double s = square(x + 1) + square(v[0]);
  scale(v, s);
  s = clamped(s);
  const double x_2 = square(square(s));
  return x_2 * v[1];
}

#pragma adjoint reverse
double kept(double x, const double *v) {
  return sum(v, 3) + factorial(3, x) + noise(x) + cubed(x) + checked(x);
}

// Here `limit` is something else.
#pragma adjoint reverse
double hidden(double x, double limit) { return limited(x) * limit; }

#pragma adjoint reverse
double visible(double x, double y) { return limited(x) * y; }

// CHECK: double inlined(double x, double *v) {
// CHECK-NEXT:   // The norm.
// CHECK-NEXT:   double x_3 = x + 1;
// CHECK-NEXT:   double x_4 = v[0];
// CHECK-NEXT:   double s = x_3 * x_3 + x_4 * x_4;
// CHECK-NEXT:   v[0] *= s;
// CHECK-NEXT:   v[1] *= s;
// CHECK-NEXT:   double result;
// CHECK-NEXT:   // Below.
// CHECK-NEXT:   if (s < 0) {
// CHECK-NEXT:     result = 0;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     result = s > 1 ? 1 : s;
// CHECK-NEXT:   }
// CHECK-NEXT:   s = result;
// CHECK-NEXT:   const double square_value = s * s;
// CHECK-NEXT:   const double x_2 = square_value * square_value;
// CHECK-NEXT:   return x_2 * v[1];
// CHECK-NEXT: }
// CHECK-NEXT: double sum(const double *v, int n) {
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s += v[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// CHECK-NEXT: double factorial(int n, double x) {
// CHECK-NEXT:   double chosen;
// CHECK-NEXT:   if (n <= 1) {
// CHECK-NEXT:     chosen = x;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     const double factorial_value = factorial(n - 1, x);
// CHECK-NEXT:     chosen = n * factorial_value;
// CHECK-NEXT:   }
// CHECK-NEXT:   return chosen;
// CHECK-NEXT: }
// CHECK-NEXT: double checked(double x) {
// CHECK-NEXT:   double t = x;
// CHECK-NEXT:   t += 1;
// CHECK-NEXT:   return t;
// CHECK-NEXT: }
// CHECK-NEXT: double kept(double x, const double *v) {
// CHECK-NEXT:   const double sum_value = sum(v, 3);
// CHECK-NEXT:   const double factorial_value = factorial(3, x);
// CHECK-NEXT:   const double noise_value = noise(x);
// CHECK-NEXT:   const double cubed_value = cubed(x);
// CHECK-NEXT:   const double checked_value = checked(x);
// CHECK-NEXT:   return sum_value + factorial_value + noise_value + cubed_value + checked_value;
// CHECK-NEXT: }
// CHECK-NEXT: double limited(double x) {
// CHECK-NEXT:   return x * int(limit);
// CHECK-NEXT: }
// CHECK-NEXT: double hidden(double x, double limit) {
// CHECK-NEXT:   const double limited_value = limited(x);
// CHECK-NEXT:   return limited_value * limit;
// CHECK-NEXT: }
// CHECK-NEXT: double visible(double x, double y) {
// CHECK-NEXT:   return x * int(limit) * y;
// CHECK-NEXT: }
