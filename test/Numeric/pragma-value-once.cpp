// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-TANGENTS: none (value is no clause of tangents)
//
// The clause `value` of functions of objects: the value is that of the forward sweep, and the primal runs once.

#include "numeric.h"

#include <cmath>
#include <random>
#include <vector>

using numeric::Vector;

namespace {
int runs = 0;
}

#pragma adjoint passive
void ran() { ++runs; }

// a local engine
#pragma adjoint reverse wrt(v) value
double drawn(const Vector &v, unsigned seed) {
  ran();
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal(0., 1.);
  double s = 1;
  for (double x : v)
    s *= x + normal(engine) * std::sin(s);
  return s;
}

// numbers behind an object are overwritten, but not needed
#pragma adjoint reverse value
double scaled(Vector &v, double factor) {
  ran();
  double s = 0;
  for (double &x : v) {
    x += factor * factor;
    s += x * x;
  }
  return s;
}

// nothing is returned, and what is overwritten is needed
#pragma adjoint reverse value
void squeezed(const Vector &v, double &sum, double scale) {
  for (double x : v)
    sum = std::sin(sum * x) * scale;
}

// a helper whose records are split from its reverse sweep, and which changes nothing that the caller sees
struct State {
  Vector position;
  double speed = 0;
};
void step(State &state, const Vector &forces, double h) {
  for (std::size_t i = 0; i < forces.size(); ++i) {
    state.position[i] += h * std::sin(state.position[i]) * state.speed;
    if (state.position[i] > 0.1)
      state.speed += h * forces[i] * state.position[i];
  }
}
#pragma adjoint reverse value
double simulated(const Vector &forces, double h) {
  ran();
  State state{Vector(forces.size(), 0.1), 0.4};
  for (int t = 0; t < 5; ++t)
    step(state, forces, h);
  double s = state.speed;
  for (double p : state.position)
    s += p * p;
  return s;
}

// objects that are copied into plain structs and changed there: here the primal runs once more, which leaves them changed
class Grain {
public:
  explicit Grain(double mass) : mass(mass) {}
  void grow(double by) { mass += by * by; }
  double weight() const { return mass; }

private:
  double mass;
};
#pragma adjoint reverse value
double grown(std::vector<Grain> &grains, double by) {
  double s = 1;
  for (Grain &grain : grains) {
    grain.grow(by);
    s *= grain.weight();
  }
  return s;
}
std::vector<Grain> grainsOf(const Vector &x) { return std::vector<Grain>(x.begin(), x.end() - 1); }

template <class Primal, class Adjoint> void check(const char *name, const Vector &at, Primal primal, Adjoint adjoint) {
  numeric::check(
      name, at, [&](const Vector &x) { return primal(x); },
      [&](const Vector &x, const Vector &seeds) {
        const Vector expected = primal(x);
        runs = 0;
        Vector x_b = adjoint(x, seeds, expected);
        numeric::expect(name, 1, runs);
        return x_b;
      });
}

int main() {
  check(
      "drawn", {0.4, 1.2, -0.7}, [](const Vector &x) { return Vector{drawn(x, 7)}; },
      [](const Vector &x, const Vector &seeds, const Vector &expected) {
        Vector x_b(x.size());
        numeric::expect("drawn", expected[0], drawn_b(x, x_b, 7, seeds[0]));
        return x_b;
      });
  check(
      "scaled", {0.4, 1.2, -0.7, 0.3},
      [](const Vector &x) {
        Vector v(x.begin(), x.end() - 1);
        const double s = scaled(v, x.back());
        v.push_back(s);
        return v;
      },
      [](const Vector &x, const Vector &seeds, const Vector &expected) {
        Vector v(x.begin(), x.end() - 1), v_b(seeds.begin(), seeds.end() - 1);
        double factor_b = 0;
        const double s = scaled_b(v, v_b, x.back(), factor_b, seeds.back());
        for (std::size_t i = 0; i < v.size(); ++i)
          numeric::expect("scaled", expected[i], v[i]);
        numeric::expect("scaled", expected.back(), s);
        v_b.push_back(factor_b);
        return v_b;
      });
  check(
      "simulated", {0.4, 1.2, -0.7, 0.3},
      [](const Vector &x) { return Vector{simulated(Vector(x.begin(), x.end() - 1), x.back())}; },
      [](const Vector &x, const Vector &seeds, const Vector &expected) {
        Vector forces(x.begin(), x.end() - 1), forces_b(forces.size());
        double h_b = 0;
        numeric::expect("simulated", expected[0], simulated_b(forces, forces_b, x.back(), h_b, seeds[0]));
        forces_b.push_back(h_b);
        return forces_b;
      });
  numeric::check(
      "grown", {0.4, 1.2, -0.7, 0.3},
      [](const Vector &x) {
        std::vector<Grain> grains = grainsOf(x);
        Vector y{grown(grains, x.back())};
        for (const Grain &grain : grains)
          y.push_back(grain.weight());
        return y;
      },
      [](const Vector &x, const Vector &seeds) {
        std::vector<Grain> expected = grainsOf(x), grains = expected, grains_b(seeds.begin() + 1, seeds.end());
        double by_b = 0;
        numeric::expect("grown", grown(expected, x.back()), grown_b(grains, grains_b, x.back(), by_b, seeds[0]));
        Vector x_b;
        for (std::size_t i = 0; i < grains.size(); ++i) {
          numeric::expect("grown", expected[i].weight(), grains[i].weight());
          x_b.push_back(grains_b[i].weight());
        }
        x_b.push_back(by_b);
        return x_b;
      });
  numeric::check(
      "squeezed", {0.4, 1.2, -0.7, 0.3},
      [](Vector x) {
        squeezed({x[0], x[1]}, x[2], x[3]);
        return Vector{x[2]};
      },
      [](Vector x, const Vector &seeds) {
        Vector v = {x[0], x[1]}, v_b(2);
        double sum = x[2], sum_b = seeds[0], scale_b = 0, expected = x[2];
        squeezed(v, expected, x[3]);
        squeezed_b(v, v_b, sum, sum_b, x[3], scale_b);
        numeric::expect("squeezed", expected, sum);
        return Vector{v_b[0], v_b[1], sum_b, scale_b};
      });
  return numeric::report();
}
