// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Comparison and classification functions: passive, but they steer.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double classified(double x, double y) {
  double r = x * y;
  if (std::isfinite(x / y) && !std::isnan(r))
    r *= x;
  if (std::signbit(y))
    r += y * y;
  if (std::isinf(r) || !std::isnormal(x))
    r = 0.0;
  return r * (std::fpclassify(y) == FP_NORMAL ? r : y);
}

#pragma adjoint reverse
double compared(double x, double y) {
  double r = x;
  if (std::isgreater(x, y))
    r = x * y;
  else if (std::isless(x, y))
    r = x / y;
  if (std::islessgreater(r, y) && !std::isunordered(x, r))
    r *= r;
  x = std::isgreaterequal(r, 1.0) ? r * x : x;
  return std::islessequal(x, r) ? x * r : x + r * r;
}

// The guard of a division, as programs have it.
#pragma adjoint reverse
double guarded(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double q = s / x[i];
    if (!std::isfinite(q))
      continue;
    s += q * x[(i + 1) % n];
  }
  return s;
}

int main() {
  numeric::check("classified", classified, classified_b, {{0.7, 1.3}, {-1.1, -0.6}});
  numeric::check("compared", compared, compared_b, {{0.7, 1.3}, {1.6, 0.8}, {-1.1, 0.6}});
  numeric::check("guarded", guarded, guarded_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
