// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// Braces around what is of the type already, and parentheses around the members of an aggregate.

#include "numeric.h"

#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

static std::vector<double> made(double x) { return {x, x * x}; }
static std::array<double, 2> pairOf(double x) { return {x, 2 * x}; }

struct Point {
  double x, y;
};
static Point at(double x) { return {x, x * x}; }

class Owner {
public:
  explicit Owner(double x) : values{made(x)}, point{at(x)} {}
  double sum() const { return values[0] * values[1] + point.y; }

private:
  std::vector<double> values;
  Point point;
};

static double first(const std::vector<double> &v) { return v[0] * v[1]; }
static std::vector<double> passed(double x) { return {made(x)}; }
static double taken(Point p) { return p.x * p.y; }

#pragma adjoint reverse
double ofLibrary(double x, double y) {
  std::vector<double> a{made(x)};
  const auto &b{made(y)};
  std::vector<double> c;
  c = {made(x * y)};
  std::optional<double> o{std::optional<double>(x * y)};
  std::pair<double, double> p{std::make_pair(x, y)};
  std::tuple<double, double> t{std::make_tuple(y, x * x)};
  std::complex<double> z{std::complex<double>(x, y)};
  std::array<double, 2> r{pairOf(x)};
  auto s{pairOf(y)};
  std::unique_ptr<double> u{std::make_unique<double>(x)};
  const std::string name{std::string("text")};
  double sum = a[0] * a[1] + b[1] + c[0] * b[0] + *o * p.second + std::get<1>(t) + z.real() * z.imag() + r[1] * s[0] + *u;
  for (double v : std::vector<double>{made(x)})
    sum += v * v;
  auto keeps = [kept{made(y)}] { return kept[0] * kept[1]; };
  return sum + first({made(x)}) + first(passed(y)) + keeps() + static_cast<double>(name.size());
}

#pragma adjoint reverse
double ofClasses(double x, double y) {
  Point p{at(x)}, q = {at(y)};
  const Point &r{at(x * y)};
  auto g{[x](double v) { return v * x; }};
  Owner owner{Owner(x * y)};
  auto *heap = new Point{at(y)};
  p = {at(x + y)};
  std::vector<Point> list;
  list.push_back({at(x)});
  const double sum = p.y * q.x + r.y + g(y) + owner.sum() + heap->y + list[0].y + taken(Point{at(x)}) + taken({at(y)});
  delete heap;
  return sum;
}

struct Body {
  Point where;
  double mass = 2.0;
};

#pragma adjoint reverse
double inParentheses(double x, double y) {
  Point p(x, y);
  Body b(Point(y, x * x)), c(p, x);
  auto q = std::make_unique<Point>(x * y, y);
  std::vector<Point> list;
  list.emplace_back(x, y * y);
  return p.x * p.y + b.where.y * b.mass + c.mass * c.where.y + q->x * q->y + list.back().y;
}

// A macro is of the type of what it stands for, whatever it is compared with.
#define COUNT 6
#pragma adjoint reverse
double bounded(const double *x, int n) {
  double y[COUNT];
  for (std::size_t i = 0; i < COUNT; i++)
    y[i] = std::sin(x[i % static_cast<std::size_t>(n)]);
  double s = 0.0;
  for (std::size_t i = 0; i < COUNT; i++) {
    y[i] *= y[i];
    s += y[i] * x[0] / COUNT;
  }
  return s;
}

int main() {
  for (auto [x, y] : {std::pair(0.7, 1.3), std::pair(-0.4, 0.9)}) {
    numeric::check("ofLibrary", ofLibrary, ofLibrary_b, {{x, y}});
    numeric::check("ofClasses", ofClasses, ofClasses_b, {{x, y}});
    numeric::check("inParentheses", inParentheses, inParentheses_b, {{x, y}});
  }
  numeric::check("bounded", bounded, bounded_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  return numeric::report();
}
