// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
// NUMERIC-TANGENTS: none (they are asked for here)
//
// Iterators among the parameters of the function itself: the adjoint takes iterators, too.

#include "numeric.h"

#include <array>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

using numeric::Vector;
using Iterator = std::vector<double>::iterator;
using ConstIterator = std::vector<double>::const_iterator;

#pragma adjoint reverse
#pragma adjoint tangent
double squares(Iterator start, Iterator end) {
  double s = 0.0;
  for (auto it = start; it != end; it++)
    s += *it * *it * *start;
  return s;
}

#pragma adjoint reverse
#pragma adjoint tangent
double weighted(ConstIterator x, ConstIterator end, std::vector<int>::const_iterator weight) {
  double s = 1.0;
  while (x != end)
    s *= std::sin(*x++ * *weight++);
  return s;
}

#pragma adjoint reverse
#pragma adjoint tangent
void smoothed(Iterator first, Iterator last, double factor) {
  for (Iterator it = first + 1; it != last; ++it)
    *it += factor * it[-1] * *it;
}

#pragma adjoint reverse
double mixed(std::span<double>::iterator x, const std::vector<double> &w, std::array<double, 2>::const_iterator a) {
  double s = 0.0;
  for (double v : w)
    s += *x++ * v * a[0] * a[1];
  return s;
}

/// Nobody gets at the position that it returns.
#pragma adjoint reverse
Iterator scaled(Iterator first, Iterator last, double by) {
  for (; first != last && *first > 0.0; ++first)
    *first *= *first * by;
  return first;
}

static_assert(std::is_same_v<decltype(&weighted_b), void (*)(ConstIterator, Iterator, ConstIterator, Iterator,
                                                             std::vector<int>::const_iterator, double)>);

int main() {
  numeric::check(
      "squares", {0.7, 1.3, -0.4}, [](Vector x) { return Vector{squares(x.begin(), x.end())}; },
      [](Vector x, const Vector &y_b) {
        Vector x_b(x.size());
        squares_b(x.begin(), x_b.begin(), x.end(), x_b.end(), y_b[0]);
        return x_b;
      },
      [](Vector x, Vector x_d) {
        double y_d = 0.0;
        const double y = squares_d(x.begin(), x_d.begin(), x.end(), x_d.end(), y_d);
        return Vector{y_d, y};
      });
  const std::vector<int> weights = {1, 3, 2};
  numeric::check(
      "weighted", {0.7, 1.3, 0.4},
      [&](const Vector &x) { return Vector{weighted(x.begin(), x.end(), weights.begin())}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector x_b(x.size());
        weighted_b(x.begin(), x_b.begin(), x.end(), x_b.end(), weights.begin(), y_b[0]);
        return x_b;
      },
      [&](const Vector &x, const Vector &x_d) {
        double y_d = 0.0;
        const double y = weighted_d(x.begin(), x_d.begin(), x.end(), x_d.end(), weights.begin(), y_d);
        return Vector{y_d, y};
      });
  numeric::check(
      "smoothed", {0.7, 1.3, -0.4, 0.6},
      [](Vector x) {
        smoothed(x.begin(), x.end() - 1, x[3]);
        x.pop_back();
        return x;
      },
      [](Vector x, const Vector &y_b) {
        Vector x_b = y_b;
        double factor_b = 0.0;
        smoothed_b(x.begin(), x_b.begin(), x.end() - 1, x_b.end(), x[3], factor_b);
        x_b.push_back(factor_b);
        return x_b;
      },
      [](Vector x, Vector x_d) {
        smoothed_d(x.begin(), x_d.begin(), x.end() - 1, x_d.end() - 1, x[3], x_d[3]);
        x.pop_back();
        x_d.pop_back();
        return numeric::joined(x_d, x);
      });
  numeric::check(
      "mixed", {0.7, 1.3, -0.4, 0.6, 1.1, 0.3},
      [](Vector x) {
        const std::array<double, 2> a = {x[4], x[5]};
        return Vector{mixed(std::span(x).begin(), {x[2], x[3]}, a.begin())};
      },
      [](Vector x, const Vector &y_b) {
        const std::array<double, 2> a = {x[4], x[5]};
        std::array<double, 2> a_b = {};
        Vector x_b(2), w_b;
        mixed_b(std::span(x).begin(), std::span(x_b).begin(), {x[2], x[3]}, w_b, a.begin(), a_b.begin(), y_b[0]);
        return Vector{x_b[0], x_b[1], w_b[0], w_b[1], a_b[0], a_b[1]};
      });
  numeric::check(
      "scaled", {0.7, 1.3, -0.4, 0.6},
      [](Vector x) {
        scaled(x.begin(), x.end() - 1, x[3]);
        x.pop_back();
        return x;
      },
      [](Vector x, const Vector &y_b) {
        Vector x_b = y_b;
        double by_b = 0.0;
        scaled_b(x.begin(), x_b.begin(), x.end() - 1, x_b.end(), x[3], by_b);
        x_b.push_back(by_b);
        return x_b;
      });
  return numeric::report();
}
