// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// What C++17 says about the order of evaluation: in an assignment the right side comes before the left one, in a
// subscript the left one first; && and ||, the comma and the conditional operator go from left to right.

#include "numeric.h"

#pragma adjoint reverse
double rightSideFirst(const double *x, int n) {
  double v[8] = {};
  int i = 0, j = 0;
  while (i < n) {
    v[i] = x[i] * x[0];
    ++i;
  }
  while (j < n)
    v[j++] *= 1.0 + x[0];
  double s = 1.0;
  for (int k = 0; k < n; ++k)
    s = s * v[k] + 0.3;
  return s;
}

int next(int &k) { return ++k; }

// The call on the right moves the index that the left side uses.
#pragma adjoint reverse
double callMovesIndex(const double *x, int n) {
  double v[8] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  int k = 0;
  while (k < n) {
    double t = x[k];
    v[k] = t * v[next(k)];
    v[next(k) - 1] += t * t;
    --k;
  }
  return v[0] * v[1] + v[2] * v[3];
}

double doubled(double &x) { return x *= 2.0; }

// The left side sees what the right side has done.
#pragma adjoint reverse
double callChangesLeft(double x, double y) {
  double t = x;
  t += doubled(t) * y;
  x = t * y;
  y *= doubled(x);
  x -= doubled(y);
  return x * t;
}

#pragma adjoint reverse
double chainedAssignments(double x, double y) {
  double a, b, c;
  a = b = c = x * y;
  a *= b += c *= x;
  x = y = a * b;
  return a * b * c + x * y;
}

#pragma adjoint reverse
double assignmentAsLvalue(double x, double y) {
  double a = x * y;
  (a *= x) += y * y;
  (a = a * a) *= y;
  double &r = a -= x;
  r *= y;
  return a * x;
}

#pragma adjoint reverse
double arguments(double x, double y) {
  double a = x;
  double b = doubled(a) + y;
  a = (a += b, a * b);
  return fmax(a, -100.0) * b;
}

// Index and value come from the same counter, each used before it moves.
#pragma adjoint reverse
double counters(const double *x, int n) {
  double s = 1.0;
  int i = 0, j = n;
  while (i < n) {
    double a = x[i++];
    double b = x[--j];
    s = s * a + b * a;
  }
  return s;
}

int main() {
  numeric::check("rightSideFirst", rightSideFirst, rightSideFirst_b, {{0.7, 0.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("callMovesIndex", callMovesIndex, callMovesIndex_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("callChangesLeft", callChangesLeft, callChangesLeft_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("chainedAssignments", chainedAssignments, chainedAssignments_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("assignmentAsLvalue", assignmentAsLvalue, assignmentAsLvalue_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("arguments", arguments, arguments_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("counters", counters, counters_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
