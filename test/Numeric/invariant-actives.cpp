// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Active intermediates that a loop leaves alone are computed in front of it, also where the loop may have no iteration.

#include "numeric.h"

#include <vector>

#pragma adjoint reverse
double decay(const std::vector<double> &x, const double *k) {
  double sum = k[0];
  for (double v : x)
    sum = sum * std::exp(-k[0] * k[1]) + v * std::sin(k[1]) / (1.0 + k[0] * k[0]);
  return sum;
}

// With no x, what overflows is used by nothing.
#pragma adjoint reverse
double overflow(const std::vector<double> &x, const double *k) {
  double a = k[0], b = k[1], sum = a;
  for (double v : x)
    sum += v * std::exp(a * b) / std::sqrt(b);
  return sum;
}

// Some of it changes in the outer loop, some in the inner one, some behind a test.
#pragma adjoint reverse
double nested(const std::vector<double> &x, const double *k) {
  double a = k[0], b = k[1], sum = 0.0;
  for (std::size_t s = 0; s < x.size(); ++s) {
    for (std::size_t i = s; i < x.size(); ++i) {
      sum += std::exp(a) * std::log(2.0 + b * b) * x[i];
      if (x[i] > 0.6)
        sum *= std::tanh(b);
      b += 0.1 * x[i];
    }
    a *= std::cos(k[1]);
  }
  std::size_t left = x.size();
  while (left > 1 && sum < 100.0) {
    sum += std::sqrt(a * a + 1.0) * x[--left];
  }
  return sum + a * b;
}

using numeric::Vector;

template <class F, class F_b> void check(const char *name, F f, F_b f_b, std::size_t n, double a, double b) {
  Vector all = {a, b};
  for (std::size_t i = 0; i < n; ++i)
    all.push_back(0.3 + 0.2 * double((2 * i) % 5));
  auto split = [](const Vector &v) { return Vector(v.begin() + 2, v.end()); };
  numeric::check(
      name, all, [&](const Vector &v) { return Vector{f(split(v), v.data())}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector x = split(v), x_b(x.size()), k_b(2);
        f_b(x, x_b, v.data(), k_b.data(), y_b[0]);
        k_b.insert(k_b.end(), x_b.begin(), x_b.end());
        return k_b;
      });
}

int main() {
  for (std::size_t n : {0, 1, 4}) {
    check("decay", decay, decay_b, n, 0.7, 0.4);
    check("nested", nested, nested_b, n, 0.7, 0.4);
    check("overflow", overflow, overflow_b, n, 0.7, 0.4);
  }
  check("overflow", overflow, overflow_b, 0, 40.0, 30.0);
  check("overflow", overflow, overflow_b, 0, 0.7, 0.0);
  return numeric::report();
}
