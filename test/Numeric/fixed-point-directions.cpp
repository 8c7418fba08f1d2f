// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Fixed points along several directions at once: the loop goes on until all have converged. And a function whose result is a number in
// one branch, to higher order.

#include "numeric.h"

#include <adjoint/derivatives.h>
#include <adjoint/taylor.h>

#include <cmath>

#pragma adjoint jacobian
#pragma adjoint hessian
double solved(double p, double q) {
  double x = 0.5, o = 2.0;
#pragma adjoint fixed_point
  while (std::fabs(x - o) > 1e-15) {
    o = x;
    x = std::cos(p * o) * q;
  }
  return x * x * p;
}

#pragma adjoint reverse
#pragma adjoint reverse width(2) name(pair_b2)
void pair(const float p[2], double y[2]) {
  float x[2] = {0.5f, 0.25f};
#pragma adjoint fixed_point
  for (int i = 0; i < 60; ++i) {
    x[0] = 0.5f * std::cos(p[0] * x[1]);
    x[1] = 0.3f * std::sin(p[1] * x[0]) + 0.1f * p[0];
  }
  y[0] = x[0] * x[1];
  y[1] = x[1];
}

#pragma adjoint tangent order(3)
double branch(double x, int depth) {
  if (depth == 0)
    return 1.0;
  return x * x * branch(x, depth - 1);
}

int main() {
  const double p = 0.8, q = 0.9, h = 1e-5;
  const auto jacobian = adjoint::jacobian<solved>(p, q);
  numeric::expect("by p", (solved(p + h, q) - solved(p - h, q)) / (2 * h), jacobian(0, 0), 1e-8);
  numeric::expect("by q", (solved(p, q + h) - solved(p, q - h)) / (2 * h), jacobian(0, 1), 1e-8);
  const auto hessian = adjoint::hessian<solved>(p, q);
  auto gradient = [](double p, double q, int k) { return adjoint::jacobian<solved>(p, q)(0, k); };
  for (int k = 0; k < 2; ++k) {
    numeric::expect("by p again", (gradient(p + h, q, k) - gradient(p - h, q, k)) / (2 * h), hessian(k, 0), 1e-7);
    numeric::expect("by q again", (gradient(p, q + h, k) - gradient(p, q - h, k)) / (2 * h), hessian(k, 1), 1e-7);
  }

  const float at[2] = {0.7f, 1.1f};
  adjoint::Directions<double, 2> y_b[2] = {};
  adjoint::Directions<float, 2> p_b[2] = {};
  y_b[0][0] = y_b[1][1] = 1.0;
  double y[2];
  pair_b2(at, p_b, y, y_b);
  for (int k = 0; k < 2; ++k) {
    float single[2] = {};
    double seed[2] = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0};
    pair_b(at, single, y, seed);
    for (int i = 0; i < 2; ++i)
      numeric::expect("each direction", single[i], p_b[i][k], 1e-5);
  }

  const auto series = branch_t(adjoint::Taylor<double, 3>(0.5, 1.0), 2);
  const double expected[4] = {0.0625, 0.5, 1.5, 2.0}; // of x^4
  for (int k = 0; k < 4; ++k)
    numeric::expect("coefficient", expected[k], series[k]);
  numeric::expect("of a number", 1.0, branch_t(adjoint::Taylor<double, 3>(0.5, 1.0), 0)[0]);
  return numeric::report();
}
