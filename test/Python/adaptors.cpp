// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The package adjoint_gen: what SciPy asks for, and PyTorch and JAX where they are installed.
//
// REQUIRES: pybind11
// RUN: rm -rf %t && mkdir %t
// RUN: %adjoint-gen %s --python=models -o %t/models.cpp
// RUN: %clangxx %python-flags %t/models.cpp -o %t/models.so %runtime-flags
// RUN: %python3 %S/Inputs/adaptors.py %t %source/runtime/python

#include <cmath>
#include <vector>

#pragma adjoint reverse
double rosenbrock(const double *x, int n, double b) {
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    const double straight = 1.0 - x[i], curved = x[i + 1] - x[i] * x[i];
    sum += straight * straight + b * curved * curved;
  }
  return sum;
}

#pragma adjoint reverse wrt(p) of(r)
void decay(const double *p, int np, double *r, const double *t, const double *y, int n_t, int n_r, int n_y) {
  for (int i = 0; i < n_r && i < n_t && i < n_y && np == 2; ++i)
    r[i] = p[0] * std::exp(-p[1] * t[i]) - y[i];
}

#pragma adjoint reverse wrt(y)
std::vector<double> robertson(double, const std::vector<double> &y, double fast) {
  const double slow = 0.04 * y[0] - 1e4 * y[1] * y[2], quick = fast * y[1] * y[1];
  return {-slow, slow - quick, quick};
}
