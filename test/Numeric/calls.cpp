// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Calls of functions whose definition is visible: nested, repeated, with overwritten arguments, in-out parameters,
// several results.

#include "numeric.h"

double square(double x) { return x * x; }

double product(double x, double y) {
  double p = x * y;
  return p;
}

// Overwrites its own copies only.
double clobber(double x, double y) {
  x *= y;
  y += x * x;
  return x * y;
}

#pragma adjoint reverse
double nestedCalls(double x, double y) { return product(square(x), product(x, square(y))) + square(square(x) - y); }

#pragma adjoint reverse
double overwrittenArgument(double x, double y) {
  x = square(x);
  y = product(x, y);
  x = product(x, x);
  y = clobber(y, x);
  return x * y;
}

#pragma adjoint reverse
double byValue(double x, double y) {
  double r = clobber(x, y);
  r += clobber(y, x) * r;
  return r * x * y;
}

// The argument's variable is overwritten after the call.
#pragma adjoint reverse
double overwrittenLater(double x, double y) {
  double t = x * y;
  double r = clobber(t, x);
  t = r * y;
  r *= square(t);
  t = 0.0;
  return r + t;
}

void scale(double &x, double factor) {
  x *= factor;
  x += factor * factor * 0.1;
}

#pragma adjoint reverse
double inOut(double x, double y) {
  double t = x;
  scale(t, y);
  double u = t * x;
  scale(t, u);
  scale(u, t);
  return t * u;
}

void rotate(double *x, double *y, double c, double s) {
  double t = c * *x - s * *y;
  *y = s * *x + c * *y;
  *x = t;
}

#pragma adjoint reverse
double byPointer(double x, double y, double c, double s) {
  double a = x * y, b = y;
  rotate(&a, &b, c, s);
  c *= a;
  rotate(&b, &a, s, c);
  rotate(&x, &a, a, b);
  return a * b + x;
}

void sumAndProduct(double x, double y, double &sum, double *product) {
  sum = x + y;
  *product = x * y;
}

#pragma adjoint reverse
double severalResults(double x, double y) {
  double s, p;
  sumAndProduct(x, y, s, &p);
  double first = s * p;
  sumAndProduct(s, p, p, &s);
  return first * s + p;
}

void fill(double *x, int n, double value) {
  for (int i = 0; i < n; ++i)
    x[i] = value * (i + 1);
}

double norm2(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

#pragma adjoint reverse
double arraysAndCalls(double x, double y) {
  double v[4];
  fill(v, 4, x);
  double a = norm2(v, 4);
  fill(v + 1, 2, y * a);
  v[3] *= v[1];
  return norm2(v, 4) * 0.01 + norm2(&v[2], 2);
}

// In the loop the same variable is argument and result.
#pragma adjoint reverse
double callsInLoop(const double *x, int n) {
  double s = 1.0, t = 0.5;
  for (int i = 0; i < n; ++i) {
    s = clobber(0.5 + 0.5 * s, x[i]);
    scale(t, s);
    t = product(t, 0.5) + square(x[i]);
  }
  return s * t;
}

double chooseBranch(double x, double y) {
  if (x < y)
    return x * x * y;
  double t = y;
  while (t < x)
    t *= 1.0 + y;
  return t * x;
}

#pragma adjoint reverse
double calleeWithControlFlow(double x, double y) {
  double r = chooseBranch(x, y);
  x = chooseBranch(y, x) * r;
  return chooseBranch(x, r) + x;
}

// The result is not used, only the effect.
double accumulate(double &sum, double x) {
  sum += x * x;
  return sum * x;
}

#pragma adjoint reverse
double ignoredResult(double x, double y) {
  double s = x * y;
  accumulate(s, x);
  double r = accumulate(s, y);
  (void)accumulate(s, r);
  return s;
}

inline double first(double x) { return square(x) + 1.0; }
static double second(double x) { return first(x) * first(x + 1.0); }

#pragma adjoint reverse
double deepCalls(double x) {
  double t = second(x);
  x = second(0.1 * t);
  return t * x;
}

#pragma adjoint reverse
double annotatedCallee(double x, double y) {
  double t = x * y;
  t = t * t + x;
  return t;
}

#pragma adjoint reverse
double callsAnnotated(double x, double y) {
  double t = annotatedCallee(x, y);
  x = annotatedCallee(t, x);
  return t * x;
}

int main() {
  numeric::check("nestedCalls", nestedCalls, nestedCalls_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overwrittenArgument", overwrittenArgument, overwrittenArgument_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("byValue", byValue, byValue_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overwrittenLater", overwrittenLater, overwrittenLater_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inOut", inOut, inOut_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("byPointer", byPointer, byPointer_b, {{0.7, 1.3, 0.8, -0.6}, {-1.1, 0.6, 1.2, 0.9}});
  numeric::check("severalResults", severalResults, severalResults_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("arraysAndCalls", arraysAndCalls, arraysAndCalls_b, {{0.7, 0.3}, {-0.6, 0.2}});
  numeric::check("callsInLoop", callsInLoop, callsInLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("calleeWithControlFlow", calleeWithControlFlow, calleeWithControlFlow_b, {{0.7, 1.3}, {1.4, 0.6}});
  numeric::check("ignoredResult", ignoredResult, ignoredResult_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("deepCalls", deepCalls, deepCalls_b, {{0.7}, {-1.1}});
  numeric::check("annotatedCallee", annotatedCallee, annotatedCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("callsAnnotated", callsAnnotated, callsAnnotated_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
