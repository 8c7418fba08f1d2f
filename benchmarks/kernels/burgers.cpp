// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/burgers.h"
#include "Kernel.h"

#include <utility>

#pragma adjoint reverse wrt(u, v, nextU, nextV) of(return) function(bench::burgers<double>)

namespace bench {

double positive(double x) { return x > 0.0 ? x : 0.0; }

/// How much of a point's adjoint reaches its neighbours before and behind it, by its velocity times dt / h.
double before(double diffusion, double c) { return diffusion + positive(c); }
double behind(double diffusion, double c) { return diffusion + positive(-c); }

/// Of one step, from the adjoints p and q of the new state, which are zero on the boundary, to those of the old one inside.
/// Each point gathers from its neighbours.
void stepByHand(int n, const double *__restrict u, const double *__restrict v, const double *__restrict p,
                const double *__restrict q, double *__restrict u_b, double *__restrict v_b) {
  const double h = 1.0 / (n - 1), convection = dt / h, diffusion = dt / (reynolds * h * h);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      const double a = u[at], b = v[at], ca = convection * a, cb = convection * b;
      const double ux = a > 0.0 ? a - u[at - n] : u[at + n] - a, uy = b > 0.0 ? a - u[at - 1] : u[at + 1] - a;
      const double vx = a > 0.0 ? b - v[at - n] : v[at + n] - b, vy = b > 0.0 ? b - v[at - 1] : v[at + 1] - b;
      const double own = 1.0 - (ca > 0.0 ? ca : -ca) - (cb > 0.0 ? cb : -cb) - 4.0 * diffusion;
      const double fromEast = before(diffusion, convection * u[at + n]),
                   fromWest = behind(diffusion, convection * u[at - n]),
                   fromNorth = before(diffusion, convection * v[at + 1]),
                   fromSouth = behind(diffusion, convection * v[at - 1]);
      u_b[at] = p[at] * own - convection * (p[at] * ux + q[at] * vx) + fromEast * p[at + n] + fromWest * p[at - n] +
                fromNorth * p[at + 1] + fromSouth * p[at - 1];
      v_b[at] = q[at] * own - convection * (p[at] * uy + q[at] * vy) + fromEast * q[at + n] + fromWest * q[at - n] +
                fromNorth * q[at + 1] + fromSouth * q[at - 1];
    }
}

/// What the first step's adjoints `w` add on the boundary of the initial state.
void boundaryByHand(int n, const double *__restrict u, const double *__restrict v, const double *__restrict w,
                    double *__restrict w_b) {
  const double h = 1.0 / (n - 1), convection = dt / h, diffusion = dt / (reynolds * h * h);
  for (int k = 1; k < n - 1; ++k) {
    const int first = n + k, last = (n - 2) * n + k, left = k * n + 1, right = k * n + n - 2;
    w_b[first - n] += before(diffusion, convection * u[first]) * w[first];
    w_b[last + n] += behind(diffusion, convection * u[last]) * w[last];
    w_b[left - 1] += before(diffusion, convection * v[left]) * w[left];
    w_b[right + 1] += behind(diffusion, convection * v[right]) * w[right];
  }
}

/// `states`: room for every state, and for the adjoints of two.
void burgersByHand(int n, const double *x, double *x_b, double *states, double result_b) {
  const std::size_t inside = std::size_t(n) * n, size = 2 * inside;
  double *last = states + (BurgersSteps + 1) * size, *other = last + size;
  for (std::size_t i = 0; i < size; ++i) {
    states[i] = x[i];
    last[i] = other[i] = 0.0;
  }
  for (int k = 0; k < BurgersSteps; ++k) {
    double *now = states + k * size, *next = now + size;
    step(n, now, now + inside, next, next + inside);
    setBoundary(n, (k + 1) * dt, next, next + inside);
  }
  const double *final = states + BurgersSteps * size;
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      last[at] = 2.0 * result_b * final[at];
      last[inside + at] = 2.0 * result_b * final[inside + at];
    }
  for (int k = BurgersSteps; k-- > 0;) {
    const double *now = states + k * size;
    stepByHand(n, now, now + inside, last, last + inside, other, other + inside);
    if (k == 0) {
      boundaryByHand(n, now, now + inside, last, x_b);
      boundaryByHand(n, now, now + inside, last + inside, x_b + inside);
    }
    std::swap(last, other);
  }
  for (std::size_t i = 0; i < size; ++i)
    x_b[i] += last[i];
}

namespace {

Kernel make(const Burgers &problem) {
  const int n = problem.n;
  const std::size_t size = std::size_t(n) * n;
  return {[=, now = problem.x, next = problem.x]() mutable {
            now = problem.x;
            return burgers(n, &now[0], &now[size], &next[0], &next[size]);
          },
          [=, now = problem.x, next = problem.x, next_b = problem.x](double *g) mutable {
            now = problem.x;
            next_b.assign(2 * size, 0.0);
            burgers_b(n, &now[0], g, &now[size], g + size, &next[0], &next_b[0], &next[size], &next_b[size], 1.0);
          },
          [=, states = std::vector<double>()](double *g) mutable {
            states.resize(2 * size * (BurgersSteps + 3)); // once: it counts as memory of the adjoint by hand alone
            burgersByHand(n, problem.x.data(), g, states.data(), 1.0);
          }};
}

const Registration registration(make);

} // namespace
} // namespace bench
