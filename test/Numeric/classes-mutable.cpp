// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr | --no-bind-references | --no-split-records --no-split-arrays
//
// Const objects with mutable members, which const methods fill for whoever asks, again and again.

#include "numeric.h"

#include <array>
#include <cmath>
#include <vector>

namespace {
class Curve {
public:
  explicit Curve(double rate) : rate(rate) {}
  const double *factors(int n) const {
    if (n != known)
      for (int i = 0; i < n; ++i)
        cached[i] = std::exp(-rate * (i + 1));
    known = n;
    return cached;
  }
  double scaled(double s) const {
    scale *= s;
    return scale * rate;
  }

private:
  double rate;
  mutable double cached[6] = {};
  mutable double scale = 1.0;
  mutable int known = 0;
};

struct Factor {
  explicit Factor(const double *x, int n) : entries(x, x + n) {}
  const std::vector<double> &products() const {
    made.resize(entries.size());
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = entries[i] * entries[0];
    return made;
  }
  std::vector<double> entries;
  mutable std::vector<double> made;
};

double through(const Curve &curve, int n) {
  const double *f = curve.factors(n);
  return f[n - 1] * f[0] + curve.scaled(0.5);
}
} // namespace

#pragma adjoint reverse
double bond(const double *x, int n) {
  const Curve curve(x[0]);
  double value = through(curve, n);
  const Curve other = curve;
  for (int i = 0; i < n; ++i)
    value += other.factors(n)[i] * x[i] + curve.scaled(x[i]);
  return value * through(other, n);
}

#pragma adjoint reverse
double product(const double *x, int n) {
  const Factor factor(x, n);
  const std::vector<double> &p = factor.products();
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += p[i] * factor.entries[n - 1 - i] + factor.products()[i] * sum;
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.4, -0.3, 0.6}};
  numeric::check("bond", bond, bond_b, points);
  numeric::check("product", product, product_b, points);
  return numeric::report();
}
