// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The functions of <cmath> as std::, with using declarations, and overloads on integers.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double qualified(double x, double y) {
  double s = std::sin(x) * std::cos(y);
  x = std::exp(s) * std::log(y);
  y = std::sqrt(y) + std::tan(x) * std::atan2(x, y);
  s = std::pow(y, s);
  return s * std::tanh(x) + std::hypot(s, y);
}

#pragma adjoint reverse
double usingDeclaration(double x, double y) {
  using std::exp;
  using std::sqrt;
  double e = exp(-x * y);
  x = sqrt(e + x * x);
  return e / x;
}

#pragma adjoint reverse
double usingNamespace(double x, double y) {
  using namespace std;
  double e = asinh(x * y) + acosh(1.5 + y * y) * atanh(0.4 * x);
  x = erf(e) * erfc(x) + cbrt(y);
  y = tgamma(1.2 + x * x) * lgamma(2.3 + e * e);
  return expm1(x) * log1p(y * y) + exp2(e) * log2(3.0 + y) - log10(2.0 + x * x);
}

#pragma adjoint reverse
double integerArguments(double x, double y) {
  double a = std::pow(x, 3) * std::sqrt(2) + std::pow(y, -2);
  x = std::pow(2, y) * std::exp(1) + std::atan2(x, 2);
  int k = 2;
  y = std::pow(y, k) * std::hypot(x, 3);
  k = 5;
  return a * x + y * k;
}

#pragma adjoint reverse
double threeArguments(double x, double y, double z) {
  double h = std::hypot(x, y, z);
  x = h * x;
  h = std::hypot(h, x * y, 1.0);
  return h * x + std::fma(h, y, std::fma(z, z, x));
}

#pragma adjoint reverse
double inverse(double x, double y) {
  double a = std::asin(x) + std::acos(x * y) * std::atan(y);
  x = std::sinh(a) / std::cosh(y);
  return a * x;
}

int main() {
  numeric::check("qualified", qualified, qualified_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("usingDeclaration", usingDeclaration, usingDeclaration_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("usingNamespace", usingNamespace, usingNamespace_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("integerArguments", integerArguments, integerArguments_b, {{0.7, 1.3}, {1.1, -0.6}});
  numeric::check("threeArguments", threeArguments, threeArguments_b, {{0.7, 1.3, -0.6}, {-1.1, 0.6, 0.9}});
  numeric::check("inverse", inverse, inverse_b, {{0.7, 1.1}, {-0.4, 0.6}});
  return numeric::report();
}
