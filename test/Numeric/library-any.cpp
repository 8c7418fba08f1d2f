// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::any, by the model adjoint::model::any.

#include "numeric.h"

#include <any>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using Vector = numeric::Vector;

struct Point {
  double x, y;
};
class Weights {
public:
  explicit Weights(std::size_t n, double w) : values(n, w) {}
  double sum() const {
    double s = 0.0;
    for (double v : values)
      s += v;
    return s;
  }
  std::vector<double> values;
};

#pragma adjoint reverse
double number(double x) {
  std::any a = x * x;
  const double first = std::any_cast<double>(a);
  a = std::sin(x);
  std::any_cast<double &>(a) *= first;
  return std::any_cast<double>(a) * x;
}

// What it holds changes from pass to pass.
static double valueOf(const std::any &a) {
  if (!a.has_value())
    return 1.0;
  if (const double *v = std::any_cast<double>(&a))
    return *v;
  if (const auto *p = std::any_cast<Point>(&a))
    return p->x * p->y;
  if (const auto *w = std::any_cast<Weights>(&a))
    return w->sum();
  return 0.5 * std::any_cast<int>(a);
}
#pragma adjoint reverse
double changing(const double *x, int n) {
  std::any a;
  double s = 1.0;
  for (int i = 0; i < 2 * n; ++i) {
    s += valueOf(a) * s * 0.3;
    const double v = x[i % n];
    if (i % 5 == 0)
      a = v * s;
    else if (i % 5 == 1)
      a = Point{v, s};
    else if (i % 5 == 2)
      a.emplace<Weights>(3, v * v);
    else if (i % 5 == 3)
      a = 3;
    else
      a.reset();
    const std::any copy = a;
    s *= valueOf(copy);
  }
  return s;
}

// Settings by name.
#pragma adjoint reverse
double settings(double x, double y) {
  std::map<std::string, std::any> all;
  all["rate"] = x;
  all["steps"] = 4;
  all["point"] = Point{x * y, y};
  std::vector<std::any> list = {x, Point{y, x}, 2};
  std::any_cast<Point &>(all["point"]).x += std::any_cast<double>(list[0]);
  list.push_back(all["point"]);
  double s = 0.0;
  for (int i = 0; i < std::any_cast<int>(all.at("steps")); ++i)
    s += std::any_cast<double>(all["rate"]) * valueOf(list[std::size_t(i)]);
  return s;
}

// The wrong type.
#pragma adjoint reverse
double wrong(double x, double y) {
  std::any a = x, b = std::make_any<Point>(Point{x, y});
  swap(a, b);
  double s = std::any_cast<Point>(std::move(a)).y;
  try {
    s *= std::any_cast<float>(b) * 2.0;
  } catch (const std::bad_any_cast &) {
    s *= std::any_cast<double>(b);
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}};
  numeric::check("number", number, number_b, {{0.7}, {-0.3}});
  numeric::check("changing", changing, changing_b, {{0.7, 0.3, 0.9, 1.2}, {0.4, 1.3, 0.8}});
  numeric::check("settings", settings, settings_b, points);
  numeric::check("wrong", wrong, wrong_b, points);
  return numeric::report();
}
