// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::valarray; scans with operators, and the smaller and larger of two by reference.

#include "numeric.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <valarray>
#include <vector>

#pragma adjoint reverse
double operators(double x, double y) {
  std::valarray<double> a = {x, y, x * y}, b(2.0, 3);
  std::valarray<double> c = a * b + a;
  c += a;
  c *= 2.0;
  return c.sum() * a[1] + (a * a).sum() + c.size();
}

#pragma adjoint reverse
double functions(double x, double y) {
  std::valarray<double> a(3);
  a[0] = x;
  a[1] = y;
  a[2] = x * y;
  std::valarray<double> e = std::exp(a) + std::sqrt(a) * 2.0 - a / 3.0;
  return e.max() * e.sum() + e.min();
}

// A slice is assigned to another one, number by number.
#pragma adjoint reverse
double slicesOfSlices(double x, double y) {
  std::valarray<double> a{x, y, x * y, 2.0}, b{1.0, x, y, x * x};
  a[std::slice(0, 2, 2)] = b[std::slice(1, 2, 2)];
  a[std::slice(0, 2, 1)] = a[std::slice(2, 2, 1)];
  return a[0] * a[1] * a[2] + a[3] * a[2];
}

#pragma adjoint reverse
double slices(double x, double y) {
  std::valarray<double> a = {x, y, x * y, 1.0};
  auto s = a[std::slice(0, 2, 2)];
  std::valarray<double> t = s;
  return t.sum() * x + a.apply([](double v) { return v * v; }).sum();
}

#pragma adjoint reverse
double scans(double x, double y) {
  std::vector<double> a = {x, y, x * y}, b(3), c(3);
  std::inclusive_scan(a.begin(), a.end(), b.begin(), std::multiplies<>());
  std::transform_exclusive_scan(a.begin(), a.end(), c.begin(), x, std::plus<>(), [=](double v) { return v * v * x; });
  a[1] *= c[0] + c[1];
  std::exclusive_scan(a.begin(), a.end(), c.begin(), x, std::multiplies<>());
  std::vector<double> d(3);
  std::transform_inclusive_scan(a.begin(), a.end(), d.begin(), std::plus<>(), [](double t) { return t * t; });
  return b[2] * c[2] + b[1] * c[1] * c[0] + d[2] * d[1];
}

#pragma adjoint reverse
double ends(double x, double y) {
  std::vector<double> v = {x, y, x * y};
  auto [lo, hi] = std::minmax_element(v.begin(), v.end());
  auto m = std::minmax(x, y);
  return *hi * *lo + m.first * m.second * std::clamp(x * y, 0.1, 0.9);
}

#pragma adjoint reverse
double backwards(double x, double y) {
  std::vector<double> v = {x, y, x * y};
  double s = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    s = s * x + *it;
  std::vector<double> w(v.rbegin(), v.rend());
  return s * w[0] * w.front() + std::accumulate(v.crbegin(), v.crend(), 1.0, std::multiplies<>());
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("operators", operators, operators_b, points);
  numeric::check("functions", functions, functions_b, points);
  numeric::check("slices", slices, slices_b, points);
  numeric::check("slices of slices", slicesOfSlices, slicesOfSlices_b, points);
  numeric::check("scans", scans, scans_b, points);
  numeric::check("ends", ends, ends_b, points);
  numeric::check("backwards", backwards, backwards_b, points);
  return numeric::report();
}
