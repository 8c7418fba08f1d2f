// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (value is no clause of tangents)
//
// The clause `value` where memory of the caller is overwritten and the function may throw, asserts, or reads texts.

#include "numeric.h"

#include <cassert>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using numeric::Vector;

#pragma adjoint reverse value
double checkedAccess(double *x, int n) {
  std::vector<double> weights(2, x[0]);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    x[i] *= weights.at(i % 2) * x[(i + 1) % n];
    s += std::sin(x[i]);
  }
  return s;
}

#pragma adjoint reverse value
double throughFunction(double *x, int n) {
  std::function<double(double)> f = [n](double t) { return t * t + n; };
  if (x[0] > 1)
    f = [](double t) { return std::exp(t); };
  for (int i = 0; i < n; ++i)
    x[i] = f(x[i]) * x[(i + 1) % n];
  return x[0] * x[n - 1];
}

#pragma adjoint reverse value
double named(double *x, int n, const std::string &mode) {
  assert(n > 1);
  if (mode.empty() || x[0] == 100)
    throw std::invalid_argument("mode");
  for (int i = 0; i < n; ++i)
    x[i] = mode == "square" ? x[i] * x[i] : mode[0] == 's' ? std::sin(x[i]) : x[i] * x[0];
  return x[0] * x[1];
}

template <class Adjoint, class Primal> void check(const char *name, const Vector &at, Primal primal, Adjoint adjoint) {
  auto values = [&](Vector x) {
    double s = primal(x.data(), static_cast<int>(x.size()));
    x.push_back(s);
    return x;
  };
  numeric::check(name, at, values, [&](const Vector &x, const Vector &seeds) {
    Vector y = x, x_b(seeds.begin(), seeds.end() - 1), expected = values(x);
    double value = adjoint(y.data(), x_b.data(), static_cast<int>(x.size()), seeds.back());
    numeric::expect(name, expected.back(), value);
    for (std::size_t i = 0; i < y.size(); ++i)
      numeric::expect(name, expected[i], y[i]);
    return x_b;
  });
}

int main() {
  for (const Vector &at : {Vector{0.7, 1.3, 0.4}, Vector{1.2, -0.6, 0.8, 0.5}}) {
    check("checkedAccess", at, checkedAccess, checkedAccess_b);
    check("throughFunction", at, throughFunction, throughFunction_b);
    for (std::string mode : {"square", "sine", "other"})
      check(
          "named", at, [&](double *x, int n) { return named(x, n, mode); },
          [&](double *x, double *x_b, int n, double seed) { return named_b(x, x_b, n, mode, seed); });
  }
  return numeric::report();
}
