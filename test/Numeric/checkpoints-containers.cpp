// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-VARIANTS: --no-tbr | --no-liveness
//
// Snapshots of containers that a step swaps with one another: these become pointers when their members are inlined.

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

#pragma adjoint reverse
double swapped(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint(snapshots(2))
  for (int t = 0; t < 7; ++t) {
    next[0] = u[0];
    for (int i = 1; i < n; ++i)
      next[i] = std::sin(u[i]) + 0.3 * u[i - 1] * u[i];
    std::swap(u, next);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// Three buffers take turns, and one is only read.
#pragma adjoint reverse
double wave(const double *x, int n) {
  std::vector<double> before(x, x + n), now(x, x + n), next(n);
  const std::vector<double> speed(x, x + n);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2.0 * now[i] - before[i] + 0.1 * speed[i] * speed[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
    std::swap(before, now);
    std::swap(now, next);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i] * before[i];
  return sum;
}

// Memory that a step has to itself, and indices that only their array knows.
#pragma adjoint reverse
double scattered(const double *x, int n) {
  std::vector<double> u(n);
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i) {
    order[i] = (i * 2 + 1) % n;
    u[i] = x[i];
  }
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 5; ++t) {
    std::vector<double> flux(n);
    for (int i = 0; i < n; ++i)
      flux[i] = u[i] * u[order[i]];
    for (int i = 0; i < n; ++i)
      u[order[i]] = u[order[i]] + 0.1 * flux[i];
  }
  return u[0] * u[n - 1];
}

// What is kept in front of a loop inside another one is more than its first element.
#pragma adjoint reverse
double keptInFront(double p, double q) {
  std::vector<double> now(8), next(8);
  for (int i = 0; i < 8; ++i) {
    now[i] = 0.3 * p + 0.1 * i;
    next[i] = 0.5 - 0.1 * i * q;
  }
  for (int s = 0; s < 2; ++s) {
    for (int i = 1; i < 7; ++i)
      next[i] = now[i] * now[i + 1] / (1.5 + now[i - 1] * now[i]);
#pragma adjoint checkpoint snapshots(2)
    for (int i = 0; i < 8; ++i)
      now[i] = 0.4 * next[i] + 0.3 * p;
  }
  return now[0] - next[0] * now[2];
}

// The adjoint of what a caller's container leads to is the caller's.
#pragma adjoint reverse
void inPlace(std::vector<double> &u, const std::vector<int> &order) {
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 5; ++t)
    for (int i = 0; i < int(order.size()); ++i)
      u[order[i]] = u[order[i]] * std::cos(0.3 * u[order[order.size() - 1 - i]]);
}

int main() {
  const numeric::Points points = {{0.3, 0.7, -0.4, 0.9}, {1.1, -0.2, 0.5, 0.8, 0.6, 0.1}};
  numeric::check("swapped", swapped, swapped_b, points);
  numeric::check("wave", wave, wave_b, points);
  numeric::check("scattered", scattered, scattered_b, points);
  numeric::check("keptInFront", keptInFront, keptInFront_b, {{0.9, 0.4}, {0.6, 1.3}});
  const std::vector<int> order = {2, 0, 3, 1};
  numeric::check(
      "inPlace", {0.3, 0.7, -0.4, 0.9},
      [&](const numeric::Vector &x) {
        numeric::Vector u = x;
        inPlace(u, order);
        return u;
      },
      [&](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector u = x, u_b = y_b;
        inPlace_b(u, u_b, order);
        return u_b;
      });
  return numeric::report();
}
