// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Products with a factor more than once: the factor has one partial.

#include "numeric.h"

#pragma adjoint reverse
double powers(const double *x) {
  double cube = 0.5 * x[0] * x[0] * x[0];
  double mixed = x[0] * x[1] * x[0] * 0.25 * x[1] * x[1];
  double nested = (x[1] * (x[2] * x[1])) * ((x[0] + x[2]) * (x[0] + x[2])) * (x[0] + x[2]);
  double quotient = x[0] * (1.0 / x[2]) * x[0] * std::sin(x[1]) * std::sin(x[1]);
  return cube + mixed * nested + x[2] * quotient;
}

// A product of floats is a factor of one of doubles.
#pragma adjoint reverse
double narrowed(const double *x) {
  float narrow = static_cast<float>(x[1]);
  return x[0] * x[0] * std::sin(x[1]) + narrow * narrow * x[1] * x[0] * x[0] * x[0];
}

#pragma adjoint reverse
float narrow(float x, float y) { return x * x * x * y * 0.5f * y; }

// What is overwritten is one of the factors.
#pragma adjoint reverse
void overwritten(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] = x[i] * x[i] * 0.3 * x[i] * x[(i + 1) % n];
    x[i] *= x[i] * x[i];
  }
}

int main() {
  numeric::check("powers", powers, powers_b, {{0.8, -1.3, 0.6}});
  numeric::check("narrow", narrow, narrow_b, {{0.8, -1.3}});
  numeric::check(
      "narrowed", {0.8, 0.75},
      [](const numeric::Vector &x) { return numeric::Vector{narrowed(x.data())}; }, // 0.75 is a float
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size());
        narrowed_b(x.data(), x_b.data(), y_b[0]);
        return x_b;
      },
      1e-5);
  numeric::check("overwritten", overwritten, overwritten_b, {{1.1}, {1.1, -1.2}, {1.1, -1.2, 0.9, 1.05}});
  return numeric::report();
}
