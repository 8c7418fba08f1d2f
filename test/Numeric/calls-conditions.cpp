// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Calls inside conditions and loop conditions, && and || whose right side has an effect, calls as subscripts and
// arguments.

#include "numeric.h"

bool grow(double &s, double factor) {
  s *= factor;
  return s < 10.0;
}

int count(const double *x, int n) {
  int positive = 0;
  for (int i = 0; i < n; ++i)
    positive += x[i] > 0.0;
  return positive;
}

double step(double &t, double x) {
  t += x * x;
  return t * x;
}

#pragma adjoint reverse
double inCondition(double x, double y) {
  double s = x;
  if (grow(s, y))
    s += x * s;
  else
    s -= x * s;
  if (!grow(y, s) || step(s, x) > 2.0)
    s *= y;
  return s;
}

#pragma adjoint reverse
double inLoopCondition(double x, double y) {
  double s = x, t = 0.0;
  while (grow(s, y))
    t += s * x;
  do
    t *= 1.1;
  while (step(t, 0.5 * x) < 5.0);
  for (double u = x; grow(u, 1.0 + y); u += x)
    t += u * t * 0.1;
  return t * s;
}

#pragma adjoint reverse
double shortCircuit(double x, double y) {
  double s = x;
  if (x > 0.0 && grow(s, y) && grow(s, x))
    s += y;
  if (y > 2.0 || grow(s, 1.5) || grow(s, y))
    s *= s;
  bool both = step(s, y) > 1.0 && step(s, x) > 1.0;
  bool either = (s *= y) > 3.0 || (s += x) > 3.0;
  if (both != either)
    s *= x;
  return s + (both && (x *= s) > 0.0 ? x : y * s);
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < count(x, n) && grow(s, 1.0 + 0.1 * x[i]); ++i)
    s += x[i] * s;
  return s * x[count(x, n) - 1];
}

#pragma adjoint reverse
double inConditional(double x, double y) {
  double t = x * y;
  double r = grow(t, x) ? step(t, y) : t * x;
  r *= (step(t, r) > 1.0 ? t : y) + x;
  return r * t;
}

#pragma adjoint reverse
double inSubscript(const double *x, int n) {
  double v[2] = {x[0], x[1]};
  v[grow(v[0], x[1])] *= x[n - 1];
  v[1] += v[count(x, n) % 2] * v[0];
  switch (count(v, 2)) {
  case 2:
    v[0] *= v[1];
    break;
  default:
    v[0] += v[1] * v[1];
  }
  return v[0] * v[1];
}

int main() {
  numeric::check("inCondition", inCondition, inCondition_b, {{0.7, 1.3}, {8.1, 1.6}, {-1.1, 0.6}});
  numeric::check("inLoopCondition", inLoopCondition, inLoopCondition_b, {{0.7, 1.3}, {2.1, 1.6}});
  numeric::check("shortCircuit", shortCircuit, shortCircuit_b, {{0.7, 1.3}, {-1.1, 0.6}, {1.2, 2.6}, {4.1, 3.2}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.8}, {1.1, 1.9, 0.4, 0.6}});
  numeric::check("inConditional", inConditional, inConditional_b, {{0.7, 1.3}, {3.1, 2.6}, {-1.1, 0.6}});
  numeric::check("inSubscript", inSubscript, inSubscript_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
