// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// Small value classes: constructors, operators, methods, conversions; objects overwritten between use and use.

#include "numeric.h"

#include <cmath>

struct Vec3 {
  double x, y, z;
  Vec3() : x(0.0), y(0.0), z(0.0) {}
  Vec3(double a, double b, double c) : x(a), y(b), z(c) {}
  explicit Vec3(double all) : Vec3(all, all, all) {}

  Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3 &o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
  Vec3 operator-() const { return {-x, -y, -z}; }
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x, y += o.y, z += o.z;
    return *this;
  }
  Vec3 &operator*=(double s) {
    x *= s;
    y *= s;
    z *= s;
    return *this;
  }
  double &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  double operator()(double t) const { return x + t * (y + t * z); }
  bool operator<(const Vec3 &o) const { return norm2() < o.norm2(); }
  Vec3 &operator++() {
    x += 1.0;
    y *= x;
    return *this;
  }
  Vec3 operator++(int) {
    Vec3 old = *this;
    ++*this;
    return old;
  }
  double norm2() const { return x * x + y * y + z * z; }
  double norm() const { return std::sqrt(norm2()); }
  void normalize() {
    const double n = norm();
    x /= n;
    y /= n;
    z /= n;
  }
  Vec3 normalized() const {
    Vec3 v = *this;
    v.normalize();
    return v;
  }
  Vec3 cross(const Vec3 &o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
  static Vec3 unit(int i) {
    Vec3 v;
    v[i] = 1.0;
    return v;
  }
};

Vec3 operator*(double s, const Vec3 &v) { return Vec3(s * v.x, s * v.y, s * v.z); }
double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

#pragma adjoint reverse
double constructors(double a, double b) {
  Vec3 u(a, b, a * b), v(b), w;
  w.x = u.x * v.y;
  Vec3 t{w.x, a, b};
  t.x *= t.y;
  Vec3 s = Vec3(t.x, u.y, b);
  return dot(s, u) + dot(t, v) * w.x;
}

#pragma adjoint reverse
double operators(double a, double b) {
  Vec3 u(a, b, 1.0), v(b, a * a, 2.0);
  Vec3 w = u + 2.0 * v - -u;
  u += w;
  u *= b;
  w = u - v;
  (w += u) *= a;
  return dot(w, u) + w(b);
}

#pragma adjoint reverse
double subscripts(double a, double b) {
  Vec3 v(a, b, a + b);
  for (int i = 0; i < 3; ++i)
    v[i] *= v[(i + 1) % 3];
  v[1] = v[0] * v[2];
  const Vec3 w = v;
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
    sum += w[i] * v[2 - i] * v[2 - i];
  return sum;
}

#pragma adjoint reverse
double methods(double a, double b) {
  Vec3 v(a, b, a * b), w = v.normalized();
  v.normalize();
  v *= a;
  w = v.cross(w + Vec3::unit(1));
  v = w.normalized();
  return v.norm2() * a + w.norm() + dot(v, w) + Vec3(a, b, 2.0).cross(v).norm2();
}

#pragma adjoint reverse
double increments(double a, double b) {
  Vec3 v(a, b, 1.0);
  Vec3 w = v++;
  ++v;
  Vec3 u = ++v + w;
  return dot(u, v) * w.y;
}

#pragma adjoint reverse
double comparisons(double a, double b) {
  Vec3 u(a, b, 1.0), v(b, a, 0.5);
  if (u < v)
    std::swap(u, v);
  return dot(u, u) + 2.0 * dot(u, v) + v.x;
}

#pragma adjoint reverse
double parameters(const Vec3 &v, Vec3 w, double s) {
  w *= s;
  w = w + v;
  w[0] *= v.y;
  return w.norm2() + v(s);
}

#pragma adjoint reverse
Vec3 result(const Vec3 &v, double s) {
  Vec3 w = s * v;
  w[2] = w.x * v.z;
  w *= w.y;
  return w;
}

#pragma adjoint reverse
void inPlace(Vec3 &v, double s) {
  v *= s;
  v[0] = v.norm2();
  v.normalize();
}

struct Dual {
  double value, dot;
  Dual(double v = 0.0, double d = 0.0) : value(v), dot(d) {} // NOLINT: converts
  friend Dual operator*(const Dual &a, const Dual &b) {
    return Dual(a.value * b.value, a.value * b.dot + a.dot * b.value);
  }
  friend Dual operator+(Dual a, const Dual &b) {
    a.value += b.value;
    a.dot += b.dot;
    return a;
  }
  Dual operator/(const Dual &b) const {
    const double q = value / b.value;
    return {q, (dot - q * b.dot) / b.value};
  }
  explicit operator double() const { return value; }
};
Dual sin(const Dual &a) { return {std::sin(a.value), std::cos(a.value) * a.dot}; }

#pragma adjoint reverse
double duals(double a, double b) {
  Dual x(a, 1.0), y = b;
  Dual z = x * y + 2.0 * sin(x * x) / (x + 3.0);
  y = z * z;
  x = y + x;
  return z.dot * b + x.dot + static_cast<double>(y);
}

// In a list that a member function returns, `v` is the function's own member, in a default member
// initialiser the new object's.
struct Amount {
  double v;
  double twice = 2.0 * v;
  Amount operator-() const { return {-v * twice}; }
  template <class U> Amount times(U factor) const { return Amount{v * factor, twice}; }
};

#pragma adjoint reverse
double ownMembers(double x, double y) {
  Amount a{x};
  a.twice *= y;
  Amount b = -a, c = b.times(y).times(3);
  return b.v * b.twice + c.v * c.twice;
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {-1.2, 0.8}};
  numeric::check("constructors", constructors, constructors_b, points);
  numeric::check("operators", operators, operators_b, points);
  numeric::check("subscripts", subscripts, subscripts_b, points);
  numeric::check("methods", methods, methods_b, points);
  numeric::check("increments", increments, increments_b, points);
  numeric::check("comparisons", comparisons, comparisons_b, points);
  numeric::check("ownMembers", ownMembers, ownMembers_b, points);
  numeric::check("duals", duals, duals_b, points);

  using numeric::Vector;
  const Vector x = {0.7, 1.3, -0.4, 0.9, 1.1, 0.3, 1.7};
  numeric::check(
      "parameters", x,
      [](const Vector &p) {
        return Vector{parameters({p[0], p[1], p[2]}, {p[3], p[4], p[5]}, p[6])};
      },
      [](const Vector &p, const Vector &y_b) {
        Vec3 v_b, w_b;
        double s_b = 0.0;
        parameters_b({p[0], p[1], p[2]}, v_b, {p[3], p[4], p[5]}, w_b, p[6], s_b, y_b[0]);
        return Vector{v_b.x, v_b.y, v_b.z, w_b.x, w_b.y, w_b.z, s_b};
      });
  numeric::check(
      "result", {0.7, 1.3, -0.4, 0.9},
      [](const Vector &p) {
        Vec3 r = result({p[0], p[1], p[2]}, p[3]);
        return Vector{r.x, r.y, r.z};
      },
      [](const Vector &p, const Vector &y_b) {
        Vec3 v_b;
        double s_b = 0.0;
        result_b({p[0], p[1], p[2]}, v_b, p[3], s_b, {y_b[0], y_b[1], y_b[2]});
        return Vector{v_b.x, v_b.y, v_b.z, s_b};
      });
  numeric::check(
      "inPlace", {0.7, 1.3, -0.4, 0.9},
      [](const Vector &p) {
        Vec3 v(p[0], p[1], p[2]);
        inPlace(v, p[3]);
        return Vector{v.x, v.y, v.z};
      },
      [](const Vector &p, const Vector &y_b) {
        Vec3 v(p[0], p[1], p[2]), v_b(y_b[0], y_b[1], y_b[2]);
        double s_b = 0.0;
        inPlace_b(v, v_b, p[3], s_b);
        return Vector{v_b.x, v_b.y, v_b.z, s_b};
      });
  return numeric::report();
}
