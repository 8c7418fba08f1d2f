// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The overloads of <cmath> for float, by overload resolution and by name.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
float overloads(float x, float y) {
  float s = std::sin(x) * std::cos(y);
  x = std::exp(s) + std::log(y);
  y = std::sqrt(y) * std::atan2(x, y);
  s = std::pow(y, s) * std::fabs(x);
  return s * std::tanh(x) + std::hypot(s, y);
}

#pragma adjoint reverse
float suffixed(float x, float y) {
  float s = sinf(x) * cosf(y);
  x = expf(s) + logf(y);
  y = sqrtf(y) * atan2f(x, y) + fabsf(x);
  s = powf(y, s) * tanhf(x) + cbrtf(y);
  x = fmaf(s, x, y) + erff(s) + hypotf(x, y);
  return x * fmaxf(s, y) + fminf(x, s) * log1pf(y) * expm1f(0.5f * s);
}

// A float and a double together make a double.
#pragma adjoint reverse
float promoted(float x, float y) {
  double s = std::pow(x, 2.5) * std::atan2(double(x), y);
  x = float(std::exp(-s));
  return x * y + float(std::pow(y, 2));
}

int main() {
  numeric::check("overloads", overloads, overloads_b, {{0.75, 1.25}, {1.125, 0.625}});
  numeric::check("suffixed", suffixed, suffixed_b, {{0.75, 1.25}, {1.125, 0.625}});
  numeric::check("promoted", promoted, promoted_b, {{0.75, 1.25}, {1.125, 0.625}});
  return numeric::report();
}
