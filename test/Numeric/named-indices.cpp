// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Elements that indices in objects lead to: the same element twice, indices that change between two uses, in a loop, through another
// name, in a branch, and in objects behind virtual functions.
//
// NUMERIC-VARIANTS: --no-name-indices | --no-tbr

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

struct Point {
  double x, y, z;
};
inline Point operator-(const Point &a, const Point &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator+(const Point &a, const Point &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator*(double s, const Point &a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Point &a, const Point &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Spring {
  int from, to;
  double stiffness;
};

static std::vector<Point> pointsOf(const double *x, int n) {
  std::vector<Point> p(n / 3);
  for (int i = 0; i < n / 3; ++i)
    p[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  return p;
}

static double energyOf(const std::vector<Point> &p) {
  double e = 0;
  for (const Point &q : p)
    e += dot(q, q) * q.x;
  return e;
}

// One spring leads from a point to itself.
#pragma adjoint reverse
double pulled(const double *x, int n) {
  std::vector<Point> p = pointsOf(x, n);
  const Spring springs[] = {{0, 1, 0.3}, {1, 2, 0.2}, {2, 2, 0.4}, {2, 0, 0.1}, {1, 0, 0.7}};
  for (int pass = 0; pass < 2; ++pass)
    for (const Spring &s : springs) {
      const Point d = p[s.to] - p[s.from];
      const double stretch = s.stiffness * std::sqrt(dot(d, d) + 0.1);
      p[s.from] = p[s.from] + stretch * d;
      p[s.to] = p[s.to] - stretch * d;
    }
  return energyOf(p);
}

// The index moves on between two uses, and behind the last one of an iteration.
#pragma adjoint reverse
double walked(const double *x, int n) {
  std::vector<Point> p = pointsOf(x, n);
  std::vector<Spring> springs = {{0, 1, 0.3}, {1, 2, 0.2}};
  Spring *s = springs.data(), *other = springs.data();
  p[s->to] = p[s->to] + 2.0 * p[s->from];
  other->to = 2;
  p[s->to] = p[s->to] + dot(p[s->from], p[s->to]) * p[s->from];
  for (int k = 0; k < 3; ++k) {
    p[s->to] = p[s->to] + p[s->from].y * p[k];
    if (k == 1)
      s->from = 1;
    p[s->from] = 0.5 * p[s->from] + p[s->to].z * p[s->to];
    s->to = k;
  }
  return energyOf(p);
}

// Indices in the array of indices that is permuted.
#pragma adjoint reverse
double permuted(const double *x, int n) {
  std::vector<Point> p = pointsOf(x, n);
  std::vector<int> order = {2, 0, 1};
  for (int k = 0; k < 5; ++k) {
    p[order[0]] = p[order[0]] + p[order[1]].x * p[order[2]];
    std::swap(order[k % 3], order[(k + 1) % 3]);
    p[order[1]] = p[order[1]] - p[order[0]].y * p[order[2]];
  }
  return energyOf(p);
}

struct Force {
  virtual ~Force() = default;
  virtual void move(std::vector<Point> &p) = 0;
};
struct Pull : Force {
  int from, to;
  Pull(int from, int to) : from(from), to(to) {}
  void move(std::vector<Point> &p) override {
    const Point d = p[to] - p[from];
    p[from] = p[from] + 0.1 * dot(d, d) * d;
    p[to] = p[to] - 0.2 * d;
  }
};
struct Turn : Force {
  int at[3];
  explicit Turn(int first) : at{first, (first + 1) % 3, (first + 2) % 3} {}
  void move(std::vector<Point> &p) override {
    p[at[0]] = p[at[0]] + p[at[1]].x * p[at[2]];
    at[0] = at[1];
    p[at[0]] = p[at[0]] - p[at[2]].z * p[at[1]];
  }
};

#pragma adjoint reverse
double forced(const double *x, int n) {
  std::vector<Point> p = pointsOf(x, n);
  std::vector<std::unique_ptr<Force>> forces;
  forces.push_back(std::make_unique<Pull>(0, 2));
  forces.push_back(std::make_unique<Turn>(1));
  forces.push_back(std::make_unique<Pull>(1, 1));
  for (int k = 0; k < 2; ++k)
    for (const auto &force : forces)
      force->move(p);
  return energyOf(p);
}

int main() {
  using numeric::Vector;
  const Vector x{0.4, 0.9, 0.2, 0.7, -0.3, 0.5, 0.1, 0.8, -0.6};
  auto check = [&](const char *name, auto function, auto adjoint) {
    numeric::check(
        name, x, [=](const Vector &at) { return Vector{function(at.data(), 9)}; },
        [=](const Vector &at, const Vector &y_b) {
          Vector x_b(at.size());
          adjoint(at.data(), x_b.data(), 9, y_b[0]);
          return x_b;
        });
  };
  check("pulled", pulled, pulled_b);
  check("walked", walked, walked_b);
  check("permuted", permuted, permuted_b);
  check("forced", forced, forced_b);
  return numeric::report();
}
