// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Virtual calls: the adjoint dispatches as the primal did.

#include "numeric.h"

#include <cmath>

struct Shape {
  double scale = 1.0;
  explicit Shape(double s) : scale(s) {}
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual void grow(double s) { scale *= s; }
  double weighted(double w) const { return w * area() + scale; }
};
struct Circle : Shape {
  double r;
  Circle(double s, double radius) : Shape(s), r(radius) {}
  double area() const override { return 3.0 * r * r * scale; }
};
struct Box : Shape {
  double w, h;
  Box(double a, double b) : Shape(a * b), w(a), h(b) {}
  double area() const override { return w * h * scale; }
  void grow(double s) override {
    Shape::grow(s);
    w += s * h;
  }
};
struct Cube : Box {
  explicit Cube(double a) : Box(a, a) {}
  double area() const override { return 6.0 * Box::area(); }
};

double total(Shape &s, double w) {
  s.grow(w);
  return s.weighted(w) * s.area();
}

#pragma adjoint reverse
double byReference(double a, double b) {
  Circle c(a, b);
  Box d(a, b);
  Cube e(b);
  double sum = total(c, a) + total(d, b) * total(e, a);
  c.grow(b);
  return sum + c.area() * d.area() + e.weighted(a);
}

#pragma adjoint reverse
double byPointer(const double *x, int n) {
  Circle c(x[0], x[1]);
  Box d(x[0], x[1]);
  Cube e(x[0]);
  Shape *shapes[3] = {&c, &d, &e};
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    Shape *s = shapes[i % 3];
    s->grow(x[i]);
    sum += s->area() * x[i];
    if (Box *box = dynamic_cast<Box *>(s))
      sum *= 1.0 + 0.1 * box->h;
  }
  return sum;
}

Shape *make(int kind, double a, double b) {
  if (kind == 0)
    return new Circle(a, b);
  if (kind == 1)
    return new Box(a, b);
  return new Cube(b);
}

#pragma adjoint reverse
double onTheHeap(const double *x, int n) {
  double sum = 1.0;
  for (int i = 0; i < n; ++i) {
    Shape *s = make(i % 3, x[i], x[0]);
    s->grow(sum);
    sum += s->area() * x[i];
    delete s;
  }
  return sum;
}

class Term {
public:
  virtual ~Term() {}
  virtual double value(double x) const = 0;
};
class Constant : public Term {
public:
  explicit Constant(double v) : v(v) {}
  double value(double) const override { return v; }

private:
  double v;
};
class Product : public Term {
public:
  Product(const Term &l, const Term &r) : left(l), right(r) {}
  double value(double x) const override { return left.value(x) * right.value(x); }

private:
  const Term &left, &right;
};
class Sine : public Term {
public:
  double value(double x) const override { return std::sin(x); }
};

#pragma adjoint reverse
double tree(double a, double b) {
  Constant c(a);
  Sine s;
  Product p(c, s), q(p, p);
  return q.value(b) + p.value(a * b);
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("byReference", byReference, byReference_b, points);
  numeric::check("byPointer", byPointer, byPointer_b, {{0.7, 0.3, 0.4, 0.9}, {0.2, 0.9, 1.1}});
  numeric::check("onTheHeap", onTheHeap, onTheHeap_b, {{0.7, 0.3, 0.4, 0.9}, {0.2, 0.9, 1.1}});
  numeric::check("tree", tree, tree_b, points);
  return numeric::report();
}
