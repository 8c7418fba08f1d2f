// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Containers that a function keeps from call to call for their memory: each call begins them anew.

#include "numeric.h"

#include <cmath>
#include <map>
#include <vector>

#pragma adjoint reverse
double resized(const double *x, int n) {
  static std::vector<double> work;
  work.resize(n);
  for (int i = 0; i < n; ++i)
    work[i] = std::sin(x[i]);
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    work[i] *= work[i + 1];
    sum += work[i] * work[i];
  }
  return sum;
}

/// The algorithm of Thomas, for a matrix of three diagonals.
static double tridiagonal(double *d, int n, double off) {
  thread_local std::vector<double> c;
  if (c.size() != static_cast<std::size_t>(n))
    c.resize(n);
  c[0] = off / 4.0;
  d[0] /= 4.0;
  for (int i = 1; i < n; ++i) {
    const double pivot = 4.0 - off * c[i - 1];
    c[i] = off / pivot;
    d[i] = (d[i] - off * d[i - 1]) / pivot;
  }
  for (int i = n - 2; i >= 0; --i)
    d[i] -= c[i] * d[i + 1];
  return d[0];
}

#pragma adjoint reverse
double solved(double *d, int n) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
    sum += tridiagonal(d, n - k % 2, 0.5 + 0.1 * d[1]) * d[n / 2];
  return sum;
}

#pragma adjoint reverse
double assigned(const double *x, int n) {
  static std::vector<double> weights;
  static std::map<int, double> seen;
  if (n == 0)
    return 0.0;
  seen.clear();
  weights.assign(n, x[0]);
  for (int i = 0; i < n; ++i) {
    weights[i] += weights[n - 1 - i] * x[i];
    seen[i % 2] += weights[i];
  }
  return seen[0] * seen[1] + weights[0];
}

#pragma adjoint reverse
double copied(const double *x, int n) {
  static std::vector<double> history, last;
  history.clear();
  last = std::vector<double>(x, x + n);
  for (int i = 0; i < n; ++i) {
    history.push_back(last[i] * x[0]);
    last[n - 1 - i] *= history.back();
  }
  return history.back() * last[0];
}

#pragma adjoint tangent
double resizedToo(const double *x, int n) {
  static std::vector<double> work;
  work.resize(n);
  for (int i = 0; i < n; ++i)
    work[i] = std::exp(x[i]);
  return work[0] * work[n - 1];
}

int main() {
  numeric::check("resized", resized, resized_b, {{0.7, 1.3, -0.4, 0.2}, {1.1, 0.6}});
  numeric::check("solved", solved, solved_b, {{0.7, 1.3, -0.4, 0.2}, {1.1, 0.6, 0.9}});
  numeric::check("assigned", assigned, assigned_b, {{0.7, 1.3, -0.4, 0.2}, {1.1, 0.6}});
  numeric::check("copied", copied, copied_b, {{0.7, 1.3, -0.4, 0.2}, {1.1, 0.6}});
  const double x[2] = {0.3, 0.5}, x_d[2] = {1.0, 2.0};
  double result_d = 0.0;
  numeric::expect("value", std::exp(0.8), resizedToo_d(x, x_d, 2, result_d));
  numeric::expect("tangent", 3.0 * std::exp(0.8), result_d);
  return numeric::report();
}
