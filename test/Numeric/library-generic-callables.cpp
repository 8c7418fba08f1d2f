// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// Generic function objects that algorithms, visit, invoke and std::function call with objects of library classes: they may ask
// what class that is, or have other functions for it.

#include "numeric.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

template <class... Ts> struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;

#pragma adjoint reverse
double asked(double a, double b) {
  std::variant<double, std::array<double, 2>, std::vector<double>> v = std::array<double, 2>{a, b}, w = std::vector<double>{b, a, b};
  auto weight = [&](const auto &x) {
    using T = std::decay_t<decltype(x)>;
    if constexpr (std::is_same_v<T, double>)
      return x;
    else if constexpr (std::is_same_v<T, std::array<double, 2>>)
      return x[0] * x[1];
    else
      return x[0] + x[1] * x[2];
  };
  double s = std::visit(weight, v) * std::visit(weight, w);
  v = b;
  return s + std::visit(weight, v);
}

struct Product {
  double operator()(const std::array<double, 2> &x) const { return x[0] * x[1]; }
  double operator()(const std::pair<double, double> &x) const { return x.first - x.second * x.second; }
  double operator()(double x) const { return x; }
  template <class T> double operator()(const T &) const { return 0.0; }
};

#pragma adjoint reverse
double overloads(double a, double b) {
  std::array<double, 2> x{a, b};
  std::vector<std::array<double, 2>> all{{a, b}, {b, a * b}};
  std::variant<int, std::pair<double, double>> v = std::make_pair(a, b);
  std::function<double(const std::array<double, 2> &)> f = Product{};
  double s = std::invoke(Product{}, x) + std::visit(Product{}, v) * f(all[1]);
  s += std::accumulate(all.begin(), all.end(), 0.0, [](double t, const auto &e) { return t + Product{}(e); });
  return s + std::apply([](auto p, auto q) { return Product{}(std::pair(p, q)); }, x);
}

#pragma adjoint reverse
double lambdas(double a, double b) {
  std::vector<std::pair<double, double>> v{{a, b}, {b, a}};
  std::vector<std::vector<double>> rows{{a, b}, {b}};
  double s = 0.0;
  std::for_each(v.begin(), v.end(), Overloaded{[&](const std::pair<double, double> &p) { s += p.first * p.first * p.second; }, [](const auto &) {}});
  std::for_each(rows.begin(), rows.end(), [&](auto &row) {
    if constexpr (std::is_same_v<std::decay_t<decltype(row)>, std::vector<double>>)
      row[0] *= s;
  });
  std::variant<double, std::vector<double>> w = rows[0];
  s += std::visit(Overloaded{[](const std::vector<double> &x) { return x[0] * x[1]; }, [](const auto &) { return 0.0; }}, w);
  std::sort(v.begin(), v.end(), [](const auto &p, const auto &q) { return p.first < q.first; });
  return s + v[0].second * rows[1][0];
}

// Constants that are objects of classes.
template <class Tuple, class F> void forEach(const Tuple &tuple, F f) {
  [&]<std::size_t... i>(std::index_sequence<i...>) { (f(std::get<i>(tuple), std::integral_constant<int, i + 1>{}), ...); }
  (std::make_index_sequence<std::tuple_size_v<Tuple>>{});
}
double powerOf(double a, std::true_type) { return a * a; }
double powerOf(double a, std::false_type) { return a; }

#pragma adjoint reverse
double constants(double a, double b) {
  double s = 0.0;
  forEach(std::make_tuple(a, a * b, b), [&](double v, auto k) { s += v * k * (k() == 2 ? b : 1.0); });
  std::bool_constant<true> flag;
  return flag ? s + powerOf(a, flag) * powerOf(b, std::is_same<int, long>{}) : 0.0;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}};
  numeric::check("constants", constants, constants_b, points);
  numeric::check("asked", asked, asked_b, points);
  numeric::check("overloads", overloads, overloads_b, points);
  numeric::check("lambdas", lambdas, lambdas_b, points);
  return numeric::report();
}
