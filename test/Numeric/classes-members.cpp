// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Members of every kind: arrays of objects, references, pointers to the object itself, mutable ones, functions called
// from lambdas in member functions, classes that throw.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <stdexcept>

class Polynomial {
public:
  enum class Form { Plain, Even };
  Polynomial(double a, double b, Form f = Form::Plain) : c{a, b, a * b}, form(f) {}
  double operator()(double x) const {
    ++calls;
    const double t = form == Form::Even ? x * x : x;
    return c[0] + t * (c[1] + t * c[2]);
  }
  double integral(double from, double to) const {
    auto at = [this](double t) { return (*this)(t) + c[0]; };
    auto copy = [*this, to](double t) { return operator()(t) * to; };
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
      sum += at(from + i * (to - from)) * copy(sum);
    return sum;
  }
  void update(double x) {
    auto change = [&] {
      c[0] *= x;
      c[1] += c[0];
    };
    change();
    change();
  }
  int count() const { return calls; }

private:
  enum { terms = 3 };
  enum Kind { Low, High };
  double c[terms];
  Form form;
  Kind kind = High;
  mutable int calls = 0;

public:
  double scaled(double x) const { return kind == High ? x * terms : x; }
};

#pragma adjoint reverse
double inLambdas(double a, double b) {
  Polynomial p(a, b), q(b, a, Polynomial::Form::Even);
  double r = p.integral(a, b);
  p.update(b);
  q.update(r);
  return p(a) * q(b) + p.scaled(q(a)) * p.count() + r;
}

struct Particle {
  double x = 0.0, v = 0.0, m = 1.0;
  Particle() = default;
  Particle(double a, double b) : x(a), v(b) {}
  void step(double f, double dt) {
    v += f / m * dt;
    x += v * dt;
  }
  double energy() const { return 0.5 * m * v * v; }
};
class System {
public:
  explicit System(double a, double b) : particles{{a, b}, {b, a}, Particle()} { particles[2].x = a * b; }
  void step(double dt) {
    for (int i = 0; i < 3; ++i) {
      double f = 0.0;
      for (const Particle &p : particles)
        f -= std::sin(particles[i].x - p.x);
      particles[i].step(f, dt);
    }
    time += dt;
  }
  double energy() const {
    double e = 0.0;
    for (const Particle &p : particles)
      e += p.energy();
    return e + time * particles[2].x;
  }
  Particle &operator[](int i) { return particles[i]; }

private:
  Particle particles[3];
  double time = 0.0;
};

#pragma adjoint reverse
double arraysOfObjects(double a, double b) {
  System s(a, b);
  for (int i = 0; i < 4; ++i)
    s.step(0.1 * b);
  s[1].v *= a;
  System t = s;
  t.step(a);
  s[0] = t[1];
  Particle grid[2][2] = {{{a, b}, {}}, {{b, b}, {a, a}}};
  grid[0][1] = s[0];
  auto *heap = new Particle[2];
  heap[1] = grid[1][0];
  heap[0].step(a, b);
  double r = heap[0].energy() + heap[1].energy() * grid[0][1].x;
  delete[] heap;
  return s.energy() * t.energy() + r;
}

class Range {
public:
  Range(double l, double h) : low(l), high(h) {
    if (high < low)
      throw std::invalid_argument("an empty range");
  }
  double clamp(double x) const {
    if (!(x > low - 10.0))
      throw std::domain_error("far below");
    return x < low ? low : x > high ? high : x;
  }

private:
  double low, high;
};

#pragma adjoint reverse
double throwing(double a, double b) {
  Range r(a, b * b + 2.0);
  if (a > 100.0)
    throw 7;
  return r.clamp(a * b) * r.clamp(b) + a;
}

struct View {
  const double *data;
  int n;
  double &total;
  double sum() const {
    for (int i = 0; i < n; ++i)
      total += data[i] * total;
    return total * n;
  }
  View tail() const { return {data + 1, n - 1, total}; }
};

#pragma adjoint reverse
double views(const double *x, int n) {
  double total = 1.0;
  View v{x, n, total};
  double r = v.sum();
  total *= 0.5;
  return r + v.tail().sum() * v.tail().tail().total;
}

constexpr double quarter = 0.25;

#pragma adjoint reverse
double constants(double a, double b) {
  constexpr double weight = 1.5;
  const int n = 3;
  auto f = [](double x) { return x * weight * quarter * n; };
  static constexpr double table[] = {1.0, 2.0};
  return f(a) * b + table[1] * a;
}

class Stack {
public:
  void push(double v) { top = new Item{v, top}; }
  double pop() {
    Item *item = top;
    const double v = item->value;
    top = item->next;
    delete item;
    return v;
  }
  bool empty() const { return !top; }
  ~Stack() {
    while (top)
      pop();
  }

private:
  struct Item {
    double value;
    Item *next;
  };
  Item *top = nullptr;
};

#pragma adjoint reverse
double stack(const double *x, int n) {
  Stack s;
  for (int i = 0; i < n; ++i)
    s.push(x[i] * x[i]);
  double r = s.pop();
  s.push(r * x[0]);
  while (!s.empty())
    r = r * s.pop() + r;
  s.push(r);
  return r;
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("inLambdas", inLambdas, inLambdas_b, points);
  numeric::check("arraysOfObjects", arraysOfObjects, arraysOfObjects_b, points);
  numeric::check("throwing", throwing, throwing_b, points);
  numeric::check("views", views, views_b, {{0.7, 0.3, 0.4}, {0.2, -0.9, 1.1, 0.6}});
  numeric::check("constants", constants, constants_b, points);
  numeric::check("stack", stack, stack_b, {{0.7, 0.3, 0.4}, {0.2, -0.9, 1.1, 0.6}});

  double a_b = 0.0, b_b = 0.0;
  const size_t before = adjoint::Tape::local().bytes();
  bool isThrown = false;
  try {
    throwing_b(50.0, a_b, 0.1, b_b, 1.0);
  } catch (const std::invalid_argument &) {
    isThrown = true;
  }
  numeric::expect("throwing", 1.0, isThrown);
  numeric::expect("throwing: tape", static_cast<double>(before), static_cast<double>(adjoint::Tape::local().bytes()));
  return numeric::report();
}
