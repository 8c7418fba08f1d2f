// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Forms of callables that other tests leave out: every kind of fold, packs in classes, captures that are made or moved,
// lambdas that change what they hold, function objects with a state, structured bindings of each kind.

#include "numeric.h"

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Folds: to the left and to the right, with and without an initial value, over the comma, over a condition.
namespace {
template <class... T> auto leftSum(T... v) { return (... - v); }
template <class... T> auto rightSum(T... v) { return (v - ...); }
template <class... T> auto leftFrom(double s, T... v) { return (s / ... / (2.0 + v * v)); }
template <class... T> auto rightFrom(double s, T... v) { return ((v * v + 1.5) / ... / s); }
template <class... T> void scale(double by, T &...v) { ((v *= by), ...); }
template <class... T> void append(std::vector<double> &to, const T &...v) { (to.push_back(v * v), ...); }
template <class... T> bool allAbove(double limit, T... v) { return ((v > limit) && ...); }
template <class... T> int count(const T &...) { return sizeof...(T); }
template <class F, class... T> double mapped(const F &f, T... v) { return (f(v) + ... + 0.0); }
} // namespace

#pragma adjoint reverse
double folds(double x, double y) {
  double a = x, b = y, c = x * y;
  scale(y, a, b, c);
  std::vector<double> v;
  append(v, a, 2, c);
  double s = leftSum(a, b, c) * rightSum(a, b, c) + leftFrom(x, b, c) + rightFrom(3.0 + a * a, b, c);
  if (allAbove(-9.0, a, b, c))
    s *= v[0] + v[1] * v[2] + count(a, b, 1);
  return s + mapped([&](double t) { return std::sin(t) * s; }, a, b) + mapped([](double t) { return t; });
}

// Packs: recursion over them, a class that holds them, indices, a pack of functions, a pack that is forwarded.
namespace {
inline double horner(double) { return 0.0; }
template <class T, class... Rest> double horner(double x, T first, Rest... rest) { return first + x * horner(x, rest...); }
template <class... T> class Terms;
template <> class Terms<> {
public:
  double at(double) const { return 1.0; }
};
template <class T, class... Rest> class Terms<T, Rest...> : Terms<Rest...> {
public:
  Terms(T head, Rest... rest) : Terms<Rest...>(rest...), head(head) {}
  double at(double x) const { return head * Terms<Rest...>::at(x) + x; }

private:
  T head;
};
template <class... F> class Chain {
public:
  explicit Chain(F... f) : steps(f...) {}
  double operator()(double x) const { return run(x, std::index_sequence_for<F...>()); }

private:
  template <std::size_t... I> double run(double x, std::index_sequence<I...>) const {
    ((x = std::get<I>(steps)(x)), ...);
    return x;
  }
  std::tuple<F...> steps;
};
template <class F, class... A> decltype(auto) call(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }
} // namespace

#pragma adjoint reverse
double packs(double x, double y) {
  double s = horner(x, y, 2, x * y, 1.0f);
  const Terms<double, int, double> terms(x, 2, y);
  s += terms.at(y);
  const Chain chain([x](double t) { return t * x; }, [](double t) { return std::sin(t); }, [&](double t) { return t * t + s; });
  call([](double &to, double by) { to *= by; }, s, y);
  return chain(y) * s + call([](auto... v) { return (v * ...); }, x, y, 3);
}

// if constexpr on types, values and properties; the other branch would not compile.
namespace {
template <class T> double measured(const T &v) {
  if constexpr (std::is_same_v<T, int>)
    return v * 0.5;
  else if constexpr (std::is_floating_point_v<T>)
    return v * v;
  else if constexpr (std::is_pointer_v<T>)
    return measured(*v) * 2.0;
  else {
    double s = 0.0;
    for (const auto &each : v)
      s = s * 0.5 + measured(each);
    return s;
  }
}
template <int N> constexpr double weight() {
  if constexpr (N % 2 == 0)
    return 0.25 * N;
  return 1.0 / N;
}
} // namespace

#pragma adjoint reverse
double chosenAtCompileTime(double x, double y) {
  const std::vector<std::array<double, 2>> rows{{x, y}, {y, x * y}};
  auto either = [&](auto v) {
    if constexpr (std::is_integral_v<decltype(v)>)
      return v + 1;
    else
      return v * x;
  };
  return measured(rows) * measured(&y) + measured(3) * either(y) * either(2) + weight<3>() * x + weight<4>() * measured(x);
}

// Captures that are made: by reference, from an expression, moved in, a copy that is changed; of *this and of a binding.
namespace {
struct Well {
  double depth;
  auto pump() {
    return [*this](double v) mutable {
      depth -= v * depth;
      return depth;
    };
  }
  auto drain() {
    return [this, &level = depth](double v) { return level = depth * v; };
  }
};
} // namespace

#pragma adjoint reverse
double captures(double x, double y) {
  double s = x;
  auto grow = [&r = s, k = std::sin(y)](double v) { return r += k * v * r; };
  std::vector<double> v{x, y};
  auto holds = [v = std::move(v), sum = 0.0](double t) mutable {
    v.push_back(t * v.back());
    sum += v.back();
    return sum * v[0];
  };
  auto owns = [p = std::make_unique<double>(x * y)](double t) { return *p += t; };
  auto copy = holds;
  Well well{y};
  auto pump = well.pump();
  double r = grow(y) * holds(s) + owns(x) + pump(0.3) * pump(x);
  well.drain()(x);
  return r + copy(y) * holds(x) + owns(s) * well.depth + s;
}

// Lambdas that are mutable, generic and immediately called, that return lambdas, and that call themselves.
#pragma adjoint reverse
double closures(double x, double y) {
  auto curried = [](auto a) { return [a](auto b) { return [a, b](auto c) { return a * b + c; }; }; };
  auto average = [sum = 0.0, n = 0](double v) mutable {
    sum += v * v;
    return sum / ++n;
  };
  auto power = [](auto self, double b, unsigned n) -> double {
    if (n == 0)
      return 1.0;
    const double half = self(self, b, n / 2);
    return n % 2 == 0 ? half * half : half * half * b;
  };
  const auto [low, high] = [&] { return x < y ? std::pair(x, y) : std::pair(y, x); }();
  double s = average(x) * average(y);
  auto other = average;
  s += other(s) * average(low);
  return curried(x)(y)(s) * power(power, high, 5) + [](auto &&f, auto v) { return f(f(v)); }(curried(low)(high), x);
}

// Function objects with a state, handed about by value and by reference, in std::function, compared by their results.
namespace {
class Filter {
public:
  explicit Filter(double weight) : weight(weight) {}
  double operator()(double v) { return state = weight * v + (1.0 - weight) * state; }
  double operator()(double a, double b) { return (*this)(a) * (*this)(b); }
  double last() const { return state; }

private:
  double weight, state = 0.1;
};
template <class F> double byValue(F f, double x) { return f(x) + f(x); }
template <class F> double byReference(F &f, double x) { return f(x) + f(x); }
double area(double a) { return a * a; }
double area(double a, double b) { return a * b; }
} // namespace

#pragma adjoint reverse
double functors(double x, double y) {
  Filter f(x);
  double s = byValue(f, y) + byReference(f, y) * f(x, y);
  std::function<double(double)> g = std::ref(f);
  s += g(x);
  g = f;
  s *= g(y) + f.last();
  std::map<int, std::function<double(double)>> table{{1, [&](double t) { return t * s; }}, {2, f}};
  double (*square)(double) = area;
  s *= square(x);
  double (*flat)(double, double) = area;
  double (&same)(double, double) = *flat;
  for (auto &[k, h] : table)
    s += h(x) * k;
  return s + flat(x, y) * same(s, y) + (table.count(4) ? 0.0 : f.last());
}

// Structured bindings of arrays, structs, pairs, tuples, references, elements of containers; auto in each of its forms.
namespace {
struct Sample {
  double time, value;
  std::array<double, 2> error;
};
auto bounds(double a, double b) { return std::tuple(a - b, a + b, a * b); }
auto &firstOf(std::vector<Sample> &samples) { return samples.front(); }
decltype(auto) lastOf(std::vector<Sample> &samples) { return (samples.back()); }
} // namespace

#pragma adjoint reverse
double bindings(double x, double y) {
  std::vector<Sample> samples{{x, y, {x * y, 1.0}}, {y, x, {y, y}}};
  auto &[time, value, error] = firstOf(samples);
  time *= value;
  auto &[e0, e1] = error;
  e1 += e0 * time;
  lastOf(samples).value *= x;
  double s = 0.0;
  for (const auto &[t, v, e] : samples)
    s = s * t + v * e[0] - e[1];
  auto [low, high, area] = bounds(s, y);
  auto &&[a, b] = std::pair<double, double &>(low, high);
  b *= a;
  a = 0.0;
  std::map<int, std::pair<double, double>> table{{1, {x, y}}, {2, {y, s}}};
  for (auto &[k, both] : table) {
    auto &[first, second] = both;
    first *= second * k;
  }
  if (auto [place, isNew] = table.insert({3, {s, x}}); isNew)
    place->second.first *= y;
  auto *entry = &table[2];
  return high * area + low + table[3].first * entry->first + samples[1].value + a;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("folds", folds, folds_b, points);
  numeric::check("packs", packs, packs_b, points);
  numeric::check("chosenAtCompileTime", chosenAtCompileTime, chosenAtCompileTime_b, points);
  numeric::check("captures", captures, captures_b, points);
  numeric::check("closures", closures, closures_b, points);
  numeric::check("functors", functors, functors_b, points);
  numeric::check("bindings", bindings, bindings_b, points);
  return numeric::report();
}
