// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// What C++20 adds: std::span, lerp and midpoint, concepts, templates of lambdas, designated initialisers.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <numeric>
#include <span>
#include <vector>

namespace {

double energy(std::span<const double> s) {
  double e = 0;
  for (std::size_t i = 0; i + 1 < s.size(); ++i)
    e += std::midpoint(s[i], s[i + 1]) * std::lerp(s[i], s[i + 1], 0.25);
  return e;
}
void smooth(std::span<double> s, double weight) {
  for (double &v : s.subspan(1, s.size() - 2))
    v = std::lerp(v, s.front(), weight);
}
struct Options {
  double weight = 0.1;
  int count = 2;
};

#pragma adjoint reverse
double spans(const double *x, int n) {
  std::vector<double> v(x, x + n);
  Options options = {.weight = x[0], .count = 3};
  for (int i = 0; i < options.count; ++i)
    smooth(v, options.weight);
  std::array<double, 2> ends = {v.front(), v.back()};
  std::span<double> all(v);
  all.last(2)[0] *= ends[1];
  double s = energy(v) + energy(std::span(v).first(2)) * energy(ends);
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    s = s * 0.5 + *it;
  return s * std::midpoint(x[0], s);
}

template <class F> concept OfNumbers = requires(F f, double x) {
  { f(x) } -> std::convertible_to<double>;
};
double slope(OfNumbers auto f, double x, double h = 1e-2) { return (f(x + h) - f(x - h)) / (2 * h); }
template <std::floating_point T> T horner(const auto &c, T x) {
  T r = 0;
  for (auto it = c.rbegin(); it != c.rend(); ++it)
    r = r * x + *it;
  return r;
}

#pragma adjoint reverse
double constrained(const double *x, int) {
  std::array<double, 3> c = {x[0], x[1], x[0] * x[1]};
  auto p = [&]<class T>(T t) { return horner(c, t); };
  return slope(p, x[1]) + p(x[0]) * std::lerp(x[0], x[1], x[2]);
}

} // namespace

// Ranges that are shifted by some places, by none and by too many.
#pragma adjoint reverse
double shifted(const double *x, int n) {
  std::vector<double> v(x, x + n), w(v);
  auto end = std::shift_left(v.begin(), v.end(), 1);
  *(end - 1) *= x[0];
  auto begin = std::shift_right(w.begin(), w.end(), 1);
  *begin *= x[1];
  v[n - 1] = x[0] * x[1];
  w[0] = v[0] * v[0];
  std::shift_left(w.begin(), w.end(), 0);
  std::shift_right(v.begin(), v.end(), n + 1);
  double s = 0.5;
  for (int i = 0; i < n; ++i)
    s = s * v[i] + w[i] * w[i] * (i + 1);
  return s;
}

int main() {
  numeric::check("spans", spans, spans_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("constrained", constrained, constrained_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("shifted", shifted, shifted_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.35}});
  return numeric::report();
}
