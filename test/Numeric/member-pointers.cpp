// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Pointers to members, of functions and of data: known, chosen at run time, in tables, in members, passed on.

#include "numeric.h"

#include <cmath>

class Layer {
public:
  explicit Layer(double w) : weight(w) {}
  double linear(double x) const { return weight * x; }
  double square(double x) const { return weight * x * x; }
  double wave(double x) const noexcept { return std::sin(weight * x); }
  void grow(double by) { weight *= by; }
  void shrink(double by) { weight -= by * weight; }

private:
  double weight;
};

// A parameter, for which a template is instantiated.
template <class T> double twice(const T &object, double (T::*f)(double) const, double x) {
  return (object.*f)((object.*f)(x));
}

#pragma adjoint reverse
double passedOn(double x, double y) {
  Layer a(x), b(y);
  return twice(a, &Layer::square, y) * twice(b, &Layer::wave, x);
}

// A table, chosen from at run time, through object and pointer.
#pragma adjoint reverse
double fromTable(double x, double y) {
  using Function = double (Layer::*)(double) const;
  static const Function table[] = {&Layer::linear, &Layer::square, &Layer::wave};
  void (Layer::*change)(double) = &Layer::grow;
  Layer a(x), b(y);
  double s = 1.0;
  for (int i = 0; i < 5; ++i) {
    Function f = table[i % 3];
    s = (i % 2 ? (a.*f)(s) : (b.*f)(s)) + 0.1;
    const Layer *p = &a;
    s += (p->*table[(i + 1) % 3])(y) * 0.1;
    (b.*change)(s);
    change = s > 1.0 ? &Layer::shrink : &Layer::grow;
  }
  return s;
}

// A member that is one, and may be null.
struct Step {
  double (Layer::*apply)(double) const = nullptr;
  double scale;
};

#pragma adjoint reverse
double inMember(double x, double y) {
  Layer layer(x);
  Step steps[3];
  steps[0].scale = y, steps[1].scale = x * y, steps[2].scale = 0.5;
  steps[0].apply = &Layer::square;
  steps[2].apply = steps[0].apply;
  double s = y;
  for (const Step &step : steps)
    if (step.apply && step.apply != &Layer::wave)
      s = (layer.*step.apply)(s * step.scale);
    else
      s += layer.wave(s);
  return s;
}

// Data: read, written, and stepped through.
struct Params {
  double alpha, beta, gamma;
};
double loss(const Params &p) { return p.alpha * p.alpha * p.beta + std::sin(p.gamma * p.beta); }

#pragma adjoint reverse
double eachParameter(double x, double y) {
  Params p{x, y, x * y};
  double Params::*const members[] = {&Params::alpha, &Params::beta, &Params::gamma};
  double s = 0.0;
  for (auto member : members) {
    double old = p.*member;
    p.*member = old * 1.1;
    s += loss(p);
    (&p)->*member = old * x;
  }
  return s + p.*members[1] * p.gamma;
}

// The virtual function that the object has.
class Shape {
public:
  virtual ~Shape() = default;
  virtual double area(double r) const { return r; }
  double doubled(double r) const { return 2.0 * area(r); }
};
class Disc : public Shape {
public:
  double area(double r) const override { return 3.0 * r * r; }
};

#pragma adjoint reverse
double virtualMember(double x, double y) {
  Disc disc;
  const Shape &shape = disc;
  double (Shape::*measure)(double) const = x < y ? &Shape::area : &Shape::doubled;
  return (shape.*measure)(x) * (shape.*&Shape::doubled)(y);
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}};
  numeric::check("passedOn", passedOn, passedOn_b, points);
  numeric::check("fromTable", fromTable, fromTable_b, points);
  numeric::check("inMember", inMember, inMember_b, points);
  numeric::check("eachParameter", eachParameter, eachParameter_b, points);
  numeric::check("virtualMember", virtualMember, virtualMember_b, points);
  return numeric::report();
}
