// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Bodies under gravity, an array of structs, moved by the leapfrog method.

#include "numeric.h"

#include <cmath>

struct Vec3 {
  double x, y, z;
  Vec3() : x(0.0), y(0.0), z(0.0) {}
  Vec3(double x, double y, double z) : x(x), y(y), z(z) {}
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  double squared() const { return x * x + y * y + z * z; }
};

inline Vec3 operator-(const Vec3 &a, const Vec3 &b) { return Vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline Vec3 operator*(double s, const Vec3 &a) { return {s * a.x, s * a.y, s * a.z}; }

struct Body {
  Vec3 position, velocity;
  double mass;
};

static void kick(Body *bodies, int n, double dt) {
  for (int i = 0; i < n; ++i) {
    Vec3 force;
    for (int j = 0; j < n; ++j) {
      if (i == j)
        continue;
      Vec3 r = bodies[j].position - bodies[i].position;
      double d2 = r.squared() + 0.01;
      force += (bodies[j].mass / (d2 * std::sqrt(d2))) * r;
    }
    bodies[i].velocity += dt * force;
  }
}

#pragma adjoint reverse
double energyAfter(Body *bodies, int n, double dt, int steps) {
  for (int s = 0; s < steps; ++s) {
    kick(bodies, n, 0.5 * dt);
    for (int i = 0; i < n; ++i)
      bodies[i].position += dt * bodies[i].velocity;
    kick(bodies, n, 0.5 * dt);
  }
  double energy = 0.0;
  for (int i = 0; i < n; ++i)
    energy += 0.5 * bodies[i].mass * bodies[i].velocity.squared();
  return energy;
}

int main() {
  using numeric::Vector;
  const int n = 3;
  Vector x;
  for (int i = 0; i < 7 * n; ++i)
    x.push_back(i % 7 == 6 ? 1.0 + 0.2 * i : std::sin(1.3 * i));
  x.push_back(0.05);
  auto load = [](const Vector &v, Body *bodies) {
    for (int i = 0; i < n; ++i) {
      const double *p = v.data() + 7 * i;
      bodies[i].position = Vec3(p[0], p[1], p[2]);
      bodies[i].velocity = Vec3(p[3], p[4], p[5]);
      bodies[i].mass = p[6];
    }
  };
  numeric::check(
      "energyAfter", x,
      [&](const Vector &v) {
        Body bodies[n];
        load(v, bodies);
        return Vector{energyAfter(bodies, n, v.back(), 4)};
      },
      [&](const Vector &v, const Vector &s) {
        Body bodies[n], bodies_b[n];
        load(v, bodies);
        for (Body &b : bodies_b)
          b.mass = 0.0;
        double dt_b = 0.0;
        energyAfter_b(bodies, bodies_b, n, v.back(), dt_b, 4, s[0]);
        Vector b;
        for (const Body &body : bodies_b)
          for (double e : {body.position.x, body.position.y, body.position.z, body.velocity.x, body.velocity.y,
                           body.velocity.z, body.mass})
            b.push_back(e);
        b.push_back(dt_b);
        return b;
      });
  return numeric::report();
}
