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
#include <string>
#include <string_view>
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

class Day {
public:
  explicit Day(int number) : number(number) {}
  auto operator<=>(const Day &) const = default;

private:
  int number;
};
struct Bond {
  Day due;
  double price;
  Day maturity() const { return due; }
};

// Objects that calls return, of one member.
#pragma adjoint reverse
double returned(double a, double b) {
  std::vector<Bond> bonds{{Day(7), a}, {Day(3), b}, {Day(5), a * b}};
  std::sort(bonds.begin(), bonds.end(), [](const Bond &x, const Bond &y) { return x.maturity() < y.maturity(); });
  return bonds[0].price * bonds[0].price + (bonds[1].maturity() >= Day(5) ? bonds[1].price * a : b);
}

// Texts, which only the primal compares, and optionals against values.
#pragma adjoint reverse
double named(double a, double b) {
  std::vector<std::pair<std::string, double>> quotes{{"spot", a}, {"rate", b}, {"fee", a * b}};
  std::sort(quotes.begin(), quotes.end(), [](const auto &x, const auto &y) { return x.first < y.first; });
  const std::string_view last = quotes[2].first;
  double sum = quotes[0].second * quotes[0].second;
  if ("rate" < quotes[2].first && last >= "spot" && quotes[1].first <= quotes[2].first)
    sum *= quotes[2].second;
  std::optional<int> limit, count = 3;
  std::optional<double> level = a;
  if (count > 2 && limit < 1 && 5 >= count && !(limit == 0))
    sum += level > b ? b * b : a;
  return sum;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}};
  numeric::check("defaulted", defaulted, defaulted_b, points);
  numeric::check("compared", compared, compared_b, points);
  numeric::check("ordered", ordered, ordered_b, points);
  numeric::check("returned", returned, returned_b, points);
  numeric::check("named", named, named_b, points);
  return numeric::report();
}
