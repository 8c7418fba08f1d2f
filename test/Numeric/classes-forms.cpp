// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Forms of classes that other tests leave out: moves written by hand, friends that are classes, static members that are
// active, delegation through several constructors, inherited constructors with members of the class's own, nested class
// templates, specialisations, conversions to references, virtual calls in constructors and destructors.

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

// Constructors that delegate to one another; each adds to what the one before has done.
class Rate {
public:
  Rate(double level, double slope, double bend) : level(level), slope(slope * level), bend(bend) { total = at(1.0); }
  Rate(double level, double slope) : Rate(level, slope, level * slope) { total *= slope; }
  explicit Rate(double level) : Rate(level, 2.0 * level) { this->level += total; }
  Rate() : Rate(0.5) {}
  double at(double t) const { return level + t * (slope + t * bend); }
  double total;

private:
  double level, slope, bend;
};

#pragma adjoint reverse
double delegating(double x, double y) {
  Rate a(x, y, x * y), b(x, y), c(x * y), d;
  return a.at(y) * b.at(x) + c.total * a.total + d.at(x) * c.at(b.total);
}

// Inherited constructors: the class's own members are made from their initialisers.
struct Base {
  double a, b;
  explicit Base(double a) : a(a), b(a * a) {}
  Base(double a, double b) : a(a), b(b) {}
  Base(const std::vector<double> &v) : a(v[0]), b(v[1] * v[0]) {}
};
struct Derived : Base {
  using Base::Base;
  double c = a * b + 1.0;
  std::vector<double> kept = {a, c};
  double all() const { return a * b * c + kept[0] * kept[1]; }
};
struct Further : Derived {
  using Derived::Derived;
  double all() const { return Derived::all() * c; }
};

#pragma adjoint reverse
double inheriting(double x, double y) {
  Derived p(x), q(x, y), r(std::vector<double>{y, x});
  q.c *= y;
  const Further f(y, x * y);
  return p.all() * q.all() + r.all() + f.all();
}

// Copies and moves written by hand, a move that leaves something behind, by both kinds of assignment.
class Holder {
public:
  explicit Holder(double v) : value(new double(v)), moves(1.0) {}
  Holder(const Holder &o) : value(new double(*o.value)), moves(o.moves * 0.5) {}
  Holder(Holder &&o) noexcept : value(o.value), moves(o.moves + 1.0) {
    o.value = nullptr;
    o.moves *= *value;
  }
  Holder &operator=(const Holder &o) {
    if (this != &o)
      *value = *o.value * o.moves;
    return *this;
  }
  Holder &operator=(Holder &&o) noexcept {
    std::swap(value, o.value);
    moves = o.moves * *value;
    return *this;
  }
  ~Holder() { delete value; }
  double get() const { return value ? *value * moves : moves; }
  void scale(double by) { *value *= by; }

private:
  double *value;
  double moves;
};
Holder made(double v) {
  Holder h(v * v);
  h.scale(v);
  return h;
}

#pragma adjoint reverse
double moves(double x, double y) {
  Holder a(x), b = a, c(y);
  b = c;
  b = *&b;
  c = made(x);
  Holder d = std::move(b);
  c.scale(y);
  a = std::move(c);
  d.scale(x);
  double s = a.get() * b.get() + c.get() * d.get();
  Holder e(std::move(a));
  return s + e.get() * a.get();
}

// A friend that is a class, and one that is a member function of a template.
template <class T> class Account {
  T balance, fees = T(0.0);
  friend class Bank;
  template <class U> friend U worth(const Account<U> &);
  friend bool operator<(const Account &a, const Account &b) { return a.balance < b.balance; }

public:
  explicit Account(T balance) : balance(balance) {}
};
template <class U> U worth(const Account<U> &a) { return a.balance - a.fees; }
class Bank {
public:
  explicit Bank(double rate) : rate(rate) {}
  void transfer(Account<double> &from, Account<double> &to, double amount) const {
    from.fees += amount * rate;
    from.balance -= amount;
    to.balance += amount * (1.0 - rate);
  }

private:
  double rate;
};

#pragma adjoint reverse
double friends(double x, double y) {
  Account<double> a(x), b(y);
  const Bank bank(x * y);
  bank.transfer(a, b, 0.3 * y);
  if (a < b)
    bank.transfer(b, a, x * x);
  return worth(a) * worth(b);
}

// Static members that hold active values, written by methods, constructors and destructors.
class Meter {
public:
  explicit Meter(double v) : v(v) {
    total += v * total;
    ++count;
  }
  ~Meter() { total *= v; }
  static void start(double v) {
    total = v;
    count = 0;
  }
  static double read() { return total * count; }
  static double total;
  static int count;
  inline static double last = 0.0;
  static constexpr double scale[2] = {0.5, 1.5};

private:
  double v;
};
double Meter::total = 1.0;
int Meter::count = 0;

#pragma adjoint reverse
double statics(double x, double y) {
  Meter::start(x);
  Meter a(y);
  double s = Meter::total * y;
  {
    Meter b(x * y), c(s);
    Meter::last = Meter::total * Meter::scale[1];
    s += Meter::last;
  }
  a.total += s;
  return Meter::total * Meter::last + Meter::scale[0] * x;
}

// Nested classes that know the class around them, nested class templates, an alias of a nested class.
template <class T> class Mesh {
public:
  class Cell {
  public:
    Cell(const Mesh &mesh, int i) : mesh(&mesh), i(i) {}
    T width() const { return mesh->nodes[i + 1] - mesh->nodes[i]; }
    Cell next() const { return Cell(*mesh, i + 1); }

  private:
    const Mesh *mesh;
    int i;
  };
  template <int N> struct Rule {
    T weights[N];
    T apply(const Cell &cell) const {
      T s = T(0);
      for (const T &w : weights)
        s += w * cell.width();
      return s;
    }
    struct Order {
      static constexpr int value = 2 * N;
    };
  };
  Mesh(T a, T b) : nodes{a, a + b * b, a * b} {}
  Cell cell(int i) const { return {*this, i}; }

private:
  T nodes[3];
};

#pragma adjoint reverse
double nested(double x, double y) {
  using Real = Mesh<double>;
  const Real mesh(x, y);
  Real::Cell cell = mesh.cell(0);
  const Real::Rule<2> rule{{x, y}};
  double s = rule.apply(cell) * Real::Rule<3>::Order::value;
  cell = cell.next();
  return s * cell.width() + rule.apply(cell);
}

// Specialisations of class templates, whole and in part; members that are templates; defaults; a class that is a parameter.
template <class T, class U = double> struct Law {
  T k;
  double apply(U x) const { return k * x; }
};
template <class T> struct Law<T, int> {
  T k;
  double apply(int n) const {
    double p = 1.0;
    for (int i = 0; i < n; ++i)
      p *= k;
    return p;
  }
};
template <> struct Law<int, double> {
  int k;
  double apply(double x) const { return std::sin(k * x); }
};
template <template <class...> class L, class T> double applied(const L<T> &law, double x) { return law.apply(x) * x; }

#pragma adjoint reverse
double specialisations(double x, double y) {
  const Law<double> linear{x};
  const Law<double, int> power{y};
  const Law<int> wave{2};
  return linear.apply(y) * power.apply(3) + wave.apply(x) * applied(linear, y) + applied(wave, x * y);
}

// Conversions: to a reference, to a class with a constructor from another, by a template, and back again.
class Celsius;
class Kelvin {
public:
  explicit Kelvin(double v) : v(v) {}
  operator double &() { return v; }
  operator const double &() const { return v; }
  operator Celsius() const;

private:
  double v;
};
class Celsius {
public:
  Celsius(double v) : v(v) {} // NOLINT: converts
  template <class T> explicit operator T() const { return static_cast<T>(v * 1.8 + 32.0); }
  operator Kelvin() const { return Kelvin(v * v + 1.0); }
  double v;
};
Kelvin::operator Celsius() const { return {v - 1.0}; }
double warmed(const Celsius &c) { return c.v * c.v; }

#pragma adjoint reverse
double conversions(double x, double y) {
  Kelvin k(x);
  double &inside = k;
  inside *= y;
  Celsius c = k;
  Kelvin again = c;
  static_cast<double &>(again) += 1.0;
  return warmed(x * y) * again + warmed(k) + static_cast<double>(c) + c.v * k;
}

// What constructors and destructors call is the class's own; clones; a base that is left by an override.
struct Model {
  double level;
  double *log;
  Model(double level, double *log) : level(level), log(log) { calibrate(); }
  Model(const Model &) = default;
  virtual ~Model() { *log += level; }
  virtual void calibrate() { level *= level; }
  virtual Model *clone() const { return new Model(*this); }
  virtual double price(double x) const { return level * x; }
  double twice(double x) const { return price(price(x)); }
};
struct Skewed : Model {
  double skew;
  Skewed(double level, double skew, double *log) : Model(level, log), skew(skew) { calibrate(); }
  ~Skewed() override { *log *= skew; }
  void calibrate() override { level += skew; }
  Skewed *clone() const override { return new Skewed(*this); }
  double price(double x) const override { return Model::price(x) + skew * x * x; }
};

#pragma adjoint reverse
double virtuals(double x, double y) {
  double log = x;
  double s = 0.0;
  {
    Skewed skewed(x, y, &log);
    Model flat(y, &log);
    for (const Model *m : {static_cast<const Model *>(&skewed), static_cast<const Model *>(&flat)}) {
      Model *copy = m->clone();
      copy->level *= 1.1;
      copy->calibrate();
      s += copy->twice(x) * m->price(y);
      delete copy;
    }
  }
  return s * log;
}

// Builders in a chain that give back the object, by reference, by value, and through a base that knows the derived class.
template <class D> struct Builder {
  double scale = 1.0, shift = 0.0;
  D &scaled(double by) {
    scale *= by;
    return static_cast<D &>(*this);
  }
  D &shifted(double by) {
    shift += by * scale;
    return static_cast<D &>(*this);
  }
};
struct Curve : Builder<Curve> {
  std::vector<double> knots;
  Curve &knot(double v) {
    knots.push_back(v * scale + shift);
    return *this;
  }
  Curve mirrored() const {
    Curve c = *this;
    return c.scaled(-1.0);
  }
  double &last() { return knots.back(); }
  const double &first() const { return knots.front(); }
};

#pragma adjoint reverse
double builders(double x, double y) {
  Curve c = Curve().scaled(x).knot(y).shifted(y).knot(x).scaled(y).knot(1.0);
  (c.last() *= x) += y;
  Curve &same = c.shifted(x);
  same.knot(x * y).last() *= c.first();
  return c.mirrored().knot(x).last() * c.knots[1] + c.knots[2] * same.last();
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("delegating", delegating, delegating_b, points);
  numeric::check("inheriting", inheriting, inheriting_b, points);
  numeric::check("moves", moves, moves_b, points);
  numeric::check("friends", friends, friends_b, points);
  numeric::check("statics", statics, statics_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("specialisations", specialisations, specialisations_b, points);
  numeric::check("conversions", conversions, conversions_b, points);
  numeric::check("virtuals", virtuals, virtuals_b, points);
  numeric::check("builders", builders, builders_b, points);
  return numeric::report();
}
