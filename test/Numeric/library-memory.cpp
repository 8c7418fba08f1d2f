// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::unique_ptr, shared_ptr and optional: owners that are moved, shared and ended, in containers, of derived classes.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#pragma adjoint reverse
double shared(double x, double y) {
  auto p = std::make_shared<double>(x);
  auto q = p;
  *q *= y;
  std::shared_ptr<double> r(new double(*p * x));
  *r += *q;
  double s = *p * x + *q * *r;
  p = r;
  *q = std::sin(*p);
  r.reset();
  return s * *p + *q * p.use_count();
}

struct Node {
  double value;
  std::shared_ptr<Node> next;
};

#pragma adjoint reverse
double list(const double *x, int n) {
  std::shared_ptr<Node> head;
  for (int i = 0; i < n; ++i) {
    auto node = std::make_shared<Node>();
    node->value = x[i] * x[i];
    node->next = head;
    head = node;
  }
  double s = 0.0;
  for (const Node *node = head.get(); node; node = node->next.get())
    s = s * 0.5 + node->value * s + node->value;
  return s;
}

class Shape {
public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual void grow(double factor) { scale *= factor; }

protected:
  double scale = 1.0;
};
class Square : public Shape {
public:
  explicit Square(double a) : a(a) {}
  double area() const override { return a * a * scale; }

private:
  double a;
};
class Disc : public Shape {
public:
  explicit Disc(double r) : r(r) {}
  double area() const override { return 3.0 * r * r * scale; }
  void grow(double factor) override { r *= factor; }

private:
  double r;
};

// Owners of derived classes, moved within a container that grows and shrinks.
#pragma adjoint reverse
double owners(const double *x, int n) {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0)
      shapes.push_back(std::make_unique<Square>(x[i]));
    else
      shapes.emplace_back(new Disc(x[i] * x[0]));
    shapes.back()->grow(x[i]);
  }
  std::unique_ptr<Shape> taken = std::move(shapes[1]);
  shapes.erase(shapes.begin() + 1);
  double s = taken->area();
  for (auto &shape : shapes) {
    shape->grow(1.0 + s);
    s += shape->area() * s;
  }
  taken = std::make_unique<Square>(s);
  shapes.push_back(std::move(taken));
  return shapes.back()->area() + (taken ? 1.0 : 2.0) * s;
}

// The same object by several owners of the base.
#pragma adjoint reverse
double sharedShapes(const double *x, int n) {
  std::vector<std::shared_ptr<Shape>> shapes;
  for (int i = 0; i < n; ++i)
    shapes.push_back(std::make_shared<Disc>(x[i]));
  shapes.push_back(shapes[0]);
  double s = 0.0;
  for (const auto &shape : shapes) {
    shape->grow(1.0 + s);
    s += shape->area();
  }
  return s;
}

double half(const std::optional<double> &x) { return x.value_or(2.0) * 0.5; }

#pragma adjoint reverse
double optionals(double x, double y) {
  std::optional<double> a, b = x * y;
  double s = half(a) * x + half(b);
  a = *b * y;
  b.reset();
  if (a && !b.has_value())
    s += *a * a.value();
  *a = s * x;
  return s + half(a) * half(b);
}

class Stage {
public:
  Stage(double factor, std::unique_ptr<Stage> next, std::vector<double> weights)
      : factor(factor), next(std::move(next)), weights(std::move(weights)) {}
  double run(double x) const { return weights[0] * (next ? next->run(factor * x) * weights[1] : factor - x); }

private:
  double factor;
  std::unique_ptr<Stage> next;
  std::vector<double> weights;
};

// What a model passes on to a constructor of the user's is moved there.
#pragma adjoint reverse
double stages(double x, double y) {
  auto chain = std::make_unique<Stage>(
      x,
      std::make_unique<Stage>(y * x, std::make_unique<Stage>(y, nullptr, std::vector<double>{x}), std::vector<double>{x, y}),
      std::vector<double>{y * y, 0.5});
  return chain->run(x) * chain->run(y);
}

struct Term {
  virtual ~Term() = default;
  virtual double at(double t) const = 0;
};
struct Number : Term {
  double value;
  explicit Number(double value) : value(value) {}
  double at(double t) const override { return value * t; }
};
struct Both : Term {
  std::unique_ptr<Term> left;
  std::shared_ptr<const Term> right;
  Both(std::unique_ptr<Term> left, std::shared_ptr<const Term> right) : left(std::move(left)), right(std::move(right)) {}
  double at(double t) const override { return left->at(t) * right->at(t * t) + t; }
};

// Pointers to derived classes, passed on by the library as pointers to their base.
#pragma adjoint reverse
double terms(double x, double y) {
  auto shared = std::make_shared<Number>(x * y);
  std::unique_ptr<Term> sum = std::make_unique<Both>(
      std::make_unique<Both>(std::make_unique<Number>(x), shared), std::make_shared<Number>(y));
  shared->value *= y;
  return sum->at(x) * shared->at(y);
}

struct Body {
  double mass, position;
  std::weak_ptr<Body> parent;
  std::vector<std::shared_ptr<Body>> children;
};
double place(const std::shared_ptr<Body> &body) {
  double p = body->position;
  if (auto parent = body->parent.lock())
    p += place(parent);
  return p;
}
double moment(const std::shared_ptr<Body> &body) {
  double s = body->mass * place(body) * place(body);
  for (auto &child : body->children)
    s += moment(child);
  return s;
}

#pragma adjoint reverse
double watched(const double *x, int n) {
  auto root = std::make_shared<Body>();
  root->mass = x[0];
  root->position = x[1];
  for (int i = 0; i < n; ++i) {
    auto child = std::make_shared<Body>();
    child->mass = x[i] + i;
    child->position = x[i] * x[1];
    child->parent = root;
    root->children.push_back(child);
  }
  std::weak_ptr<Body> first = root->children[0], copy = first, none;
  double s = moment(root) * static_cast<double>(first.use_count());
  root->children.erase(root->children.begin());
  if (!copy.expired() || none.lock())
    s = 0.0;
  std::shared_ptr<Body> second(std::weak_ptr<Body>(root->children[0]));
  first = second;
  return s + first.lock()->mass * x[0];
}

struct Owned {
  double *number;
  explicit Owned(double a) : number(new double(a)) {}
  Owned(const Owned &other) : number(new double(*other.number)) {}
  Owned &operator=(const Owned &other) {
    if (this != &other) {
      delete number;
      number = new double(*other.number);
    }
    return *this;
  }
  ~Owned() { delete number; }
};

struct Weight {
  double mass;
};

// Where an element has ended, another comes.
#pragma adjoint reverse
double placesAgain(double x, double y) {
  std::vector<std::unique_ptr<Weight>> owners;
  for (int i = 0; i < 3; ++i) {
    owners.push_back(std::make_unique<Weight>(Weight{x * i}));
    owners.push_back(std::make_unique<Weight>(Weight{y}));
    owners.pop_back();
  }
  owners.erase(owners.begin());
  owners.push_back(std::make_unique<Weight>(Weight{x * y}));
  std::vector<std::shared_ptr<Weight>> sharers(2, std::make_shared<Weight>(Weight{x}));
  sharers.pop_back();
  sharers.push_back(sharers[0]);
  sharers.clear();
  sharers.push_back(std::make_shared<Weight>(Weight{y * y}));
  std::vector<std::vector<double>> rows{{x}, {y, x}};
  rows.pop_back();
  rows.push_back({x * y});
  rows.erase(rows.begin());
  rows.push_back({y * rows[0][0]});
  std::vector<Owned> owned(2, Owned(x));
  owned.pop_back();
  owned.push_back(Owned(y));
  owned.insert(owned.begin(), Owned(x * x));
  return owners[0]->mass * owners[2]->mass + sharers[0]->mass * rows[1][0] + *owned[0].number * *owned[2].number;
}

struct Guard {
  double *sum;
  double weight;
  Guard(double *sum, double weight) : sum(sum), weight(weight) {}
  ~Guard() { *sum += weight * weight; }
};

// What an optional holds ends where it lets go of it.
#pragma adjoint reverse
double letGo(double x, double y) {
  double s = x;
  std::optional<Guard> guard;
  guard.emplace(&s, y);
  double t = s * x;
  guard.reset();
  t *= s;
  guard.emplace(&s, t);
  guard.emplace(&s, y * t);
  t += s * s;
  guard = std::nullopt;
  std::optional<std::vector<double>> row;
  row = std::vector<double>{t, x};
  std::optional<std::vector<double>> copy = row;
  (*copy)[0] *= y;
  row.reset();
  row.emplace({y, s});
  return t * s + (*copy)[0] * (*row)[1] + row->at(0);
}

#pragma adjoint reverse
double watchedInside(double x, double y) {
  std::optional<std::shared_ptr<double>> inside = std::make_shared<double>(x * y);
  std::weak_ptr<double> watcher = *inside;
  double s = watcher.expired() ? x : y * **inside;
  inside.reset();
  return watcher.expired() ? s * x : s;
}

std::unique_ptr<Weight> weighed(double w) { return std::make_unique<Weight>(Weight{w}); }

#pragma adjoint reverse
double uniqueBecomesShared(double x, double y) {
  std::shared_ptr<Weight> a = weighed(x * y), b = a;
  a->mass *= x;
  a = weighed(y);
  return a->mass * b->mass;
}

int main() {
  numeric::check("placesAgain", placesAgain, placesAgain_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("letGo", letGo, letGo_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("watchedInside", watchedInside, watchedInside_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("uniqueBecomesShared", uniqueBecomesShared, uniqueBecomesShared_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("watched", watched, watched_b, {{0.7, 1.3}, {-1.1, 0.6, 0.4, 1.2}});
  numeric::check("stages", stages, stages_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("shared", shared, shared_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("list", list, list_b, {{0.7, 1.3}, {-1.1, 0.6, 0.4, 1.2}});
  numeric::check("owners", owners, owners_b, {{0.7, 1.3}, {-1.1, 0.6, 0.4, 1.2}});
  numeric::check("sharedShapes", sharedShapes, sharedShapes_b, {{0.7, 0.3}, {-0.2, 0.6, 0.4}});
  numeric::check("optionals", optionals, optionals_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("terms", terms, terms_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
