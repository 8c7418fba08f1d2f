// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// malloc, calloc and free.

#include "numeric.h"

#include <cstdlib>

#pragma adjoint reverse
double scratch(const double *x, int n) {
  double *v = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    v[i] = x[i] * x[(i + 1) % n];
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    v[i] *= s;
    s += v[i] * v[i];
  }
  free(v);
  return s;
}

#pragma adjoint reverse
double cleared(const double *x, int n) {
  double *v = static_cast<double *>(std::calloc(std::size_t(n), sizeof(double)));
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= i; ++k)
      v[k] += x[i] * (v[k] + x[k]);
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s *= v[i] + 0.5;
  std::free(v);
  return s;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double s = 0.5;
  for (int i = 1; i < n; ++i) {
    double *v = static_cast<double *>(std::malloc(sizeof(double) * std::size_t(i + 1)));
    v[0] = s;
    for (int k = 1; k <= i; ++k)
      v[k] = v[k - 1] * x[k] + x[i];
    s = v[i] * 0.5;
    std::free(v);
  }
  return s;
}

#pragma adjoint reverse
double checkedAllocation(const double *x, int n) {
  double *v = static_cast<double *>(malloc(sizeof *v * std::size_t(n)));
  if (!v)
    return 0.0;
  v[0] = x[0];
  for (int i = 1; i < n; ++i)
    v[i] = v[i - 1] * x[i];
  double s = v[n - 1] * v[0];
  free(v);
  return s * x[0];
}

int main() {
  numeric::check("scratch", scratch, scratch_b, {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.3, -0.6}});
  numeric::check("cleared", cleared, cleared_b, {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.3, -0.6}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("checkedAllocation", checkedAllocation, checkedAllocation_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  return numeric::report();
}
