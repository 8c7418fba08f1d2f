// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// A discount curve bootstrapped from par swap rates with Newton's method, and a swap priced on it.

#include "numeric.h"

#include <cmath>
#include <functional>
#include <vector>

class Curve {
public:
  void append(double time, double discount) {
    times_.push_back(time);
    discounts_.push_back(discount);
  }

  /// Linear in the logarithm between the knots.
  double discount(double time) const {
    if (time <= times_.front())
      return std::pow(discounts_.front(), time / times_.front());
    std::size_t i = 1;
    while (i + 1 < times_.size() && times_[i] < time)
      ++i;
    double w = (time - times_[i - 1]) / (times_[i] - times_[i - 1]);
    return std::exp((1.0 - w) * std::log(discounts_[i - 1]) + w * std::log(discounts_[i]));
  }

private:
  std::vector<double> times_, discounts_;
};

template <class F> double newton(F f, double x) {
  for (int k = 0; k < 8; ++k) {
    double h = 1e-4;
    double slope = (f(x + h) - f(x - h)) / (2.0 * h);
    x -= f(x) / slope;
  }
  return x;
}

#pragma adjoint reverse
double swapValue(const std::vector<double> &rates, double fixed) {
  Curve curve;
  double annuity = 0.0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    double time = 1.0 + i, rate = rates[i];
    double d = newton([=](double d) { return rate * (annuity + d) + d - 1.0; }, 0.9);
    annuity += d;
    curve.append(time, d);
  }
  double value = 0.0;
  for (int k = 1; k <= 4; ++k)
    value += 0.5 * fixed * curve.discount(0.5 * k + 0.25);
  return value - (1.0 - curve.discount(2.25));
}

int main() {
  using numeric::Vector;
  numeric::check(
      "swapValue", {0.02, 0.025, 0.03, 0.022},
      [&](const Vector &v) { return Vector{swapValue(Vector(v.begin(), v.begin() + 3), v[3])}; },
      [&](const Vector &v, const Vector &s) {
        Vector r(v.begin(), v.begin() + 3), r_b(3);
        double fixed_b = 0.0;
        swapValue_b(r, r_b, v[3], fixed_b, s[0]);
        r_b.push_back(fixed_b);
        return r_b;
      });
  return numeric::report();
}
