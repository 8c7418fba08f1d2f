// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NUMERIC-STANDARD: c++20
// RUN: %numeric
//
// Views: pipelines, calls, views that are kept, elements that are written through them.

#include "numeric.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <map>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace views = std::views;

struct Item {
  double price, count;
  double total() const { return price * count; }
};

#pragma adjoint reverse
double written_out(double x, double y) {
  std::vector<double> v{x, y, x * y, 2 * x - y, y * y};
  double s = 0;
  for (double d : v | std::views::transform([](double d) { return d * d; }) | std::views::take(3))
    s += d;
  for (double d : v | std::views::drop(1))
    s = 0.9 * s + d * x;
  for (double d : std::views::reverse(v))
    s = 0.5 * s + d;
  for (double d : views::filter(v, [&](double d) { return d > 0.2 * s; }))
    s += d * s;
  return s;
}

#pragma adjoint reverse
double kept(double x, double y) {
  std::vector<double> v{x, y, x * y, 2 * x - y};
  auto squares = v | views::transform([x](double d) { return d * d * x; });
  auto rest = squares | views::drop(1) | views::reverse;
  double s = std::accumulate(rest.begin(), rest.end(), y) + squares.size() * squares[2];
  v[3] *= y; // the views see it
  const auto few = views::take(squares, 2);
  for (double d : few)
    s = s * 0.3 + d;
  auto tail = views::drop(2);
  for (double d : v | tail)
    s += d * s;
  auto both = views::transform([](double d) { return std::sin(d); }) | views::take(3);
  for (double d : v | both)
    s += d;
  return s + rest.front() * rest.back() + (rest.empty() ? x : y);
}

#pragma adjoint reverse
double changed_through(double x, double y) {
  std::vector<double> v{x, y, x * y, 2 * x - y};
  std::list<double> l{y, x, x - y};
  for (double &d : v | views::drop(1) | views::take(2))
    d *= x;
  for (double &d : v | views::reverse)
    d += v[0] * 0.5;
  for (double &d : l | views::take(2))
    d = d * v[1];
  for (double &d : l | views::filter([](double d) { return d < 10; }) | views::drop(1))
    d *= y;
  std::ranges::for_each(l | views::reverse, [&](double d) { v[2] = 0.5 * v[2] + d; });
  std::ranges::copy(v | views::transform([](double d) { return d * d; }), v.begin());
  std::ranges::for_each(v | views::take_while([](double d) { return d < 8; }), [&](double &d) { d += l.front(); });
  auto out = std::ranges::transform(l | views::take(2), v.begin() + 1, [](double d) { return d * d; }).out;
  *out *= y;
  double s = 0;
  for (double d : l)
    s = 0.7 * s + d;
  return s + v[0] * v[1] + v[2] * v[3] + (out == v.begin() + 3 ? x : y);
}

#pragma adjoint reverse
double counted(double x, double y) {
  const int n = 4;
  double s = 0;
  for (int i : views::iota(1) | views::take(n))
    s += x * y / i;
  for (int i : views::iota(0, n) | views::reverse)
    s = s * x * 0.5 + i;
  for (int i : views::iota(0, 2 * n) | views::filter([](int i) { return i % 3 == 1; }))
    s += std::sin(i * x);
  for (double d : views::iota(2) | views::transform([x](int i) { return std::pow(x, i); }) | views::take(n))
    s += d;
  std::vector<double> v(n, x);
  for (auto i : views::iota(0u, v.size()))
    v[i] *= i + x;
  for (int i : views::iota(1, 5) | views::drop(1) | views::take(2))
    s *= v[i % n];
  auto powers = views::iota(1, n + 1) | views::transform([x](int i) { return x / (i * i); });
  return s * y + std::accumulate(powers.begin(), powers.end(), 0.0) + std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<>());
}

#pragma adjoint reverse
double of_maps(double x, double y) {
  std::map<std::string, double> m{{"a", x}, {"b", y}, {"c", x * y}};
  double s = 0;
  for (double &w : m | views::values)
    w *= w;
  for (double w : m | views::values | views::drop(1))
    s = s * x + w;
  for (const auto &k : m | views::keys)
    s += k.size() * y;
  std::vector<std::tuple<int, double, double>> rows{{1, x, y}, {2, y, x * x}};
  for (double w : rows | views::elements<2>)
    s += w * x;
  for (double &w : views::elements<1>(rows))
    w *= s;
  for (int i : rows | views::keys)
    s += i * y;
  return s + std::get<1>(rows[0]) * std::get<1>(rows[1]);
}

std::vector<double> made(double x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i)
    v.push_back(x * i - 1);
  return v;
}
template <class R> double sum(R &&range) {
  double s = 0;
  for (auto &&d : range)
    s = 0.5 * s + d * d;
  return s;
}
#pragma adjoint reverse
double of_all_ranges(double x, double y) {
  double raw[4] = {x, y, x * x, x - y};
  std::array<double, 3> a = {y, x, x * y};
  std::vector<Item> items{{x, y}, {y, 2 * x}, {3 * x, y * y}};
  double s = 0;
  for (double d : raw | views::reverse | views::take(3))
    s = 0.3 * s + d;
  for (double d : a | views::transform([](double d) { return d * d; }) | views::reverse)
    s = 0.3 * s + d;
  for (double d : items | views::transform(&Item::total))
    s += d * d;
  for (double &d : items | views::transform(&Item::price))
    d *= x;
  for (double d : made(x, 5) | views::drop(2) | views::transform([](double d) { return d * d; }))
    s += d;
  std::span<double> part(raw, 3);
  for (double &d : part | views::take(2))
    d *= y;
  for (double &d : std::ranges::subrange(items.begin(), items.end()) | views::drop(1) | views::transform(&Item::count))
    d *= s;
  for (double &d : views::counted(raw + 1, 2))
    d += y;
  auto common = views::counted(items.begin(), 2) | views::transform(&Item::total) | views::common;
  s = std::accumulate(common.begin(), common.end(), s);
  s += sum(raw | views::drop(1)) + sum(items | views::transform(&Item::total) | views::reverse);
  return s * raw[0] * raw[1];
}

#pragma adjoint reverse
double while_it_holds(double x, double y) {
  std::vector<double> v{x, y, x * y, 50 * x, 2 * y};
  double s = 0;
  for (double d : v | views::take_while([](double d) { return d < 20; }))
    s += d * d;
  for (double d : v | views::drop_while([](double d) { return d < 20; }) | views::transform([s](double d) { return d * s; }))
    s += d;
  for (double d : v | views::all | views::filter([](double d) { return d < 20; }) | views::reverse)
    s = 0.5 * s + d;
  auto small = v | views::filter([](double d) { return d < 20; }) | views::transform([](double d) { return 1 / d; });
  std::vector<double> w(small.begin(), small.end());
  auto most = std::ranges::max_element(w | views::drop(1));
  return s * w.front() + w.back() * *most + std::ranges::max(w) + (std::ranges::count_if(w, [](double d) { return d > 0; }) > 2 ? x : y) +
         *std::ranges::max_element(w);
}

#pragma adjoint reverse
double of_a_parameter(const std::vector<double> &v, std::span<const double> w) {
  double s = 0;
  for (double d : v | views::transform([](double d) { return std::exp(-d); }) | views::drop(1))
    s += d;
  for (int i : views::iota(0, int(w.size())) | views::reverse)
    s = s * w[i] + v[i];
  for (double d : w | views::reverse)
    s = 0.2 * s + d * d;
  return s;
}

int main() {
  const numeric::Points points{{1.2, 0.7}, {0.8, 1.9}};
  numeric::check("written_out", written_out, written_out_b, points);
  numeric::check("kept", kept, kept_b, points);
  numeric::check("changed_through", changed_through, changed_through_b, points);
  numeric::check("counted", counted, counted_b, points);
  numeric::check("of_maps", of_maps, of_maps_b, points);
  numeric::check("of_all_ranges", of_all_ranges, of_all_ranges_b, points);
  numeric::check("while_it_holds", while_it_holds, while_it_holds_b, points);
  auto primal = [](const numeric::Vector &x) { return numeric::Vector{of_a_parameter(x, std::span(x).first(2))}; };
  auto adjoint = [](const numeric::Vector &x, const numeric::Vector &y_b) {
    numeric::Vector x_b(x.size()), w(x.begin(), x.begin() + 2), w_b(2);
    std::span<double> part_b(w_b);
    of_a_parameter_b(x, x_b, w, part_b, y_b[0]);
    x_b[0] += w_b[0];
    x_b[1] += w_b[1];
    return x_b;
  };
  numeric::check("of_a_parameter", {1.2, 0.7, 2.1}, primal, adjoint);
  return numeric::report();
}
