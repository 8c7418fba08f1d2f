// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Unnamed unions of one type: members with several names, as small vectors for graphics have them; arrays whose elements
// have names.

#include "numeric.h"

#include <cmath>
#include <vector>

struct Plain {
  union {
    double x, r;
  };
  union {
    double y, g;
  };
};

namespace {
class Vec {
public:
  union {
    double x, r, s;
  };
  union {
    double y, g, t;
  };
  union {
    int tag, kind;
  };

  Vec(double a, double b) : x(a), g(b), kind(3) {}
  Vec operator*(double f) const { return Vec(r * f, t * f); }
  Vec &operator+=(const Vec &other) {
    x += other.r;
    y += other.g * tag;
    return *this;
  }

private:
  double hidden = 0.5;
  friend double length(const Vec &v);
};

double length(const Vec &v) { return std::sqrt(v.x * v.r + v.y * v.t) + v.hidden * v.s; }
} // namespace

#pragma adjoint reverse
double plain(double a, double b) {
  Plain p = {{a * b}, {b}};
  p.r *= p.x;
  Plain q = p;
  p.g = std::sin(p.y) * q.r;
  q.x *= p.g;
  return p.y * q.x + q.y * p.r;
}

#pragma adjoint reverse
double hidden(double a, double b) {
  Vec v(a, b);
  for (int i = 0; i < 3; ++i) {
    v += v * (0.3 * v.t);
    v.g *= v.r;
  }
  return length(v) * v.x + v.kind * v.s;
}

#pragma adjoint reverse
double throughPointer(Plain *p) {
  p->x *= p->g;
  double s = p->r * p->y;
  p->g = s * s;
  return s + p->y;
}

struct Point {
  union {
    double v[3];
    struct {
      double x, y, z;
    };
    double first;
  };
  int tag;
};

namespace {
template <class T> class Color {
public:
  union {
    struct {
      T r, g, b;
    };
    T rgb[3];
  };
  Color(T r, T g, T b) : r(r), g(g), b(b) {}
  T &operator[](int i) { return rgb[i]; }
  T luminance() const { return (r + 2 * g + rgb[2]) * alpha; }

private:
  T alpha = 0.5;
};
} // namespace

#pragma adjoint reverse
double elements(double a, double b) {
  Point p = {{{a, b, a * b}}, 1}, q = {};
  for (int i = 0; i < 3; ++i) {
    p.v[i] *= p.x;
    q.v[2 - i] += p.v[i] * p.y;
  }
  q.first *= p.z;
  p = q;
  double *middle = &p.y;
  *middle = std::sin(p.v[1]) * p.first;
  return p.x * p.v[2] + p.y * q.z + p.tag;
}

#pragma adjoint reverse
double colors(double a, double b) {
  Color<double> c(a, b, a * b);
  for (int i = 0; i < 3; ++i) {
    c[i] *= c.g;
    c.b += c.rgb[0] * c.r;
  }
  Color<double> d = c;
  d.r = c.b * c.luminance();
  return d.luminance() * d[0];
}

#pragma adjoint reverse
double ofPoint(Point *p) {
  p->x *= p->v[1];
  p->v[2] = p->z * p->first;
  return p->z * p->y;
}

/// Unions with names.
union Count {
  int i, n;
};
union Angle {
  double degrees, d;
};
struct Arm {
  double length;
  Count turns;
  Angle angle;
};
namespace {
class Joint {
public:
  Joint(double stiffness, int n) : stiffness(stiffness) {
    count.n = n;
    angle.d = stiffness * n;
  }
  double moment() const { return stiffness * angle.degrees * count.i; }

private:
  double stiffness;
  Count count;
  Angle angle;
};

double turned(Arm *arm, int n) {
  arm->turns.n += n;
  Angle a = arm->angle;
  a.d *= arm->length;
  arm->angle = a;
  return std::sin(arm->angle.degrees) * arm->turns.i;
}
} // namespace

#pragma adjoint reverse
double counted(const double *x, int n) {
  Count k;
  double s = 0.5;
  for (k.i = 0; k.n < n; ++k.i)
    s += std::sin(s) * x[k.n] * x[k.i];
  return s * k.i;
}

#pragma adjoint reverse
double arm(double length, double angle) {
  Arm a = {length, {3}, {angle}}, b = a;
  double s = 0;
  for (b.turns.i = 0; b.turns.n < 3; b.turns.i++)
    s += turned(&a, 2) * a.angle.d * b.angle.degrees;
  return s * a.turns.i;
}

#pragma adjoint reverse
double joint(double x, double y) {
  Joint a(x, 2), b = a;
  return a.moment() * y + b.moment();
}

#pragma adjoint reverse
double ofArm(Arm &a) {
  a.angle.d *= a.length;
  return a.angle.degrees * a.angle.d * a.turns.n;
}

#pragma adjoint reverse
double ofArms(double length, double angle) {
  Arm a = {length, {2}, {angle}};
  return ofArm(a) * a.angle.degrees;
}

/// Unions with names that are an array and what its elements are called.
typedef union {
  double array[3];
  struct {
    double x, y, z;
  } axis;
} Vector;
union Vec3 {
  struct {
    double x, y, z;
  };
  double v[3];
};
struct Moved {
  Vector at;
  Vec3 speed;
  int tag;
};
namespace {
Vector scaled(const Vector v, double s) {
  Vector r;
  r.axis.x = v.axis.x * s;
  r.axis.y = v.array[1] * s;
  r.array[2] = v.axis.z * s;
  return r;
}

Vector sum(const Vector *a, const Vector *b) {
  Vector r = *a;
  for (int i = 0; i < 3; ++i)
    r.array[i] += b->array[i];
  return r;
}

void turn(Vec3 &v, double c) {
  const double x = v.x;
  v.x = c * v.y + x * x;
  v.v[1] = v.z - c * x;
  v.z *= v.v[0];
}
} // namespace

#pragma adjoint reverse
double moved(const double *x, int n) {
  Vector a = {{x[0], x[1], x[2]}}, zero = {};
  Vec3 w = {{x[1], x[2], x[0]}};
  Moved bodies[2];
  double s = zero.axis.x;
  for (int i = 0; i < 2; ++i) {
    bodies[i].at = scaled(a, 1.0 + i + s);
    bodies[i].speed = w;
    bodies[i].tag = i;
    turn(bodies[i].speed, x[i]);
    s += bodies[i].speed.v[1];
  }
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 2; ++i) {
      Moved *b = &bodies[i];
      b->at = sum(&b->at, &a);
      b->at.axis.y *= b->speed.x;
      turn(b->speed, 0.1 * b->at.array[k % 3]);
      a.array[i] = std::sin(a.axis.z * b->speed.z);
    }
    Vector t = a;
    t.axis.z += s;
    a = t;
    double *p = &a.axis.x;
    p[1] *= 0.9;
  }
  return s + bodies[0].at.axis.x * bodies[1].at.axis.y + bodies[1].speed.z * a.axis.x;
}

#pragma adjoint reverse
double ofVectors(Vector *v, const Vector &u, int n) {
  for (int i = 0; i < n; ++i) {
    v[i].axis.x *= v[i].array[1] * u.axis.z;
    v[i].array[2] += v[i].axis.x * u.array[0];
  }
  return v[0].axis.z * v[n - 1].axis.x;
}

#pragma adjoint reverse
double inVectors(const double *x, int n) {
  std::vector<Vector> v(n);
  Vector u = {{1.0, 2.0, 3.0}};
  for (int i = 0; i < n; ++i) {
    v[i].axis.x = x[i];
    v[i].axis.y = x[i] * x[0];
    v[i].axis.z = 1.0;
  }
  u.axis.z = x[1];
  return ofVectors(v.data(), u, n) * u.array[2];
}

int main() {
  numeric::check("moved", moved, moved_b, {{0.4, 0.3, 0.2}});
  numeric::check("inVectors", inVectors, inVectors_b, {{0.4, 0.3, 0.2}});
  numeric::check("counted", counted, counted_b, {{0.7, 1.3, -0.4}});
  numeric::check("arm", arm, arm_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("joint", joint, joint_b, {{0.7, 1.3}});
  numeric::check("ofArms", ofArms, ofArms_b, {{0.7, 1.3}});
  numeric::check("elements", elements, elements_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("colors", colors, colors_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check(
      "ofPoint", {0.7, 1.3, 0.4},
      [](numeric::Vector v) {
        Point p = {{{v[0], v[1], v[2]}}, 0};
        double s = ofPoint(&p);
        return numeric::Vector{s, p.x, p.y, p.z};
      },
      [](numeric::Vector v, numeric::Vector seed) {
        Point p = {{{v[0], v[1], v[2]}}, 0}, p_b = {{{seed[1], seed[2], seed[3]}}, 0};
        ofPoint_b(&p, &p_b, seed[0]);
        return numeric::Vector{p_b.x, p_b.y, p_b.z};
      });
  numeric::check("plain", plain, plain_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("hidden", hidden, hidden_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check(
      "throughPointer", {0.7, 1.3},
      [](numeric::Vector v) {
        Plain p = {{v[0]}, {v[1]}};
        double s = throughPointer(&p);
        return numeric::Vector{s, p.x, p.y};
      },
      [](numeric::Vector v, numeric::Vector seed) {
        Plain p = {{v[0]}, {v[1]}}, p_b = {{seed[1]}, {seed[2]}};
        throughPointer_b(&p, &p_b, seed[0]);
        return numeric::Vector{p_b.x, p_b.y};
      });
  return numeric::report();
}
