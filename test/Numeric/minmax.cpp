// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::min, std::max, std::abs and std::clamp.

#include "numeric.h"

#include <algorithm>
#include <cmath>

#pragma adjoint reverse
double extrema(double x, double y) {
  double a = std::max(x, y) * x;
  x = std::min(a, y) + x;
  y = std::max(x * y, 0.25) * std::min(a * a, 4.0);
  return a * x * y;
}

#pragma adjoint reverse
double clamped(double x, double y) {
  double a = std::clamp(x, -0.5, 0.5) * y;
  x = std::clamp(a, x - 2.0, y) * x;
  return x * a + std::clamp(y, 0.0, 1.0);
}

#pragma adjoint reverse
double nestedExtrema(double x, double y, double z) {
  double middle = std::max(std::min(x, y), std::min(std::max(x, y), z));
  x = std::abs(middle - z) * x;
  return middle * middle * x + std::abs(y * z);
}

#pragma adjoint reverse
double extremaOfIntegers(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s = s * x[std::min(i + 1, n - 1)] + x[std::max(i - 1, 0)] * std::abs(-i);
  return s;
}

#pragma adjoint reverse
double range(const double *x, int n) {
  double low = x[0], high = x[0], s = 1.0;
  for (int i = 1; i < n; ++i) {
    low = std::min(low, x[i]);
    high = std::max(x[i], high);
    s *= high - low;
  }
  return s * low + high;
}

int main() {
  numeric::check("extrema", extrema, extrema_b, {{0.7, 1.3}, {-1.1, 0.6}, {2.2, 1.4}});
  numeric::check("clamped", clamped, clamped_b, {{0.7, 1.3}, {-0.3, 0.6}, {-1.2, -0.7}});
  numeric::check("nestedExtrema", nestedExtrema, nestedExtrema_b,
                 {{0.7, 1.3, 1.0}, {0.7, 1.3, 0.3}, {1.1, 0.6, 2.0}, {1.1, 0.6, 0.8}});
  numeric::check("extremaOfIntegers", extremaOfIntegers, extremaOfIntegers_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("range", range, range_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, 1.6}});
  return numeric::report();
}
