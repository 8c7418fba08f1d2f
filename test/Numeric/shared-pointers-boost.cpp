// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Boost's shared pointers, whose counts are atomic, have the models of the standard ones. As much of them as is needed stands
// here.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace boost {
template <class T> class weak_ptr;

template <class T> class shared_ptr {
public:
  shared_ptr() : target(nullptr), owners(nullptr) {}
  template <class U> explicit shared_ptr(U *object) : target(object), owners(new long(1)) {}
  shared_ptr(const shared_ptr &other) : target(other.target), owners(other.owners) { join(); }
  template <class U> shared_ptr(const shared_ptr<U> &other) : target(other.target), owners(other.owners) { join(); }
  template <class U> shared_ptr(const shared_ptr<U> &other, T *part) : target(part), owners(other.owners) { join(); }
  ~shared_ptr() {
    if (owners && __atomic_sub_fetch(owners, 1, __ATOMIC_ACQ_REL) == 0) {
      delete target;
      delete owners;
    }
  }
  shared_ptr &operator=(const shared_ptr &other) {
    shared_ptr copy(other);
    std::swap(target, copy.target);
    std::swap(owners, copy.owners);
    return *this;
  }
  T *get() const { return target; }
  T &operator*() const { return *target; }
  T *operator->() const { return target; }
  explicit operator bool() const { return target != nullptr; }
  long use_count() const { return owners ? __atomic_load_n(owners, __ATOMIC_ACQUIRE) : 0; }
  void reset() { *this = shared_ptr(); }

private:
  template <class U> friend class shared_ptr;
  void join() {
    if (owners)
      __atomic_add_fetch(owners, 1, __ATOMIC_RELAXED);
  }
  T *target;
  long *owners;
};

template <class T, class... Args> shared_ptr<T> make_shared(Args &&...args) {
  return shared_ptr<T>(new T(std::forward<Args>(args)...));
}
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &p) {
  T *target = dynamic_cast<T *>(p.get());
  return target ? shared_ptr<T>(p, target) : shared_ptr<T>();
}
} // namespace boost

namespace {
struct Curve {
  virtual ~Curve() {}
  virtual double rate(double t) const = 0;
};
struct Flat : Curve {
  double r;
  explicit Flat(double r) : r(r) {}
  double rate(double) const override { return r; }
};
struct Steep : Curve {
  double r, s;
  Steep(double r, double s) : r(r), s(s) {}
  double rate(double t) const override { return r + s * t; }
};
struct Bond {
  boost::shared_ptr<Curve> curve;
  double t;
  double price() const { return std::exp(-curve->rate(t) * t); }
};
} // namespace

#pragma adjoint reverse
double portfolio(double r, double s) {
  boost::shared_ptr<Curve> flat(new Flat(r)), steep = boost::make_shared<Steep>(r * s, s);
  std::vector<Bond> bonds;
  for (int i = 0; i < 4; ++i)
    bonds.push_back({i % 2 ? flat : steep, 1.0 + i});
  flat.reset();
  double value = flat ? 0 : 1;
  for (const Bond &bond : bonds)
    value += bond.price() * bond.curve->rate(2) * value;
  const boost::shared_ptr<Flat> known = boost::dynamic_pointer_cast<Flat>(bonds[1].curve);
  return value + known->r * bonds[0].curve.use_count();
}

struct Number {
  double value;
};

/// Both kinds, of the caller's.
#pragma adjoint reverse
double product(const boost::shared_ptr<Number> &p, const std::shared_ptr<Number> &q, double x) {
  boost::shared_ptr<Number> same = p;
  same->value *= x;
  return p->value * q->value * x;
}

#pragma adjoint reverse
double ofBoth(double a, double b, double x) {
  return product(boost::make_shared<Number>(Number{a * b}), std::make_shared<Number>(Number{b}), x * a);
}

int main() {
  numeric::check("portfolio", portfolio, portfolio_b, {{0.7, 1.3}, {0.1, -0.6}});
  numeric::check("ofBoth", ofBoth, ofBoth_b, {{0.7, 1.3, 0.4}});
  boost::shared_ptr<Number> p(new Number{2}), p_b(new Number{0});
  std::shared_ptr<Number> q(new Number{5}), q_b(new Number{0});
  double x_b = 0;
  product_b(p, p_b, q, q_b, 3, x_b, 1);
  numeric::expect("product", 45, p_b->value);
  numeric::expect("product", 18, q_b->value);
  numeric::expect("product", 60, x_b);
  return numeric::report();
}
