// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::array, pair, tuple, optional, initializer_list and reference_wrapper.

#include "numeric.h"

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

namespace {
using Vec = std::array<double, 3>;

Vec cross(const Vec &a, const Vec &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::pair<double, double> polar(double x, double y) { return {std::sqrt(x * x + y * y), std::atan2(y, x)}; }
std::tuple<double, double, int> parts(double x) { return std::make_tuple(x * x, std::sin(x), 2); }
std::optional<double> root(double x) {
  if (x < 0)
    return std::nullopt;
  return std::sqrt(x);
}
double sum(std::initializer_list<double> list) {
  double s = 0;
  for (double e : list)
    s = s * 0.5 + e * e;
  return s;
}
struct Body {
  Vec position;
  double mass;
};
} // namespace

#pragma adjoint reverse
double arrays(double x, double y) {
  Vec a = {x, y, x * y}, b{};
  b.fill(x);
  b[1] = a.front() * a.back();
  Vec c = cross(a, b);
  a = c;
  a[0] += c[1] * a[2];
  double s = 0;
  for (double &e : a)
    e *= y;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  Body body = {c, x};
  body.position[1] *= body.mass;
  return s * body.position[1] + std::get<2>(a);
}

#pragma adjoint reverse
double pairs(double x, double y) {
  std::pair<double, double> p = polar(x, y);
  auto [r, angle] = p;
  p.first *= r;
  std::pair<double, int> q(p.first * angle, 3);
  std::swap(p.first, p.second);
  return p.second * std::get<0>(q) + q.second * std::make_pair(x, y).second * p.first;
}

#pragma adjoint reverse
double tuples(double x, double y) {
  auto t = parts(x);
  double a, b;
  int k;
  std::tie(a, b, k) = parts(y * std::get<0>(t));
  auto [c, d, m] = t;
  std::get<1>(t) += a * c;
  return std::get<1>(t) * b + k * m * d;
}

#pragma adjoint reverse
double optionals(double x, double y) {
  std::optional<double> a = root(x), b = root(-1.0 - y * y), c;
  if (a)
    c = *a * y;
  *c += a.value() * x;
  return b.value_or(x * y) * *c + (b.has_value() ? 1.0 : 2.0) * y;
}

#pragma adjoint reverse
double lists(double x, double y) { return sum({x, y, x * y}) * sum({y}) + std::max({x, y, 2 * x}); }

#pragma adjoint reverse
double wrappers(double x, double y) {
  std::reference_wrapper<double> r = x;
  r.get() *= y;
  double &alias = r;
  alias += y * y;
  return x * r.get();
}

int main() {
  numeric::check("arrays", arrays, arrays_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("pairs", pairs, pairs_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("tuples", tuples, tuples_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("optionals", optionals, optionals_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("lists", lists, lists_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("wrappers", wrappers, wrappers_b, {{0.7, 1.3}, {-0.4, 0.9}});
  return numeric::report();
}
