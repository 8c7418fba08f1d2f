// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
//
// What an adjoint leaves when the primal throws: the caller's data as the primal leaves them, and the tape as it was.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace {
double root(double v) {
  if (v < 0.0)
    throw std::domain_error("negative");
  return std::sqrt(v);
}
} // namespace

// Changes its array, from the front to the element that throws.
#pragma adjoint reverse
double overwritten(double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    std::vector<double> kept(3, x[i]);
    x[i] *= s;
    kept[1] *= s;
    s += root(x[i]) * kept[1] * std::sin(s);
    x[i] *= x[0];
  }
  return s * x[n - 1];
}

int main() {
  numeric::check("overwritten", overwritten, overwritten_b, {{0.7, 1.3, 0.4}, {0.4, 0.9, 1.1, 0.35}});
  for (int k = 0; k < 4; ++k) {
    numeric::Vector x{0.7, 1.3, 0.4, 0.9};
    x[k] *= -1.0;
    numeric::Vector expected = x, got = x, x_b(x.size(), 1.0);
    int thrown = 0;
    try {
      overwritten(expected.data(), 4);
    } catch (const std::domain_error &) {
      ++thrown;
    }
    const std::size_t before = adjoint::Tape::local().bytes();
    try {
      overwritten_b(got.data(), x_b.data(), 4, 1.0);
    } catch (const std::domain_error &) {
      ++thrown;
    }
    numeric::expect("thrown", 2.0, thrown);
    numeric::expect("tape", static_cast<double>(before), static_cast<double>(adjoint::Tape::local().bytes()));
    for (int i = 0; i < 4; ++i)
      numeric::expect("data", expected[i], got[i]);
  }
  return numeric::report();
}
