// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Assignments inside expressions, conditions, subscripts and arguments.

#include "numeric.h"

double square(double x) { return x * x; }
double mean(double x, double y) { return 0.5 * (x + y); }

#pragma adjoint reverse
double inExpression(double x, double y) {
  double a;
  double b = (a = x * y) * x;
  double c = y + (b *= 2.0);
  double d = (x = c * b) + c * a;
  return d * x;
}

#pragma adjoint reverse
double inCondition(double x, double y) {
  double t;
  if ((t = x * y) > 1.0)
    t *= x;
  else if ((t += y) > 1.0)
    t *= y;
  x = (t -= 0.5) > 0.0 ? t * x : -t;
  return x * t;
}

#pragma adjoint reverse
double inLoopCondition(double x, double y) {
  double s = x, t = 1.0;
  while ((s = s * y) < 10.0)
    t += s * t * 0.1;
  for (int i = 0; (t *= 0.9) > 1.0 && i < 20; ++i)
    s += t;
  return s * t;
}

#pragma adjoint reverse
double inSubscript(const double *x, int n) {
  int k;
  double s = x[k = n - 1];
  s *= x[k -= 1] + s;
  s += x[k ? k = 0 : k] * s;
  return s * x[k];
}

#pragma adjoint reverse
double inArgument(double x, double y) {
  double t;
  double r = square(t = x * y) + y;
  t = mean(r, x *= y);
  r *= mean(square(t += x), x * r);
  return r * t;
}

#pragma adjoint reverse
double inReturn(double x, double y) {
  if (x > y)
    return x = x * x * y;
  return (y *= x) + x * x;
}

#pragma adjoint reverse
double inInitialiser(double x, double y) {
  double a = x *= y, b = (a += x) * x;
  double v[2] = {a = b * x, b = a + 1.0};
  return v[0] * v[1] * a + b;
}

int main() {
  numeric::check("inExpression", inExpression, inExpression_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inCondition", inCondition, inCondition_b, {{0.9, 1.3}, {0.4, 0.9}, {0.3, 0.3}, {-1.1, 0.6}});
  numeric::check("inLoopCondition", inLoopCondition, inLoopCondition_b, {{0.7, 1.3}, {1.1, 1.9}});
  numeric::check("inSubscript", inSubscript, inSubscript_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("inArgument", inArgument, inArgument_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inReturn", inReturn, inReturn_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("inInitialiser", inInitialiser, inInitialiser_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
