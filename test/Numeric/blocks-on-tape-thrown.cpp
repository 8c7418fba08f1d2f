// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// An exception leaves nothing of the memory that the reverse sweep would have freed: the sanitizers look for it.

#include "numeric.h"

#include <cmath>
#include <stdexcept>

namespace {

double *made(const double *x, int n, double factor) {
  double *block = new double[n];
  for (int i = 0; i < n; ++i)
    block[i] = factor * x[i] * x[i];
  return block;
}

} // namespace

#pragma adjoint reverse
double thrown(const double *x, int n, double limit) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double *block = made(x, n, s);
    s = s * block[i] + 0.5;
    const bool isLarge = s > limit;
    delete[] block;
    if (isLarge)
      throw std::range_error("large");
    s = std::sin(s) + 0.3 * s;
  }
  return s;
}

int main() {
  using numeric::Vector;
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8}, {0.6}};
  numeric::check("thrown", [](const double *x, int n) { return thrown(x, n, 1e9); },
                 [](const double *x, double *x_b, int n, double seed) {
                   double limit_b = 0.0;
                   thrown_b(x, x_b, n, 1e9, limit_b, seed);
                 },
                 points);
  // An exception leaves nothing on the tape.
  Vector x = {0.7, -0.4, 1.2}, x_b(3);
  double limit_b = 0.0;
  bool isThrown = false;
  try {
    thrown_b(x.data(), x_b.data(), 3, 1.0, limit_b, 1.0);
  } catch (const std::range_error &) {
    isThrown = true;
  }
  numeric::expect("thrown, an exception", 1.0, isThrown);
  return numeric::report();
}
