// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The overloads of <cmath> for long double, by overload resolution and by name.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
long double overloads(long double x, long double y) {
  long double s = std::sin(x) * std::cos(y);
  x = std::exp(s) + std::log(y);
  y = std::sqrt(y) * std::atan2(x, y);
  s = std::pow(y, s) * std::fabs(x);
  return s * std::tanh(x) + std::hypot(s, y);
}

#pragma adjoint reverse
long double suffixed(long double x, long double y) {
  long double s = sinl(x) * cosl(y);
  x = expl(s) + logl(y);
  y = sqrtl(y) * atan2l(x, y) + fabsl(x);
  s = powl(y, s) * tanhl(x) + cbrtl(y);
  x = fmal(s, x, y) + erfl(s) + hypotl(x, y);
  return x * fmaxl(s, y) + fminl(x, s) * log1pl(y) * expm1l(0.5L * s);
}

int main() {
  numeric::check("overloads", overloads, overloads_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("suffixed", suffixed, suffixed_b, {{0.7, 1.3}, {1.1, 0.6}});
  return numeric::report();
}
