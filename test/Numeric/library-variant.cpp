// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::variant: what it holds changes, is visited, copied, held in containers.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <variant>
#include <vector>

#pragma adjoint reverse
double changes(double x, double y) {
  std::variant<int, double> v = 3;
  double s = std::get<int>(v) * x;
  v = x * y;
  if (std::holds_alternative<double>(v))
    s += std::get<double>(v) * y;
  std::get<1>(v) *= s;
  const auto w = v;
  v = 2;
  s += std::get<double>(w) * std::get<0>(v);
  if (const double *p = std::get_if<double>(&w))
    s *= *p;
  return s + static_cast<double>(v.index() + w.index()) * x;
}

struct Circle {
  double r;
};
struct Box {
  double a, b;
};
using Shape = std::variant<Circle, Box>;

struct Area {
  double factor;
  double operator()(const Circle &c) const { return factor * 3.0 * c.r * c.r; }
  double operator()(const Box &b) const { return factor * b.a * b.b; }
};
struct Grow {
  double by;
  void operator()(Circle &c) const { c.r *= by; }
  void operator()(Box &b) const { b.a += by; }
};

#pragma adjoint reverse
double shapes(const double *x, int n) {
  std::vector<Shape> all;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0)
      all.push_back(Circle{x[i]});
    else
      all.push_back(Box{x[i], x[i - 1]});
  }
  double s = 0.0;
  for (auto &shape : all) {
    std::visit(Grow{1.0 + s}, shape);
    s += std::visit(Area{x[0]}, shape);
  }
  all[0] = Box{s, x[1]};
  for (const auto &shape : all)
    s += std::visit([&](const auto &each) { return Area{s}(each); }, shape);
  return s;
}

template <class... Fs> struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs> Overloaded(Fs...) -> Overloaded<Fs...>;

#pragma adjoint reverse
double overloaded(double x, double y) {
  std::variant<Circle, Box, double> v = y;
  double s = 0.0;
  for (int i = 0; i < 3; ++i) {
    s += std::visit(Overloaded{[&](const Circle &c) { return c.r * x; }, [](const Box &b) { return b.a * b.b; },
                               [&](double d) { return std::sin(d) * x; }},
                    v);
    if (i == 0)
      v = Circle{s * y};
    else
      v.emplace<Box>(Box{s, x});
  }
  return s;
}

// The alternative depends on the data.
std::variant<double, Box> classify(double x) {
  if (x > 1.0)
    return Box{x, x * x};
  return 2.0 * x;
}

#pragma adjoint reverse
double classified(double x, double y) {
  double s = 0.0;
  for (double t : {x, y, x * y}) {
    auto v = classify(t);
    if (const auto *box = std::get_if<Box>(&v))
      s += box->a * box->b;
    else
      s += std::get<double>(v) * s + std::get<double>(v);
  }
  return s;
}

// Alternatives that can be moved alone: a tree.
struct Split;
struct Leaf {
  double value;
};
using Node = std::variant<Leaf, std::unique_ptr<Split>>;
struct Split {
  double threshold, sharpness;
  Node low, high;
};

Node split(double threshold, double sharpness, Node low, Node high) {
  auto made = std::make_unique<Split>();
  made->threshold = threshold;
  made->sharpness = sharpness;
  made->low = std::move(low);
  made->high = std::move(high);
  return made;
}

double predicted(const Node &node, double x) {
  if (std::holds_alternative<Leaf>(node))
    return std::get<Leaf>(node).value;
  const Split &s = *std::get<std::unique_ptr<Split>>(node);
  const double p = 1 / (1 + std::exp(-s.sharpness * (x - s.threshold)));
  return (1 - p) * predicted(s.low, x) + p * predicted(s.high, x);
}

#pragma adjoint reverse
double trees(double x, double y) {
  Node tree = split(y, 3.0, split(0.6, 2.0, Leaf{x}, Leaf{-1.0}), Leaf{x * y});
  double s = predicted(tree, x);
  std::unique_ptr<Split> root = std::get<std::unique_ptr<Split>>(std::move(tree));
  root->high = split(x, s, Leaf{y}, std::move(root->high));
  tree = std::move(root->high);
  return s + predicted(tree, y);
}

// A pointer to an element is never null.
#pragma adjoint reverse
double ofElements(double x, double y) {
  std::vector<std::variant<double, Box>> all(3, x);
  all[1] = Box{x, y};
  double s = x;
  if (auto *box = std::get_if<Box>(&all[1]))
    s += box->a * box->b;
  for (auto &each : all)
    if (double *d = std::get_if<double>(&each))
      s += *d * y;
  return s;
}

struct Lock {
  double *sum;
  double weight;
  ~Lock() {
    if (sum)
      *sum += weight * weight;
  }
};

// An alternative with a destructor ends where another one takes its place.
#pragma adjoint reverse
double letGo(double x, double y) {
  double s = x;
  std::variant<double, Lock> v;
  v = Lock{nullptr, y};
  std::get<1>(v).sum = &s;
  double t = s * x;
  v = 0.3 * x;
  return t * s + std::get<0>(v);
}

#pragma adjoint reverse
double vectors(double x, double y) {
  std::variant<std::vector<double>, double> v;
  std::get<0>(v).push_back(x);
  v = std::get<0>(v)[0] * y;
  double s = std::get<1>(v);
  v = std::vector<double>{x, s};
  auto copy = v;
  std::get<0>(copy)[1] *= x;
  v.emplace<double>(y * s);
  return s * std::get<1>(v) + std::get<0>(copy)[1];
}

// Pointers to alternatives by their number.
#pragma adjoint reverse
double byNumber(double x, double y) {
  std::vector<std::variant<double, int>> values(3);
  values[0] = 2;
  values[1] = x * y;
  double sum = 0.0;
  for (auto &value : values)
    if (double *number = std::get_if<0>(&value))
      sum += *number *= x;
  for (const auto &value : values) {
    if (const int *count = std::get_if<1>(&value))
      sum *= *count + y;
    if (const auto *number = std::get_if<0>(&value))
      sum += *number;
  }
  return sum;
}

// A state that begins with nothing; each kind has a function of its own.
struct Pending {
  double time;
};
struct Done {
  double result;
};
using State = std::variant<std::monostate, Pending, Done>;
template <class... Fs> struct Each : Fs... {
  using Fs::operator()...;
};
template <class... Fs> Each(Fs...) -> Each<Fs...>;

#pragma adjoint reverse
double states(const double *x, int n) {
  State state;
  double sum = 0.0;
  for (int i = 0; i < 2 * n; ++i) {
    state = std::visit(Each{[](std::monostate) -> State { return Pending{0.1}; },
                            [&](Pending &pending) -> State {
                              pending.time += x[i % n] * x[i % n];
                              if (pending.time > 2.0)
                                return Done{pending.time};
                              return pending;
                            },
                            [](const Done &done) -> State { return Done{done.result * 0.5}; }},
                       state);
    if (const Done *done = std::get_if<Done>(&state))
      sum += done->result * x[0];
  }
  return sum;
}

int main() {
  numeric::check("states", states, states_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("trees", trees, trees_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("ofElements", ofElements, ofElements_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("letGo", letGo, letGo_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("vectors", vectors, vectors_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("changes", changes, changes_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("shapes", shapes, shapes_b, {{0.7, 1.3}, {-0.5, 0.6, 0.4, 0.2}});
  numeric::check("overloaded", overloaded, overloaded_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("classified", classified, classified_b, {{0.7, 1.3}, {1.2, 1.6}, {0.3, 2.5}});
  numeric::check("byNumber", byNumber, byNumber_b, {{0.7, 1.3}, {1.4, 0.4}});
  return numeric::report();
}
