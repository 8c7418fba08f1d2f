// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// <algorithm> and <numeric> on arrays and vectors of active numbers.

#ifdef __clang__ // libstdc++ allocates what it sorts with by a function that it calls deprecated
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#endif

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

using std::vector;

#pragma adjoint reverse
double sums(const double *x, int n) {
  vector<double> v(x, x + n), w(n), u(n);
  std::iota(w.begin(), w.end(), 1.0);
  double s = std::accumulate(v.begin(), v.end(), 0.5);
  double p = std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
  double d = std::inner_product(v.begin(), v.end(), w.begin(), x[0]);
  std::partial_sum(v.begin(), v.end(), u.begin());
  std::adjacent_difference(x, x + n, w.begin());
  return s * p + d * u[n - 1] * u[1] + w[1] * w[n - 1];
}

#pragma adjoint reverse
double changes(const double *x, int n) {
  vector<double> v(n), w(n);
  std::copy(x, x + n, v.begin());
  std::fill(w.begin(), w.end(), x[0]);
  std::transform(v.begin(), v.end(), w.begin(), [](double e) { return e * e; });
  std::transform(v.begin(), v.end(), w.begin(), v.begin(), [&](double a, double b) { return a * b + x[1]; });
  std::for_each(w.begin(), w.end(), [&](double &e) { e *= x[0]; });
  std::reverse(v.begin(), v.end());
  std::rotate(w.begin(), w.begin() + 1, w.end());
  std::swap(v[0], w[1]);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[i] * w[i] * (i + 1);
  return s;
}

#pragma adjoint reverse
double orders(const double *x, int n) {
  vector<double> v(x, x + n);
  double largest = *std::max_element(v.begin(), v.end()), smallest = *std::min_element(v.begin(), v.end());
  auto ends = std::minmax_element(v.begin(), v.end());
  std::sort(v.begin(), v.end());
  double s = v[0] * v[1] + 2 * v[n - 1] * v[1];
  std::sort(v.begin(), v.end(), [](double a, double b) { return a > b; });
  s += v[0] * 3 * v[1];
  int positive = static_cast<int>(std::count_if(v.begin(), v.end(), [](double e) { return e > 0; }));
  if (std::any_of(v.begin(), v.end(), [](double e) { return e > 100; }))
    s = 0;
  return s * largest + smallest * positive + *ends.first * *ends.second;
}

#pragma adjoint reverse
double merged(const double *x, int n) {
  vector<double> v(x, x + n), w(v);
  auto middle = v.begin() + n / 2;
  std::sort(v.begin(), middle);
  std::sort(middle, v.end());
  std::inplace_merge(v.begin(), middle, v.end());
  middle = w.begin() + n / 2;
  std::sort(w.begin(), middle, std::greater<>());
  std::sort(middle, w.end(), std::greater<>());
  std::inplace_merge(w.begin(), middle, w.end(), std::greater<>());
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * v[i] * w[i] * v[i];
  return s;
}

/// A sample is drawn, mixed, and used in its order.
#pragma adjoint reverse
double shuffled(const double *x, int n) {
  std::mt19937 engine(7);
  vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  vector<vector<double>> rows;
  double s = 1.0;
  for (int epoch = 0; epoch < 3; ++epoch) {
    std::shuffle(order.begin(), order.end(), engine);
    for (int i : order)
      s += s * x[i] * 0.1 - x[i] * x[i] * i;
    rows.push_back({s, x[order[0]]});
    std::shuffle(rows.begin(), rows.end(), engine);
    s *= rows[0][1] + rows.back()[0];
  }
  return s;
}

template <class T, class Less = std::less<T>> vector<int> ranks(const vector<T> &v, Less isLess = {}) {
  vector<int> order(v.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return isLess(v[a], v[b]); });
  return order;
}

#pragma adjoint reverse
double ranked(const double *x, int n) {
  vector<double> v(x, x + n);
  vector<int> up = ranks(v), down = ranks(v, std::greater<>{});
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[up[i]] * v[up[i]] * v[down[i]] * (i + 1);
  return s;
}

/// Iterators of the user's, given to the library; and of the library, given to the user.
struct Steps {
  struct iterator {
    double from, by;
    int i;
    double operator*() const { return from + i * by; }
    iterator &operator++() {
      ++i;
      return *this;
    }
    bool operator==(const iterator &other) const { return i == other.i; }
    bool operator!=(const iterator &other) const { return i != other.i; }
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using pointer = const double *;
    using reference = double;
    using iterator_category = std::input_iterator_tag;
  };
  double from, by;
  int count;
  iterator begin() const { return {from, by, 0}; }
  iterator end() const { return {from, by, count}; }
};
template <class It> double weighted(It it, It last) {
  double s = 0;
  for (int i = 1; it != last; ++it, ++i)
    s += i * *it;
  return s;
}
auto firstOf(const vector<double> &v) { return v.begin(); }

#pragma adjoint reverse
double iterators(const double *x, int n) {
  Steps steps = {x[0], x[1], n + 2};
  vector<double> v(steps.begin(), steps.end());
  v.assign(steps.begin(), steps.end());
  double s = std::accumulate(steps.begin(), steps.end(), x[1], [](double a, double b) { return a * (1 + b); });
  return s * weighted(v.begin(), v.end()) + *firstOf(v) * weighted(firstOf(v), v.cend());
}

int main() {
  numeric::check("merged", merged, merged_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("ranked", ranked, ranked_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("shuffled", shuffled, shuffled_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("iterators", iterators, iterators_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("sums", sums, sums_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("changes", changes, changes_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("orders", orders, orders_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  return numeric::report();
}
