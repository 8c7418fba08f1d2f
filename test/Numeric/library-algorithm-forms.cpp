// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Each algorithm in its several forms, on ranges that are active: with and without an operation, over a whole vector,
// a part of it, an array and a range that runs backwards.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace {
using Row = std::vector<double>;

/// Every element counts, and so does its place.
template <class Range> double seen(const Range &v) {
  double s = 0.5, place = 1.0;
  for (double e : v)
    s = s * 0.9 + e * e * place++;
  return s;
}
} // namespace

// copy, copy_n, copy_backward, onto the range itself, too.
#pragma adjoint reverse
double copies(const double *x, int n) {
  Row v(n + 2), w(n);
  auto end = std::copy(x, x + n, v.begin() + 1);
  *end = x[0] * x[1];
  std::copy(v.begin() + 1, v.end(), v.begin());
  std::copy_backward(v.begin(), v.begin() + 2, v.end());
  std::copy_n(v.rbegin(), n, w.begin());
  w[0] *= x[0];
  double array[2];
  std::copy(w.begin(), w.begin() + 2, array);
  return seen(v) * seen(w) + array[0] * array[1];
}

// fill, fill_n, generate, with a value that is then changed.
#pragma adjoint reverse
double fills(const double *x, int n) {
  Row v(n), w(n);
  double value = x[0] * x[1];
  std::fill(v.begin(), v.end(), value);
  value *= x[1];
  std::fill(v.begin() + 1, v.begin() + 2, value);
  std::fill_n(w.begin(), 2, v[1]);
  double array[3];
  std::fill(array, array + 3, x[2]);
  std::generate(w.begin() + 1, w.end(), [&, k = 1.0]() mutable { return k *= x[2]; });
  return seen(v) * seen(w) + array[0] * array[2];
}

// transform: of one range, of two, onto itself, by a lambda, a function, a function object.
namespace {
double squared(double v) { return v * v; }
} // namespace

#pragma adjoint reverse
double transforms(const double *x, int n) {
  Row v(x, x + n), w(n), u(n);
  std::transform(v.begin(), v.end(), w.begin(), squared);
  std::transform(w.begin(), w.end(), w.begin(), [&](double e) { return std::sin(e) * x[0]; });
  std::transform(v.begin(), v.end(), w.rbegin(), u.begin(), std::multiplies<double>());
  std::transform(u.begin(), u.end(), v.begin(), u.begin(), std::minus<>());
  std::transform(u.begin(), u.end(), u.begin(), std::negate<double>());
  return seen(u) * seen(w);
}

// accumulate, inner_product, partial_sum, adjacent_difference, with operations of the user's.
#pragma adjoint reverse
double sums(const double *x, int n) {
  Row v(x, x + n), w(n), u(n);
  double s = std::accumulate(v.begin(), v.end(), x[1], [](double a, double b) { return a * 0.5 + b * b; });
  s += std::accumulate(v.rbegin(), v.rend(), 0.0, [&](double a, double b) { return a * x[0] + b; });
  std::partial_sum(v.begin(), v.end(), w.begin(), std::multiplies<>());
  std::partial_sum(v.begin(), v.end(), v.begin());
  s *= std::inner_product(v.begin(), v.end(), w.begin(), x[0] * x[1], std::plus<>(), [](double a, double b) { return a / (2.0 + b * b); });
  std::adjacent_difference(v.begin(), v.end(), u.begin(), [](double a, double b) { return a * b; });
  return s * seen(u) + seen(w) + std::inner_product(x, x + n, v.begin(), 0.0);
}

// max_element, min_element, minmax_element, max, min, minmax, clamp: values and places; what is chosen is written to.
#pragma adjoint reverse
double extremes(const double *x, int n) {
  Row v(x, x + n);
  auto largest = std::max_element(v.begin(), v.end());
  *largest *= x[0];
  auto place = std::min_element(v.begin(), v.end()) - v.begin();
  v[place] += x[1] * static_cast<double>(place + 1);
  auto [least, most] = std::minmax_element(v.begin(), v.end(), [](double a, double b) { return a * a < b * b; });
  double s = *least * *most * *most;
  std::swap(*least, *most);
  const std::pair<const double &, const double &> both = std::minmax(v[0], v[1]);
  s += both.first * both.second * both.second;
  auto ends = std::minmax({x[0], x[1], x[0] * x[1]});
  s += ends.first * 2.0 + ends.second * ends.first;
  s += std::max(v[0], v[2], [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  s += std::min({v[0], v[1], v[2]}) * std::max({v[0], v[1]});
  return s * std::clamp(v[1], 0.1 * x[0], 5.0 * x[1] * x[1]) + seen(v);
}

// sort, partial_sort, nth_element: of arrays, of a part, from large to small, of objects, of places.
namespace {
struct Flow {
  double time, amount;
  bool operator<(const Flow &other) const { return time < other.time; }
};
} // namespace

#pragma adjoint reverse
double orders(const double *x, int n) {
  Row v(x, x + n);
  v.push_back(x[0] * x[1]);
  std::sort(v.begin() + 1, v.end());
  double s = seen(v);
  std::sort(v.rbegin(), v.rend());
  s += seen(v);
  double array[3] = {x[2], x[0], x[1] * x[2]};
  std::sort(array, array + 3, std::greater<double>());
  s *= array[0] * array[0] * array[1] + array[2];
  std::vector<Flow> flows{{x[0], x[1]}, {x[1], x[0]}, {x[2], x[0] * x[1]}};
  std::sort(flows.begin(), flows.end());
  std::sort(flows.begin() + 1, flows.end(), [](const Flow &a, const Flow &b) { return a.amount > b.amount; });
  for (const Flow &flow : flows)
    s = s * 0.5 + flow.amount * std::exp(-flow.time);
  Row w(x, x + n), u = w;
  std::partial_sort(w.begin(), w.begin() + 2, w.end());
  std::nth_element(u.begin(), u.begin() + 1, u.end());
  return s + w[0] * w[1] * w[1] + u[1] * x[0];
}

// swap of numbers, elements, arrays, pairs, vectors; iter_swap, swap_ranges.
#pragma adjoint reverse
double swaps(const double *x, int n) {
  Row v(x, x + n), w(n, x[0] * x[1]);
  double a = x[0], b = x[1] * x[2];
  std::swap(a, b);
  a *= x[0];
  std::swap(v[0], b);
  std::iter_swap(v.begin() + 1, w.begin());
  std::swap_ranges(v.begin(), v.begin() + 2, w.begin() + 1);
  double p[2] = {x[0], a}, q[2] = {x[1], b};
  std::swap(p, q);
  std::array<double, 2> r{x[2], a}, t{b, x[0]};
  std::swap(r, t);
  std::pair<double, double> k{a, x[0]}, l{b, x[1]};
  std::swap(k, l);
  std::swap(v, w);
  return seen(v) * seen(w) + p[0] * q[1] * r[0] + t[1] * k.first * l.second;
}

// reverse, rotate by any number of places, reverse_copy: of vectors, parts, arrays.
#pragma adjoint reverse
double turns(const double *x, int n) {
  Row v(x, x + n), w(n);
  std::reverse(v.begin(), v.end());
  v[0] *= x[0];
  std::reverse(v.begin() + 1, v.end());
  auto first = std::rotate(v.begin(), v.begin() + 2, v.end());
  *first *= x[1];
  std::rotate(v.begin(), v.end() - 1, v.end());
  std::rotate(v.rbegin(), v.rbegin() + 1, v.rend());
  std::reverse_copy(v.begin(), v.end(), w.begin());
  double array[4] = {x[0], x[1], x[2], x[0] * x[1]};
  std::reverse(array, array + 4);
  std::rotate(array, array + 1, array + 4);
  return seen(v) * seen(w) + array[0] * array[1] + array[3];
}

// iota from an active number; each element is counted up from the one before.
#pragma adjoint reverse
double steps(const double *x, int n) {
  Row v(n);
  std::iota(v.begin(), v.end(), x[0] * x[1]);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 1);
  double s = 0.0;
  for (int i : order)
    s = s * x[1] + v[i - 1] * v[i - 1] * i;
  return s;
}

// for_each: by reference, by value, with a function object that is given back, over rows; for_each_n.
namespace {
struct Mean {
  double sum = 0.0;
  int count = 0;
  void operator()(double v) {
    sum += v * v;
    ++count;
  }
};
} // namespace

#pragma adjoint reverse
double visits(const double *x, int n) {
  Row v(x, x + n);
  Mean mean = std::for_each(v.begin(), v.end(), Mean());
  std::for_each(v.begin(), v.end(), [&](double &e) { e *= mean.sum; });
  double s = mean.sum / mean.count;
  std::for_each_n(v.begin(), 2, [&s, x](double e) { s = s * x[0] + e; });
  std::for_each(x, x + n, [&](const double &e) { s += e * v[0]; });
  return s;
}

// Those that count, search, remove and test: places depend on the numbers.
#pragma adjoint reverse
double searches(const double *x, int n) {
  Row v(x, x + n);
  v.push_back(x[0]);
  double s = x[1];
  auto found = std::find_if(v.begin(), v.end(), [](double e) { return e > 0.5; });
  if (found != v.end())
    s *= *found;
  if (std::find(v.begin() + 1, v.end(), v[0]) == v.end() - 1)
    s += v[0];
  if (std::all_of(v.begin(), v.end(), [](double e) { return e > -9.0; }) && std::none_of(v.begin(), v.end(), [](double e) { return e > 9.0; }))
    s += static_cast<double>(std::count(v.begin(), v.end(), x[0])) * x[0];
  v.erase(std::remove_if(v.begin(), v.end(), [](double e) { return e < 0.0; }), v.end());
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
  s += *std::lower_bound(v.begin(), v.end(), 0.3) * s;
  std::replace_if(v.begin(), v.end(), [](double e) { return e > 1.0; }, x[0] * x[1]);
  return s * seen(v) + (std::equal(v.begin(), v.end(), x) ? x[0] : x[1]);
}

int main() {
  const numeric::Points points = {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.35}};
  numeric::check("copies", copies, copies_b, points);
  numeric::check("fills", fills, fills_b, points);
  numeric::check("transforms", transforms, transforms_b, points);
  numeric::check("sums", sums, sums_b, points);
  numeric::check("extremes", extremes, extremes_b, points);
  numeric::check("orders", orders, orders_b, points);
  numeric::check("swaps", swaps, swaps_b, points);
  numeric::check("turns", turns, turns_b, points);
  numeric::check("steps", steps, steps_b, points);
  numeric::check("visits", visits, visits_b, points);
  numeric::check("searches", searches, searches_b, points);
  return numeric::report();
}
