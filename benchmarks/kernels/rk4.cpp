// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/rk4.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(x, y) of(return) function(bench::rk4<double>)

namespace bench {

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
  const double h = 1.0 / RungeKuttaSteps;
  std::vector<double> states(RungeKuttaSteps * n), memory(9 * n);
  double *__restrict k1 = &memory[0], *__restrict k2 = k1 + n, *__restrict k3 = k2 + n, *__restrict k4 = k3 + n,
         *__restrict s1 = k4 + n, *__restrict s2 = s1 + n, *__restrict s3 = s2 + n, *__restrict k_b = s3 + n,
         *__restrict y_b = k_b + n;
  for (int step = 0; step < RungeKuttaSteps; ++step) {
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
  for (int step = RungeKuttaSteps; step-- > 0;) {
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

namespace {

Kernel make(const RungeKutta &problem) {
  const int n = problem.n;
  return {[=, y = problem.start]() mutable {
            y = problem.start;
            return rk4(n, problem.x.data(), y.data());
          },
          [=, y = problem.start, y_b = problem.start](double *g) mutable {
            y = problem.start;
            y_b.assign(n, 0.0);
            rk4_b(n, problem.x.data(), g, y.data(), y_b.data(), 1.0);
          },
          [=, y = problem.start](double *g) mutable {
            y = problem.start;
            rk4ByHand(n, problem.x.data(), g, y.data(), 1.0);
          }};
}

const Registration registration(make);

} // namespace
} // namespace bench
