// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Const member functions of classes with mutable members: the adjoint takes a constant object, and so does the tangent.

#include "numeric.h"

#include <cmath>
#include <type_traits>
#include <vector>

using numeric::Vector;

/// Generated code uses it as it is.
struct Cached {
  mutable double last;
  double slope;
  double at(double x) const { return last * x * slope; }
  double step(double x) const {
    last = std::sin(x * slope) + last * last;
    return last * x;
  }
};
#pragma adjoint reverse function(Cached::at)
#pragma adjoint tangent function(Cached::at)
#pragma adjoint reverse function(Cached::step)
#pragma adjoint tangent function(Cached::step)

/// Generated code has a plain struct in its place.
class Memo {
public:
  Memo(double level, double slope) : level(level), slope(slope), seen{level} {}
  double at(double x) const {
    level = level * x + seen[0];
    return level * level * slope;
  }
  Vector numbers() const { return {level, slope, seen[0]}; }

private:
  mutable double level;
  double slope;
  std::vector<double> seen;
};
#pragma adjoint reverse function(Memo::at)
#pragma adjoint tangent function(Memo::at)

int main() {
  const Vector at = {0.7, 1.3, 0.4};
  numeric::check(
      "Cached::at", at,
      [](const Vector &x) {
        const Cached c{x[0], x[1]};
        return Vector{c.at(x[2]), c.last};
      },
      [](const Vector &x, const Vector &y_b) {
        const Cached c{x[0], x[1]};
        Cached c_b{y_b[1], 0.0};
        double x_b = 0.0;
        at_b(c, c_b, x[2], x_b, y_b[0]);
        return Vector{c_b.last, c_b.slope, x_b};
      },
      [](const Vector &x, const Vector &x_d) {
        const Cached c{x[0], x[1]}, c_d{x_d[0], x_d[1]};
        double y_d = 0.0;
        const double y = at_d(c, c_d, x[2], x_d[2], y_d);
        return Vector{y_d, c_d.last, y, c.last};
      });
  numeric::check(
      "Cached::step", at,
      [](const Vector &x) {
        const Cached c{x[0], x[1]};
        const double y = c.step(x[2]);
        return Vector{y, c.last};
      },
      [](const Vector &x, const Vector &y_b) {
        const Cached c{x[0], x[1]};
        Cached c_b{y_b[1], 0.0};
        double x_b = 0.0;
        step_b(c, c_b, x[2], x_b, y_b[0]);
        return Vector{c_b.last, c_b.slope, x_b};
      },
      [](const Vector &x, const Vector &x_d) {
        const Cached c{x[0], x[1]}, c_d{x_d[0], x_d[1]};
        double y_d = 0.0;
        const double y = step_d(c, c_d, x[2], x_d[2], y_d);
        return Vector{y_d, c_d.last, y, c.last};
      });
  auto shown = [](const Memo &memo, double y) {
    const Vector numbers = memo.numbers();
    return Vector{y, numbers[0], numbers[1], numbers[2]};
  };
  numeric::check(
      "Memo::at", at,
      [&](const Vector &x) {
        const Memo memo(x[0], x[1]);
        const double y = memo.at(x[2]);
        return shown(memo, y);
      },
      [](const Vector &x, const Vector &y_b) {
        const Memo memo(x[0], x[1]);
        Memo memo_b(y_b[1], y_b[2]);
        double x_b = 0.0;
        at_b(memo, memo_b, x[2], x_b, y_b[0]);
        const Vector numbers = memo_b.numbers(); // seen is the level, too
        return Vector{numbers[0] + numbers[2] - y_b[1] + y_b[3], numbers[1], x_b};
      },
      [&](const Vector &x, const Vector &x_d) {
        const Memo memo(x[0], x[1]), memo_d(x_d[0], x_d[1]);
        double y_d = 0.0;
        const double y = at_d(memo, memo_d, x[2], x_d[2], y_d);
        Vector both = shown(memo_d, y_d), values = shown(memo, y);
        both.insert(both.end(), values.begin(), values.end());
        return both;
      });
  return numeric::report();
}
