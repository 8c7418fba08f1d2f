// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Numbers that are private or protected static members of classes: set from what is active, read by other members, changed in a loop; and
// constants that a call sets up.
//
// NUMERIC-VARIANTS: --no-inline | --no-tbr

#include "numeric.h"

#include <cmath>

class Kernel {
  static double radius_, scale_;

protected:
  static float slope;

public:
  static void setRadius(double h) {
    radius_ = h;
    scale_ = 8 / (3.14 * h * h * h);
  }
  static double at(double r) {
    const double q = r / radius_;
    return q < 1 ? scale_ * (1 - q) * (1 - q) + 0.1 * slope : 0.5 * scale_;
  }
  static void widen(double by) { radius_ *= by; }
};
double Kernel::radius_ = 1;
double Kernel::scale_ = 0.4;
float Kernel::slope = 0.25f;

#pragma adjoint reverse
double density(const double *x, int n) {
  Kernel::setRadius(1.5 + x[0] * x[0]);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += Kernel::at(x[i]) * (i + 1);
    Kernel::widen(1.0 + 0.1 * std::sin(x[i]));
  }
  return s;
}

#pragma adjoint reverse
double given(const double *x, int n) {
  Kernel::setRadius(2.0);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += Kernel::at(x[i]) * x[0];
  return s;
}

int main() {
  using numeric::Vector;
  const Vector x{0.4, 0.9, 0.2, 0.7};
  auto check = [&](const char *name, auto function, auto adjoint) {
    numeric::check(
        name, x, [=](const Vector &at) { return Vector{function(at.data(), 4)}; },
        [=](const Vector &at, const Vector &y_b) {
          Vector x_b(at.size());
          adjoint(at.data(), x_b.data(), 4, y_b[0]);
          return x_b;
        });
  };
  check("density", density, density_b);
  check("given", given, given_b);
  return numeric::report();
}
