// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
// NUMERIC-VARIANTS: --no-tbr
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// std::deque among the parameters and as a result of the function itself.

#include "numeric.h"

#include <cmath>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

using numeric::Vector;
using Deque = std::deque<double>;

namespace {

class Cell {
public:
  explicit Cell(double level = 0.0, double rate = 0.0) : level(level), rate(rate) {}
  double grow(double by) {
    level *= rate * by;
    return level * level;
  }
  double levelNow() const { return level; }
  double rateNow() const { return rate; }

private:
  double level, rate;
};

Deque dequeOf(const Vector &x) { return Deque(x.begin(), x.end()); }
Vector vectorOf(const Deque &d) { return Vector(d.begin(), d.end()); }

} // namespace

#pragma adjoint reverse
double product(const Deque &d, double x) {
  double s = x;
  for (std::size_t i = 0; i < d.size(); ++i)
    s = s * d[i] + d[i] * d.front();
  for (double v : d)
    s *= std::sin(v);
  return s;
}

#pragma adjoint reverse
void scaled(Deque &d, double factor) {
  for (double &v : d)
    v = v * v * factor;
}

/// References into a deque stay what they are when it grows.
#pragma adjoint reverse
void grown(Deque &d, double x) {
  const double &first = d.front();
  d.push_back(x * first);
  d.push_front(first * first);
  d[1] *= x;
  d.back() += first;
}

#pragma adjoint reverse
void window(Deque &d, double x) {
  d.push_back(d.back() * x);
  d.pop_front();
  d[0] *= d[1];
}

#pragma adjoint reverse
double byValue(Deque d, double x) {
  d.push_front(x * d[0]);
  d[1] *= d[0];
  double s = 0.0;
  for (double v : d)
    s += v * v;
  return s;
}

#pragma adjoint reverse
Deque made(const Vector &x, double a) {
  Deque d;
  for (double v : x)
    d.push_front(a * v * v);
  return d;
}

#pragma adjoint reverse
double cells(std::deque<Cell> &d, double x) {
  double s = 0.0;
  for (Cell &cell : d)
    s += cell.grow(x) * s + x;
  return s + d.front().levelNow();
}

#pragma adjoint reverse
double pairs(const std::deque<std::pair<int, double>> &d, const std::vector<Deque> &rows) {
  double s = 1.0;
  for (const auto &p : d)
    s *= p.first * p.second;
  for (const Deque &row : rows)
    for (double v : row)
      s += s * v;
  return s;
}

int main() {
  const Vector at = {0.7, 1.3, -0.4};
  numeric::check(
      "product", {0.7, 1.3, -0.4, 0.9}, [](const Vector &x) { return Vector{product({x[0], x[1], x[2]}, x[3])}; },
      [](const Vector &x, const Vector &y_b) {
        Deque d_b; // extended
        double x_b = 0.0;
        product_b({x[0], x[1], x[2]}, d_b, x[3], x_b, y_b[0]);
        return Vector{d_b[0], d_b[1], d_b[2], x_b};
      });
  using Change = void (*)(Deque &, double);
  using Adjoint = void (*)(Deque &, Deque &, double, double &);
  const std::tuple<const char *, Change, Adjoint> changes[] = {
      {"scaled", scaled, scaled_b}, {"grown", grown, grown_b}, {"window", window, window_b}};
  for (const auto &[name, change, change_b] : changes)
    numeric::check(
        name, at,
        [&](const Vector &x) {
          Deque d = {x[0], x[1]};
          change(d, x[2]);
          return vectorOf(d);
        },
        [&](const Vector &x, const Vector &y_b) {
          Deque d = {x[0], x[1]}, d_b = dequeOf(y_b);
          double x_b = 0.0;
          change_b(d, d_b, x[2], x_b);
          return Vector{d_b[0], d_b[1], x_b};
        });
  numeric::check(
      "byValue", at, [](const Vector &x) { return Vector{byValue({x[0], x[1]}, x[2])}; },
      [](const Vector &x, const Vector &y_b) {
        Deque d_b = {1.0, 1.0}; // added to
        double x_b = 0.0;
        byValue_b({x[0], x[1]}, d_b, x[2], x_b, y_b[0]);
        return Vector{d_b[0] - 1.0, d_b[1] - 1.0, x_b};
      });
  numeric::check(
      "made", at, [](const Vector &x) { return vectorOf(made({x[0], x[1]}, x[2])); },
      [](const Vector &x, const Vector &y_b) {
        Vector v_b;
        double a_b = 0.0;
        made_b({x[0], x[1]}, v_b, x[2], a_b, dequeOf(y_b));
        return Vector{v_b[0], v_b[1], a_b};
      });
  auto cellsOf = [](const Vector &x) { return std::deque<Cell>{Cell(x[0], x[1]), Cell(x[2], x[3])}; };
  auto numbersOf = [](const std::deque<Cell> &d) {
    return Vector{d[0].levelNow(), d[0].rateNow(), d[1].levelNow(), d[1].rateNow()};
  };
  numeric::check(
      "cells", {0.7, 1.3, -0.4, 0.9, 1.1},
      [&](const Vector &x) {
        std::deque<Cell> d = cellsOf(x);
        const double y = cells(d, x[4]);
        Vector all = numbersOf(d);
        all.push_back(y);
        return all;
      },
      [&](const Vector &x, const Vector &y_b) {
        std::deque<Cell> d = cellsOf(x), d_b = cellsOf(y_b);
        double x_b = 0.0;
        cells_b(d, d_b, x[4], x_b, y_b[4]);
        Vector all = numbersOf(d_b);
        all.push_back(x_b);
        return all;
      });
  numeric::check(
      "pairs", {0.7, 1.3, -0.4, 0.9},
      [](const Vector &x) { return Vector{pairs({{2, x[0]}, {1, x[1]}}, {{x[2]}, {}, {x[3]}})}; },
      [](const Vector &x, const Vector &y_b) {
        std::deque<std::pair<int, double>> d_b;
        std::vector<Deque> rows_b;
        pairs_b({{2, x[0]}, {1, x[1]}}, d_b, {{x[2]}, {}, {x[3]}}, rows_b, y_b[0]);
        return Vector{d_b[0].second, d_b[1].second, rows_b[0][0], rows_b[2][0]};
      });
  return numeric::report();
}
