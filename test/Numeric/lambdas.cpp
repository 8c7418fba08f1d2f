// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// Lambda expressions: captures by value and by reference, kept, passed on, returned, changed between two calls.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double byValue(double a, double b) {
  double s = a * b;
  auto scale = [s](double t) { return s * t * t; };
  s *= a; // the closure keeps the old value
  return scale(b) * s + scale(s);
}

#pragma adjoint reverse
double byReference(double a, double b) {
  double s = a * b;
  auto grow = [&](double t) {
    s += t * a;
    return s * s;
  };
  double r = grow(b);
  s *= b;
  r *= grow(a);
  return r + s;
}

#pragma adjoint reverse
double mixed(double a, double b) {
  double x = a, y = b;
  auto step = [x, &y, k = a * b](double t) {
    y = y * t + x * k;
    return k * y;
  };
  x *= b;
  double r = step(x) + step(y);
  y *= r;
  return y * x;
}

#pragma adjoint reverse
double defaultCopies(double a, double b) {
  double values[3] = {a, b, a * b};
  auto at = [=](int i) { return values[i] * a; };
  values[1] = 0.0;
  return at(0) * at(1) + at(2) * values[0];
}

#pragma adjoint reverse
double mutableState(double a, double b) {
  auto next = [state = a]() mutable {
    state = std::sin(state) * 2.0 + 0.1;
    return state;
  };
  auto other = next;
  double sum = 0.0;
  for (int i = 0; i < 4; ++i)
    sum += next() * b;
  return sum * other();
}

#pragma adjoint reverse
double generic(double a, double b) {
  auto square = [](auto t) { return t * t; };
  auto sum = [](auto first, auto... rest) { return (first + ... + rest); };
  return square(a) * square(3) + sum(a, b, a * b) * square(sum(1, 2.0f));
}

#pragma adjoint reverse
double calledAtOnce(double a, double b) {
  const double m = [&] {
    if (a < b)
      return a * a;
    return b;
  }();
  return m * [=](double t) { return t * a; }(b);
}

template <class F> double twice(const F &f, double x) { return f(f(x)); }
template <class F> double integrate(F f, double from, double to, int n) {
  double sum = 0.0, h = (to - from) / n;
  for (int i = 0; i < n; ++i)
    sum += f(from + (i + 0.5) * h) * h;
  return sum;
}

#pragma adjoint reverse
double passedOn(double a, double b) {
  auto f = [a](double t) { return std::exp(-a * t) * t; };
  return twice(f, b) + integrate(f, 0.0, b, 5) + integrate([&](double t) { return f(t) * b; }, a, 1.0, 3);
}

auto adder(double k) {
  return [k](double t) { return k + t * k; };
}
auto composed(double k) {
  return [f = adder(k), g = adder(2.0 * k)](double t) { return f(g(t)); };
}

#pragma adjoint reverse
double returned(double a, double b) {
  auto f = adder(a);
  auto g = composed(b);
  return f(b) * g(a) + adder(b)(f(a));
}

#pragma adjoint reverse
double nested(double a, double b) {
  double total = 0.0;
  auto outer = [&](double x) {
    auto inner = [&, x](double y) {
      total += x * y * a;
      return total * y;
    };
    return inner(x) * inner(b);
  };
  double r = outer(a);
  total *= r;
  return outer(b) + total;
}

#pragma adjoint reverse
double recursive(double a, double b) {
  auto power = [](auto &&self, double x, int n) -> double { return n == 0 ? 1.0 : x * self(self, x, n - 1); };
  return power(power, a, 3) * power(power, b, 2);
}

double callPointer(double (*f)(double), double x) { return f(x) * x; }

#pragma adjoint reverse
double asPointer(double a, double b) {
  double (*f)(double) = [](double t) { return t * t * t; };
  return f(a) * callPointer([](double t) { return std::sin(t); }, b) + callPointer(
                                                                           +[](double t) { return t * t; }, a);
}

struct Poly {
  double c[3];
  double operator()(double x) const { return c[0] + x * (c[1] + x * c[2]); }
};
struct Counter {
  double total = 0.0;
  int calls = 0;
  void operator()(double x) {
    total += x * total + x;
    ++calls;
  }
};
template <class F> void forEach(const double *x, int n, F &f) {
  for (int i = 0; i < n; ++i)
    f(x[i]);
}

#pragma adjoint reverse
double functors(double a, double b) {
  Poly p = {{a, b, a * b}};
  Counter counter;
  double x[3] = {a, p(b), b};
  forEach(x, 3, counter);
  p.c[1] *= counter.total;
  return twice(p, a) + counter.total * counter.calls;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double state = 1.0;
  auto update = [&state](double v) { state = state * v + v; };
  for (int i = 0; i < n; ++i) {
    auto local = [&, v = x[i]] { return v * state; };
    update(local());
    if (i % 2)
      update(x[i]);
  }
  return state;
}

template <class... F> double sumOf(double x, F... f) { return (f(x) + ...); }
template <class F, class... Rest> double chain(double x, F f, Rest... rest) {
  if constexpr (sizeof...(rest) > 0)
    return chain(f(x), rest...);
  else
    return f(x);
}

#pragma adjoint reverse
double variadic(double a, double b) {
  auto f = [a](double t) { return a * t; };
  auto g = [&b](double t) { return std::cos(t) + b; };
  return sumOf(a, f, g) * chain(b, f, g, f);
}

struct Reflector {
  double v[3];
  template <class At> void apply(At at, int depth) const {
    double d = 0.0;
    for (int i = 0; i < 3; ++i)
      d += v[i] * at(i);
    for (int i = 0; i < 3; ++i)
      at(i) -= 2.0 * d * v[i];
    if (depth > 0)
      apply(at, depth - 1);
  }
};

// The closure points to a whole array, in a function with two halves.
double reflected(const Reflector &r, const double *b, int depth) {
  double y[3] = {b[0], b[1] * b[0], b[2]};
  r.apply([&](int i) -> double & { return y[i]; }, depth);
  const double s = y[0] * y[1] + y[2] * y[2];
  return depth > 1 ? s * reflected(r, y, depth - 1) : s;
}

#pragma adjoint reverse
double wholeArray(double x, double y) {
  const Reflector r{{x, y, x * y}};
  const double b[3] = {x, 0.5, y};
  return reflected(r, b, 2);
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-1.2, 0.8}};
  numeric::check("byValue", byValue, byValue_b, points);
  numeric::check("byReference", byReference, byReference_b, points);
  numeric::check("mixed", mixed, mixed_b, points);
  numeric::check("defaultCopies", defaultCopies, defaultCopies_b, points);
  numeric::check("mutableState", mutableState, mutableState_b, points);
  numeric::check("generic", generic, generic_b, points);
  numeric::check("calledAtOnce", calledAtOnce, calledAtOnce_b, points);
  numeric::check("passedOn", passedOn, passedOn_b, points);
  numeric::check("returned", returned, returned_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("recursive", recursive, recursive_b, points);
  numeric::check("asPointer", asPointer, asPointer_b, points);
  numeric::check("functors", functors, functors_b, points);
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.4}, {0.2, -0.9, 1.1, 0.6}});
  numeric::check("variadic", variadic, variadic_b, points);
  numeric::check("wholeArray", wholeArray, wholeArray_b, points);
  return numeric::report();
}
