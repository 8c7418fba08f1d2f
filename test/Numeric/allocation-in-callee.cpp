// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Memory that a callee allocates and the caller owns, or the other way round.

#include "numeric.h"

#include <cstdlib>

double *powers(double x, int n) {
  double *v = static_cast<double *>(malloc(sizeof(double) * std::size_t(n)));
  v[0] = 1.0;
  for (int i = 1; i < n; ++i)
    v[i] = v[i - 1] * x;
  return v;
}

#pragma adjoint reverse
double fromCallee(double x, double y) {
  double *v = powers(x, 4);
  v[2] *= y;
  double s = v[1] + v[2] * v[3];
  free(v);
  v = powers(s, 3);
  s *= v[2];
  free(v);
  return s;
}

void release(double *v, double *sum) {
  *sum *= v[0] + v[1];
  delete[] v;
}

#pragma adjoint reverse
double releasedByCallee(double x, double y) {
  double *v = new double[2];
  v[0] = x * y;
  v[1] = v[0] * x;
  v[0] += v[1] * y;
  double s = v[0] * v[1];
  release(v, &s);
  return s * x;
}

int main() {
  numeric::check("fromCallee", fromCallee, fromCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("releasedByCallee", releasedByCallee, releasedByCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
