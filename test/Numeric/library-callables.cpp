// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions of the user's that name classes of the library in their signatures, called by the library.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace {

#pragma adjoint reverse
double sortedPairs(double a, double b) {
  std::vector<std::pair<double, int>> v = {{a, 1}, {b, 2}, {a * b, 3}};
  std::sort(v.begin(), v.end(),
            [](const std::pair<double, int> &p, const std::pair<double, int> &q) { return p.first < q.first; });
  std::for_each(v.begin(), v.end(), [&](std::pair<double, int> &p) { p.first *= a; });
  return v[0].first + v[1].first * v[1].second + v[2].first * v[2].first;
}

double total(const std::vector<double> &row) { return std::accumulate(row.begin(), row.end(), 0.0); }

#pragma adjoint reverse
double rows(double a, double b) {
  std::vector<std::vector<double>> m = {{a, b}, {b, a * a, 1.0}, {b * b}};
  std::vector<double> sums(m.size());
  std::transform(m.begin(), m.end(), sums.begin(), total);
  std::for_each(m.begin(), m.end(), [&](std::vector<double> &row) { row[0] *= b; });
  double norm = std::accumulate(m.begin(), m.end(), 0.0, [](double sum, const std::vector<double> &row) {
    return sum + row[0] * row[0];
  });
  auto longest = std::max_element(m.begin(), m.end(), [](const std::vector<double> &x, const std::vector<double> &y) {
    return x.size() < y.size();
  });
  return norm * sums[0] + sums[1] * sums[2] + (*longest)[1];
}

#pragma adjoint reverse
double madePairs(double a, double b) {
  std::vector<double> x = {a, b, a * b};
  std::vector<std::pair<double, double>> moments(3);
  std::transform(x.begin(), x.end(), moments.begin(), [](double t) { return std::make_pair(t, t * t); });
  std::vector<std::complex<double>> roots(3);
  std::transform(x.begin(), x.end(), roots.begin(), [](double t) { return std::complex<double>(t, 2 * t); });
  std::complex<double> product = std::accumulate(
      roots.begin(), roots.end(), std::complex<double>(1.0, 0.0),
      [](std::complex<double> p, std::complex<double> z) { return p * z; });
  return moments[0].first * moments[1].second + moments[2].second + product.real() - product.imag() * a;
}

struct Layer {
  std::vector<double> weights;
  double bias;
  Layer(const std::vector<double> &weights, double bias) : weights(weights), bias(bias) {}
  double operator()(double x) const {
    double y = bias;
    for (double w : weights)
      y += w * x;
    return y;
  }
};

#pragma adjoint reverse
double emplaced(double a, double b) {
  std::vector<Layer> layers;
  std::vector<double> w = {a, b};
  layers.emplace_back(w, a);
  w.push_back(a * b);
  layers.emplace_back(w, b);
  double y = a;
  for (const Layer &layer : layers)
    y = layer(y) * b;
  return y;
}

#pragma adjoint reverse
double functions(double a, double b) {
  std::function<double(const std::vector<double> &)> sum = total;
  std::function<std::vector<double>(double)> powers = [](double t) { return std::vector<double>{t, t * t, t * t * t}; };
  std::function<std::pair<double, double>(double, double)> swapped = [](double x, double y) {
    return std::make_pair(y, x * y);
  };
  auto p = swapped(a, b);
  return sum(powers(a)) * p.first + sum(powers(b * p.second));
}

#pragma adjoint reverse
double applied(double a, double b) {
  std::tuple<std::vector<double>, double> args({a, b, a * b}, b);
  double y = std::apply([](const std::vector<double> &v, double s) { return total(v) * s; }, args);
  std::array<std::array<double, 2>, 2> m = {{{a, b}, {b, a}}};
  std::for_each(m.begin(), m.end(), [&](std::array<double, 2> &row) { row[1] += row[0] * y; });
  std::vector<std::optional<double>> maybe = {a, std::nullopt, b};
  int known = std::count_if(maybe.begin(), maybe.end(), [](const std::optional<double> &o) { return o.has_value(); });
  return y * m[0][1] + m[1][1] * known + *maybe[2];
}

} // namespace

// What a function object gives is converted to what the function says.
struct Curve {
  virtual ~Curve() = default;
  virtual double at(double x) const = 0;
};
struct Line : Curve {
  double slope;
  explicit Line(double slope) : slope(slope) {}
  double at(double x) const override { return slope * x; }
};

#pragma adjoint reverse
double factories(double x, double y) {
  std::function<std::unique_ptr<Curve>(double)> make = [](double a) { return std::make_unique<Line>(a); };
  std::function<std::shared_ptr<Curve>()> share = [&] { return std::make_shared<Line>(x * y); };
  std::function<std::pair<double, double>(double)> split = [](double v) { return std::make_pair(1, v * v); };
  const auto [one, square] = split(y);
  return make(x)->at(y) * share()->at(x) + one * square;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("factories", factories, factories_b, {{0.7, 1.3}, {2.1, 0.4}});
  numeric::check("sortedPairs", sortedPairs, sortedPairs_b, points);
  numeric::check("rows", rows, rows_b, points);
  numeric::check("madePairs", madePairs, madePairs_b, points);
  numeric::check("emplaced", emplaced, emplaced_b, points);
  numeric::check("functions", functions, functions_b, points);
  numeric::check("applied", applied, applied_b, points);
  return numeric::report();
}
