// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Objects of classes that generated code cannot use as they are, among the parameters of the function itself: private
// members, bases, members that are references, vectors or objects again; member functions that are differentiated.

#include "numeric.h"

#include <array>
#include <cmath>
#include <vector>

using Vector = numeric::Vector;

class Spring {
public:
  Spring(double stiffness, double rest) : stiffness(stiffness), rest(rest) {}
  double force(double x) const { return stiffness * (x - rest) * (x - rest); }
  void soften(double factor) {
    stiffness *= factor;
    stiffness *= stiffness;
  }
  double k() const { return stiffness; }
  double l() const { return rest; }

#pragma adjoint reverse
  double energy(double x) const { return 0.5 * force(x) * stiffness; }

#pragma adjoint reverse wrt(this) name(energyOfSpring)
  double energyAt(double x) const { return force(x) * rest; }

private:
  double stiffness;
  double rest;
};

namespace mechanics {

class Body {
public:
  explicit Body(double m) : mass(m) {}
  double m() const { return mass; }

protected:
  double mass;
};

class Pendulum : public Body {
public:
  Pendulum(double m, const Spring &s, const double &g) : Body(m), gravity(g), spring(s), weights{1.5, m} {}
  double lastWeight() const { return weights[1]; }
  double springK() const { return spring.k(); }
  double springL() const { return spring.l(); }
  double swing(double x) const { return mass * gravity * spring.force(x) + weights[0] * weights[1] * weights[1]; }

  void clear() { weights[0] = weights[1] = 0.0; }

  const double &gravity;

private:
  Spring spring;
  double weights[2];
};

#pragma adjoint reverse
double swung(const Pendulum &p, double x) { return p.swing(x) * p.swing(2.0 * x); }

} // namespace mechanics

#pragma adjoint reverse
void softened(Spring &s, double factor) {
  s.soften(factor);
  s.soften(2.0);
}

#pragma adjoint reverse
double copied(Spring s, double x) {
  s.soften(x);
  return s.force(x);
}

#pragma adjoint reverse
Spring joined(const Spring &s, double x) { return Spring(s.force(x), s.l() * x); }

// A class that keeps its numbers in an array of the library, and one in a vector besides.
class Stencil {
public:
  Stencil(double left, double right) : weights{left, right}, shifts{right, left * right} {}
  double at(int i) const { return weights[i] * shifts[i]; }
  double weight(int i) const { return weights[i]; }
  double shift(int i) const { return shifts[i]; }
  void turn(double x) {
    weights[0] *= x;
    shifts[0] += weights[1];
  }

private:
  std::array<double, 2> weights;
  std::vector<double> shifts;
};

#pragma adjoint reverse
double applied(const Stencil &s, double x) { return s.at(0) * x + s.at(1) * x * x; }

#pragma adjoint reverse
double turned(Stencil &s, double x) {
  s.turn(x);
  return s.at(0) * s.at(1);
}

// The weights are (l, r), the shifts (r, l r).
Vector stencilAdjoint(const Stencil &s_b, const Vector &v, double x_b) {
  return {s_b.weight(0) + v[1] * s_b.shift(1), s_b.weight(1) + s_b.shift(0) + v[0] * s_b.shift(1), x_b};
}

int main() {
  const Vector p = {0.7, 1.3, -0.4};
  numeric::check(
      "energy", p, [](const Vector &v) { return Vector{Spring(v[0], v[1]).energy(v[2])}; },
      [](const Vector &v, const Vector &y_b) {
        Spring s(v[0], v[1]), s_b(0.0, 0.0);
        double x_b = 0.0;
        energy_b(s, s_b, v[2], x_b, y_b[0]);
        return Vector{s_b.k(), s_b.l(), x_b};
      });
  numeric::check(
      "energyAt", {0.7, 1.3}, [](const Vector &v) { return Vector{Spring(v[0], v[1]).energyAt(0.3)}; },
      [](const Vector &v, const Vector &y_b) {
        Spring s(v[0], v[1]), s_b(0.0, 0.0);
        energyOfSpring(s, s_b, 0.3, y_b[0]);
        return Vector{s_b.k(), s_b.l()};
      });
  numeric::check(
      "softened", p,
      [](const Vector &v) {
        Spring s(v[0], v[1]);
        softened(s, v[2]);
        return Vector{s.k(), s.l()};
      },
      [](const Vector &v, const Vector &y_b) {
        Spring s(v[0], v[1]), s_b(y_b[0], y_b[1]);
        double factor_b = 0.0;
        softened_b(s, s_b, v[2], factor_b);
        return Vector{s_b.k(), s_b.l(), factor_b};
      });
  numeric::check(
      "copied", p, [](const Vector &v) { return Vector{copied(Spring(v[0], v[1]), v[2])}; },
      [](const Vector &v, const Vector &y_b) {
        Spring s_b(0.0, 0.0);
        double x_b = 0.0;
        copied_b(Spring(v[0], v[1]), s_b, v[2], x_b, y_b[0]);
        return Vector{s_b.k(), s_b.l(), x_b};
      });
  numeric::check(
      "swung", {0.7, 1.3, -0.4, 9.81, 0.3},
      [](const Vector &v) {
        return Vector{mechanics::swung(mechanics::Pendulum(v[0], Spring(v[1], v[2]), v[3]), v[4])};
      },
      [](const Vector &v, const Vector &y_b) {
        double gravity_b = 0.0, x_b = 0.0;
        Spring s(v[1], v[2]), none(0.0, 0.0);
        mechanics::Pendulum p(v[0], s, v[3]), p_b(0.0, none, gravity_b);
        p_b.clear();
        mechanics::swung_b(p, p_b, v[4], x_b, y_b[0]);
        // The spring's part is seen through the one that it is copied from.
        return Vector{p_b.m() + p_b.lastWeight(), p_b.springK(), p_b.springL(), gravity_b, x_b};
      });
  numeric::check(
      "joined", p,
      [](const Vector &v) {
        Spring s = joined(Spring(v[0], v[1]), v[2]);
        return Vector{s.k(), s.l()};
      },
      [](const Vector &v, const Vector &y_b) {
        Spring s(v[0], v[1]), s_b(0.0, 0.0);
        double x_b = 0.0;
        joined_b(s, s_b, v[2], x_b, Spring(y_b[0], y_b[1]));
        return Vector{s_b.k(), s_b.l(), x_b};
      });
  numeric::check(
      "applied", p, [](const Vector &v) { return Vector{applied(Stencil(v[0], v[1]), v[2])}; },
      [](const Vector &v, const Vector &y_b) {
        const Stencil s(v[0], v[1]);
        Stencil s_b(0.0, 0.0);
        double x_b = 0.0;
        applied_b(s, s_b, v[2], x_b, y_b[0]);
        return stencilAdjoint(s_b, v, x_b);
      });
  numeric::check(
      "turned", p,
      [](const Vector &v) {
        Stencil s(v[0], v[1]);
        return Vector{turned(s, v[2])};
      },
      [](const Vector &v, const Vector &y_b) {
        Stencil s(v[0], v[1]), s_b(0.0, 0.0);
        double x_b = 0.0;
        turned_b(s, s_b, v[2], x_b, y_b[0]);
        return stencilAdjoint(s_b, v, x_b);
      });
  return numeric::report();
}
