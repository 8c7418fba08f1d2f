// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Optionals and variants of classes without default constructor, of such whose assignment is not their copy, and of such that
// cannot be assigned; and objects that hold them, which are copied as bytes where the library allows it.

#include "numeric.h"
#include <optional>
#include <variant>
#include <vector>

struct Circle {
  double r;
  explicit Circle(double r) : r(r) {}
};
struct Square {
  double a;
  explicit Square(double a) : a(a) {}
};
struct Drawing {
  std::variant<Circle, Square> shape;
  double scale;
};
double area(const Drawing &d) {
  if (auto *c = std::get_if<Circle>(&d.shape))
    return d.scale * c->r * c->r * 3.14;
  return std::get<Square>(d.shape).a * std::get<Square>(d.shape).a * d.scale;
}

#pragma adjoint reverse
double drawn(double x, double y) {
  Drawing a{Circle(x), y};
  Drawing b = a;
  std::get<Circle>(b.shape).r *= y;
  Drawing c{Square(y), x};
  double s = area(c);
  c = b;
  std::get<Circle>(c.shape).r += x;
  c.shape.emplace<Square>(x * y);
  return area(a) + area(b) * area(c) + s;
}

#pragma adjoint reverse
double drawings(double x, double y) {
  std::vector<Drawing> all{{Circle(x), y}, {Square(y), x}};
  std::vector<Drawing> other = all;
  std::get<Circle>(other[0].shape).r *= y;
  other.push_back(all[1]);
  std::get<Square>(other[2].shape).a *= x;
  double s = 0.0;
  for (const Drawing &d : all)
    s += area(d);
  for (const Drawing &d : other)
    s = s * 0.5 + area(d) * s;
  return s;
}

struct Offer {
  double price;
  int count;
  explicit Offer(double price, int count = 1) : price(price), count(count) {}
};
struct Book {
  std::optional<Offer> best;
  double cash;
};

#pragma adjoint reverse
double books(double x, double y) {
  Book a{std::optional<Offer>(Offer(x * y)), y};
  Book b = a;
  b.best->price *= x;
  Book c{std::nullopt, x};
  c = b;
  c.best->price += y;
  std::optional<Offer> none;
  none.swap(b.best);
  return a.best->price * y + none->price * c.best->price + c.cash + (b.best ? x : y * y);
}

// Without assignment.
struct Fixed {
  const double k;
  explicit Fixed(double k) : k(k) {}
};
struct Page {
  std::optional<Fixed> best;
  double cash;
};
struct Shelf : Page {
  double rent = 1.0;
};

#pragma adjoint reverse
double pages(double x, double y) {
  Page a{Fixed(x * y), y};
  Page b = a;
  Page c{std::nullopt, x};
  Shelf s{{b}, x};
  Shelf t = s;
  std::vector<Page> all{a, b, c, t};
  all.push_back(s);
  std::vector<Page> other = all;
  c.best.emplace(y * y);
  double sum = 0.0;
  for (const Page &e : other)
    sum += e.best ? e.best->k * e.cash : y;
  return sum * a.best->k + b.best->k + c.cash * c.best->k + t.rent * t.best->k;
}

// Assignment is not a copy.
int copies;
struct Smooth {
  double s;
  explicit Smooth(double s) : s(s) { ++copies; }
  Smooth(const Smooth &) = default;
  Smooth &operator=(const Smooth &o) {
    s = 0.5 * (s + o.s * o.s);
    return *this;
  }
};
struct Held {
  std::optional<Smooth> a;
  std::variant<int, Smooth> v;
  int n = 2;
};
Held held(double x) {
  Held h;
  h.a = Smooth(x);
  h.v = Smooth(x * x);
  return h;
}

#pragma adjoint reverse
double assigned(double x, double y) {
  Held h = held(x), g = held(y);
  Held k = h;
  k = g;
  std::vector<Held> all(2, k);
  all.push_back(held(x * y));
  all[0] = h;
  double s = held(x + y).a->s;
  for (const Held &e : all)
    s += e.a->s * std::get<Smooth>(e.v).s;
  k.v = 3;
  k.v = h.v;
  k.a.reset();
  k.a = g.a;
  k.a.swap(h.a);
  return s * k.a->s * h.a->s * std::get<Smooth>(k.v).s;
}

// Neither is the copy.
struct Fading {
  double s;
  explicit Fading(double s) : s(s) {}
  Fading(const Fading &o) : s(0.9 * o.s) {}
  Fading &operator=(const Fading &o) {
    s += 0.1 * o.s;
    return *this;
  }
};
struct Signal {
  std::optional<Fading> a;
  std::variant<double, Fading> v;
};

#pragma adjoint reverse
double fading(double x, double y) {
  Signal a{Fading(x), Fading(y)};
  Signal b = a, c{std::nullopt, x};
  c = b;
  c = a;
  b.a = std::nullopt;
  b.a = c.a;
  b.a.emplace(x * y);
  b.v = y;
  std::vector<Signal> all{a, b};
  all.push_back(c);
  double s = c.a->s * std::get<Fading>(c.v).s;
  for (const Signal &e : all)
    s = 0.5 * s + e.a->s * (std::holds_alternative<double>(e.v) ? std::get<double>(e.v) : std::get<Fading>(e.v).s);
  return s;
}

// Made where they begin to count, and not before.
int made;
struct Counted {
  double v;
  Counted() : v(0.5) { ++made; }
  explicit Counted(double v) : v(v) { made += 2; }
};

#pragma adjoint reverse
double counted(double x, double y) {
  made = 1;
  std::optional<Counted> a, b;
  std::variant<int, Counted> v;
  double s = made * x;
  a = Counted(x);
  b.emplace();
  s += made * y;
  v = Counted(y);
  std::variant<Counted, int> w;
  s += made * x;
  return s * a->v + b->v * std::get<Counted>(v).v * std::get<Counted>(w).v * made * y;
}

#pragma adjoint reverse
double returned(double x, double y) {
  auto pick = [&](double v) -> std::optional<Smooth> {
    if (v > 0.0)
      return Smooth(v * x);
    return {};
  };
  double s = y;
  if (auto p = pick(x))
    s += p->s;
  if (auto p = pick(x - y))
    s *= p->s;
  s += pick(y).value_or(Smooth(3.0)).s;
  std::optional<Smooth> q;
  q = pick(x * y);
  return s + (q ? q->s : 0.0) + pick(2.0 * y)->s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}};
  numeric::check("drawn", drawn, drawn_b, points);
  numeric::check("drawings", drawings, drawings_b, points);
  numeric::check("books", books, books_b, points);
  numeric::check("pages", pages, pages_b, points);
  numeric::check("assigned", assigned, assigned_b, points);
  numeric::check("fading", fading, fading_b, points);
  numeric::check("counted", counted, counted_b, points);
  numeric::check("returned", returned, returned_b, points);
  return numeric::report();
}
