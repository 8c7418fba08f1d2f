// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::bind; tuples that are applied, joined and taken apart; pairs and tuples that are moved.

#include "numeric.h"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace {

double damped(double a, double k, double t) { return a * std::exp(-k * t); }
double simpson(const std::function<double(double)> &g, double from, double to) {
  return (g(from) + 4.0 * g(0.5 * (from + to)) + g(to)) * (to - from) / 6.0;
}

#pragma adjoint reverse
double functions(double x, double y) {
  using namespace std::placeholders;
  auto inTime = std::bind(damped, x, y, _1);
  auto inRate = std::bind(&damped, _2, _1, 0.5);
  return simpson(inTime, 0.0, y) + simpson(std::bind(damped, _1, x, 0.5), 0.0, 1.0) + inRate(x, y * y);
}

class Model {
public:
  Model(double a, double b) : a(a), b(b) {}
  double at(double t) const { return a + b * t * t; }
  void shift(double by) { a += by; }

private:
  double a, b;
};

#pragma adjoint reverse
double objects(double x, double y) {
  using namespace std::placeholders;
  Model model(x, y);
  auto shift = std::bind(&Model::shift, std::ref(model), _1);
  shift(x * y);
  auto copied = std::bind(&Model::at, model, _1);
  shift(1.0);
  auto pointed = std::bind(&Model::at, &model, _1);
  double sum = 0.0;
  auto add = std::bind([](double &s, double v, double w) { s += v * w; }, std::ref(sum), _1, y);
  add(x);
  add(copied(y));
  auto nested = std::bind(std::multiplies<>(), std::bind(std::plus<>(), _1, x), _2);
  return sum + pointed(x) * nested(y, 3.0);
}

double volume(double a, double b, double c) { return a * b * c + std::sin(a); }

#pragma adjoint reverse
double applied(double x, double y) {
  auto sides = std::make_tuple(x * y, y, x);
  std::array<double, 3> cube = {y, y, x};
  std::pair<double, double> flat(x, y);
  return std::apply(volume, sides) + std::apply(&volume, cube) +
         std::apply([](double a, double b) { return a / b; }, flat);
}

#pragma adjoint reverse
double joined(double x, double y) {
  std::array<double, 2> more = {x * x, 2.0};
  auto all = std::tuple_cat(std::make_tuple(x, 3), std::make_pair(y * x, y), std::tuple<>(), more);
  return std::get<0>(all) * std::get<1>(all) + std::get<2>(all) * std::get<3>(all) * std::get<4>(all) +
         std::get<5>(all) * static_cast<double>(std::tuple_size<decltype(all)>::value);
}

std::tuple<double, double, int> polar(double x, double y) { return {std::hypot(x, y), std::atan2(y, x), 1}; }

#pragma adjoint reverse
double ignored(double x, double y) {
  double radius, angle;
  std::tie(radius, std::ignore, std::ignore) = polar(x, y);
  std::tie(std::ignore, angle, std::ignore) = polar(y, x);
  return radius * angle;
}

#pragma adjoint reverse
double moved(double x, double y) {
  std::vector<std::pair<double, std::unique_ptr<double>>> parts;
  parts.emplace_back(x, std::make_unique<double>(y));
  parts.push_back(std::make_pair(y, std::make_unique<double>(x * y)));
  parts.insert(parts.begin(), std::make_pair(2.0, std::make_unique<double>(x)));
  std::tuple<std::unique_ptr<double>, double> one(std::make_unique<double>(y * y), x), other;
  other = std::move(one);
  double sum = *std::get<0>(other) * std::get<1>(other);
  for (auto &part : parts)
    sum += part.first * *part.second;
  std::pair<std::vector<double>, double> lists({x, y}, y), taken;
  taken = std::move(lists);
  return sum * taken.first[0] + taken.second;
}

} // namespace

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("functions", functions, functions_b, points);
  numeric::check("objects", objects, objects_b, points);
  numeric::check("applied", applied, applied_b, points);
  numeric::check("joined", joined, joined_b, points);
  numeric::check("ignored", ignored, ignored_b, points);
  numeric::check("moved", moved, moved_b, points);
  return numeric::report();
}
