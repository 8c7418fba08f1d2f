// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Local records that become one variable for each field, and those that cannot.
//
// NUMERIC-VARIANTS: --no-inline | --no-activity | --no-liveness --no-recompute | --no-inline-loops

#include "numeric.h"

#include <cmath>

namespace {
struct Vec {
  double x, y, z;
};
struct State {
  Vec position, velocity;
  double m[3];
  int count;
};
struct Link {
  double value;
  int next;
};

Vec add(const Vec &a, const Vec &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec times(double s, const Vec &a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const Vec &a, const Vec &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
void accelerate(Vec &v, const Vec &by, double h) {
  v.x += h * by.x;
  v.y += h * by.y;
  v.z += h * by.z;
}
double sum(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[i] * v[i];
  return s;
}
// Too large to be inlined: wants the record in one piece.
double energy(const Vec &v, int steps) {
  double s = 0;
  for (int i = 0; i < steps; ++i) {
    s += v.x * v.x * (i + 1);
    s *= 1 + 0.1 * v.y;
    s -= std::sin(v.z * s);
  }
  return s;
}
} // namespace

#pragma adjoint reverse
double vectors(double x, double y, double z) {
  Vec a = {x, y, z}, b = times(y, a);
  Vec c = cross(a, add(a, b));
  b = add(b, b); // reads what it overwrites
  a = cross(b, a);
  Vec old = a;
  accelerate(a, b, x);
  accelerate(a, a, y); // through both parameters
  return dot(a, b) + dot(c, old) * a.x;
}

#pragma adjoint reverse
double motion(const double *x, int n) {
  Vec p = {x[0], 0.2, -0.3}, v = {};
  for (int i = 0; i < n; ++i) {
    Vec force = times(-x[i], p);
    Vec before = v;
    accelerate(v, force, 0.1);
    p = add(p, times(0.05, add(before, v)));
    if (p.x < 0)
      p = before;
  }
  return dot(p, v) + p.y;
}

#pragma adjoint reverse
double nested(double x, double y) {
  State s = {{x, y, 1.0}, {0.1, 0.2, 0.3}, {0.0, 0.0, 0.0}, 2};
  s.m[1] = x * y;
  for (int i = 0; i < s.count; ++i) {
    s.m[i] += s.position.x * s.velocity.y;
    s.velocity = add(s.velocity, s.position);
    s.position.x *= s.velocity.z;
  }
  Vec &alias = s.position;
  alias.y *= x;
  s.velocity.x += s.position.y * alias.y;
  return sum(s.m, 3) * dot(s.position, s.velocity);
}

// Copied as a whole, chosen, and passed on.
#pragma adjoint reverse
double wholes(double x, double y) {
  Vec a = {x, y, x * y}, b = {y, x, 1.0};
  Vec c = x > y ? a : b;
  a.x *= c.y;
  Vec d[2] = {{x, x, x}, {y, y, y}};
  d[1] = a;
  a = d[0];
  c.z += energy(b, 3);
  const Vec kept = c;
  b = kept;
  b.x *= kept.z;
  return dot(add(a, d[1]), add(b, c)) + energy(kept, 2);
}

// The copy changes the path that it is read through.
#pragma adjoint reverse
double chain(double x, double y) {
  Link links[3] = {{x, 2}, {y, 0}, {x * y, 1}};
  Link at = links[0];
  double s = at.value;
  for (int i = 0; i < 4; ++i) {
    at = links[at.next];
    at.value *= s;
    s += at.value * at.value;
    links[at.next] = at;
  }
  return s + links[1].value;
}

int main() {
  numeric::check("vectors", vectors, vectors_b, {{0.7, 1.3, -0.2}, {-0.4, 0.9, 1.1}});
  numeric::check("motion", motion, motion_b, {{0.7, 1.3, 1.2}, {-0.4, 0.9, 0.2, 3.0}});
  numeric::check("nested", nested, nested_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("wholes", wholes, wholes_b, {{0.7, 1.3}, {1.4, 0.9}});
  numeric::check("chain", chain, chain_b, {{0.7, 1.3}, {-0.4, 0.9}});
  return numeric::report();
}
