// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Bases as parts of objects, inherited constructors, the curiously recurring template, expression templates, proxies.

#include "numeric.h"
#include <array>

#include <cmath>

struct Point2 {
  double x, y;
  Point2(double a, double b) : x(a), y(b) {}
  double norm2() const { return x * x + y * y; }
  void scale(double s) { x *= s, y *= s; }
};
struct Point3 : Point2 {
  double z;
  Point3(double a, double b, double c) : Point2(a, b), z(c) {}
  double norm2() const { return Point2::norm2() + z * z; }
  void scale(double s) {
    Point2::scale(s);
    z *= s;
  }
};
double product(const Point2 &p) { return p.x * p.y; }
void turn(Point2 &p) {
  double t = p.x;
  p.x = -p.y;
  p.y = t * p.x;
}

#pragma adjoint reverse
double parts(double a, double b) {
  Point3 p(a, b, a * b);
  p.scale(b);
  turn(p);
  Point2 q = p; // slices
  q.x *= p.z;
  Point2 &base = p;
  base.y *= a;
  Point3 r = p;
  r.x = product(q) + product(p);
  static_cast<Point2 &>(r).y *= r.z;
  return p.norm2() * q.norm2() + r.norm2();
}

struct Labelled {
  int label = 3;
  double weight = 2.0;
};
struct Mixed : Point2, Labelled {
  using Point2::Point2;
  double total() const { return weight * norm2() * label; }
};
struct Aggregate : Labelled {
  double value;
};

#pragma adjoint reverse
double severalBases(double a, double b) {
  Mixed m(a, b);
  m.weight *= a;
  m.scale(m.weight);
  Aggregate g{{4, b}, a};
  g.value *= g.weight;
  return m.total() + g.value * g.label;
}

template <class T> struct Shape {
  const T &self() const { return static_cast<const T &>(*this); }
  double twice() const { return 2.0 * self().area(); }
  void grow(double s) { static_cast<T *>(this)->scale(s); }
};
struct Circle : Shape<Circle> {
  double r;
  explicit Circle(double radius) : r(radius) {}
  double area() const { return 3.0 * r * r; }
  void scale(double s) { r *= s; }
};
struct Box : Shape<Box> {
  double w, h;
  Box(double a, double b) : w(a), h(b) {}
  double area() const { return w * h; }
  void scale(double s) { w *= s, h += s; }
};
template <class T> double density(const Shape<T> &s, double mass) { return mass / s.self().area() + s.twice(); }

#pragma adjoint reverse
double recurring(double a, double b) {
  Circle c(a);
  Box d(a, b);
  c.grow(b);
  d.grow(c.area());
  return density(c, b) * density(d, a) + d.twice();
}

/// Vectors whose sums are evaluated when they are assigned.
template <class E> struct Expression {
  double operator[](int i) const { return static_cast<const E &>(*this)[i]; }
};
template <class L, class R> struct Sum : Expression<Sum<L, R>> {
  const L &left;
  const R &right;
  Sum(const L &l, const R &r) : left(l), right(r) {}
  double operator[](int i) const { return left[i] + right[i]; }
};
template <class E> struct Scaled : Expression<Scaled<E>> {
  double factor;
  const E &of;
  Scaled(double f, const E &e) : factor(f), of(e) {}
  double operator[](int i) const { return factor * of[i]; }
};
struct Array : Expression<Array> {
  double data[3];
  Array() : data{} {}
  Array(double a, double b, double c) : data{a, b, c} {}
  template <class E> Array &operator=(const Expression<E> &e) {
    for (int i = 0; i < 3; ++i)
      data[i] = e[i];
    return *this;
  }
  double operator[](int i) const { return data[i]; }
  double &operator[](int i) { return data[i]; }
};
template <class L, class R> Sum<L, R> operator+(const Expression<L> &l, const Expression<R> &r) {
  return {static_cast<const L &>(l), static_cast<const R &>(r)};
}
template <class E> Scaled<E> operator*(double f, const Expression<E> &e) { return {f, static_cast<const E &>(e)}; }
template <class E> double total(const Expression<E> &e) { return e[0] + e[1] * e[2]; }

#pragma adjoint reverse
double expressions(double a, double b) {
  Array x(a, b, a * b), y(b, 1.0, a), z;
  z = x + a * y + b * (x + y);
  x = z + z;
  x[0] *= y[1] * a;
  z = b * x;
  return total(z + x) + total(2.0 * y) * z[2];
}

/// Writes that look like assignments to an element.
class Grid {
public:
  class Cell {
  public:
    Cell(Grid &g, int i) : grid(g), index(i) {}
    Cell &operator=(double v) {
      grid.set(index, v);
      return *this;
    }
    operator double() const { return grid.values[index]; }
    Cell &operator+=(double v) { return *this = *this + v; }

  private:
    Grid &grid;
    int index;
  };
  Cell operator[](int i) { return Cell(*this, i); }
  double sum() const { return values[0] + values[1] * values[2] + changes; }

private:
  void set(int i, double v) {
    changes += v - values[i];
    values[i] = v;
  }
  double values[3] = {1.0, 2.0, 3.0};
  double changes = 0.0;
};

#pragma adjoint reverse
double proxies(double a, double b) {
  Grid g;
  g[0] = a;
  g[1] = g[0] * b;
  g[2] += g[1] * a;
  g[0] = g[2] + std::sin(g[1]);
  return g.sum() * g[0];
}

/// Calls in a chain.
class Options {
public:
  Options &scale(double s) {
    factor *= s;
    return *this;
  }
  Options &shift(double s) {
    offset += s * factor;
    return *this;
  }
  Options plus(const Options &o) const {
    Options r = *this;
    return r.scale(o.factor).shift(o.offset);
  }
  double apply(double x) const { return factor * x + offset; }

private:
  double factor = 1.0, offset = 0.0;
};

#pragma adjoint reverse
double chained(double a, double b) {
  Options o;
  o.scale(a).shift(b).scale(b);
  double r = Options().shift(a).scale(b).shift(o.apply(a)).apply(b);
  return r * o.plus(Options().scale(b)).shift(r).apply(a);
}

// An empty base in front of members with constant initialisers.
template <class D> struct VectorSpace {
  friend D operator*(double k, D a) {
    a *= k;
    return a;
  }
};
struct Phase : VectorSpace<Phase> {
  std::array<double, 2> q{}, p{};
  Phase &operator*=(double k) {
    for (int i = 0; i < 2; ++i)
      q[i] = k * (q[i] + p[i]);
    return *this;
  }
};

#pragma adjoint reverse
double emptyBase(double x, double y) {
  Phase e = x * Phase{};
  e.q[0] += x;
  e.p[1] = y;
  e = y * e;
  return x + e.q[0] * e.q[1];
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {-1.2, 0.8}};
  numeric::check("emptyBase", emptyBase, emptyBase_b, {{0.7, 1.3}, {2.1, 0.4}});
  numeric::check("parts", parts, parts_b, points);
  numeric::check("severalBases", severalBases, severalBases_b, points);
  numeric::check("recurring", recurring, recurring_b, points);
  numeric::check("expressions", expressions, expressions_b, points);
  numeric::check("proxies", proxies, proxies_b, points);
  numeric::check("chained", chained, chained_b, points);
  return numeric::report();
}
