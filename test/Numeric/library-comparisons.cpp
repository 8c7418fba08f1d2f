// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// Pairs, tuples, arrays, vectors and optionals are compared in C++20, where the library has operator<=> for them, and classes
// whose operator<=> is the default one: the first member that differs decides, numbers that are not ordered are neither.

#include "numeric.h"
#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#pragma adjoint reverse
double compared(double a, double b) {
  std::pair<double, int> p{a, 1}, q{b, 2};
  std::tuple<int, double> t{1, a}, u{1, b};
  std::array<double, 2> x{a, b}, y{b, a};
  std::vector<double> v{a, a * b}, w{a};
  std::optional<double> o{a}, none;
  double s = a;
  if (p < q)
    s *= b;
  if (t >= u)
    s += a * a;
  if (x > y)
    s += x[0] * y[1];
  if (v <= w)
    s *= 0.3;
  if (v > w && none < o)
    s += v[1];
  return p != q && x != y ? s * s : s;
}

#pragma adjoint reverse
double ordered(double a, double b) {
  std::vector<std::pair<double, int>> v{{b, 0}, {a, 1}, {a * b, 2}};
  std::sort(v.begin(), v.end());
  std::map<std::pair<int, int>, double> m{{{2, 1}, a}, {{1, 3}, b}};
  m[{1, 2}] = v[0].first;
  double s = 0.0;
  for (const auto &[key, value] : m)
    s = 0.5 * s + value * key.second;
  return s * std::max(v[0], v[1]).first;
}

struct Date {
  int year, month;
  auto operator<=>(const Date &) const = default;
};
struct Quote {
  Date date;
  double price;
  std::vector<int> tags;
  auto operator<=>(const Quote &) const = default;
};
struct Money {
  double v;
  auto operator<=>(const Money &) const = default;
};

#pragma adjoint reverse
double defaulted(double a, double b) {
  std::vector<Quote> q{{{2020, 3}, a, {1}}, {{2019, 7}, b, {2}}, {{2020, 3}, a * b, {0}}};
  std::sort(q.begin(), q.end());
  double s = 0.0;
  for (const Quote &e : q)
    s = 0.5 * s + e.price * e.price;
  std::map<Date, double> m{{{2020, 1}, a}, {{2018, 2}, b}};
  s += m.begin()->second * a;
  Money x{a}, y{b}, z{a}, none{std::nan("")};
  if (x < y)
    s *= x.v;
  else if (x >= y)
    s += y.v;
  if (x <= z && !(x < z) && x >= z)
    s *= 1.5;
  if (x < none || x <= none || x > none || x >= none)
    s = 0.0;
  return q[0] <= q[1] && x != y ? s : s * s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}};
  numeric::check("defaulted", defaulted, defaulted_b, points);
  numeric::check("compared", compared, compared_b, points);
  numeric::check("ordered", ordered, ordered_b, points);
  return numeric::report();
}
