// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Class templates, static members, nested and local classes, friends, aggregates, structured bindings, ranges.

#include "numeric.h"

#include <cmath>

template <class T, int N> class Matrix {
public:
  static constexpr int size = N;
  using Value = T;
  Matrix() {
    for (int i = 0; i < N * N; ++i)
      a[i] = T(0);
  }
  static Matrix identity() {
    Matrix m;
    for (int i = 0; i < N; ++i)
      m(i, i) = T(1);
    return m;
  }
  T &operator()(int i, int j) { return a[i * N + j]; }
  const T &operator()(int i, int j) const { return a[i * N + j]; }
  Matrix operator*(const Matrix &o) const {
    Matrix r;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        for (int k = 0; k < N; ++k)
          r(i, j) += (*this)(i, k) * o(k, j);
    return r;
  }
  friend Matrix operator+(Matrix l, const Matrix &r) {
    l += r;
    return l;
  }
  Matrix &operator+=(const Matrix &o) {
    for (int i = 0; i < N * N; ++i)
      a[i] += o.a[i];
    return *this;
  }
  template <class F> Matrix mapped(F f) const {
    Matrix r;
    for (int i = 0; i < N * N; ++i)
      r.a[i] = f(a[i]);
    return r;
  }
  T trace() const;

private:
  T a[N * N];
};
template <class T, int N> T Matrix<T, N>::trace() const {
  T t = T(0);
  for (int i = 0; i < size; ++i)
    t += (*this)(i, i);
  return t;
}

#pragma adjoint reverse
double matrices(double a, double b) {
  Matrix<double, 2> m = Matrix<double, 2>::identity();
  m(0, 1) = a;
  m(1, 0) = b;
  auto p = m * m + m;
  m = p * m;
  p += m.mapped([&](double v) { return v * v * a; });
  return p.trace() * m(0, 1) * decltype(m)::size;
}

class Gas {
public:
  struct State {
    double p = 1.0, t;
  };
  static State expand(State s, double v) { return {s.p / v, s.t * std::exp(-v * rate)}; }
  static double ratio;

private:
  static constexpr double rate = 0.25;
  static double hidden(const State &s) { return s.p * s.t * rate; }
  friend double energy(const State &s);
};
double Gas::ratio = 1.4;
double energy(const Gas::State &s) { return Gas::hidden(s) * Gas::ratio; }

#pragma adjoint reverse
double statics(double a, double b) {
  Gas::State s{a, b};
  s = Gas::expand(s, a);
  Gas::State u{};
  u.t = s.p * u.p;
  return energy(s) * energy(u);
}

struct Split {
  double low, high;
  int count;
};
Split split(double x, double at) { return {x * at, x - at, 2}; }

#pragma adjoint reverse
double bindings(double a, double b) {
  auto [low, high, count] = split(a, b);
  low *= high;
  double values[2] = {a, low};
  auto &[first, second] = values;
  first *= second * count;
  Split s = split(first, b);
  const auto &[l, h, c] = s;
  auto [x, y] = values;
  x *= b;
  return low * high + values[0] * second + l * h * c + x * y;
}

class Numbers {
public:
  Numbers(double a, double b) : values{a, b, a * b} {}
  double *begin() { return values; }
  double *end() { return values + 3; }
  const double *begin() const { return values; }
  const double *end() const { return values + 3; }

private:
  double values[3];
};
class Counter {
public:
  struct Iterator {
    int i;
    int operator*() const { return i; }
    Iterator &operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const Iterator &o) const { return i != o.i; }
  };
  explicit Counter(int n) : n(n) {}
  Iterator begin() const { return {0}; }
  Iterator end() const { return {n}; }

private:
  int n;
};

#pragma adjoint reverse
double ranges(double a, double b) {
  Numbers numbers(a, b);
  for (double &v : numbers)
    v *= v * a;
  double sum = 0.0;
  for (double v : static_cast<const Numbers &>(numbers))
    sum += v * sum + v;
  for (int i : Counter(3))
    sum *= 1.0 + 0.1 * i * b;
  return sum;
}

#pragma adjoint reverse
double local(double a, double b) {
  struct Accumulator {
    double sum = 0.0, weight;
    explicit Accumulator(double w) : weight(w) {}
    void add(double x) { sum += weight * x * sum + x; }
  };
  Accumulator acc(a);
  acc.add(b);
  acc.add(a);
  Accumulator other = acc;
  other.add(acc.sum);
  return acc.sum * other.sum;
}

struct Settings {
  double rate = 0.5;
  double twice = 2.0 * rate;
  int steps = 3;
};
double run(double x, const Settings &s = Settings(), double factor = 1.5) {
  for (int i = 0; i < s.steps; ++i)
    x += x * x * s.rate * factor;
  return x * s.twice;
}

#pragma adjoint reverse
double defaults(double a, double b) {
  Settings s;
  s.rate = b;
  Settings t{a};
  t.steps = 2;
  return run(a) + run(b, s) * run(a, t, b);
}

struct Meters {
  double v;
  explicit Meters(double x) : v(x) {}
};
class Fraction {
public:
  Fraction(double n, double d = 1.0) : num(n), den(d) {} // NOLINT: converts
  operator double() const { return num / den; }
  operator Meters() const { return Meters(num * den); }
  explicit operator bool() const { return num > 0.0; }

private:
  double num, den;
};
double half(const Fraction &f) { return 0.5 * f; }
double square(Meters m) { return m.v * m.v; }

#pragma adjoint reverse
double conversions(double a, double b) {
  Fraction f(a, b), g = b;
  double r = f * a + half(a * b) + square(f);
  if (f)
    r *= g;
  Fraction h = f ? f : g;
  return r + std::sin(h);
}

template <int n> struct Powers {
  double values[n];
  constexpr Powers() : values() {
    for (int i = 0; i < n; ++i)
      values[i] = 1.0 / (1 << i);
  }
  constexpr double operator[](int i) const { return values[i]; }
};
template <int n> inline constexpr Powers<n> powers{};

#pragma adjoint reverse
double variableTemplates(double x, double y) {
  double s = 0.0;
  for (int i = 0; i < 4; ++i)
    s = s * x + powers<4>[i] * y * s + powers<5>[i + 1] * y;
  return s;
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("matrices", matrices, matrices_b, points);
  numeric::check("statics", statics, statics_b, points);
  numeric::check("bindings", bindings, bindings_b, points);
  numeric::check("ranges", ranges, ranges_b, points);
  numeric::check("local", local, local_b, points);
  numeric::check("defaults", defaults, defaults_b, points);
  numeric::check("conversions", conversions, conversions_b, points);
  numeric::check("variableTemplates", variableTemplates, variableTemplates_b, points);
  return numeric::report();
}
