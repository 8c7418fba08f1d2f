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
  float narrow = static_cast<float>(x[2]);
  double quotient = x[0] * (1.0 / x[2]) * x[0] * std::sin(x[1]) * std::sin(x[1]);
  return cube + mixed * nested + narrow * narrow * x[2] * quotient;
}

// What is overwritten is one of the factors.
#pragma adjoint reverse
void overwritten(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] = x[i] * x[i] * 0.3 * x[i] * x[(i + 1) % n];
    x[i] *= x[i] * x[i];
  }
}

using numeric::Vector;

int main() {
  numeric::check(
      "powers", {0.8, -1.3, 0.6}, [](const Vector &x) { return Vector{powers(x.data())}; },
      [](const Vector &x, const Vector &y_b) {
        Vector x_b(x.size());
        powers_b(x.data(), x_b.data(), y_b[0]);
        return x_b;
      },
      1e-5);
  const Vector points = {1.1, -1.2, 0.9, 1.05};
  for (int n : {1, 2, 4})
    numeric::check(
        "overwritten", Vector(points.begin(), points.begin() + n),
        [n](Vector x) {
          overwritten(x.data(), n);
          return x;
        },
        [n](Vector x, Vector x_b) {
          overwritten_b(x.data(), x_b.data(), n);
          return x_b;
        });
  return numeric::report();
}
