// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which callees with loops are inlined: small ones, also one in the other, and with exits from the middle; but not those that
// promise by __restrict what only a call keeps, nor any callee whose calls together have too many statements. What a graph
// of calls grows to is linear in its calls, though each function calls the one below it three times.
//
// RUN: %adjoint-gen %s --dump=inline -Wno-active-branch | FileCheck %s
// RUN: %adjoint-gen %s --dump=inline -Wno-active-branch --no-inline-loops | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s --function=levels --dump=inline --no-fusion -- -DLEVELS | FileCheck %s --check-prefix=LEVELS
// RUN: %adjoint-gen %s --function=levels --dump=inline --no-fusion -- -DLEVELS | wc -l | FileCheck %s --check-prefix=LINES

#include <cmath>

#ifndef LEVELS

double dot(const double *a, const double *b, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

double firstAbove(const double *v, int n, double bound) {
  for (int i = 0; i < n; ++i)
    if (v[i] > bound)
      return v[i];
  return bound;
}

void multiply(const double *a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = dot(a + i * n, x, n);
}

void scale(double *__restrict y, const double *__restrict x, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[i];
}

double large(const double *x, int n) {
  double s = 0.0, t = 1.0;
  for (int i = 0; i < n; ++i) {
    s += x[i], t *= x[i], s += t, t *= s, s += x[i], t *= x[i], s += t, t *= s, s += x[i], t *= x[i];
    s += x[i], t *= x[i], s += t, t *= s, s += x[i], t *= x[i], s += t, t *= s, s += x[i], t *= x[i];
  }
  return s + t;
}

// CHECK-LABEL: double taken(
// CHECK-NOT: firstAbove(
// CHECK-NOT: multiply(
// CHECK-NOT: dot(
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK-NOT: dot(
// CHECK: scale(y, x, n);
// CHECK: dot_value += x[i] * y[i];
// CHECK-NOT: large(x, n)
// CHECK: return
// OFF-LABEL: double taken(
// OFF: firstAbove(x, n, 0.5)
// OFF: multiply(x, x, y, n);
// OFF: scale(y, x, n);
// OFF: large(x, n)
#pragma adjoint reverse
double taken(const double *x, double *y, int n) {
  const double first = firstAbove(x, n, 0.5);
  multiply(x, x, y, n);
  scale(y, x, n);
  return first * dot(x, y, n) + large(x, n);
}

// Eighteen times 23 statements are too many; the three calls of another callee are not.
//
// CHECK-LABEL: double calls(
// CHECK-NOT: dot(
// CHECK: large(x, n)
// CHECK-NOT: dot(
// CHECK: return
#pragma adjoint reverse
double calls(const double *x, int n) {
  double s = large(x, n) * large(x, n) * large(x, n) * large(x, n) * large(x, n) * large(x, n) * dot(x, x, n);
  s += large(x, n) * large(x, n) * large(x, n) * large(x, n) * large(x, n) * large(x, n) * dot(x, x + 1, n - 1);
  return s + large(x, n) * large(x, n) * large(x, n) * large(x, n) * large(x, n) * large(x, n) * dot(x, x, n / 2);
}

#else

double level0(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::sin(x[i]);
  return s;
}
#define LEVEL(number, below)                                                                                         \
  double level##number(const double *x, int n) {                                                                     \
    double s = 0.0;                                                                                                  \
    for (int i = 0; i < 2; ++i)                                                                                      \
      s += level##below(x, n) * level##below(x, n - 1) + level##below(x, n - 2);                                     \
    return s;                                                                                                        \
  }
LEVEL(1, 0)
LEVEL(2, 1)
LEVEL(3, 2)
LEVEL(4, 3)
LEVEL(5, 4)
LEVEL(6, 5)
LEVEL(7, 6)
LEVEL(8, 7)
LEVEL(9, 8)
LEVEL(10, 9)
LEVEL(11, 10)
LEVEL(12, 11)
LEVEL(13, 12)
LEVEL(14, 13)
LEVEL(15, 14)
LEVEL(16, 15)
LEVEL(17, 16)
LEVEL(18, 17)
LEVEL(19, 18)
LEVEL(20, 19)
LEVEL(21, 20)
LEVEL(22, 21)
LEVEL(23, 22)
LEVEL(24, 23)
LEVEL(25, 24)
double levels(const double *x, int n) { return level25(x, n); }

// LEVELS: double levels(
// LINES: {{^ *[1-9]?[0-9]?[0-9]$}}

#endif
