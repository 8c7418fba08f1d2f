// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Nested dual numbers, policies, wrappers of callables, streams of values, functions that return the object itself.

#include "numeric.h"

#include <cmath>
#include <utility>

namespace {
template <class T> class Dual {
public:
  T v{}, d{};
  Dual() = default;
  Dual(T a, T b = T()) : v(a), d(b) {}
  Dual &operator*=(const Dual &o) {
    d = d * o.v + v * o.d;
    v *= o.v;
    return *this;
  }
  friend Dual operator*(Dual a, const Dual &b) { return a *= b; }
  friend Dual operator+(const Dual &a, const Dual &b) { return {a.v + b.v, a.d + b.d}; }
};
using DD = Dual<Dual<double>>;
} // namespace

#pragma adjoint reverse
double nestedDual(double a, double b) {
  DD x({a, 1.0}, {1.0, 0.0}), y = x * x * x + DD(Dual<double>(b));
  y *= x;
  return y.d.d * b + y.v.v + y.v.d;
}
template <std::size_t... I> double sumSquares(const double *x, std::index_sequence<I...>) {
  return ((x[I] * x[I]) + ...);
}
template <int N> struct Power {
  static double of(double x) { return x * Power<N - 1>::of(x); }
};
template <> struct Power<0> {
  static double of(double) { return 1.0; }
};
struct Policy1 {
  static double weight(double x) { return 2.0 * x; }
};
struct Policy2 {
  static double weight(double x) { return x * x; }
};
template <class P> struct Host {
  double s;
  double run(double x) {
    s += P::weight(x) * s;
    return s;
  }
};

#pragma adjoint reverse
double policies(double a, double b) {
  double x[3] = {a, b, a * b};
  Host<Policy1> h{a};
  Host<Policy2> k{b};
  return sumSquares(x, std::make_index_sequence<3>()) + Power<4>::of(a) * h.run(b) * k.run(a) + h.run(a);
}
struct Op {
  virtual double f(double x) const { return x; }
  virtual ~Op() = default;
};
struct Sq : Op {
  double k;
  explicit Sq(double k) : k(k) {}
  double f(double x) const override { return k * x * x; }
};
struct Comp : Op {
  const Op *a, *b;
  Comp(const Op *a, const Op *b) : a(a), b(b) {}
  double f(double x) const override { return a->f(b->f(x)) + Op::f(x); }
};

#pragma adjoint reverse
double virtualComp(double a, double b) {
  Sq s(a), t(b);
  Comp c(&s, &t), d(&c, &s);
  const Op &r = d;
  s.k *= b;
  return r.f(a) + c.f(b);
}
struct Acc {
  double s = 0;
  Acc &operator<<(double x) {
    s = s * x + x;
    return *this;
  }
  Acc &operator,(double x) {
    s += x;
    return *this;
  }
};

#pragma adjoint reverse
double streams(double a, double b) {
  Acc acc;
  acc << a << b << a * b;
  acc << (acc.s * a), b, a;
  return acc.s;
}
struct S {
  double x;
  S *self() { return this; }
  S &ref() { return *this; }
  double get() const & { return x; }
  double get() && { return 2 * x; }
};
S mk(double x) { return {x}; }

#pragma adjoint reverse
double selfs(double a, double b) {
  S s{a};
  s.self()->x *= b;
  s.ref().ref().x += a;
  double r = mk(b).get() * s.get() + std::move(s).get();
  (s.x > 0 ? s : *s.self()).x *= 3.0;
  S *p = &s;
  (*p).self()->ref().x *= r;
  return s.x + r;
}
double compose(double x) { return x; }
template <class F, class... Fs> double compose(double x, F f, Fs... fs) { return compose(f(x), fs...); }
template <class F> struct Memo {
  F f;
  double last = 0.0;
  double operator()(double x) {
    last = f(x) + last;
    return last;
  }
};
template <class F> Memo<F> memo(F f) { return Memo<F>{f}; }

#pragma adjoint reverse
double wrappers(double a, double b) {
  auto m = memo([a](double x) { return a * x * x; });
  double r = m(b) * m(a);
  auto m2 = memo(m);
  r += m2(b) + compose(a, m, [&r](double x) { return r * x; });
  return r * m.last;
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("nestedDual", nestedDual, nestedDual_b, points);
  numeric::check("policies", policies, policies_b, points);
  numeric::check("virtualComp", virtualComp, virtualComp_b, points);
  numeric::check("streams", streams, streams_b, points);
  numeric::check("selfs", selfs, selfs_b, points);
  numeric::check("wrappers", wrappers, wrappers_b, points);
  return numeric::report();
}
