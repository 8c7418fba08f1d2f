// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr
//
// Steps that draw random numbers: a snapshot holds the engine, and the distribution that keeps a number for the next time. What
// the caller has of them is behind the call what the function itself makes of it.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#pragma adjoint reverse
double path(double s, double sigma) {
  std::mt19937 engine(42);
  std::normal_distribution<double> normal(0.0, 1.0);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 13; ++t)
    s *= std::exp(0.1 * sigma * normal(engine) - 0.01 * sigma * sigma * s);
  return s * s;
}

double kick(std::mt19937_64 &engine, double x) {
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  return std::sin(x * uniform(engine)) + 0.1 * uniform(engine);
}

// Drawn in a function, inside an array, under a condition, and in a nested loop with snapshots of its own.
#pragma adjoint reverse
double through(double x, double a) {
  std::mt19937_64 engine(7);
  std::minstd_rand other(3);
  std::uniform_int_distribution<int> pick(0, 2);
  double u[3] = {x, x * x, a};
#pragma adjoint checkpoint every(3)
  for (int t = 0; t < 10; ++t) {
    const int k = pick(other);
    u[k] = kick(engine, u[k]) * a;
    if (u[0] > 0.3)
      u[1] = u[1] * kick(engine, u[2]);
#pragma adjoint checkpoint snapshots(1)
    for (int i = 0; i < 4; ++i)
      u[2] = std::cos(u[2] * kick(engine, u[0]));
  }
  return u[0] * u[1] * u[2];
}

class Simulation {
public:
  explicit Simulation(unsigned seed) : engine(seed), normal(0.0, 0.3) {}
  double next(double s, double sigma) { return s * std::exp(sigma * normal(engine)); }

private:
  std::mt19937 engine;
  std::normal_distribution<double> normal;
};

#pragma adjoint reverse
double simulated(double s, double sigma) {
  Simulation simulation(3);
  double sum = 0.0;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 9; ++t) {
    s = simulation.next(s, sigma) * std::cos(0.1 * s);
    sum = 0.5 * sum * s + s;
  }
  return sum;
}

// The caller's engine, which draws after the loop, too.
#pragma adjoint reverse
double given(double s, double sigma, std::mt19937 &engine) {
  std::normal_distribution<double> normal(0.0, 1.0);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 8; ++t)
    s *= std::exp(0.1 * sigma * normal(engine)) * std::cos(0.1 * s);
  return s * (1.0 + 0.1 * normal(engine));
}

// The caller's vector, which the draws do not change.
#pragma adjoint reverse
double disturbed(std::vector<double> &v, double sigma, int steps) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < 3; ++i)
      v[i] *= 1.0 + sigma * uniform(engine) * v[(i + 1) % 3];
  return v[0] * v[1];
}

// Steps are rejected under two conditions.
#pragma adjoint reverse
double adaptive(double p, double *y, double end) {
  double t = 0.0, h = 0.25;
#pragma adjoint checkpoint snapshots(3)
  while (t < end) {
    if (h * y[0] > 0.2 && h > 1e-3) {
      h *= 0.5;
      continue;
    }
    for (int i = 0; i < 3; ++i)
      y[i] += h * p * y[i] * y[(i + 1) % 3];
    t += h;
  }
  return y[0] * y[2];
}

int main() {
  for (int steps : {0, 1, 6})
    numeric::check(
        "disturbed", {0.8, 0.5, 0.3, 0.4},
        [&](const numeric::Vector &x) {
          std::vector<double> v(x.begin(), x.begin() + 3);
          return numeric::Vector{disturbed(v, x[3], steps)};
        },
        [&](const numeric::Vector &x, const numeric::Vector &y_b) {
          std::vector<double> v(x.begin(), x.begin() + 3), v_b(3);
          numeric::Vector x_b(4);
          disturbed_b(v, v_b, x[3], x_b[3], steps, y_b[0]);
          std::copy(v_b.begin(), v_b.end(), x_b.begin());
          return x_b;
        });
  numeric::check(
      "adaptive", {0.8, 0.5, 0.3, 0.4},
      [&](const numeric::Vector &x) {
        double y[3] = {x[1], x[2], x[3]};
        return numeric::Vector{adaptive(x[0], y, 2.1)};
      },
      [&](const numeric::Vector &x, const numeric::Vector &y_b) {
        double y[3] = {x[1], x[2], x[3]}, end_b = 0.0;
        numeric::Vector x_b(4);
        adaptive_b(x[0], x_b[0], y, &x_b[1], 2.1, end_b, y_b[0]);
        return x_b;
      });
  const numeric::Points pairs = {{0.9, 0.4}, {0.6, 1.3}};
  numeric::check("path", path, path_b, pairs);
  numeric::check("through", through, through_b, pairs);
  numeric::check("simulated", simulated, simulated_b, pairs);
  for (unsigned seed : {1u, 2u}) {
    numeric::check(
        "given", {0.9, 0.4},
        [&](const numeric::Vector &x) {
          std::mt19937 engine(seed);
          return numeric::Vector{given(x[0], x[1], engine)};
        },
        [&](const numeric::Vector &x, const numeric::Vector &y_b) {
          std::mt19937 engine(seed), primal(seed);
          numeric::Vector x_b(2);
          given_b(x[0], x_b[0], x[1], x_b[1], engine, y_b[0]);
          given(x[0], x[1], primal);
          numeric::expect("given: engine", 1.0, engine == primal ? 1.0 : 0.0);
          return x_b;
        });
  }
  return numeric::report();
}
