// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Temporaries in conditions and loops, members copied by what the compiler writes, orders of evaluation, trees.

#include "numeric.h"

#include <cmath>
#include <utility>

struct Log {
  double &t;
  double w;
  Log(double &t, double w) : t(t), w(w) {}
  ~Log() { t = t * w + 1.0; }
  double v() const { return t * w; }
};
double useLog(double x, const Log &l) { return x * l.v(); }

#pragma adjoint reverse
double condTemps(const double *x, int n) {
  double t = 1.0, r = 0.0;
  for (int i = 0; i < n && Log(t, x[i]).v() > -100.0; ++i) {
    r += x[i] > 0.5 ? useLog(x[i], Log(t, 0.5)) : t;
    if (x[i] > 0.2 && Log(t, 0.9).v() > 0.0)
      r *= 1.1;
    while (Log(t, 0.8).v() > 3.0) {
      t -= 1.0;
      if (t < 1.0)
        break;
      Log k(t, 0.5);
      continue;
    }
    const double now = t;
    r += useLog(now, {t, x[i]}) + t;
  }
  return r + t;
}
struct Vec {
  double a[3];
  Vec(double x) : a{x, 2 * x, 3 * x} {}
  Vec(const Vec &o) : a{o.a[0], o.a[1], o.a[2]} { a[0] += 1.0; }
  Vec &operator=(const Vec &o) {
    for (int i = 0; i < 3; ++i)
      a[i] = o.a[2 - i];
    return *this;
  }
};
struct Holder {
  Vec v;
  Vec w[2];
  double d[2];
  Holder(double x) : v(x), w{x, 2 * x}, d{x, x * x} {}
};

#pragma adjoint reverse
double synthesized(double a, double b) {
  Holder h(a), k(b);
  Holder c = h;
  c.w[1].a[0] *= b;
  k = c;
  h = std::move(k);
  std::swap(h.d[0], h.d[1]);
  return h.v.a[0] * h.w[1].a[2] + h.w[0].a[1] * c.d[1] + k.v.a[1] * h.d[0] + c.w[1].a[0];
}

double next(double &s, double f) {
  s = s * f + 0.5;
  return s;
}
struct P {
  double x, y;
  P(double a, double b) : x(a), y(b) {}
  P plus(double d) const { return {x + d, y * d}; }
  double operator()(double u, double v) {
    x += u;
    return x * v;
  }
};

#pragma adjoint reverse
double order(double a, double b) {
  double s = a;
  P p{next(s, a), next(s, b)};
  const double u = next(s, b);
  double r = p(u, s);
  P q = p.plus(next(s, 2.0)).plus(p.x = s);
  double arr[2] = {next(s, a), next(s, b)};
  int i = 0;
  arr[i] += p(arr[i], i);
  i++;
  (i ? p : q).x = next(s, 0.5);
  return r + q.x * q.y + arr[0] * arr[1] + p.x * s;
}
class Base1 {
protected:
  double k;
  Base1(double k) : k(k) {}
  double twice() const { return 2 * k; }
};
class Priv : private Base1 {
public:
  Priv(double x) : Base1(x * x) {}
  using Base1::twice;
  double get() const { return k * twice(); }
  void set(double v) { k = v; }
};
template <class D> struct Comparable {
  bool operator>(const D &o) const { return self().key() > o.key(); }
  const D &self() const { return *static_cast<const D *>(this); }
  double extra = 1.5;
};
template <class D> struct Addable : Comparable<D> {
  D operator+(const D &o) const {
    D r = this->self();
    r.add(o);
    r.extra *= o.extra;
    return r;
  }
};
struct Money : Addable<Money> {
  double m;
  explicit Money(double m) : m(m) {}
  double key() const { return m; }
  void add(const Money &o) { m += o.m * extra; }
};

#pragma adjoint reverse
double bases(double a, double b) {
  Priv p(a);
  double r = p.get();
  p.set(b);
  Money x(a), y(b);
  Money z = x + y;
  z = z + (x > y ? x : y);
  x.extra *= a;
  return r * p.twice() + z.m * z.extra + x.extra;
}
struct Tree {
  double v;
  Tree *l = nullptr, *r = nullptr;
  explicit Tree(double v) : v(v) {}
  Tree(const Tree &) = delete;
  ~Tree() {
    delete l;
    delete r;
  }
  void insert(double x) {
    Tree *&side = x < v ? l : r;
    if (side)
      side->insert(x);
    else
      side = new Tree(x);
  }
  double sum(double w) const { return v * w + (l ? l->sum(w * 0.5) : 0.0) + (r ? r->sum(w * v) : 0.0); }
};

#pragma adjoint reverse
double trees(const double *x, int n) {
  Tree t(x[0]);
  for (int i = 1; i < n; ++i)
    t.insert(x[i]);
  return t.sum(x[0]);
}
struct M {
  double a = 1.0;
  double run(double x) {
    auto f = [this](double y) {
      auto g = [this, &y] {
        a *= y;
        return a;
      };
      return g() + g();
    };
    const double first = f(x);
    return first * f(a);
  }
  template <class F> decltype(auto) with(F &&f) { return std::forward<F>(f)(a); }
};

#pragma adjoint reverse
double inner(double x, double y) {
  M m;
  m.a = x;
  double r = m.run(y);
  m.with([](double &v) -> double & { return v; }) *= r;
  auto get = [](auto &o) -> auto & { return o.a; };
  get(m) += y;
  const auto twice = [&m](double k) { return m.with([k](double v) { return v * k; }); };
  return twice(x) * r + [](M c) {
    c.a *= 2.0;
    return c.a;
  }(m) + m.a;
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("condTemps", condTemps, condTemps_b, {{0.7, 0.3, 0.4}, {0.25, 0.9, 1.1, 0.6}});
  numeric::check("synthesized", synthesized, synthesized_b, points);
  numeric::check("order", order, order_b, points);
  numeric::check("bases", bases, bases_b, points);
  numeric::check("trees", trees, trees_b, {{0.7, 0.3, 0.4}, {0.2, 0.9, 1.1, 0.6}});
  numeric::check("inner", inner, inner_b, points);
  return numeric::report();
}
