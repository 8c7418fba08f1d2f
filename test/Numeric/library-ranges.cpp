// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NUMERIC-STANDARD: c++20
// RUN: %numeric
//
// Algorithms of std::ranges, with projections and without.

#include "numeric.h"
#include <algorithm>
#include <array>
#include <functional>
#include <list>
#include <numeric>
#include <ranges>
#include <vector>

struct Point {
  double x, y;
  double norm() const { return x * x + y * y; }
};
#pragma adjoint reverse
double sorted(double x, double y) {
  std::vector<double> v{x, y, x * y, 2 * x - y};
  std::ranges::sort(v);
  double s = 0;
  std::ranges::for_each(v, [&](double a) { s = s * 0.5 + a * a; });
  std::ranges::sort(v.begin(), v.end(), std::greater<>());
  for (double a : v)
    s = s * 0.7 + a * x;
  std::ranges::sort(v, {}, [](double a) { return a * a; });
  std::array<double, 3> w = {y, x, x + y};
  std::ranges::sort(w, std::ranges::greater{});
  s *= std::ranges::distance(v) + std::ranges::distance(v.begin() + 1, v.end());
  if (std::ranges::is_sorted(v))
    s *= y;
  return s + v[0] * v[1] + w[0] * w[1] * w[1];
}
#pragma adjoint reverse
double projected(double x, double y) {
  std::vector<Point> points;
  for (int i = 0; i < 4; ++i)
    points.push_back({x * i - y, y + i * x * x});
  std::ranges::sort(points, {}, &Point::x);
  auto far = std::ranges::max_element(points, {}, &Point::norm);
  auto near = std::ranges::min_element(points, std::ranges::less{}, [](const Point &p) { return p.norm(); });
  const double target = 2.0;
  auto at = std::ranges::lower_bound(points, target, {}, &Point::y);
  if (at != points.end())
    at->x *= y;
  auto behind = std::ranges::upper_bound(points.begin(), points.end(), 0.1, {}, &Point::x);
  double s = far->x * near->y + (behind != points.end() ? behind->x : x);
  std::ranges::for_each(points, [&s](double &a) { a *= s; s += a; }, &Point::y);
  return s + points[1].y;
}
#pragma adjoint reverse
double mapped(double x, double y) {
  std::vector<double> v(4), w(4, y);
  std::ranges::fill(v, x);
  double next = y;
  std::ranges::generate(w, [&next] { return next *= 1.1; });
  std::ranges::transform(v, w, v.begin(), [](double a, double b) { return a * b + b; });
  std::ranges::transform(v.begin(), v.end(), w.begin(), [](double a) { return a * a; });
  std::ranges::transform(w, w.begin(), std::negate<>());
  double raw[4];
  auto [last, out] = std::ranges::copy(w, raw);
  *(out - 1) += x;
  std::vector<double> few;
  std::ranges::copy_if(raw, std::back_inserter(few), [](double a) { return a > -2; });
  std::ranges::reverse(v);
  double s = few.empty() ? y : few.back();
  for (int i = 0; i < 4; ++i)
    s = 0.6 * s + v[i] * raw[i];
  return s + (last == w.end() ? x : y);
}
#pragma adjoint reverse
double found(double x, double y) {
  std::list<double> l{x, 3 * y, x * y, y};
  double s = std::ranges::max(x, y) * std::ranges::min({x, y, x * y}) + std::ranges::clamp(x, -1.0, 1.0) * y;
  s += std::ranges::max(l) * std::ranges::min(l);
  if (auto it = std::ranges::find_if(l, [](double a) { return a > 0.5; }); it != l.end())
    *it *= y;
  s += static_cast<double>(std::ranges::count_if(l, [](double a) { return a > 0; })) * x;
  const std::vector<int> keys{3, 1, 4, 1};
  s += static_cast<double>(std::ranges::count(keys, 1)) * y;
  if (std::ranges::all_of(l, [](double a) { return a < 10; }) && !std::ranges::any_of(l, [](double a) { return a > 9; }))
    s *= l.front();
  if (std::ranges::find(keys, 4) != keys.end() && std::ranges::none_of(keys, [](int k) { return k == 7; }))
    s += l.back() * s;
  const auto [low, high] = std::ranges::minmax(l);
  double a = low, b = high;
  std::ranges::swap(a, b);
  return s + a * a * b;
}
// Counting.
#pragma adjoint reverse
double counted(double x, double y) {
  const int n = 4;
  double v[4] = {}, s = 0;
  for (int i : std::views::iota(0, n))
    v[i] = x * i + (i > 0 ? v[i - 1] * y : y);
  for (std::size_t i : std::views::iota(std::size_t(1), std::size_t(n)))
    for (auto j : std::views::iota(std::size_t(0), i))
      s = s * 0.9 + v[i] * v[j];
  std::ranges::for_each(std::views::iota(1, 3), [&](int k) { s *= v[k]; });
  return s;
}

#pragma adjoint reverse
double placed(double x, double y) {
  std::vector<double> v{1 + x * x, 3 + y * y, 3 + y * y, 2, x}, w(5);
  *std::ranges::adjacent_find(v) *= y;
  *std::ranges::is_sorted_until(v.begin(), v.end()) += x * y;
  *std::ranges::find_if_not(v.begin(), v.end(), [](double a) { return a > 0.9; }) *= x;
  std::ranges::transform(v.begin(), v.end(), v.begin(), v.end(), w.begin(), [](double a, double b) { return a * b; });
  double s = *std::ranges::find(w.begin(), w.end(), w[3]) * static_cast<double>(std::ranges::count(v.begin(), v.end(), 2.0) + 1);
  for (double a : w)
    s = 0.7 * s + a * x;
  return s;
}

int main() {
  const numeric::Points points{{0.7, 0.3}, {-1.2, 0.8}};
  numeric::check("sorted", sorted, sorted_b, points);
  numeric::check("projected", projected, projected_b, points);
  numeric::check("mapped", mapped, mapped_b, points);
  numeric::check("found", found, found_b, points);
  numeric::check("counted", counted, counted_b, points);
  numeric::check("placed", placed, placed_b, {{0.7, 0.3}, {0.4, 1.8}});
  return numeric::report();
}
