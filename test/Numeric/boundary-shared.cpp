// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --profile
// NUMERIC-STANDARD: c++20
// NUMERIC-TANGENTS: none (objects that lead to memory would be passed by value)
//
// Objects passed by value whose copies lead to the same numbers: what is given back is added where it stood, once.

#include "numeric.h"

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

using Shared = std::shared_ptr<double>;

struct Weighted {
  Shared p;
  double w;
};

#pragma adjoint reverse
double ofPointer(Shared p) { return *p * *p + 2.0 * *p; }

#pragma adjoint reverse
double ofMember(Weighted s) { return *s.p * *s.p * s.w; }

#pragma adjoint reverse
double ofElements(std::vector<Shared> v) { return *v[0] * *v[0] * *v[1]; }

#pragma adjoint reverse
double ofPair(std::pair<Shared, double> s) { return *s.first * *s.first * s.second; }

#pragma adjoint reverse
double ofVector(std::shared_ptr<std::vector<double>> v) { return (*v)[0] * (*v)[0] * (*v)[1]; }

// What is overwritten is the caller's.
#pragma adjoint reverse
double changed(Shared p) {
  *p = *p * *p;
  return 3.0 * *p;
}

#pragma adjoint reverse
double changedElements(std::span<double> s) {
  s[0] *= 2.0;
  return s[0] * s[0] * s[1];
}

// The adjoint of a view of constants is one of variables; what owns a constant owns its adjoint, too.
class Trade {
public:
  Trade(double notional, double rate) : notional(notional), rate(rate) {}
  double interest() const { return notional * rate * days; }
  double part(int i) const { return i == 0 ? notional : rate; }

private:
  double notional, rate;
  int days = 2;
};

#pragma adjoint reverse
double booked(std::span<const Trade> trades, double discount) {
  double s = 0;
  for (const Trade &t : trades)
    s += t.interest() * discount * s + t.interest();
  return s;
}

#pragma adjoint reverse
double ofConstant(const std::shared_ptr<const Trade> &t, double x) { return t->interest() * t->interest() * x; }

#pragma adjoint reverse
double changedReference(std::reference_wrapper<double> r) {
  r.get() *= 2.0;
  return r.get() * r.get();
}

class Inner {
public:
  double get() const { return k; }
  void set(double x) { k = x; }
  double k = 0.0;

private:
  double unused = 0.0;
};
class Outer {
public:
  explicit Outer(Inner &inner) : inner(inner) {}
  double twice() {
    inner.set(inner.get() * 2.0);
    return inner.get() * inner.get();
  }
  Inner &inner;
};
#pragma adjoint reverse
double changedMember(Outer o) { return o.twice(); }

namespace {

Shared shared(double x) { return std::make_shared<double>(x); }

template <class F> auto by(F f) {
  return [f](numeric::Vector x) { return numeric::Vector{f(x)}; };
}

} // namespace

int main() {
  using numeric::Vector;
  const double before = 0.25; // what the adjoints hold already is kept
  numeric::check("ofPointer", {0.71}, by([](Vector x) { return ofPointer(shared(x[0])); }), [&](Vector x, Vector y_b) {
    Shared p_b = shared(before);
    ofPointer_b(shared(x[0]), p_b, y_b[0]);
    return Vector{*p_b - before};
  });
  numeric::check("ofMember", {0.7, 1.3}, by([](Vector x) { return ofMember({shared(x[0]), x[1]}); }), [&](Vector x, Vector y_b) {
    Weighted s_b{shared(before), before};
    ofMember_b({shared(x[0]), x[1]}, s_b, y_b[0]);
    return Vector{*s_b.p - before, s_b.w - before};
  });
  numeric::check("ofElements", {0.7, 1.3}, by([](Vector x) { return ofElements({shared(x[0]), shared(x[1])}); }),
                 [&](Vector x, Vector y_b) {
                   std::vector<Shared> v_b{shared(before), shared(before)};
                   ofElements_b({shared(x[0]), shared(x[1])}, v_b, y_b[0]);
                   return Vector{*v_b[0] - before, *v_b[1] - before};
                 });
  numeric::check("ofPair", {0.7, 1.3}, by([](Vector x) { return ofPair({shared(x[0]), x[1]}); }), [&](Vector x, Vector y_b) {
    std::pair<Shared, double> s_b{shared(before), before};
    ofPair_b({shared(x[0]), x[1]}, s_b, y_b[0]);
    return Vector{*s_b.first - before, s_b.second - before};
  });
  numeric::check("ofVector", {0.7, 1.3}, by([](Vector x) { return ofVector(std::make_shared<Vector>(x)); }),
                 [&](Vector x, Vector y_b) {
                   auto v_b = std::make_shared<Vector>(Vector{before, before});
                   ofVector_b(std::make_shared<Vector>(x), v_b, y_b[0]);
                   return Vector{(*v_b)[0] - before, (*v_b)[1] - before};
                 });
  numeric::check("changed", {0.7}, by([](Vector x) { return changed(shared(x[0])); }), [](Vector x, Vector y_b) {
    Shared p_b = shared(0.0);
    changed_b(shared(x[0]), p_b, y_b[0]);
    return Vector{*p_b};
  });
  numeric::check("changedElements", {0.7, 1.3}, by([](Vector x) { return changedElements(x); }), [](Vector x, Vector y_b) {
    Vector v_b(2);
    std::span<double> s_b(v_b);
    changedElements_b(x, s_b, y_b[0]);
    return v_b;
  });
  numeric::check("booked", {0.7, 1.3, 0.4, 2.0, 0.9}, by([](Vector x) {
                   return booked(std::vector<Trade>{{x[0], x[1]}, {x[2], x[3]}}, x[4]);
                 }),
                 [&](Vector x, Vector y_b) {
                   std::vector<Trade> trades{{x[0], x[1]}, {x[2], x[3]}}, trades_b{{before, 0}, {0, 0}};
                   std::span<Trade> view(trades_b);
                   double discount_b = 0;
                   booked_b(trades, view, x[4], discount_b, y_b[0]);
                   return Vector{trades_b[0].part(0) - before, trades_b[0].part(1), trades_b[1].part(0), trades_b[1].part(1), discount_b};
                 });
  numeric::check("ofConstant", {0.7, 1.3, 0.4}, by([](Vector x) { return ofConstant(std::make_shared<Trade>(x[0], x[1]), x[2]); }),
                 [&](Vector x, Vector y_b) {
                   std::shared_ptr<const Trade> t_b = std::make_shared<Trade>(before, 0);
                   double x_b = 0;
                   ofConstant_b(std::make_shared<Trade>(x[0], x[1]), t_b, x[2], x_b, y_b[0]);
                   return Vector{t_b->part(0) - before, t_b->part(1), x_b};
                 });
  numeric::check("changedReference", {0.7}, by([](Vector x) { return changedReference(x[0]); }), [](Vector x, Vector y_b) {
    double r_b = 0.0;
    std::reference_wrapper<double> wrapped(r_b);
    changedReference_b(x[0], wrapped, y_b[0]);
    return Vector{r_b};
  });
  auto inner = [](double x) {
    Inner made;
    made.set(x);
    return made;
  };
  numeric::check("changedMember", {0.7},
                 by([&](Vector x) {
                   Inner i = inner(x[0]);
                   return changedMember(Outer(i));
                 }),
                 [&](Vector x, Vector y_b) {
                   Inner i = inner(x[0]), i_b = inner(0.0);
                   Outer o_b(i_b);
                   changedMember_b(Outer(i), o_b, y_b[0]);
                   return Vector{i_b.get()};
                 });
  return numeric::report();
}
