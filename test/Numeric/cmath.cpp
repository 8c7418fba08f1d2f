// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The elementary functions of <cmath>, in the global namespace, with arguments and results overwritten.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double trigonometric(double x, double y) {
  double s = sin(x * y), c = cos(x - y);
  x = tan(s) * c;
  s = sin(s) * x;
  return s * c + cos(x) * tan(0.3 * y);
}

#pragma adjoint reverse
double inverseTrigonometric(double x, double y) {
  double a = asin(x * y);
  x = acos(x) * a;
  y = atan(y) * atan2(y, x) - atan2(a, y);
  return a * x * y;
}

#pragma adjoint reverse
double hyperbolic(double x, double y) {
  double s = sinh(x), c = cosh(y * s);
  x = tanh(x) * c;
  return s * c + tanh(x) / cosh(y);
}

#pragma adjoint reverse
double inverseHyperbolic(double x, double y) {
  double a = asinh(x * y);
  y = acosh(1.5 + y * y);
  x = atanh(0.5 * x) * y;
  return a * x + y;
}

// exp needs its result, which is overwritten here; log needs its argument, which is too.
#pragma adjoint reverse
double exponential(double x, double y) {
  double e = exp(x * y);
  x = e * x;
  e = log(x * x + e);
  x = exp(-e) * y;
  y = log(y) * x;
  return e * x * y;
}

#pragma adjoint reverse
double exponentialsBases(double x, double y) {
  double a = exp2(x) * expm1(y);
  x = log2(2.0 + a * a) + log10(y);
  a = log1p(x * y) * a;
  y = expm1(0.2 * x) - exp2(0.1 * a);
  return a * x * y;
}

#pragma adjoint reverse
double roots(double x, double y) {
  double s = sqrt(x * y);
  x = cbrt(s + x) * y;
  s = sqrt(s) * cbrt(-x);
  x = hypot(x, y);
  y = hypot(s, -y);
  return s * x / y;
}

#pragma adjoint reverse
double powers(double x, double y) {
  double p = pow(x, y);
  x = pow(x, 3.0) * p;
  y = pow(2.0, y);
  p = pow(p, x * 0.1) + pow(y, 2);
  return p * x * y;
}

// A negative base with a constant whole exponent.
#pragma adjoint reverse
double wholePowers(double x) {
  double p = pow(x, 2) + pow(x, 3) * pow(x, -1);
  x = pow(x, 0) + pow(x, 1.0) * p;
  return x * p;
}

#pragma adjoint reverse
double errorFunctions(double x, double y) {
  double e = erf(x * y);
  x = erfc(x) * e;
  y = erf(y - x);
  return e * x * y;
}

#pragma adjoint reverse
double gammaFunctions(double x, double y) {
  double g = tgamma(x) * lgamma(y);
  x = lgamma(x * y + 0.5);
  g *= tgamma(1.5 + 0.1 * x);
  return g * x;
}

#pragma adjoint reverse
double fused(double x, double y, double z) {
  double t = fma(x, y, z);
  x = fma(t, -x, y);
  t = fma(t, t, x);
  return fma(x, t, z);
}

#pragma adjoint reverse
double compositions(double x, double y) { return sin(exp(-sqrt(x * x + y * y)) * log(x / y + 3.0)) / cos(atan(x * y)); }

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < n; ++i) {
    s = sin(s) + exp(-x[i] * s);
    s = sqrt(s * s + x[i] * x[i]);
  }
  return s;
}

#pragma adjoint reverse
void elementwise(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] = exp(x[i]);
    x[i] = sqrt(x[i]) + tanh(x[i]);
  }
}

int main() {
  numeric::check("trigonometric", trigonometric, trigonometric_b, {{0.7, 1.3}, {-1.1, 0.6}, {3.0, 0.4}});
  numeric::check("inverseTrigonometric", inverseTrigonometric, inverseTrigonometric_b, {{0.4, 0.6}, {-0.3, 1.2}});
  numeric::check("hyperbolic", hyperbolic, hyperbolic_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inverseHyperbolic", inverseHyperbolic, inverseHyperbolic_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("exponential", exponential, exponential_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("exponentialsBases", exponentialsBases, exponentialsBases_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("roots", roots, roots_b, {{0.7, 1.3}, {2.1, 0.6}});
  numeric::check("powers", powers, powers_b, {{0.7, 1.3}, {2.1, 0.6}, {1.3, -0.8}});
  numeric::check("wholePowers", wholePowers, wholePowers_b, {{0.7}, {-1.3}});
  numeric::check("errorFunctions", errorFunctions, errorFunctions_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("gammaFunctions", gammaFunctions, gammaFunctions_b, {{0.7, 1.3}, {2.1, 3.6}});
  numeric::check("fused", fused, fused_b, {{0.7, 1.3, -0.6}, {-1.1, 0.6, 0.9}});
  numeric::check("compositions", compositions, compositions_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("elementwise", elementwise, elementwise_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
