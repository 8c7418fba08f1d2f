// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chain of n equations, y' = (x0 y0, x1 y0, x2 y1, ...), by Runge and Kutta's fourth order; the problem of GradBench.
#ifndef ADJOINT_BENCHMARKS_KERNELS_RK4_H
#define ADJOINT_BENCHMARKS_KERNELS_RK4_H

#include "Numbers.h"

namespace bench {

enum { RungeKuttaSteps = 200 };

template <class Real> 
void chain(int n, const Real *__restrict x, const Real *__restrict y, Real *__restrict z) {
  z[0] = x[0] * y[0];
  for (int i = 1; i < n; ++i)
    z[i] = x[i] * y[i - 1];
}

/// `y` begins with the initial state and ends with the last; returns the sum of its elements.
template <class Real> Real rk4(int n, const Real *__restrict x, Real *__restrict y) {
  Real *k1 = new Real[n];
  Real *k2 = new Real[n];
  Real *k3 = new Real[n];
  Real *k4 = new Real[n];
  Real *stage = new Real[n];
  const double h = 1.0 / RungeKuttaSteps;
  for (int step = 0; step < RungeKuttaSteps; ++step) {
    chain(n, x, y, k1);
    for (int i = 0; i < n; ++i)
      stage[i] = y[i] + h / 2 * k1[i];
    chain(n, x, stage, k2);
    for (int i = 0; i < n; ++i)
      stage[i] = y[i] + h / 2 * k2[i];
    chain(n, x, stage, k3);
    for (int i = 0; i < n; ++i)
      stage[i] = y[i] + h * k3[i];
    chain(n, x, stage, k4);
    for (int i = 0; i < n; ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  Real sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i];
  delete[] stage;
  delete[] k4;
  delete[] k3;
  delete[] k2;
  delete[] k1;
  return sum;
}

struct RungeKutta {
  static constexpr const char *name = "rk4";
  static constexpr int sizes[] = {10, 32, 100, 320, 1000}, taped = 1000;

  explicit RungeKutta(int n) : n(n), start(numbers(n, 0.0, 1.0)), x(start) {}

  template <class Real> Real operator()(Real *x) const {
    std::vector<Real> y(start.begin(), start.end());
    return rk4<Real>(n, x, y.data());
  }

  int n;
  std::vector<double> start, x;
};

} // namespace bench

#endif
