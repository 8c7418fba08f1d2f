// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NUMERIC-FLAGS: -fopenmp
// RUN: %numeric
//
// Algorithms with an execution policy: parallel loops, and what their derivatives have in common.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <execution>
#include <functional>
#include <list>
#include <numeric>
#include <vector>

namespace ex = std::execution;

#pragma adjoint reverse
double eachElement(const double *x, int n) {
  std::vector<double> v(n), w(x, x + n);
  std::transform(ex::par, x, x + n, v.begin(), [](double d) { return std::sin(d) * d; });
  std::for_each(ex::par_unseq, v.begin(), v.end(), [&](double &d) { d *= d * x[0]; });
  std::transform(ex::par, v.begin(), v.end(), w.begin(), w.begin(), [](double a, double b) { return a * b + b; });
  std::for_each(ex::seq, w.begin(), w.end(), [s = x[1]](double &d) mutable { s += d, d = s; });
  std::for_each_n(ex::par, w.begin() + 1, 2, [](double &d) { d = 1 / d; });
  std::copy(ex::par, w.begin(), w.end() - 1, v.begin() + 1);
  std::fill(ex::par, w.begin(), w.begin() + 1, v[1] * x[1]);
  return std::transform_reduce(ex::par, v.begin(), v.end(), w.begin(), x[0]);
}

// What all iterations read has an adjoint that all add to.
#pragma adjoint reverse
double shared(const double *x, int n) {
  std::vector<int> index(n);
  std::iota(index.begin(), index.end(), 0);
  std::vector<double> v(n);
  const double scale = x[0] * x[1];
  std::for_each(ex::par, index.begin(), index.end(), [&](int i) { v[i] = scale * x[i] + std::exp(-x[(i + 1) % n]) * x[0]; });
  std::for_each(ex::par, index.begin(), index.end(), [&](int i) {
    double s = 0;
    for (int k = 0; k <= i; ++k)
      s = 0.5 * s + x[k] * v[i];
    v[i] = s > 0 ? s * s : x[i];
  });
  return std::reduce(ex::par, v.begin(), v.end(), x[0]);
}

#pragma adjoint reverse
double reductions(const double *x, int n) {
  std::vector<double> v(x, x + n), sums(n), before(n);
  double s = std::reduce(ex::par_unseq, v.begin(), v.end()) * std::reduce(ex::par, v.begin(), v.end(), x[0]);
  s += std::reduce(ex::seq, v.begin(), v.end(), x[1], std::multiplies<>());
  s += std::reduce(ex::par, v.begin(), v.end(), 1.0, [](double a, double b) { return a * b; });
  s += std::transform_reduce(ex::par, v.begin(), v.end(), 0.0, std::plus<>(), [s](double d) { return d * d * s; });
  s *= std::transform_reduce(ex::par, v.begin(), v.end(), x, 1.0, std::plus<>(), [](double a, double b) { return a / (1 + b * b); });
  std::inclusive_scan(ex::par, v.begin(), v.end(), sums.begin());
  std::exclusive_scan(ex::par, v.begin(), v.end(), before.begin(), s);
  std::transform_inclusive_scan(ex::seq, v.begin(), v.end(), v.begin(), std::plus<>(), [](double d) { return d * d; });
  return s * sums[n - 1] + before[n - 1] * v[1] + sums[1] * before[1];
}

#pragma adjoint reverse
double others(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::list<double> l(x, x + n);
  std::sort(ex::par, v.begin(), v.end());
  std::for_each(ex::par, l.begin(), l.end(), [&](double &d) { d *= v[0]; });
  double s = *std::max_element(ex::par, v.begin(), v.end()) * *std::min_element(ex::seq, l.begin(), l.end());
  if (std::all_of(ex::par, v.begin(), v.end(), [](double d) { return d < 10; }))
    s *= v[1];
  s *= std::count_if(ex::par, v.begin(), v.end(), [](double d) { return d > 0; }) + 1;
  std::reverse(ex::par, v.begin(), v.end());
  std::replace_if(ex::par, v.begin(), v.end(), [](double d) { return d < 0; }, s);
  std::vector<double> steps(n);
  std::adjacent_difference(ex::par, v.begin(), v.end(), steps.begin());
  return s * steps[1] + v[0] * steps[2] * std::accumulate(l.begin(), l.end(), 0.0);
}

int main() {
  numeric::check("eachElement", eachElement, eachElement_b, {{0.7, 1.3, -0.4, 0.8}, {1.1, 0.6, 0.9, 0.2, -1.3}});
  numeric::check("shared", shared, shared_b, {{0.7, 1.3, -0.4, 0.8}, {1.1, 0.6, 0.9, 0.2, 1.3}});
  numeric::check("reductions", reductions, reductions_b, {{0.7, 1.3, -0.4, 0.8}, {1.1, 0.6, 0.9, 0.2, -1.3}});
  numeric::check("others", others, others_b, {{0.7, 1.3, -0.4, 0.8}, {1.1, 0.6, 0.9, 0.2, -1.3}});
  return numeric::report();
}
