// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions that call themselves, and store pointers: levels that are sized on the way down, lists, buffers that swap,
// iterators.
//
// NUMERIC-NEEDS-ANALYSES (a parameter without adjoint)

#include "numeric.h"

#include <memory>
#include <utility>
#include <vector>

using numeric::Vector;

struct Level {
  Vector u, f;
};
static void cycle(std::vector<Level> &ls, std::size_t at, double k) {
  Level &l = ls[at];
  if (at + 1 < ls.size()) {
    ls[at + 1].f.assign(l.u.size() / 2 + 1, 0.0);
    for (std::size_t i = 0; i < ls[at + 1].f.size(); ++i)
      ls[at + 1].f[i] = l.u[i % l.u.size()] * k;
    ls[at + 1].u = ls[at + 1].f;
    cycle(ls, at + 1, k * 0.9);
    for (std::size_t i = 0; i < l.u.size(); ++i)
      l.u[i] += ls[at + 1].u[i / 2] * l.f[i];
  }
  for (double &v : l.u)
    v = std::sin(v) * k + v * v;
  std::swap(l.u, l.f);
}
#pragma adjoint reverse
double cycles(const Vector &x) {
  std::vector<Level> ls(3);
  ls[0].u = x;
  ls[0].f = x;
  cycle(ls, 0, x[0]);
  double r = 0;
  for (const Level &l : ls) {
    for (double v : l.u)
      r += v * v;
    for (double v : l.f)
      r += v;
  }
  return r;
}
struct Node {
  double v;
  Node *next;
};
static Node *push(Node *list, Node *pool, const double *x, int n) {
  if (n == 0)
    return list;
  pool->v = *x * (list ? list->v : 1.0);
  pool->next = list;
  return push(pool, pool + 1, x + 1, n - 1);
}
static double total(const Node *l) { return l ? l->v * l->v + total(l->next) : 0.0; }
static void flip(double *&a, double *&b, int n) {
  std::swap(a, b);
  if (n > 0) {
    a[0] = a[0] * b[0] + 0.1 * b[1];
    flip(a, b, n - 1);
  }
}
#pragma adjoint reverse
double lists(const Vector &x) {
  Node pool[8];
  int n = int(x.size());
  double a[2] = {x[0], x[n - 1]}, b[2] = {x[0] * x[0], 0.5};
  double *p = a, *q = b;
  flip(p, q, 3);
  return total(push(nullptr, pool, x.data(), n)) + p[0] * q[1] + q[0] * p[1];
}
static double *largest(double *a, int n) {
  if (n == 1)
    return a;
  double *r = largest(a + 1, n - 1);
  return *r > *a ? r : a;
}
static std::unique_ptr<Node> own(const Vector &x, std::size_t at) {
  auto p = std::make_unique<Node>();
  p->v = x[at];
  p->next = nullptr;
  if (at + 1 < x.size()) {
    auto q = own(x, at + 1);
    p->v *= q->v;
  }
  return p;
}
#pragma adjoint reverse
double chosen(const Vector &x) {
  Vector y = x;
  for (int s = 0; s < 3; ++s) {
    double *m = largest(y.data(), int(y.size()));
    *m *= 0.5 * x[0];
  }
  double r = own(x, 0)->v;
  for (double v : y)
    r += v * v * v;
  return r;
}

struct Observation {
  double time;
  const double *weight;
};
static double residual(const Vector &p, const Observation &o, int depth) {
  double m = 0.0;
  for (auto it = p.rbegin(); it != p.rend(); ++it)
    m = m * o.time + *it;
  if (depth > 0) {
    Observation later = o;
    later.time = m * 0.1;
    m += residual(p, later, depth - 1);
  }
  return m / *o.weight;
}
#pragma adjoint reverse wrt(p)
double observed(const Vector &p, const std::vector<Observation> &all) { return residual(p, all[0], 2); }

int main() {
  const numeric::Points points = {{0.8}, {0.8, 0.55}, {0.8, 0.55, 0.9, 0.65, 0.7}};
  numeric::check("cycles", cycles, cycles_b, points);
  numeric::check("lists", lists, lists_b, points);
  numeric::check("chosen", chosen, chosen_b, points);
  const double weight = 0.7;
  const std::vector<Observation> all = {{0.4, &weight}};
  for (const Vector &x : points)
    numeric::check(
        "observed", x, [&](const Vector &p) { return Vector{observed(p, all)}; },
        [&](const Vector &p, const Vector &y_b) {
          Vector p_b(p.size());
          observed_b(p, p_b, all, y_b[0]);
          return p_b;
        });
  return numeric::report();
}
