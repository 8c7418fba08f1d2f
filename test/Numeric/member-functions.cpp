// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Adjoints of member functions: defined inside and outside of their classes, static, nested, operators, in namespaces with
// and without a name, with the clauses; and names that generated code has uses of its own for.

#include "numeric.h"

#include <cmath>
#include <map>
#include <memory>
#include <utility>

using numeric::Vector;

namespace {

struct Direct {
  double a, b;

#pragma adjoint reverse
  double inside(double x) const { return a * x * x + std::sin(b * x); }
  double outside(double x);

#pragma adjoint reverse value
  double changing(double x) {
    a = a * x;
    b += a * a;
    return a * b;
  }

#pragma adjoint reverse
  static double square(double x, double y) { return x * x * y; }

  struct Inner {
    double c;
#pragma adjoint reverse name(applied_b)
    double operator()(double x) const { return c * c * x; }
  };
};

#pragma adjoint reverse
double Direct::outside(double x) {
  a *= x;
  return a * b;
}

} // namespace

namespace outer {
namespace {

class Hidden {
public:
  Hidden(double tape, double x_b) : tape(tape), x_b(x_b) {}
  double get(int i) const { return i ? x_b : tape; }

#pragma adjoint reverse value
  double names(double self, double i0, double self_b) {
    double frame = tape * i0;
    x_b = frame * self * self_b;
    tape = std::exp(x_b);
    return tape * x_b * self;
  }

private:
  double tape, x_b;
};

} // namespace

inline Vector hiddenPrimal(const Vector &v) {
  Hidden h(v[0], v[1]);
  double y = h.names(v[2], v[3], v[4]);
  return {y, h.get(0), h.get(1)};
}

inline Vector hiddenAdjoint(const Vector &v, const Vector &y_b) {
  Hidden h(v[0], v[1]), h_b(y_b[1], y_b[2]);
  double b[3] = {};
  double y = names_b(h, h_b, v[2], b[0], v[3], b[1], v[4], b[2], y_b[0]);
  numeric::expect("names", hiddenPrimal(v)[0], y);
  numeric::expect("names", hiddenPrimal(v)[1], h.get(0));
  return {h_b.get(0), h_b.get(1), b[0], b[1], b[2]};
}
} // namespace outer

// Bodies inside the class that are the first to use templates of the library, of which classes are made then.
class Weighted {
public:
  explicit Weighted(std::map<short, double> w) : weights(std::move(w)) {}
#pragma adjoint reverse
  double loss(double x) const {
    double s = 0;
    for (const auto &[k, w] : weights)
      s += k * w * x * x;
    const auto both = std::make_pair(std::make_unique<double>(s), short(2));
    return *both.first * both.second;
  }
  struct Inner {
    std::map<unsigned short, double> shifts;
#pragma adjoint reverse name(shifted_b)
    double shifted(double x) const { return shifts.at(1) * x * x; }
  };

private:
  std::map<short, double> weights;
};

int main() {
  const Vector p = {0.7, 1.3, -0.4};
  numeric::check(
      "inside", p, [](const Vector &v) { return Vector{Direct{v[0], v[1]}.inside(v[2])}; },
      [](const Vector &v, const Vector &y_b) {
        Direct d{v[0], v[1]}, d_b{};
        double x_b = 0.0;
        inside_b(d, d_b, v[2], x_b, y_b[0]);
        return Vector{d_b.a, d_b.b, x_b};
      });
  numeric::check(
      "outside", p,
      [](const Vector &v) {
        Direct d{v[0], v[1]};
        double y = d.outside(v[2]);
        return Vector{y, d.a, d.b};
      },
      [](const Vector &v, const Vector &y_b) {
        Direct d{v[0], v[1]}, d_b{y_b[1], y_b[2]};
        double x_b = 0.0;
        outside_b(d, d_b, v[2], x_b, y_b[0]);
        return Vector{d_b.a, d_b.b, x_b};
      });
  numeric::check(
      "changing", p,
      [](const Vector &v) {
        Direct d{v[0], v[1]};
        double y = d.changing(v[2]);
        return Vector{y, d.a, d.b};
      },
      [](const Vector &v, const Vector &y_b) {
        Direct d{v[0], v[1]}, d_b{y_b[1], y_b[2]};
        double x_b = 0.0;
        double y = changing_b(d, d_b, v[2], x_b, y_b[0]);
        numeric::expect("changing", v[0] * v[2] * (v[1] + v[0] * v[2] * v[0] * v[2]), y);
        return Vector{d_b.a, d_b.b, x_b};
      });
  numeric::check("square", Direct::square, square_b, {{0.7, 1.3}});
  numeric::check(
      "applied", {0.7, 1.3}, [](const Vector &v) { return Vector{Direct::Inner{v[0]}(v[1])}; },
      [](const Vector &v, const Vector &y_b) {
        Direct::Inner d{v[0]}, d_b{};
        double x_b = 0.0;
        applied_b(d, d_b, v[1], x_b, y_b[0]);
        return Vector{d_b.c, x_b};
      });
  numeric::check(
      "names", {0.7, 1.3, -0.4, 0.9, 1.1}, [](const Vector &v) { return outer::hiddenPrimal(v); },
      [](const Vector &v, const Vector &y_b) { return outer::hiddenAdjoint(v, y_b); });
  const Weighted weighted({{1, 0.5}, {3, 2.0}});
  const Weighted::Inner inner{{{1, 1.5}}};
  numeric::check(
      "weighted", {0.7}, [&](const Vector &v) { return Vector{weighted.loss(v[0]), inner.shifted(v[0])}; },
      [&](const Vector &v, const Vector &y_b) {
        double x_b = 0.0;
        Weighted weighted_b({{1, 0.0}, {3, 0.0}});
        loss_b(weighted, weighted_b, v[0], x_b, y_b[0]);
        Weighted::Inner inner_b{{{1, 0.0}}};
        shifted_b(inner, inner_b, v[0], x_b, y_b[1]);
        numeric::expect("shift", v[0] * v[0] * y_b[1], inner_b.shifts[1]);
        return Vector{x_b};
      });
  return numeric::report();
}
