// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects of the file, const members, local classes as template arguments, iterators, optional values, views.

#include "numeric.h"

#include <cmath>

struct C3 {
  double x = 1, y = 2;
  constexpr C3(double a, double b) : x(a), y(b) {}
  double len() const { return x * y; }
};
const C3 origin(0.5, 2.0);
class Hid {
public:
  static double scale(double x) { return x * factor(); }

private:
  static double factor() { return 3.0; }
};

#pragma adjoint reverse
double globals1(double a, double b) {
  C3 c = origin;
  c.x *= a;
  return c.len() * origin.len() + Hid::scale(b);
}
struct Cm {
  const double k;
  const int n;
  double v;
  Cm(double k, int n) : k(k), n(n), v(k * n) {}
  double f(double x) const { return k * x + n * v; }
};

#pragma adjoint reverse
double constMembers(double a, double b) {
  Cm c(a, 3);
  const Cm d = c;
  return d.f(b) * c.f(a);
}
template <class T> struct Wrap {
  T t;
  double call(double x) { return t(x); }
};
template <class T> Wrap<T> wrap(T t) { return {t}; }

#pragma adjoint reverse
double localArgs(double a, double b) {
  struct Sq {
    double k;
    double operator()(double x) const { return k * x * x; }
  };
  auto w = wrap(Sq{a});
  auto v = wrap([b](double x) { return b + x; });
  auto u = wrap([b](double x) { return b * x; });
  return w.call(b) * v.call(a) + u.call(w.call(a));
}
struct Fl {
  float f;
  long double l;
  int i;
  bool neg;
  Fl(float a, long double b) : f(a), l(b), i(2), neg(a < 0) {}
  double get() const { return neg ? f : l * i; }
};

#pragma adjoint reverse
double kinds(double a, double b) {
  Fl f(static_cast<float>(a), b);
  f.l *= f.f;
  return f.get() * a;
}
enum class Mode { Lin, Quad };
struct Sel {
  Mode m;
  double operator()(double x) const {
    switch (m) {
    case Mode::Lin:
      return 2 * x;
    case Mode::Quad:
      return x * x;
    }
    return 0.0;
  }
};

#pragma adjoint reverse
double modes(double a, double b) {
  Sel s[2] = {{Mode::Lin}, {Mode::Quad}};
  double r = 1;
  for (auto &f : s)
    r *= f(a) + b;
  for (const auto f : s)
    r += f(r);
  return r;
}
struct It {
  const double *p;
  It &operator++() {
    ++p;
    return *this;
  }
  const double &operator*() const { return *p; }
  bool operator!=(It o) const { return p != o.p; }
  bool operator==(It o) const { return p == o.p; }
};
struct Span {
  const double *b, *e;
  It begin() const { return {b}; }
  It end() const { return {e}; }
};
template <class I, class F> double fold(I a, I b, double init, F f) {
  for (; a != b; ++a)
    init = f(init, *a);
  return init;
}

#pragma adjoint reverse
double iter(const double *x, int n) {
  Span s{x, x + n};
  double m = 0;
  for (const double &v : s) {
    if (v < 0.0)
      continue;
    m += v * v * m + v;
  }
  for (double v : Span{x, x + n})
    m += v;
  return fold(s.begin(), s.end(), m, [](double a, double b) { return a * b + b; });
}
class Rk {
  double t = 0, y;

public:
  explicit Rk(double y0) : y(y0) {}
  template <class F> Rk &step(const F &f, double h) {
    double k1 = f(t, y), k2 = f(t + h / 2, y + h / 2 * k1);
    y += h * k2;
    t += h;
    return *this;
  }
  double value() const { return y; }
};

#pragma adjoint reverse
double rk(double a, double b) {
  Rk r(a);
  for (int i = 0; i < 4; ++i)
    r.step([&](double t, double y) { return -b * y + std::sin(t * a); }, 0.1);
  return r.value() * r.step([](double, double y) { return y * y; }, 0.2).value();
}
class Opt {
  double v;
  bool has;

public:
  Opt() : v(0), has(false) {}
  Opt(double x) : v(x), has(true) {}
  explicit operator bool() const { return has; }
  double &operator*() { return v; }
  const double *operator->() const { return &v; }
  double value_or(double d) const { return has ? v : d; }
};
Opt root(double x) {
  if (x < 0)
    return {};
  return std::sqrt(x);
}

#pragma adjoint reverse
double optional(double a, double b) {
  Opt r = root(a);
  double s = 0;
  if (r) {
    *r *= b;
    s = *r;
  }
  if (Opt q = root(b))
    s += *q * a;
  return s + root(-1.0).value_or(a * b) * r.value_or(b);
}
struct Mat {
  double *d;
  int n;
  double *operator[](int i) { return d + i * n; }
  const double *operator[](int i) const { return d + i * n; }
};

#pragma adjoint reverse
double flat(double *x, int n) {
  Mat m{x, 2};
  for (int i = 0; i < n / 2; ++i)
    m[i][1] *= m[0][0] * m[i][0];
  const Mat &c = m;
  double s = 0;
  for (int i = 0; i < n / 2; ++i)
    s += c[i][1] * c[i][0];
  m[0][0] = s;
  return s * m[0][1];
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {0.6, 0.8}};
  numeric::check("globals1", globals1, globals1_b, points);
  numeric::check("constMembers", constMembers, constMembers_b, points);
  numeric::check("localArgs", localArgs, localArgs_b, points);
  numeric::check("kinds", kinds, kinds_b, points, 1e-3);
  numeric::check("modes", modes, modes_b, points);
  numeric::check("iter", iter, iter_b, {{0.7, 0.3, 0.4}, {0.2, -0.9, 1.1, 0.6}});
  numeric::check("rk", rk, rk_b, points);
  numeric::check("optional", optional, optional_b, points);
  numeric::check("flat", flat, flat_b, {{0.7, 0.3, 0.4, 1.2}, {0.2, -0.9, 1.1, 0.6}});
  return numeric::report();
}
