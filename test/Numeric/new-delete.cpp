// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// new, new[], delete and delete[], also in loops and before early exits.

#include "numeric.h"

#pragma adjoint reverse
double scratch(const double *x, int n) {
  double *v = new double[n];
  for (int i = 0; i < n; ++i)
    v[i] = x[i] * x[(i + 1) % n];
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    v[i] *= s;
    s += v[i] * v[i];
  }
  delete[] v;
  return s;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double s = 0.5;
  for (int i = 1; i < n; ++i) {
    double *v = new double[i + 1];
    v[0] = s;
    for (int k = 1; k <= i; ++k)
      v[k] = v[k - 1] * x[k] + x[i];
    s = v[i] * 0.5;
    v[0] = 0.0;
    delete[] v;
  }
  return s;
}

#pragma adjoint reverse
double single(double x, double y) {
  double *p = new double(x * y);
  *p *= *p;
  double *q = new double;
  *q = *p * x;
  delete p;
  p = q;
  *p += y * *p;
  x = *q * *p;
  delete q;
  return x * y;
}

#pragma adjoint reverse
double initialised(const double *x, int n) {
  double *v = new double[4]{x[0], x[1] * x[0]};
  double *zeros = new double[n]();
  v[2] += v[0] * v[1];
  zeros[n - 1] += v[2] * v[2];
  v[3] = zeros[0] + zeros[n - 1] * v[0];
  double result = v[3] * v[2];
  delete[] zeros;
  delete[] v;
  return result;
}

#pragma adjoint reverse
double earlyExit(const double *x, int n) {
  double *v = new double[n];
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    v[i] = s * x[i];
    if (v[i] < 0.0) {
      s = v[i] * x[0];
      delete[] v;
      return s * s;
    }
    s += v[i] * v[i];
  }
  delete[] v;
  return s;
}

// Replaced by a longer one, as a growing array does.
#pragma adjoint reverse
double growing(const double *x, int n) {
  int capacity = 1;
  double *v = new double[capacity];
  for (int i = 0; i < n; ++i) {
    if (i == capacity) {
      double *longer = new double[2 * capacity];
      for (int k = 0; k < i; ++k)
        longer[k] = v[k];
      delete[] v;
      v = longer;
      capacity *= 2;
    }
    v[i] = x[i] * (i > 0 ? v[i - 1] : 1.0) + 0.5;
  }
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s *= v[i] + s;
  delete[] v;
  return s;
}

#pragma adjoint reverse
double matrix(const double *x, int n) {
  double **rows = new double *[n];
  for (int i = 0; i < n; ++i) {
    rows[i] = new double[n];
    for (int j = 0; j < n; ++j)
      rows[i][j] = x[i] * x[j] + (i == j ? 2.0 : 0.0);
  }
  double s = 1.0;
  for (int i = 1; i < n; ++i) {
    rows[i][i] *= rows[i - 1][i];
    s = s * rows[i][i] + rows[i - 1][i - 1];
  }
  for (int i = 0; i < n; ++i)
    delete[] rows[i];
  delete[] rows;
  return s;
}

int main() {
  numeric::check("scratch", scratch, scratch_b, {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.3, -0.6}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("single", single, single_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("initialised", initialised, initialised_b, {{0.7, 1.3}, {-1.1, 0.6, 0.4}});
  numeric::check("earlyExit", earlyExit, earlyExit_b, {{0.7, 1.3, -0.8, 0.4}, {0.4, 0.9, 0.3}});
  numeric::check("growing", growing, growing_b, {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.3, -0.6, 0.2}});
  numeric::check("matrix", matrix, matrix_b, {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.3, -0.6}});
  return numeric::report();
}
