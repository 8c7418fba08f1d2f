// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Active intermediates that a loop leaves alone are computed in front of it, also where the loop may have no iteration.

#include "numeric.h"

#include <vector>

// The first two numbers are rates. With no others, loops have no iteration.
#pragma adjoint reverse
double decay(const std::vector<double> &x) {
  double a = x[0], sum = a;
  for (std::size_t i = 2; i < x.size(); ++i)
    sum = sum * std::exp(-a * x[1]) + x[i] * std::sin(x[1]) / (1.0 + a * a);
  return sum;
}

// What overflows is used by nothing then.
#pragma adjoint reverse
double overflow(const std::vector<double> &x) {
  double a = x[0], b = x[1], sum = a;
  for (std::size_t i = 2; i < x.size(); ++i)
    sum += x[i] * std::exp(a * b) / std::sqrt(b);
  return sum;
}

// Some of it changes in the outer loop, some in the inner one, some behind a test.
#pragma adjoint reverse
double nested(const std::vector<double> &x) {
  double a = x[0], b = x[1], sum = 0.0;
  for (std::size_t s = 2; s < x.size(); ++s) {
    for (std::size_t i = s; i < x.size(); ++i) {
      sum += std::exp(a) * std::log(2.0 + b * b) * x[i];
      if (x[i] > 0.6)
        sum *= std::tanh(b);
      b += 0.1 * x[i];
    }
    a *= std::cos(x[1]);
  }
  std::size_t left = x.size();
  while (left > 3 && sum < 100.0)
    sum += std::sqrt(a * a + 1.0) * x[--left];
  return sum + a * b;
}

int main() {
  const numeric::Points points = {{0.7, 0.4}, {0.7, 0.4, 0.3}, {0.7, 0.4, 0.3, 0.7, 1.1, 0.5}};
  numeric::check("decay", decay, decay_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("overflow", overflow, overflow_b, points);
  numeric::check("overflow", overflow, overflow_b, {{40.0, 30.0}, {0.7, 0.0}});
  return numeric::report();
}
