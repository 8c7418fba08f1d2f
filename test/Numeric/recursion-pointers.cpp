// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Recursions that store no pointers: passive tables beside active data stay without an adjoint.

#include "numeric.h"

#include <cmath>

namespace {

struct Rule {
  int n;
  double node[3];
};
constexpr Rule rules[2] = {{2, {-0.5, 0.5}}, {3, {-0.7, 0, 0.7}}};

template <class F> double quadrature(const F &f, double a, double b, const Rule &rule) {
  double s = 0;
  for (int i = 0; i < rule.n; ++i)
    s += f((a + b) / 2 + (b - a) / 2 * rule.node[i]);
  return s * (b - a) / rule.n;
}
template <class F> double adaptive(const F &f, double a, double b, int depth = 0) {
  double c = quadrature(f, a, b, rules[0]), d = quadrature(f, a, b, rules[1]);
  if (std::fabs(c - d) < 1e-12 || depth > 1)
    return d;
  double m = 0.5 * (a + b);
  return adaptive(f, a, m, depth + 1) + adaptive(f, m, b, depth + 1);
}

} // namespace

#pragma adjoint reverse
double integrals(double x, double y) {
  auto f = [&](double t) { return std::exp(-x * t) * std::sin(3 * y * t); };
  auto inner = [&](double u) { return adaptive([&](double v) { return u * v + y * u * u * std::cos(v); }, 0, u); };
  return adaptive(f, 0, 2 * y) + adaptive(inner, 0.1, x);
}

int main() {
  numeric::check("integrals", integrals, integrals_b, {{0.7, 1.3}, {0.4, 0.9}});
  return numeric::report();
}
