// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chain of n equations, y' = (x0 y0, x1 y0, x2 y1, ...), by Runge and Kutta's fourth order; the problem of GradBench.
#include "Kernel.h"

namespace {

enum { Steps = 200 };

void chain(int n, const double *__restrict x, const double *__restrict y, double *__restrict z) {
  z[0] = x[0] * y[0];
  for (int i = 1; i < n; ++i)
    z[i] = x[i] * y[i - 1];
}

/// `y` begins with the initial state and ends with the last; returns the sum of its elements.
#pragma adjoint reverse wrt(x, y) of(return)
double rk4(int n, const double *__restrict x, double *__restrict y) {
  double *k1 = new double[n];
  double *k2 = new double[n];
  double *k3 = new double[n];
  double *k4 = new double[n];
  double *stage = new double[n];
  const double h = 1.0 / Steps;
  for (int step = 0; step < Steps; ++step) {
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
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i];
  delete[] stage;
  delete[] k4;
  delete[] k3;
  delete[] k2;
  delete[] k1;
  return sum;
}

void chainByHand(int n, const double *__restrict x, double *__restrict x_b, const double *__restrict y,
                 double *__restrict y_b, const double *__restrict z_b) {
  for (int i = 1; i < n; ++i) {
    x_b[i] += y[i - 1] * z_b[i];
    y_b[i - 1] += x[i] * z_b[i];
  }
  x_b[0] += y[0] * z_b[0];
  y_b[0] += x[0] * z_b[0];
}

/// One state a step is kept, the stages are computed again.
void rk4ByHand(int n, const double *__restrict x, double *__restrict x_b, double *__restrict y, double result_b) {
  const double h = 1.0 / Steps;
  std::vector<double> states(Steps * n), memory(9 * n);
  double *__restrict k1 = &memory[0], *__restrict k2 = k1 + n, *__restrict k3 = k2 + n, *__restrict k4 = k3 + n,
         *__restrict s1 = k4 + n, *__restrict s2 = s1 + n, *__restrict s3 = s2 + n, *__restrict k_b = s3 + n,
         *__restrict y_b = k_b + n;
  for (int step = 0; step < Steps; ++step) {
    for (int i = 0; i < n; ++i)
      states[step * n + i] = y[i];
    chain(n, x, y, k1);
    for (int i = 0; i < n; ++i)
      s1[i] = y[i] + h / 2 * k1[i];
    chain(n, x, s1, k2);
    for (int i = 0; i < n; ++i)
      s2[i] = y[i] + h / 2 * k2[i];
    chain(n, x, s2, k3);
    for (int i = 0; i < n; ++i)
      s3[i] = y[i] + h * k3[i];
    chain(n, x, s3, k4);
    for (int i = 0; i < n; ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  for (int i = 0; i < n; ++i)
    y_b[i] = result_b;
  std::vector<double> more(3 * n);
  double *__restrict s1_b = &more[0], *__restrict s2_b = s1_b + n, *__restrict s3_b = s2_b + n;
  for (int step = Steps; step-- > 0;) {
    const double *__restrict old = &states[step * n];
    chain(n, x, old, k1);
    for (int i = 0; i < n; ++i)
      s1[i] = old[i] + h / 2 * k1[i];
    chain(n, x, s1, k2);
    for (int i = 0; i < n; ++i)
      s2[i] = old[i] + h / 2 * k2[i];
    chain(n, x, s2, k3);
    for (int i = 0; i < n; ++i) {
      s3[i] = old[i] + h * k3[i];
      s1_b[i] = s2_b[i] = s3_b[i] = 0.0;
      k_b[i] = h / 6 * y_b[i];
    }
    chainByHand(n, x, x_b, s3, s3_b, k_b);
    for (int i = 0; i < n; ++i)
      k_b[i] = h / 3 * y_b[i] + h * s3_b[i];
    chainByHand(n, x, x_b, s2, s2_b, k_b);
    for (int i = 0; i < n; ++i)
      k_b[i] = h / 3 * y_b[i] + h / 2 * s2_b[i];
    chainByHand(n, x, x_b, s1, s1_b, k_b);
    for (int i = 0; i < n; ++i) {
      k_b[i] = h / 6 * y_b[i] + h / 2 * s1_b[i];
      y_b[i] += s1_b[i] + s2_b[i] + s3_b[i];
    }
    chainByHand(n, x, x_b, old, y_b, k_b);
  }
}

bench::Kernel make(int n) {
  const std::vector<double> x = bench::numbers(n, 0.0, 1.0), start = bench::numbers(n, 0.0, 1.0);
  return {[=, y = start]() mutable {
            y = start;
            return rk4(n, x.data(), y.data());
          },
          [=, y = start, y_b = start](std::vector<double> &g) mutable {
            y = start;
            y_b.assign(n, 0.0);
            rk4_b(n, x.data(), g.data(), y.data(), y_b.data(), 1.0);
          },
          [=, y = start](std::vector<double> &g) mutable {
            y = start;
            rk4ByHand(n, x.data(), g.data(), y.data(), 1.0);
          },
          x.size()};
}

const bench::Registration registration("rk4", make, 1000);

} // namespace
