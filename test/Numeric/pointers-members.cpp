// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Pointers to one member that are moved to those beside it, as small vector classes do.

#include "numeric.h"

#include <cmath>

struct Point {
  double x, y, z;
};
struct Vector {
  double x, y, z;
  double &operator[](int i) { return (&x)[i]; }
  const double &operator[](int i) const { return (&x)[i]; }
  const double *begin() const { return &x; }
  const double *end() const { return &x + 3; }
};

static const double *pointerTo(const Point &p) { return &p.x; }
static double sumOf(const double *p, int n) { return n == 0 ? 0.0 : p[0] * p[0] + sumOf(p + 1, n - 1); }
static void scale(double *p, double by) {
  for (int i = 0; i < 3; ++i)
    *p++ *= by;
}

#pragma adjoint reverse
double pointed(double a, double b) {
  Point p{a, b, a * b};
  const double *q = pointerTo(p);
  const double *last = &p.z;
  return q[0] * q[1] * q[2] + last[-1] * a;
}

#pragma adjoint reverse
double indexed(double a, double b) {
  Vector v{a, b, a * b};
  v[1] *= a;
  v.y += b * v[2];
  double s = 0.0;
  for (int i = 0; i < 3; ++i)
    s += v[i] * v[i];
  for (const double e : v)
    s *= std::cos(e);
  return s;
}

#pragma adjoint reverse
double given(double a, double b) {
  Point p{a, b, a * b};
  scale(&p.x, b);
  p.y = std::sin(p.y);
  double *q = a > 0.0 ? &p.x : &p.y;
  double *r = q;
  r[1] += a;
  return sumOf(&p.x, 3) * p.z;
}

// Members that are objects, and how far members are apart.
struct Frame {
  Point a, b, c;
  Point &operator[](int i) { return (&a)[i]; }
};

#pragma adjoint reverse
double framed(double a, double b) {
  Frame f{{a, b, 1.0}, {b, a, a}, {a * b, 2.0, b}};
  f[1].x *= f[2].x;
  double s = 0.0;
  for (int i = 0; i < 3; ++i)
    s += f[i].x * f[i].z;
  Point p{a, b, s};
  const double *first = &p.x, *last = &p.z;
  const int n = static_cast<int>(last - first) + 1;
  return s * n * p.z;
}

// One that stays where it is.
static void set(double *p, double v) { *p = v * v; }

#pragma adjoint reverse
double still(double a, double b) {
  Point p{a, b, 0.0};
  set(&p.z, a * b);
  double &y = p.y;
  y *= p.z;
  return p.x * p.y + p.z;
}

int main() {
  numeric::check("pointed", pointed, pointed_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("indexed", indexed, indexed_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("given", given, given_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("framed", framed, framed_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("still", still, still_b, {{0.7, 1.3}, {-0.4, 0.6}});
  return numeric::report();
}
