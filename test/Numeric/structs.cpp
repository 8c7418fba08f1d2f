// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Plain structs by value, reference and pointer; local ones; copies and fields overwritten.

#include "numeric.h"

using numeric::Vector;

struct Point {
  double x, y;
};

#pragma adjoint reverse
double byValue(Point p, double scale) {
  p.x *= scale;
  p.y += p.x * p.x;
  p.x = p.y * scale;
  return p.x * p.y;
}

#pragma adjoint reverse
double byConstReference(const Point &p, const Point &q) {
  double dx = p.x - q.x, dy = p.y - q.y;
  dx *= dx;
  dy = dy * dy * dx;
  return dx + dy * p.x;
}

#pragma adjoint reverse
void byReference(Point &p, double angle) {
  p.x = p.x * angle - p.y;
  p.y = p.x * p.y;
  p.x *= p.y;
}

#pragma adjoint reverse
double byPointer(Point *p, const Point *q) {
  p->x += q->y * p->y;
  p->y *= p->x * q->x;
  return (*p).x * q->x;
}

#pragma adjoint reverse
double localStruct(double x, double y) {
  Point p = {x * y, y}, q;
  q.x = p.x * p.y;
  q.y = q.x * x;
  p = q;
  q.x *= p.y;
  p.y += q.x * p.x;
  Point r{p};
  r.x -= q.x;
  p.x = r.x * r.y;
  return p.x * p.y + r.x * q.y;
}

Point add(const Point &a, Point b) {
  b.x += a.x;
  b.y += a.y * b.x;
  return b;
}

Point times(double factor, const Point &a) { return {factor * a.x, factor * a.y}; }

#pragma adjoint reverse
double returnedStructs(double x, double y) {
  Point p{x, y};
  p = add(p, times(x, p));
  Point q = times(p.y, add({y, x}, p));
  return q.x * p.y + add(p, q).y;
}

#pragma adjoint reverse
Point returnsStruct(double x, const Point &p) {
  Point r;
  r.x = x * p.y;
  r.y = r.x * p.x;
  r.x *= r.y;
  return r;
}

void step(Point &p, double h) {
  double x = p.x;
  p.x += h * p.y;
  p.y -= h * x * p.x;
}

#pragma adjoint reverse
double orbit(double x, double y, double h) {
  Point p = {x, y};
  for (int i = 0; i < 10; ++i) {
    Point before = p;
    step(p, h);
    p.x += 0.1 * before.y * p.y;
  }
  return p.x * p.y;
}

struct Parameters {
  double rate;
  int steps;
  bool squared;
  double offset;
};

// Integers and flags in a struct steer the computation.
#pragma adjoint reverse
double mixedFields(const Parameters &parameters, double x) {
  Parameters local = parameters;
  for (int i = 0; i < local.steps; ++i) {
    x += local.rate * x;
    if (local.squared)
      x *= x;
    local.rate *= 0.5;
    local.squared = !local.squared;
  }
  local.steps = 0;
  return x + parameters.offset * local.rate;
}

int main() {
  for (double shift : {0.0, 0.4}) {
    const Vector x = {0.7 + shift, 1.3, -0.8, 0.6};
    numeric::check(
        "byValue", {0.7 + shift, 1.3, -0.8},
        [](const Vector &v) {
          return Vector{byValue({v[0], v[1]}, v[2])};
        },
        [](const Vector &v, const Vector &seed) {
          Point p = {v[0], v[1]}, p_b = {1.0, 1.0};
          double scale_b = 0.0;
          byValue_b(p, p_b, v[2], scale_b, seed[0]);
          return Vector{p_b.x - 1.0, p_b.y - 1.0, scale_b};
        });
    numeric::check(
        "byConstReference", x,
        [](const Vector &v) {
          return Vector{byConstReference({v[0], v[1]}, {v[2], v[3]})};
        },
        [](const Vector &v, const Vector &seed) {
          Point p = {v[0], v[1]}, q = {v[2], v[3]}, p_b = {1.0, 1.0}, q_b = {};
          byConstReference_b(p, p_b, q, q_b, seed[0]);
          return Vector{p_b.x - 1.0, p_b.y - 1.0, q_b.x, q_b.y};
        });
    numeric::check(
        "byReference", {0.7 + shift, 1.3, -0.8},
        [](const Vector &v) {
          Point p = {v[0], v[1]};
          byReference(p, v[2]);
          return Vector{p.x, p.y};
        },
        [](const Vector &v, const Vector &seed) {
          Point p = {v[0], v[1]}, p_b = {seed[0], seed[1]};
          double angle_b = 0.0;
          byReference_b(p, p_b, v[2], angle_b);
          return Vector{p_b.x, p_b.y, angle_b};
        });
    numeric::check(
        "byPointer", x,
        [](const Vector &v) {
          Point p = {v[0], v[1]}, q = {v[2], v[3]};
          double result = byPointer(&p, &q);
          return Vector{p.x, p.y, result};
        },
        [](const Vector &v, const Vector &seed) {
          Point p = {v[0], v[1]}, q = {v[2], v[3]}, p_b = {seed[0], seed[1]}, q_b = {};
          byPointer_b(&p, &p_b, &q, &q_b, seed[2]);
          return Vector{p_b.x, p_b.y, q_b.x, q_b.y};
        });
    numeric::check(
        "returnsStruct", {0.7 + shift, 1.3, -0.8},
        [](const Vector &v) {
          Point r = returnsStruct(v[0], {v[1], v[2]});
          return Vector{r.x, r.y};
        },
        [](const Vector &v, const Vector &seed) {
          Point p = {v[1], v[2]}, p_b = {}, result_b = {seed[0], seed[1]};
          double x_b = 0.0;
          returnsStruct_b(v[0], x_b, p, p_b, result_b);
          return Vector{x_b, p_b.x, p_b.y};
        });
    for (int steps : {0, 3})
      numeric::check(
          "mixedFields", {0.7 + shift, 1.3, 0.4},
          [=](const Vector &v) {
            return Vector{mixedFields({v[0], steps, shift > 0.0, v[1]}, v[2])};
          },
          [=](const Vector &v, const Vector &seed) {
            Parameters p = {v[0], steps, shift > 0.0, v[1]}, p_b = p;
            p_b.rate = p_b.offset = 0.0;
            double x_b = 0.0;
            mixedFields_b(p, p_b, v[2], x_b, seed[0]);
            return Vector{p_b.rate, p_b.offset, x_b};
          });
  }
  numeric::check("localStruct", localStruct, localStruct_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("returnedStructs", returnedStructs, returnedStructs_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("orbit", orbit, orbit_b, {{0.7, 1.3, 0.1}, {-1.1, 0.6, 0.2}});
  return numeric::report();
}
