// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The coupled Burgers equations in two dimensions (Sagebaum and others, AD for domain languages): upwind differences,
// explicit steps, boundary values from the exact solution; the sum of the squares of the last state.
#ifndef ADJOINT_BENCHMARKS_KERNELS_BURGERS_H
#define ADJOINT_BENCHMARKS_KERNELS_BURGERS_H

#include "Numbers.h"

namespace bench {

enum { BurgersSteps = 32 };

constexpr double reynolds = 100.0, dt = 1e-4;

/// What u and v are on the boundary at a time: u = (x + y - 2xt) / (1 - 2t^2), v = (x - y - 2yt) / (1 - 2t^2).
template <class Real> void setBoundary(int n, double time, Real *__restrict u, Real *__restrict v) {
  const double h = 1.0 / (n - 1), scale = 1.0 / (1.0 - 2.0 * time * time);
  for (int k = 0; k < n; ++k) {
    const int places[4][2] = {{0, k}, {n - 1, k}, {k, 0}, {k, n - 1}};
    for (int side = 0; side < 4; ++side) {
      const double x = places[side][0] * h, y = places[side][1] * h;
      const int at = places[side][0] * n + places[side][1];
      u[at] = (x + y - 2.0 * x * time) * scale;
      v[at] = (x - y - 2.0 * y * time) * scale;
    }
  }
}

template <class Real> 
void step(int n, const Real *__restrict u, const Real *__restrict v, Real *__restrict nextU, Real *__restrict nextV) {
  const double h = 1.0 / (n - 1), convection = dt / h, diffusion = dt / (reynolds * h * h);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      const Real a = u[at], b = v[at];
      const Real ux = a > 0.0 ? a - u[at - n] : u[at + n] - a, uy = b > 0.0 ? a - u[at - 1] : u[at + 1] - a;
      const Real vx = a > 0.0 ? b - v[at - n] : v[at + n] - b, vy = b > 0.0 ? b - v[at - 1] : v[at + 1] - b;
      nextU[at] = a - convection * (a * ux + b * uy) +
                  diffusion * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4.0 * a);
      nextV[at] = b - convection * (a * vx + b * vy) +
                  diffusion * (v[at - n] + v[at + n] + v[at - 1] + v[at + 1] - 4.0 * b);
    }
}

/// `u` and `v` are the initial state and scratch, as `nextU` and `nextV` are.
template <class Real> 
Real burgers(int n, Real *__restrict u, Real *__restrict v, Real *__restrict nextU, Real *__restrict nextV) {
  for (int k = 0; k < BurgersSteps; ++k) {
    step(n, u, v, nextU, nextV);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        u[i * n + j] = nextU[i * n + j];
        v[i * n + j] = nextV[i * n + j];
      }
    setBoundary(n, (k + 1) * dt, u, v);
  }
  Real sum = 0.0;
  for (int i = 0; i < n * n; ++i)
    sum += u[i] * u[i] + v[i] * v[i];
  return sum;
}

struct Burgers {
  static constexpr const char *name = "burgers";
  static constexpr int sizes[] = {60, 107, 190, 338, 601}, taped = 107;

  explicit Burgers(int n) : n(n), x(2 * std::size_t(n) * n) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        x[i * n + j] = double(i + j) / (n - 1);
        x[(n + i) * n + j] = double(i - j) / (n - 1);
      }
  }

  template <class Real> Real operator()(Real *x) const {
    const std::size_t size = std::size_t(n) * n;
    std::vector<Real> next(2 * size);
    return burgers<Real>(n, x, x + size, next.data(), next.data() + size);
  }

  int n;
  std::vector<double> x; ///< u, then v
};

} // namespace bench

#endif
