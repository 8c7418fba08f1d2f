// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: each step leaves its block behind
//
// A loop with snapshots sets a pointer to larger and larger blocks. What stands in front of it needs the first block, by another name:
// behind the reversed loop, the numbers are put back where the pointer led, and not into the block that it leads to then.

#include "numeric.h"

#include <cmath>
#include <cstdlib>

#pragma adjoint reverse
double left(const double *x, int n) {
  double *first = static_cast<double *>(std::malloc(n * sizeof(double)));
  for (int i = 0; i < n; ++i)
    first[i] = x[i] * x[i];
  double s = 0.0, a = 1.0;
  for (int i = 0; i < n; ++i)
    s += std::sin(first[i]) * first[i];
  double *v = first;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 10; ++t) {
    double *w = static_cast<double *>(std::malloc((n + 50 + t) * sizeof(double)));
    for (int i = 0; i < n + 50 + t; ++i)
      w[i] = a * x[i % n];
    v = w;
    v[0] *= a;
    a *= 1.0 + 0.01 * std::sin(x[t % n] * a);
  }
  for (int i = 0; i < n; ++i)
    s += v[i] * v[i];
  return s;
}

int main() {
  numeric::check("left", left, left_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4}});
  return numeric::report();
}
