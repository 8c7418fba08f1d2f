// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
//
// Vectors of one size that are assigned to each other in loops with snapshots and in fixed points: their memory stays.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double nested(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 5; ++t) {
#pragma adjoint checkpoint snapshots(2)
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < n; ++i)
        next[i] = u[i] + 0.1 * u[(i + 1) % n] * u[i] * x[k % n];
      u = next;
    }
    u[0] *= std::cos(u[n - 1]);
  }
  return u[0] * u[0] + u[n - 1];
}

#pragma adjoint reverse
double converged(const double *h, int n) {
  std::vector<double> rho(n, 1.0), next(n);
  double change = 1.0;
#pragma adjoint fixed_point
  while (change > 1e-13) {
    change = 0.0;
    for (int i = 0; i < n; ++i) {
      next[i] = 0.5 * std::tanh(h[i] + 0.3 * rho[(i + 1) % n]);
      change += std::fabs(next[i] - rho[i]);
    }
    rho = next;
  }
  return rho[0] * rho[n - 1] + rho[0];
}

int main() {
  numeric::check("nested", nested, nested_b, {{0.7, 0.3, -0.4, 0.2}, {0.4, 0.6}});
  numeric::check("converged", converged, converged_b, {{0.7, 0.3, -0.4, 0.2}, {0.4, 0.6}});
  return numeric::report();
}
