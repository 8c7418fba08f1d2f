// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// Derivatives by the name of the function, of functions of std::span.

#include <adjoint/derivatives.h>

#include "numeric.h"

#include <span>
#include <vector>

using numeric::Vector;

#pragma adjoint hessian
double product(std::span<const double> x, const std::span<const double> &weights) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += weights[i] * x[i] * x[i + 1];
  return sum;
}

// Arrays of constants are no rows.
#pragma adjoint jacobian
double firsts(std::span<const double> x, const double (&weights)[2]) { return x[0] * weights[0]; }
static_assert(adjoint::is_adjoint_of<firsts, firsts_b, adjoint::Roles<adjoint::Independent, adjoint::Independent>, adjoint::Dependent>);

#pragma adjoint jacobian
void squares(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i] + y[i] * x[0];
}

namespace {

void expectSame(const char *name, const Vector &expected, const Vector &got) {
  numeric::expect(name, double(expected.size()), double(got.size()));
  for (std::size_t i = 0; i < expected.size() && i < got.size(); ++i)
    numeric::expect(name, expected[i], got[i]);
}

} // namespace

int main() {
  const Vector x{1.0, 2.0, 3.0}, weights{0.5, 2.0};
  const auto [value, gradient] = adjoint::value_and_gradient<product>(x, std::span<const double>(weights));
  numeric::expect("value", 13.0, value);
  expectSame("by x", {1.0, 6.5, 4.0}, std::get<0>(gradient));
  expectSame("by weights", {2.0, 6.0}, std::get<1>(gradient));
  const auto H = adjoint::hessian<product>(std::span<const double>(x), weights);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < i; ++j)
      numeric::expect("symmetric", H(i, j), H(j, i));
  expectSame("Hessian", {0.5, 2.0, 2.0, 1.0, 3.0}, {H(0, 1), H(1, 2), H(3, 0), H(3, 1), H(4, 1)});

  const Vector y{0.3, 0.7, -0.2};
  for (adjoint::Sweeps sweeps : {adjoint::Sweeps::Tangents, adjoint::Sweeps::Adjoints}) {
    const auto J = sweeps == adjoint::Sweeps::Tangents ? adjoint::jacobian<squares, adjoint::Sweeps::Tangents>(x, y)
                                                       : adjoint::jacobian<squares, adjoint::Sweeps::Adjoints>(x, y);
    const Vector expected{2.3, 0.0, 0.0, 1.0, 0.0, 0.0, 0.7, 4.0, 0.0, 0.0, 1.0, 0.0, -0.2, 0.0, 6.0, 0.0, 0.0, 1.0};
    expectSame("Jacobian", expected, Vector(J.data(), J.data() + 18));
  }
  expectSame("what is written stays", {0.3, 0.7, -0.2}, y);
  expectSame("jvp", {2.3, 0.7, -0.2}, adjoint::jvp<squares>(x, y)(Vector{1, 0, 0}, Vector(3)));
  const auto [x_b, y_b] = adjoint::vjp<squares>(x, y)(Vector{1, 1, 0});
  expectSame("vjp", {3.0, 4.0, 0.0, 1.0, 1.0, 0.0}, {x_b[0], x_b[1], x_b[2], y_b[0], y_b[1], y_b[2]});
  return numeric::report();
}
