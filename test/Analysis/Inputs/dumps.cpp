// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

// Writes through one parameter, reads through another.
static void scale(double *v, const double *by, int n) {
  for (int i = 0; i < n; ++i)
    v[i] *= by[0];
}

#pragma adjoint reverse wrt(x)
double f(const double *x, double p, int n) {
  double w[4];
  double passive = p * p;
  double unused = x[0] * x[0];
  for (int i = 0; i < 4; ++i)
    w[i] = x[i] * passive;
  scale(w, x, n);
  double s = w[0];
  double t = std::sin(s);
  s = t * s;
  int k = n;
  k += 2;
  unused = s + t;
  double *q = n > 2 ? w : w + 1;
  s += *q * w[k % 4];
  return s;
}
