// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// <algorithm> and <numeric> on arrays and vectors of active numbers.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
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

int main() {
  numeric::check("sums", sums, sums_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("changes", changes, changes_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("orders", orders, orders_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  return numeric::report();
}
