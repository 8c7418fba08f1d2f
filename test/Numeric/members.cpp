// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-activity | --no-tbr | --no-liveness --no-recompute | --no-inline-loops
//
// Members of objects in arrays: what overwrites one member leaves the others as they are, unless it goes through a
// pointer or a reference to a number, a whole object, or a base.

#include "numeric.h"

#include <cmath>
#include <utility>

struct Body {
  double x, v, m;
};

Body bodyAt(const double *p, int i) { return {p[3 * i], p[3 * i + 1], 1.0 + p[3 * i + 2] * p[3 * i + 2]}; }

#pragma adjoint reverse
double steps(const double *p, int n) {
  Body b[2] = {};
  for (int i = 0; i < n / 3; ++i)
    b[i] = bodyAt(p, i);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        double d = b[i].x - b[j].x;
        b[i].v -= d * std::sqrt(d * d + 0.5) * b[j].m;
      }
    for (int i = 0; i < 2; ++i)
      b[i].x += 0.1 * b[i].v;
  }
  return b[0].m * b[0].v * b[0].v + b[1].x * b[1].v;
}

void bump(double &value) { value = std::sin(value) + value * value; }

// Each member is needed as it was before it is changed through a pointer, a reference, or as part of its object.
#pragma adjoint reverse
double throughPointers(const double *p, int n) {
  Body b[3] = {bodyAt(p, 0), bodyAt(p, 0), bodyAt(p, n / 6)};
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    s *= b[k].x * b[k].v;
    double *member = k == 1 ? &b[k].x : &b[k].v;
    *member = *member * s;
    s += b[k].x * b[k].v * b[k].m;
    bump(b[k].m);
    s *= 1.0 + b[k].m * b[k].x;
    b[(k + 1) % 3] = b[k];
    s += b[(k + 1) % 3].x * b[(k + 1) % 3].m;
    std::swap(b[0], b[2]);
    s *= b[0].v + b[2].v * b[2].x;
  }
  return s;
}

struct Point {
  double at[2];
};
struct Particle : Point {
  Point velocity;
  double x;
};

void advance(Point &where, const Point &by, double h) {
  for (int i = 0; i < 2; ++i)
    where.at[i] += h * by.at[i] * where.at[1 - i];
}

double spread(const Point &p) { return p.at[0] * p.at[1] * p.at[1]; }

// Base, member and callee name the same numbers in different ways.
#pragma adjoint reverse
double basesAndParts(const double *p, int n) {
  Particle q[2] = {};
  for (int i = 0; i < 2; ++i) {
    q[i].at[0] = p[0] * p[n - 1];
    q[i].at[1] = p[1];
    q[i].velocity.at[0] = p[1] * p[2];
    q[i].velocity.at[1] = p[0] + i;
    q[i].x = p[2];
  }
  double s = 1.0;
  for (int k = 0; k < 4; ++k) {
    Particle &now = q[k % 2];
    s += spread(now) * spread(now.velocity) * now.x;
    advance(now, now.velocity, 0.3);
    advance(now.velocity, now, 0.2);
    Point &base = now;
    s *= base.at[0] * 0.5 + now.at[1];
    base.at[0] = std::tanh(s * base.at[0]);
    now.x *= base.at[0] * now.velocity.at[1];
    now.velocity = base;
  }
  return s + spread(q[0]) * q[1].x;
}

template <class Derived> struct Growing {
  double x;
  double grow(Derived &other, int times) {
    Derived &self = static_cast<Derived &>(*this);
    double s = self.y * other.y * x;
    self.y = std::sin(s + other.y);
    s += other.y * x;
    x *= other.y;
    return times > 0 ? s * grow(other, times - 1) : s + other.x * self.y;
  }
};
struct Plant : Growing<Plant> {
  double y;
};

// What is known as a base may be the derived object that is known as such, too.
#pragma adjoint reverse
double curious(double x, double y) {
  Plant p, q;
  p.x = x * y;
  p.y = y;
  q.x = x;
  q.y = x + y;
  return p.grow(p, 2) + q.grow(p, 1) * q.y * p.y;
}

int main() {
  const numeric::Points six = {{0.3, 0.8, -0.6, 0.9, 0.5, 0.2}, {1.1, -0.4, 0.7, 0.6, 0.3, -0.8}};
  numeric::check("steps", steps, steps_b, six);
  numeric::check("throughPointers", throughPointers, throughPointers_b, six);
  numeric::check("basesAndParts", basesAndParts, basesAndParts_b, {{0.7, 0.4, -0.5}, {0.9, -0.6, 0.8, 0.3}});
  numeric::check("curious", curious, curious_b, {{0.7, 0.4}, {0.9, -0.6}});
  return numeric::report();
}
