// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Elements whose copy is not their assignment, or whose end does something: which of them are made, assigned, moved and
// ended, and when.

#include "numeric.h"
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <stack>
#include <variant>
#include <vector>

// Adds what it holds to a sum where it ends.
struct Share {
  double *sum;
  double amount;
  Share(double *sum, double amount) : sum(sum), amount(amount) {}
  Share(const Share &other) : sum(other.sum), amount(other.amount * 0.5) {}
  Share(Share &&other) : sum(other.sum), amount(other.amount) { other.amount = 0; }
  ~Share() { *sum += amount * amount; }
};
#pragma adjoint reverse
double shares(double x, double y) {
  double sum = 0;
  {
    std::vector<Share> v;
    v.emplace_back(&sum, x * y);
    v.emplace_back(&sum, x);
    v.push_back(Share(&sum, y));
    const Share one(&sum, x + y);
    v.push_back(one);
    v.push_back(v[0]);
    v.pop_back();
    v.reserve(20);
    v.emplace_back(v[1]);
  }
  return sum;
}
#pragma adjoint reverse
double sharesInOthers(double x, double y) {
  double sum = 0;
  {
    std::deque<Share> d;
    d.emplace_back(&sum, x * y);
    d.push_back(Share(&sum, x));
    d.emplace_front(&sum, y * y);
    d.push_front(Share(&sum, y));
    std::list<Share> l;
    l.emplace_back(&sum, x * y * 3);
    l.push_back(Share(&sum, 2 * x));
    l.emplace_front(&sum, y);
    const Share one(&sum, x + y);
    l.push_front(one);
    std::map<int, Share> m;
    m.emplace(1, Share(&sum, x));
    m.insert({2, Share(&sum, y)});
    std::stack<Share> s;
    s.emplace(&sum, y * 4);
    s.push(Share(&sum, y + 1));
    std::queue<Share> q;
    q.emplace(&sum, x * 4);
    q.push(Share(&sum, y - 1));
  }
  return sum;
}
#pragma adjoint reverse
double owners(double x, double y) {
  std::deque<std::unique_ptr<double>> d;
  d.push_back(std::make_unique<double>(x * y));
  d.push_front(std::make_unique<double>(x));
  std::list<std::unique_ptr<double>> l;
  l.push_back(std::move(d.front()));
  l.push_front(std::make_unique<double>(y * y));
  l.insert(l.begin(), std::make_unique<double>(y));
  std::map<int, std::unique_ptr<double>> m;
  m[3] = std::make_unique<double>(x * x);
  m.emplace(4, std::make_unique<double>(x + y));
  m.insert(std::make_pair(5, std::make_unique<double>(y)));
  std::queue<std::unique_ptr<double>> q;
  q.push(std::make_unique<double>(2 * x));
  std::stack<std::unique_ptr<double>> s;
  s.push(std::make_unique<double>(2 * y));
  double sum = *d.back() * *q.front() + *s.top();
  for (const auto &p : l)
    sum += *p * *p;
  for (const auto &[k, p] : m)
    sum += k * *p * *p;
  return sum;
}
// Among equals the hint decides.
#pragma adjoint reverse
double hinted(double x, double y) {
  std::multimap<int, double> m;
  m.insert({3, x});
  m.insert(m.begin(), {3, y});
  m.insert({2, x * y});
  m.insert({4, x + y});
  m.insert(m.end(), {3, x * x});
  m.emplace_hint(m.begin(), 3, y * y * x);
  m.insert(m.find(4), {1, y + 5});
  double s = 0;
  for (const auto &[k, v] : m)
    s = 0.7 * s * k + v * v;
  return s;
}
// Assignment writes to what is seen.
struct View {
  double *p;
  int n;
  View(double *q, int k) : p(q), n(k) {}
  View(const View &) = default;
  View &operator=(const View &o) {
    for (int i = 0; i < n; ++i)
      p[i] = o.p[i] * 0.5;
    return *this;
  }
};
#pragma adjoint reverse
double views(double x, double y) {
  double m[8] = {x, y, x * y, 1, x + y, y * y, 3 * x, x - y};
  std::vector<View> rows;
  rows.push_back(View(m, 2));
  rows.push_back(View(m + 2, 2));
  rows.emplace_back(m + 4, 2);
  rows[0] = rows[1];
  rows.reserve(8);
  rows.insert(rows.begin() + 1, View(m + 6, 2));
  rows.erase(rows.begin());
  std::vector<View> others(rows.begin(), rows.end()), copies(others);
  others[1] = copies[0];
  rows.assign(copies.begin(), copies.begin() + 2);
  double s = 0;
  for (double v : m)
    s = 0.8 * s + v * v;
  return s + rows[1].p[0] * others[0].p[1];
}
struct Smooth {
  double s;
  Smooth(double x = 1) : s(x) {}
  Smooth(const Smooth &) = default;
  Smooth &operator=(const Smooth &o) {
    s = 0.5 * (s + o.s * o.s);
    return *this;
  }
};
#pragma adjoint reverse
double smoothed(double x, double y) {
  std::vector<Smooth> v(2, Smooth(x)), w(3);
  v.push_back(y);
  v.push_back(x * y);
  v.insert(v.begin() + 1, Smooth(y * y));
  v.reserve(20);
  v.insert(v.begin() + 2, 3, Smooth(x + y));
  v.insert(v.end() - 1, 4, Smooth(x - y));
  w = v;
  w.resize(4);
  w.resize(6);
  w.assign(8, Smooth(y));
  w.erase(w.begin() + 1, w.begin() + 3);
  v = std::move(w);
  double s = 0;
  for (const Smooth &e : v)
    s = 0.8 * s + e.s * x;
  return s;
}
#pragma adjoint reverse
double mapped(double x, double y) {
  std::map<int, Smooth> m;
  bool isNew = m.insert_or_assign(1, Smooth(x)).second;
  m.insert_or_assign(2, Smooth(y));
  isNew = m.insert_or_assign(1, Smooth(x * y)).second && isNew;
  return m.at(1).s * m.at(2).s * x + (isNew ? 1 : y);
}
#pragma adjoint reverse
double held(double x, double y) {
  std::optional<Smooth> a;
  a = Smooth(x);
  a = Smooth(y);
  std::optional<Smooth> b = a;
  b = std::nullopt;
  b = a;
  b.emplace(x * y);
  a = b;
  std::variant<int, Smooth> v, w;
  v = Smooth(x);
  v = Smooth(y);
  w = v;
  v = 3;
  v = w;
  v = Smooth(x * x);
  return a->s * x + std::get<Smooth>(v).s * b->s;
}

// Elements that cannot be assigned.
struct Guard { double &o; double w; Guard(double &r, double v) : o(r), w(v) {} };
#pragma adjoint reverse
double guards(double x, double y) {
  double out = y, other = x * y;
  std::vector<Guard> v;
  v.emplace_back(out, x);
  v.emplace_back(other, y);
  v.push_back(Guard(out, x + y));
  v.push_back({other, x - y});
  for (auto &g : v) g.o = g.o * g.w + x;
  v.pop_back();
  for (const Guard &g : v) g.o *= g.w;
  return out * other;
}
struct Fixed { const double k; double v; };
#pragma adjoint reverse
double fixed(double x, double y) {
  std::vector<Fixed> v;
  for (int i = 0; i < 5; ++i)
    v.push_back(Fixed{x * i, y + i});
  std::vector<Fixed> w(v);
  w[2].v *= x;
  std::list<Guard> l;
  double s = y;
  l.emplace_back(s, x);
  l.push_back({w[1].v, y});
  for (Guard &g : l) g.o = g.o * g.w + x;
  for (const auto &e : w) s += e.k * e.v * e.v;
  return s;
}

// Elements begin where they stay: they may be known by address, and need not be copied.
struct Spring {
  double k, e = 0;
  Spring(std::vector<Spring *> &all, double stiffness) : k(stiffness) { all.push_back(this); }
};
// Each copy counts.
struct Copied {
  double v;
  Copied(double v) : v(v) {}
  Copied(const Copied &other) : v(other.v * 0.9) {}
  Copied &operator=(const Copied &) = default;
};
#pragma adjoint reverse
double copies(double x, double y) {
  std::map<int, Copied> m;
  m.emplace(2, x);
  m.emplace(2, y);
  m.emplace(3, Copied(y));
  m.insert({4, Copied(x)});
  m.try_emplace(5, x * y);
  const std::pair<const int, Copied> six(6, x);
  m.insert(six);
  m.insert(std::make_pair(7, Copied(y)));
  std::list<Copied> l;
  l.emplace_back(x);
  l.push_back(y);
  l.push_front(l.back());
  std::deque<Copied> d(l.begin(), l.end());
  d.emplace_back(x);
  d.push_back(d.front());
  std::vector<Copied> v;
  v.reserve(4);
  v.emplace_back(x);
  v.push_back(y);
  v.push_back(v[0]);
  v.emplace_back(v[1]);
  double s = 0;
  for (const auto &[k, c] : m)
    s = 0.7 * s + k * c.v * c.v;
  for (const Copied &c : l)
    s = 0.7 * s + c.v * c.v;
  for (const Copied &c : d)
    s = 0.7 * s + c.v * c.v;
  for (const Copied &c : v)
    s = 0.7 * s + c.v * c.v;
  return s;
}
#pragma adjoint reverse
double springs(double x, double y) {
  std::vector<Spring *> all;
  std::list<Spring> l;
  l.emplace_back(all, x);
  l.emplace_front(all, y);
  l.emplace(l.end(), all, x * y);
  std::deque<Spring> d;
  d.emplace_back(all, x + y);
  d.emplace_front(all, 2 * y);
  std::map<int, Spring> m;
  m.try_emplace(2, all, x * x);
  m.try_emplace(1, all, y * y);
  m.try_emplace(2, all, y);
  std::vector<Spring> v;
  v.reserve(2);
  v.emplace_back(all, 3 * x);
  v.emplace_back(all, x - y);
  for (Spring *s : all)
    s->e += s->k * x + s->k * s->k;
  double sum = l.front().e * l.back().e + d.front().e * d.back().e * m.at(1).e + v[0].e * v[1].e;
  for (const Spring &s : l)
    sum = 0.5 * sum + s.e;
  return sum + m.at(2).e;
}
struct Fastened {
  double v;
  explicit Fastened(double v) : v(v) {}
  Fastened(const Fastened &) = delete;
  Fastened &operator=(const Fastened &) = delete;
};
#pragma adjoint reverse
double fastened(double x, double y) {
  std::list<Fastened> l;
  l.emplace_back(x);
  l.emplace_front(y);
  std::deque<Fastened> d;
  d.emplace_back(x * y);
  d.emplace_back(x + y);
  d.pop_front();
  std::map<int, Fastened> m;
  m.try_emplace(4, x * x);
  Fastened *one = new Fastened(l.front().v * d.back().v);
  one->v *= y + m.at(4).v;
  std::unique_ptr<Fastened> other = std::make_unique<Fastened>(one->v);
  other->v += one->v * l.back().v;
  delete one;
  return other->v * x;
}

// What is done to an element shows in its value.
struct Marked {
  double v;
  Marked(double x = 0.3) : v(x) {}
  Marked(const Marked &o) : v(0.9 * o.v + 0.01 * o.v * o.v) {}
  Marked(Marked &&o) noexcept : v(0.8 * o.v + 0.02) { o.v *= 0.5; }
  Marked &operator=(const Marked &o) {
    v = 0.3 * v + 0.6 * o.v;
    return *this;
  }
  Marked &operator=(Marked &&o) noexcept {
    v = 0.2 * v + 0.7 * o.v * o.v;
    o.v += 0.1;
    return *this;
  }
  bool operator==(const Marked &o) const { return v == o.v; }
};
template <class C> double summed(const C &all) {
  double s = 1;
  for (const Marked &e : all)
    s = 0.8 * s + e.v * e.v;
  return s;
}
#pragma adjoint reverse
double markedLists(double x, double y) {
  std::list<Marked> l(3), other;
  l.front() = Marked(x);
  l.resize(5, Marked(y));
  l.resize(6);
  other = l;
  other.back().v = x * y;
  l = other;
  other.resize(2);
  other = l;
  l.resize(3);
  l.assign(5, Marked(x + y));
  l.assign(2, other.back());
  other.assign(l.begin(), l.end());
  other = {Marked(x), Marked(y), Marked(x * x)};
  l = std::move(other);
  l.remove(l.back());
  std::forward_list<Marked> f(2);
  f.front().v = y;
  f.assign(l.begin(), l.end());
  f.resize(4, Marked(x));
  std::forward_list<Marked> g;
  g = f;
  f = g;
  return summed(l) * summed(f) + summed(g);
}
#pragma adjoint reverse
double markedDeques(double x, double y) {
  std::deque<Marked> d(3), other;
  d.front() = Marked(x);
  d.resize(5, Marked(y));
  d.resize(7);
  d[2].v = x * y;
  other = d;
  d = other;
  d.insert(d.begin() + 1, Marked(x + y));
  d.insert(d.end() - 2, other[2]);
  d.insert(d.begin(), other[2]);
  d.insert(d.end(), other[3]);
  d.emplace(d.begin() + 4, x * 3);
  d.insert(d.begin() + 1, 3, other[1]);
  d.insert(d.begin() + 3, 2, other[4]);
  d.insert(d.end() - 1, 2, other[1]);
  d.insert(d.end(), 2, other[0]);
  d.insert(d.begin() + 2, other.begin() + 1, other.begin() + 4);
  d.insert(d.end() - 4, other.begin(), other.end() - 1);
  d.insert(d.end() - 1, {Marked(x), Marked(y)});
  double s = summed(d);
  d.erase(d.begin() + 2);
  d.erase(d.end() - 3);
  d.erase(d.begin() + 1, d.begin() + 4);
  d.erase(d.end() - 5, d.end() - 3);
  d.erase(d.begin(), d.begin() + 2);
  d.erase(d.begin() + 3, d.begin() + 3);
  s += summed(d);
  other.resize(4);
  other.assign(6, d[1]);
  s += summed(other);
  other.assign(3, d[2]);
  d.assign(other.begin(), other.end());
  other = {Marked(x), Marked(y * y)};
  other.assign({Marked(x), Marked(y), Marked(x * x)});
  d = std::move(other);
  d.resize(2);
  d.erase(d.begin());
  return s + summed(d) * x;
}
#pragma adjoint reverse
double markedVectors(double x, double y) {
  std::vector<Marked> v(3), other;
  v.front() = Marked(x);
  v.resize(5, Marked(y));
  other = v;
  v.reserve(9);
  v.resize(7, other[1]);
  v.insert(v.begin() + 1, Marked(x + y));
  v.insert(v.end(), other[2]);
  v.insert(v.begin() + 2, other[3]);
  v.emplace(v.begin() + 4, x * 3);
  v.emplace(v.end(), y * 3);
  double s = summed(v);
  v.insert(v.begin() + 3, 20, v[2]);
  v.insert(v.begin() + 3, 2, v[2]);
  v.insert(v.end() - 1, 3, v[2]);
  v.insert(v.begin() + 2, other.begin(), other.end());
  s += summed(v);
  v.erase(v.begin() + 4, v.end() - 5);
  other.assign(8, v[1]);
  other.assign(3, v[2]);
  other.assign(5, other[1]);
  v.assign(other.begin(), other.end());
  v = other;
  return s + summed(v) * summed(other);
}
// Those before or those behind are assigned to, whichever are fewer.
#pragma adjoint reverse
double viewsInDeques(double x, double y) {
  double m[12] = {x, y, x * y, 1, x + y, y * y, 3 * x, x - y, 2 * x, y, x * x, 2 * y};
  std::deque<View> rows;
  for (int i = 0; i < 5; ++i)
    rows.emplace_back(m + 2 * i, 2);
  rows.erase(rows.begin() + 1);
  rows.insert(rows.begin() + 3, View(m + 10, 2));
  std::list<View> others(rows.begin(), rows.end());
  rows.pop_front();
  others.assign(rows.begin(), rows.end());
  double s = 0;
  for (double v : m)
    s = 0.8 * s + v * v;
  return s + rows[1].p[0] * others.front().p[1];
}

int main() {
  const numeric::Points points{{0.7, 0.3}, {-1.2, 0.8}};
  numeric::check("shares", shares, shares_b, points);
  numeric::check("sharesInOthers", sharesInOthers, sharesInOthers_b, points);
  numeric::check("owners", owners, owners_b, points);
  numeric::check("views", views, views_b, points);
  numeric::check("viewsInDeques", viewsInDeques, viewsInDeques_b, points);
  numeric::check("markedLists", markedLists, markedLists_b, points);
  numeric::check("markedDeques", markedDeques, markedDeques_b, points);
  numeric::check("markedVectors", markedVectors, markedVectors_b, points);
  numeric::check("smoothed", smoothed, smoothed_b, points);
  numeric::check("mapped", mapped, mapped_b, points);
  numeric::check("held", held, held_b, points);
  numeric::check("guards", guards, guards_b, points);
  numeric::check("fixed", fixed, fixed_b, points);
  numeric::check("springs", springs, springs_b, points);
  numeric::check("copies", copies, copies_b, points);
  numeric::check("fastened", fastened, fastened_b, points);
  numeric::check("hinted", hinted, hinted_b, points);
  return numeric::report();
}
