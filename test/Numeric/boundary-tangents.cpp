// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Tangents of functions whose arguments are containers and classes with private members: values and tangents are left in
// the caller's objects.
//
// NUMERIC-TANGENTS: none (they are asked for here)

#include "numeric.h"

#include <cmath>
#include <vector>

using numeric::Vector;

namespace {

class Curve {
public:
  Curve(double level, double slope) : level(level), slope(slope) {}
  double rate(double t) const { return level * std::exp(-slope * t); }
  void shift(double by) { level += by * slope; }
  double levelNow() const { return level; }
  double slopeNow() const { return slope; }

private:
  double level, slope;
};

} // namespace

#pragma adjoint reverse
#pragma adjoint tangent
double weighted(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * std::sin(y[i] * sum);
  return sum + x[0] * y[1];
}

#pragma adjoint reverse
#pragma adjoint tangent
void rescale(std::vector<double> &x, double factor, const std::vector<std::vector<double>> &rows) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = x[i] * x[i] * factor;
    for (double v : rows[i])
      x[i] += v * factor * x[0];
  }
}

#pragma adjoint reverse
#pragma adjoint tangent
double advanced(Curve &curve, double t) {
  double value = curve.rate(t);
  curve.shift(value * t);
  return value * curve.rate(2 * t);
}

int main() {
  const std::size_t n = 3;
  auto first = [](const Vector &x) { return Vector(x.begin(), x.begin() + 3); };
  auto second = [](const Vector &x) { return Vector(x.begin() + 3, x.end()); };
  numeric::check(
      "weighted", {0.5, 1.5, 2.0, 1.1, 0.4, 0.9},
      [&](const Vector &x) { return Vector{weighted(first(x), second(x))}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector a_b(n), b_b(n);
        weighted_b(first(x), a_b, second(x), b_b, y_b[0]);
        a_b.insert(a_b.end(), b_b.begin(), b_b.end());
        return a_b;
      },
      [&](const Vector &x, const Vector &x_d) {
        double y_d = 0.0;
        const double y = weighted_d(first(x), first(x_d), second(x), second(x_d), y_d);
        return Vector{y_d, y};
      });
  auto rows = [](const Vector &x) { return std::vector<Vector>{{x[4], x[5]}, {}, {x[6]}}; };
  numeric::check(
      "rescale", {0.5, 1.5, 2.0, 1.2, 0.3, 0.7, 1.9},
      [&](const Vector &x) {
        Vector a = first(x);
        rescale(a, x[3], rows(x));
        return a;
      },
      [&](const Vector &x, const Vector &y_b) {
        Vector a = first(x), a_b = y_b;
        std::vector<Vector> rows_b;
        double factor_b = 0.0;
        rescale_b(a, a_b, x[3], factor_b, rows(x), rows_b);
        return Vector{a_b[0], a_b[1], a_b[2], factor_b, rows_b[0][0], rows_b[0][1], rows_b[2][0]};
      },
      [&](const Vector &x, const Vector &x_d) {
        Vector a = first(x), a_d = first(x_d);
        rescale_d(a, a_d, x[3], x_d[3], rows(x), rows(x_d));
        return numeric::joined(a_d, a);
      });
  numeric::check(
      "advanced", {1.2, 0.4, 0.8},
      [](const Vector &x) {
        Curve curve(x[0], x[1]);
        const double y = advanced(curve, x[2]);
        return Vector{y, curve.levelNow(), curve.slopeNow()};
      },
      [](const Vector &x, const Vector &y_b) {
        Curve curve(x[0], x[1]), curve_b(y_b[1], y_b[2]);
        double t_b = 0.0;
        advanced_b(curve, curve_b, x[2], t_b, y_b[0]);
        return Vector{curve_b.levelNow(), curve_b.slopeNow(), t_b};
      },
      [](const Vector &x, const Vector &x_d) {
        Curve curve(x[0], x[1]), curve_d(x_d[0], x_d[1]);
        double y_d = 0.0;
        const double y = advanced_d(curve, curve_d, x[2], x_d[2], y_d);
        return Vector{y_d, curve_d.levelNow(), curve_d.slopeNow(), y, curve.levelNow(), curve.slopeNow()};
      });
  return numeric::report();
}
