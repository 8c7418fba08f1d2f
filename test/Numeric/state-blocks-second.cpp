// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Tangents of adjoints with a block for each state (StateBlocks.h), and with arrays that are not zero between iterations (BlockZeros.h).
//
// NUMERIC-VARIANTS: --no-state-blocks | --no-block-zeros
// NUMERIC-NEEDS-ANALYSES (without records left out, the value would need a second run)
// NUMERIC-TANGENTS: none (they are asked for here)

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

#pragma adjoint reverse
#pragma adjoint tangent
#pragma adjoint hessian_vector
double inPlace(double *x, int n) {
  std::vector<double> u(x, x + n), f(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i + 1 < n; ++i)
      f[i] = 0.5 * u[i] * u[i + 1];
    for (int i = 1; i + 1 < n; ++i)
      u[i] -= 0.2 * (f[i] - f[i - 1]) * std::sin(u[i]);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

#pragma adjoint reverse
#pragma adjoint tangent
#pragma adjoint hessian_vector
double swapped(double *x, int n) {
  std::vector<double> u(x, x + n), next(n, 0.3);
  for (int s = 0; s < 4; ++s) {
    for (int i = 0; i + 1 < n; ++i)
      next[i] = u[i] * u[i + 1] + std::cos(u[i]);
    u.swap(next);
  }
  return u[0] * next[0] + u[n - 1] * u[0];
}

int main() {
  const numeric::Points points = {{0.7, 1.3, -0.4}, {1.6, 0.2, 0.5, -0.8, 0.9, 0.3}, {0.4, 0.6}};
  numeric::check("inPlace", inPlace, numeric::withSecond(inPlace_b, inPlace_d, inPlace_bd), points);
  numeric::check("swapped", swapped, numeric::withSecond(swapped_b, swapped_d, swapped_bd), points);
  return numeric::report();
}
