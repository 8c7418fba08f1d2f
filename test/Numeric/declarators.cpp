// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Several declarators in one declaration, declarations that use what the same declaration has just declared, scopes and
// shadowing.

#include "numeric.h"

#pragma adjoint reverse
double chainOfDeclarators(double x, double y) {
  double a = x * y, b = a * x, c = a * b, d;
  d = c / (1.0 + a * a);
  a = d * c;
  return a + b * d;
}

#pragma adjoint reverse
double mixedDeclarators(double x, double y) {
  double v[2] = {x * y, y * y}, *p = v, &r = v[1], t = *p * r;
  ++p;
  *p = t * r;
  r += v[0];
  return *p * t;
}

#pragma adjoint reverse
double shadowing(double x, double y) {
  double t = x * y;
  {
    double t = x + y;
    x = t * t;
    {
      double x = t * y;
      t = x * x;
    }
    y = t * x;
  }
  return t * x * y;
}

#pragma adjoint reverse
double declaredInLoop(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double a = x[i] * s, b = a * a;
    double c{b - s};
    s = a * c;
    a = s + b;
    s *= a;
  }
  return s;
}

#pragma adjoint reverse
double initialisers(double x, double y) {
  double a(x * y), b{a + x}, c = {a * b};
  auto d = c * y;
  const auto e = d * a;
  a = e * b;
  decltype(a) f = a * c;
  return f * d;
}

#pragma adjoint reverse
double initialisedArrays(double x, double y) {
  double partly[4] = {x, x * y};
  double counted[] = {y, partly[1] * y, x};
  double zeros[3] = {};
  zeros[1] += counted[1] * partly[0];
  partly[2] += zeros[1] * zeros[1];
  counted[0] *= partly[2] + partly[3];
  return counted[0] * partly[1] + zeros[0] + zeros[2];
}

int main() {
  numeric::check("chainOfDeclarators", chainOfDeclarators, chainOfDeclarators_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("mixedDeclarators", mixedDeclarators, mixedDeclarators_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("shadowing", shadowing, shadowing_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("declaredInLoop", declaredInLoop, declaredInLoop_b, {{0.7, 1.3}, {0.9, 1.1, 0.8}});
  numeric::check("initialisers", initialisers, initialisers_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("initialisedArrays", initialisedArrays, initialisedArrays_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
