// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (calls of derivatives)
// NUMERIC-SECOND: none
//
// Functions that call adjoint::gradient and value_and_gradient of others, as they would call the adjoint itself: numbers, arrays
// of constant size, several independents, members, passive arguments, loops. NUMERIC-SECOND
// would be the third order.

#include <adjoint/derivatives.h>

#include "numeric.h"

#include <array>
#include <cmath>

namespace model {

#pragma adjoint reverse
double energy(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::sin(x[i]) * x[i] * x[(i + 1) % n];
  return s;
}

#pragma adjoint reverse
double cube(double q) { return q * q * q; }

#pragma adjoint reverse
double potential(double q, double width) { return std::exp(-q * q / width) + 0.1 * q * q * width; }

#pragma adjoint reverse wrt(q)
double weighted(double q, const double &weight, int power) {
  double product = weight;
  for (int i = 0; i < power; ++i)
    product *= std::sin(q) + weight;
  return product;
}

struct Spring {
  double stiffness;
#pragma adjoint reverse wrt(stretch)
  double at(double stretch) const { return stiffness * stretch * stretch * std::cos(stretch); }
};

} // namespace model

#pragma adjoint reverse
double slope(double x) { return adjoint::gradient<model::cube>(x) * x; }

#pragma adjoint reverse
double particle(double q, double v, double width) {
  for (int k = 0; k < 5; ++k) {
    const auto [force, by_width] = adjoint::gradient<model::potential>(q, width);
    v -= 0.2 * force + 0.01 * by_width;
    q += 0.2 * v;
    width *= 1.0 + 0.1 * force;
  }
  return q * v;
}

#pragma adjoint reverse
double both(double q, double width) {
  const auto one = adjoint::value_and_gradient<model::cube>(q * width);
  const auto [value, gradient] = adjoint::value_and_gradient<model::potential>(q, one.gradient);
  return one.value * value + std::get<0>(gradient) * std::get<1>(gradient);
}

#pragma adjoint reverse
double descent(const double *start, int n) {
  double x[3];
  for (int i = 0; i < n; ++i)
    x[i] = start[i];
  for (int k = 0; k < 4; ++k) {
    const std::array<double, 3> gradient = adjoint::gradient<model::energy>(x, n);
    for (int i = 0; i < n; ++i)
      x[i] -= 0.1 * gradient[static_cast<std::size_t>(i)];
  }
  return model::energy(x, n);
}

#pragma adjoint reverse name(byFactorAdjoint)
double byFactor(double q, double weight) { return adjoint::gradient<model::weighted>(q, weight, 3) * q; }

#pragma adjoint reverse name(pulledAdjoint)
double pulled(double stretch, double stiffness) {
  const model::Spring spring = {stiffness};
  return adjoint::gradient<&model::Spring::at>(spring, stretch) * stretch;
}

int main() {
  numeric::check("slope", slope, slope_b, {{0.7}, {-1.3}});
  numeric::check("particle", particle, particle_b, {{0.7, 0.2, 1.3}, {-0.4, 0.9, 2.0}});
  numeric::check("both", both, both_b, {{0.7, 1.2}, {-0.4, 0.9}});
  numeric::check("descent", descent, descent_b, {{0.7, 1.3, -0.4}, {0.2, -1.1, 0.5}});
  numeric::check("byFactor", byFactor, byFactorAdjoint, {{0.7, 1.2}, {-0.4, 0.9}});
  numeric::check("pulled", pulled, pulledAdjoint, {{0.7, 1.2}, {-0.4, 0.9}});
  return numeric::report();
}
