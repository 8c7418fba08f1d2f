// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The coupled Burgers equations in two dimensions (Sagebaum and others, AD for domain languages): upwind differences,
// explicit steps, boundary values from the exact solution; the sum of the squares of the last state.
#include "Kernel.h"

namespace {

enum { Steps = 32 };

constexpr double reynolds = 100.0, dt = 1e-4;

/// What u and v are on the boundary at a time: u = (x + y - 2xt) / (1 - 2t^2), v = (x - y - 2yt) / (1 - 2t^2).
void setBoundary(int n, double time, double *__restrict u, double *__restrict v) {
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

void step(int n, const double *__restrict u, const double *__restrict v, double *__restrict nextU,
          double *__restrict nextV) {
  const double h = 1.0 / (n - 1), convection = dt / h, diffusion = dt / (reynolds * h * h);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      const double a = u[at], b = v[at];
      const double ux = a > 0.0 ? a - u[at - n] : u[at + n] - a, uy = b > 0.0 ? a - u[at - 1] : u[at + 1] - a;
      const double vx = a > 0.0 ? b - v[at - n] : v[at + n] - b, vy = b > 0.0 ? b - v[at - 1] : v[at + 1] - b;
      nextU[at] = a - convection * (a * ux + b * uy) +
                  diffusion * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4.0 * a);
      nextV[at] = b - convection * (a * vx + b * vy) +
                  diffusion * (v[at - n] + v[at + n] + v[at - 1] + v[at + 1] - 4.0 * b);
    }
}

/// `u` and `v` are the initial state and scratch, as `nextU` and `nextV` are.
#pragma adjoint reverse wrt(u, v, nextU, nextV) of(return)
double burgers(int n, double *__restrict u, double *__restrict v, double *__restrict nextU, double *__restrict nextV) {
  for (int k = 0; k < Steps; ++k) {
    step(n, u, v, nextU, nextV);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        u[i * n + j] = nextU[i * n + j];
        v[i * n + j] = nextV[i * n + j];
      }
    setBoundary(n, (k + 1) * dt, u, v);
  }
  double sum = 0.0;
  for (int i = 0; i < n * n; ++i)
    sum += u[i] * u[i] + v[i] * v[i];
  return sum;
}

/// Of one step, from the adjoints of the new state to those of the old one, which it overwrites `u_b` and `v_b` with.
void stepByHand(int n, const double *__restrict u, const double *__restrict v, const double *__restrict nextU_b,
                const double *__restrict nextV_b, double *__restrict u_b, double *__restrict v_b) {
  const double h = 1.0 / (n - 1), convection = dt / h, diffusion = dt / (reynolds * h * h);
  for (int i = 0; i < n * n; ++i)
    u_b[i] = v_b[i] = 0.0;
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      const double a = u[at], b = v[at], p = nextU_b[at], q = nextV_b[at];
      const double ca = convection * a, cb = convection * b;
      const double ux = a > 0.0 ? a - u[at - n] : u[at + n] - a, uy = b > 0.0 ? a - u[at - 1] : u[at + 1] - a;
      const double vx = a > 0.0 ? b - v[at - n] : v[at + n] - b, vy = b > 0.0 ? b - v[at - 1] : v[at + 1] - b;
      const double slopes = (ca > 0.0 ? ca : -ca) + (cb > 0.0 ? cb : -cb), own = 1.0 - slopes - 4.0 * diffusion;
      const double west = diffusion + (ca > 0.0 ? ca : 0.0), east = diffusion - (ca > 0.0 ? 0.0 : ca);
      const double south = diffusion + (cb > 0.0 ? cb : 0.0), north = diffusion - (cb > 0.0 ? 0.0 : cb);
      u_b[at] += p * own - convection * (p * ux + q * vx);
      v_b[at] += q * own - convection * (p * uy + q * vy);
      u_b[at - n] += west * p;
      u_b[at + n] += east * p;
      u_b[at - 1] += south * p;
      u_b[at + 1] += north * p;
      v_b[at - n] += west * q;
      v_b[at + n] += east * q;
      v_b[at - 1] += south * q;
      v_b[at + 1] += north * q;
    }
}

void clearBoundary(int n, double *__restrict field) {
  for (int k = 0; k < n; ++k)
    field[k] = field[(n - 1) * n + k] = field[k * n] = field[k * n + n - 1] = 0.0;
}

/// Every state is kept; steps do not read the corners, and boundary values are given.
void burgersByHand(int n, double *u, double *v, double *u_b, double *v_b, double result_b) {
  const std::size_t size = std::size_t(n) * n;
  std::vector<double> states((Steps + 1) * 2 * size), other(2 * size), last(2 * size);
  for (std::size_t i = 0; i < size; ++i) {
    states[i] = u[i];
    states[size + i] = v[i];
  }
  for (int k = 0; k < Steps; ++k) {
    double *now = &states[2 * size * k], *next = now + 2 * size;
    step(n, now, now + size, next, next + size);
    setBoundary(n, (k + 1) * dt, next, next + size);
  }
  const double *final = &states[2 * size * Steps];
  for (std::size_t i = 0; i < 2 * size; ++i)
    last[i] = 2.0 * result_b * final[i];
  for (int k = Steps; k-- > 0;) {
    clearBoundary(n, last.data());
    clearBoundary(n, last.data() + size);
    const double *now = &states[2 * size * k];
    stepByHand(n, now, now + size, last.data(), last.data() + size, other.data(), other.data() + size);
    last.swap(other);
  }
  for (std::size_t i = 0; i < size; ++i) {
    u_b[i] += last[i];
    v_b[i] += last[size + i];
  }
}

bench::Kernel make(int n) {
  const std::size_t size = std::size_t(n) * n;
  std::vector<double> u0(size), v0(size);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      u0[i * n + j] = double(i + j) / (n - 1);
      v0[i * n + j] = double(i - j) / (n - 1);
    }
  return {[=, u = u0, v = v0, nu = u0, nv = u0]() mutable {
            u = u0;
            v = v0;
            return burgers(n, u.data(), v.data(), nu.data(), nv.data());
          },
          [=, u = u0, v = v0, nu = u0, nv = u0, nu_b = u0, nv_b = u0](std::vector<double> &g) mutable {
            u = u0;
            v = v0;
            nu_b.assign(size, 0.0);
            nv_b.assign(size, 0.0);
            burgers_b(n, u.data(), g.data(), v.data(), g.data() + size, nu.data(), nu_b.data(), nv.data(), nv_b.data(),
                      1.0);
          },
          [=, u = u0, v = v0](std::vector<double> &g) mutable {
            u = u0;
            v = v0;
            burgersByHand(n, u.data(), v.data(), g.data(), g.data() + size, 1.0);
          },
          2 * size};
}

const bench::Registration registration("burgers", make, 601);

} // namespace
