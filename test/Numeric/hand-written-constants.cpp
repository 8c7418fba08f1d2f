// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
//
// Derivatives by hand that are `nullable`: what a call gives them of constants has no adjoint, and they get null for it.

#include "numeric.h"

static const double weights[] = {0.5, -1.5, 2.0};

/// y_i = a_i b_i
void multiply(double *y, const double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * b[i];
}
struct Nothing {};
int nulls = 0; // how often a half was given none

#pragma adjoint forward_of(multiply)
void multiply_fwd(double *y, const double *a, const double *b, int n, Nothing &) { multiply(y, a, b, n); }

#pragma adjoint reverse_of(multiply) nullable
void multiply_rev(double *, double *y_b, const double *a, double *a_b, const double *b, double *b_b, int n, Nothing &) {
  nulls += !a_b + !b_b;
  for (int i = 0; i < n; ++i) {
    if (a_b)
      a_b[i] += b[i] * y_b[i];
    if (b_b)
      b_b[i] += a[i] * y_b[i];
    y_b[i] = 0.0;
  }
}

#pragma adjoint tangent_of(multiply)
void multiply_d(double *y, double *y_d, const double *a, const double *a_d, const double *b, const double *b_d, int n) {
  for (int i = 0; i < n; ++i) {
    double sum = 0.0;
    if (a_d)
      sum += a_d[i] * b[i];
    if (b_d)
      sum += a[i] * b_d[i];
    y[i] = a[i] * b[i];
    y_d[i] = sum;
  }
}

double dot(const double *a, const double *b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

#pragma adjoint derivative_of(dot) nullable
void dot_b(const double *a, double *a_b, const double *b, double *b_b, int n, double result_b) {
  nulls += !a_b + !b_b;
  for (int i = 0; i < n; ++i) {
    if (a_b)
      a_b[i] += b[i] * result_b;
    if (b_b)
      b_b[i] += a[i] * result_b;
  }
}

#pragma adjoint tangent_of(dot)
double dot_d(const double *a, const double *a_d, const double *b, const double *b_d, int n, double &result_d) {
  result_d = 0.0;
  for (int i = 0; i < n; ++i)
    result_d += (a_d ? a_d[i] * b[i] : 0.0) + (b_d ? a[i] * b_d[i] : 0.0);
  return dot(a, b, n);
}

/// Constants on the left, on the right, and on neither side; also through one pointer that may lead to both.
#pragma adjoint reverse
double f(const double *p, int n) {
  double y[3] = {1.0, 1.0, 1.0}, z[3];
  for (int t = 0; t < 2; ++t) {
    multiply(z, weights, p, n);
    multiply(y, z, weights, n);
    multiply(z, y, p, n);
  }
  return dot(y, weights, n) * dot(weights, z, n) + dot(y, z, n);
}

/// An argument that a variable may stand for has an adjoint, though it is constant here.
#pragma adjoint reverse
double either(const double *p, int n) {
  double own[3] = {1.0, 2.0, 3.0}, y[3];
  const double *q = p[0] > 0.0 ? p : own;
  multiply(y, q, weights, n);
  return dot(y, q, n);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3}, {-0.4, 0.7, 0.2}};
  numeric::check("f", f, f_b, points);
  numeric::check("either", either, either_b, points);
  double p[3] = {0.9, 0.2, -0.3}, p_b[3] = {};
  nulls = 0;
  f_b(p, p_b, 3, 1.0);
  numeric::expect("nulls", 6.0, nulls); // two in each of two steps, and one for each scalar product with weights
  return numeric::report();
}
