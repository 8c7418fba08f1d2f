// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Eigen's matrices in containers, in classes of the user's, and as arguments of function templates.

#include "eigen.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
double listed(const Eigen::MatrixXd &m, double t) {
  std::vector<Eigen::VectorXd> rows;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    rows.push_back(m.row(i).transpose() * t);
  std::vector<Eigen::Vector3d> fixed(2, Eigen::Vector3d(t, 1.0, t * t));
  fixed[1] += rows[0];
  fixed.emplace_back(rows[1]);
  for (auto &row : rows)
    row *= fixed[2].x();
  double s = 0.0;
  for (const auto &row : rows)
    for (const Eigen::Vector3d &other : fixed)
      s += row.dot(other) * row.norm();
  return s;
}

/// States that are made where they lie.
#pragma adjoint reverse
double history(const Eigen::MatrixXd &m, const Eigen::VectorXd &x) {
  std::vector<Eigen::VectorXd> states{x};
  for (int i = 0; i < 3; ++i)
    states.emplace_back(0.3 * m * states.back() + x.cwiseProduct(states[i]));
  double s = 0.0;
  for (const Eigen::VectorXd &state : states)
    s += state.squaredNorm() * state(0);
  return s;
}

struct Layer {
  Eigen::MatrixXd weights;
  Eigen::VectorXd bias;
  Eigen::VectorXd operator()(const Eigen::VectorXd &x) const { return (weights * x + bias).array().tanh(); }
};

#pragma adjoint reverse
double network(const Eigen::MatrixXd &w, const Eigen::VectorXd &x) {
  std::vector<Layer> layers;
  for (int i = 0; i < 3; ++i)
    layers.push_back({w * (1.0 + i), w.col(i)});
  Eigen::VectorXd y = x;
  for (const Layer &layer : layers)
    y = layer(y);
  return y.squaredNorm();
}

class Body {
public:
  Body(const Eigen::Vector3d &at, const Eigen::Vector3d &v, double mass) : position(at), velocity(v), mass(mass) {}
  void step(const Eigen::Vector3d &force, double dt) {
    velocity += force / mass * dt;
    position += velocity * dt;
  }
  double energy() const { return 0.5 * mass * velocity.squaredNorm() + 1.0 / position.norm(); }
  const Eigen::Vector3d &at() const { return position; }

private:
  Eigen::Vector3d position, velocity;
  double mass;
};

#pragma adjoint reverse
double orbit(const Eigen::Vector3d &x, const Eigen::Vector3d &v, double mass, int n) {
  Body body(x, v, mass);
  for (int i = 0; i < n; ++i)
    body.step(-body.at() / std::pow(body.at().norm(), 3), 0.1);
  Body copy = body;
  copy.step(x, 0.2);
  return body.energy() * copy.energy();
}

struct State {
  Eigen::Vector2d x;
  Eigen::Matrix2d p;
  double t;
};

#pragma adjoint reverse
double alongState(const State &s, double dt) { return (s.p * s.x).squaredNorm() * s.t + s.x.dot(s.p.col(0)) * dt; }

#pragma adjoint reverse
void advance(State &s, double dt, int n) {
  for (int i = 0; i < n; ++i) {
    s.x += s.p * s.x * dt;
    s.p = s.p * s.p.transpose() * 0.3;
    s.t += s.x.sum();
  }
}

template <class D> typename D::Scalar energyOf(const Eigen::MatrixBase<D> &v) { return v.squaredNorm() * v(0) + v.sum(); }
template <class A, class B> auto mixed(const Eigen::MatrixBase<A> &a, const Eigen::MatrixBase<B> &b) { return (a - b).dot(a) * b.norm(); }
template <class D> void clamp(Eigen::MatrixBase<D> &v, double top) {
  for (Eigen::Index i = 0; i < v.size(); ++i)
    if (v(i) > top)
      v(i) = top * v(i) / (1.0 + v(i));
}
template <class D> double sumOfSines(const Eigen::ArrayBase<D> &a) { return a.sin().sum(); }
template <class T> T length(const Eigen::Matrix<T, 3, 1> &v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
template <int N> double fixedSum(const Eigen::Matrix<double, N, 1> &v) { return v.sum() * N; }

#pragma adjoint reverse
double templates(const Eigen::VectorXd &v, const Eigen::Matrix3d &m) {
  Eigen::VectorXd w = v * 2.0;
  clamp(w, 0.4);
  Eigen::Vector3d f = m.col(1);
  clamp(f, 0.1);
  return energyOf(v) + energyOf(m.row(1)) * energyOf(v + w) + mixed(v, w) * mixed(m.col(0), v * 3.0) + sumOfSines(v.array() * w.array()) +
         sumOfSines(m.array()) + length<double>(m * f) * fixedSum(f);
}

Eigen::Matrix2d rotation(double angle) {
  Eigen::Matrix2d r;
  r << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return r;
}
std::pair<Eigen::Vector2d, double> split(const Eigen::Vector2d &v) { return {v.normalized(), v.norm()}; }
void addTo(Eigen::Vector2d &v, const Eigen::Vector2d &w) { v += w * v.x(); }
Eigen::VectorXd doubled(Eigen::VectorXd v) {
  v *= 2.0;
  return v;
}

#pragma adjoint reverse
double calls(const Eigen::Vector2d &v, double angle) {
  Eigen::Vector2d w = rotation(angle) * v;
  addTo(w, rotation(angle * 2.0).col(0));
  const auto [direction, norm] = split(w);
  const double size = norm;
  const std::array<Eigen::Vector2d, 2> both = {w, direction * angle};
  auto unique = std::make_unique<Eigen::Vector2d>(both[1] + v);
  std::function<Eigen::Vector2d(const Eigen::Vector2d &)> f = [&](const Eigen::Vector2d &x) { return Eigen::Vector2d(x * size); };
  const auto g = [angle](const auto &x) { return (x * angle).eval(); };
  return f(w).dot(*unique) + doubled(v).dot(g(both[0])) + g(v)(0);
}

#pragma adjoint reverse
double conditional(const Eigen::Vector3d &a, const Eigen::Vector3d &b, int n) {
  const Eigen::Vector3d &larger = a.norm() > b.norm() ? a : b;
  Eigen::Vector3d c = n > 2 ? Eigen::Vector3d(a + b) : Eigen::Vector3d(a * b.x());
  for (int i = 0; i < n; ++i) {
    if (c(i % 3) > 0.5)
      continue;
    c(i % 3) = c.dot(larger);
    if (c.norm() > 8.0)
      break;
  }
  return c.squaredNorm() * larger(1);
}

/// Containers of matrices that a container hands on to a constructor, and to a function.
struct Tetrahedron {
  Tetrahedron(const std::array<int, 3> &corners, const std::vector<Eigen::Vector3d> &points)
      : volume(points[corners[0]].dot(points[corners[1]].cross(points[corners[2]])) / 6.0) {}
  double volume;
};
double longest(const std::vector<Eigen::Vector3d> &points) {
  double most = 0.0;
  for (const Eigen::Vector3d &p : points)
    most = std::max(most, p.norm());
  return most;
}
#pragma adjoint reverse
double volumes(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  std::vector<Eigen::Vector3d> points{m.col(0), m.col(1), v.head<3>()};
  std::vector<Tetrahedron> all;
  all.emplace_back(std::array<int, 3>{0, 1, 2}, points);
  points[1] = m.col(2);
  all.emplace_back(std::array<int, 3>{2, 0, 1}, points);
  std::vector<std::vector<Eigen::Vector3d>> sets{points, {v.head<3>(), m.col(0)}};
  std::vector<double> lengths(2);
  std::transform(sets.begin(), sets.end(), lengths.begin(), longest);
  return all[0].volume * all[1].volume + lengths[0] * lengths[1];
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1), w = someVector(3, 2);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3);
  numeric::check("listed", listed, listed_b, m, 0.7);
  numeric::check("history", history, history_b, m, v);
  numeric::check("network", network, network_b, m, v);
  numeric::check("orbit", orbit, orbit_b, v, w, 1.4, 4);
  numeric::check("templates", templates, templates_b, v, m);
  numeric::check("calls", calls, calls_b, someVector(2), 0.7);
  numeric::check("conditional", conditional, conditional_b, v, w, 4);
  const numeric::Vector at = {0.7, 1.3, 0.2, -0.4, 0.5, 0.9, 1.1, 0.3};
  auto stateOf = [](const numeric::Vector &x) {
    State s;
    s.x << x[0], x[1];
    s.p << x[2], x[3], x[4], x[5];
    s.t = x[6];
    return s;
  };
  auto numbersOf = [](const State &s) { return numeric::Vector{s.x(0), s.x(1), s.p(0, 0), s.p(0, 1), s.p(1, 0), s.p(1, 1), s.t}; };
  numeric::check(
      "alongState", at, [&](const numeric::Vector &x) { return numeric::Vector{alongState(stateOf(x), x[7])}; },
      [&](const numeric::Vector &x, const numeric::Vector &y_b) {
        State s_b = stateOf(numeric::Vector(8));
        double dt_b = 0.0;
        alongState_b(stateOf(x), s_b, x[7], dt_b, y_b[0]);
        numeric::Vector x_b = numbersOf(s_b);
        x_b.push_back(dt_b);
        return x_b;
      });
  numeric::check(
      "advance", at,
      [&](const numeric::Vector &x) {
        State s = stateOf(x);
        advance(s, x[7], 3);
        return numbersOf(s);
      },
      [&](const numeric::Vector &x, const numeric::Vector &y_b) {
        State s = stateOf(x), s_b = stateOf(y_b);
        double dt_b = 0.0;
        advance_b(s, s_b, x[7], dt_b, 3);
        numeric::Vector x_b = numbersOf(s_b);
        x_b.push_back(dt_b);
        return x_b;
      });
  numeric::check("volumes", volumes, volumes_b, someMatrix(3, 3, 3), someVector(3, 1));
  return numeric::report();
}
