// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Engines and distributions as members, initialised where they are declared, in lists and by constructors.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace {

struct State {
  double price = 1, variance = 0;
};

class Paths {
public:
  Paths(double kappa, double theta, unsigned seed) : kappa(kappa), theta(theta), engine(seed) {}
  State simulate(double start, int steps) {
    State s{1, start};
    for (int k = 0; k < steps; ++k) {
      const double v = std::max(s.variance, 0.0), z = normal(engine);
      s.price *= std::exp(-0.05 * v + std::sqrt(0.1 * v) * z);
      s.variance += 0.1 * kappa * (theta - v) + 0.05 * std::sqrt(v) * (uniform(engine) - shift);
    }
    return s;
  }

private:
  double kappa, theta;
  std::mt19937_64 engine;
  std::normal_distribution<double> normal{0.0, 1.0};
  std::uniform_real_distribution<> uniform = std::uniform_real_distribution<>(0.0, 1.0);
  double shift = 0.5;
};

struct Source {
  std::minstd_rand engine{7};
  std::uniform_int_distribution<int> index{0, 1};
  double next(const double *x) { return x[index(engine)]; }
};

} // namespace

#pragma adjoint reverse
double simulated(double x, double y) {
  Paths paths(x, y, 42);
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    State end = paths.simulate(0.3 * x, 4);
    s += std::max(end.price - 0.9 * y, 0.0) * end.variance;
  }
  return s;
}

#pragma adjoint reverse
double drawn(const double *x, int) {
  Source source, other = source;
  double s = 1;
  for (int i = 0; i < 5; ++i)
    s = s * source.next(x) + other.next(x + 1);
  return s;
}

int main() {
  numeric::check("simulated", simulated, simulated_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("drawn", drawn, drawn_b, {{0.7, 1.3, 0.4}, {0.4, 0.9, -0.3}});
  return numeric::report();
}
