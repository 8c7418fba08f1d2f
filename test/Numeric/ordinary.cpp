// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// What programs as people write them have found: the smallest of each kind.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

// The number before a suffix of the user's is the argument of the suffix's operator.
constexpr double operator""_deg(long double d) { return static_cast<double>(d) * 3.14159265358979323846 / 180; }
constexpr double operator""_half(unsigned long long n) { return 0.5 * static_cast<double>(n); }

#pragma adjoint reverse
double suffixes(double x, double y) { return std::sin(x * 30.0_deg) * 3_half + y; }

// Constant objects end, too.
using Rows = std::vector<std::vector<double>>;

Rows squared(Rows a) {
  const int n = static_cast<int>(a.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k < j; ++k)
        a[i][j] += a[i][k] * a[j][k];
  return a;
}

#pragma adjoint reverse
double constantRows(double x, double y) {
  Rows a(3, std::vector<double>(3, x));
  a[1][1] = y;
  const Rows b = squared(a);
  return b[2][1] * b[1][0] + a[0][0];
}

// A destructor that nobody has declared.
class Table {
public:
  explicit Table(int n) : values(n) {}
  double &operator[](int i) { return values[i]; }

private:
  std::vector<double> values;
};

std::pair<Table, Table> halves(Table t) {
  Table u = t;
  t[0] *= u[1];
  return {t, u};
}

#pragma adjoint reverse
double pairOfTables(double x, double y) {
  Table t(2);
  t[0] = x;
  t[1] = x * y;
  auto [a, b] = halves(t);
  return a[0] * b[0];
}

// A class without a constructor from nothing, recorded in a loop.
struct Interval {
  double low, high;
  Interval(double v) : low(v), high(v) {}
  Interval(double l, double h) : low(l < h ? l : h), high(l < h ? h : l) {}
};

Interval operator*(Interval a, Interval b) {
  double p[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}, l = p[0], h = p[0];
  for (double v : p) {
    if (v < l)
      l = v;
    if (v > h)
      h = v;
  }
  return {l, h};
}

#pragma adjoint reverse
double intervals(double x, double y) {
  Interval a(-x, 0.5 * y), r(y);
  for (int i = 0; i < 3; ++i)
    r = r * a * Interval(0.5, 0.7 * x);
  return r.high - r.low * x;
}

// The empty vector of one call makes conditions of the callee known.
std::optional<double> above(std::vector<double> v, double q) {
  if (v.empty())
    return std::nullopt;
  std::size_t k = static_cast<std::size_t>(q * (v.size() - 1));
  if (k + 1 >= v.size())
    return v.back();
  return v[k] * v[k + 1];
}

#pragma adjoint reverse
double emptyVector(double x, double y) {
  double s = above({x, y, x * y}, 0.5).value_or(1);
  if (auto none = above({}, 0.5))
    s += *none;
  return s;
}

// Constants that generated code has no name for: of a class, of a type without a name, of the function around.
class Lattice {
public:
  explicit Lattice(double tau) : tau(tau) {}
  double step(double *f) const {
    double rho = 0.0, u = 0.0;
    for (int q = 0; q < 3; ++q)
      rho += f[q], u += speed[q] * f[q];
    for (int q = 0; q < 3; ++q)
      f[q] += (weight[q] * rho * (1.0 + 3.0 * speed[q] * u) - f[q]) / tau;
    return *std::max_element(weight, weight + 3) * f[1];
  }

private:
  static constexpr double weight[3] = {2.0 / 3, 1.0 / 6, 1.0 / 6};
  static constexpr int speed[3] = {0, 1, -1};
  double tau;
};

static const struct {
  int op;
  double k;
} program[] = {{0, 0.5}, {1, 1.5}, {0, 0.3}};

#pragma adjoint reverse
double hiddenConstants(double x, double y) {
  static const double taps[] = {0.2, 0.5, 0.3};
  auto filter = [&](double a) {
    double s = 0.0;
    for (double tap : taps)
      s += tap * std::sin(a * tap * y);
    return s;
  };
  double f[3] = {x, y, x * y};
  const Lattice lattice(y);
  double s = lattice.step(f) + lattice.step(f);
  for (const auto &in : program)
    s = in.op == 0 ? s * in.k + f[1] : filter(s) * in.k;
  return s;
}

// Algorithms with an order of the user's, inserters, pointers to members, generic lambdas over tuples.
struct Wave {
  double k;
  double at(double t) const { return std::sin(k * t); }
};

#pragma adjoint reverse
double algorithms(double x, double y) {
  std::vector<std::tuple<int, double>> flows{{2, x}, {0, y}, {1, x * y}};
  std::sort(flows.begin(), flows.end(), [](const auto &a, const auto &b) { return std::get<0>(a) < std::get<0>(b); });
  std::vector<double> values, positive;
  std::transform(flows.begin(), flows.end(), std::back_inserter(values),
                 [](const auto &flow) { return std::get<1>(flow) * (std::get<0>(flow) + 1); });
  std::copy_if(values.begin(), values.end(), std::back_inserter(positive), [](double v) { return v > 1.0; });
  const double knots[] = {0.5, 1.0, 4.0};
  const double *next = std::upper_bound(knots, knots + 3, y, [](double v, double knot) { return v < knot; });
  auto ends = std::minmax_element(values.begin(), values.end(), [](double a, double b) { return a * a < b * b; });
  Wave wave{x};
  double s = std::invoke(&Wave::at, wave, y) * std::invoke(&Wave::k, &wave) + std::mem_fn(&Wave::at)(wave, *next);
  for (double v : positive)
    s += v * *ends.second;
  std::vector<std::complex<double>> z{{x, y}, {y, 1.0}};
  std::for_each(z.begin(), z.end(), [&](const auto &c) { s += std::abs(c) * std::norm(c); });
  return s * *ends.first;
}

// A struct and a function of one name, as C has them.
struct spline {
  double c[3];
};
#pragma adjoint reverse
double spline(const struct spline *s, double x) {
  struct spline squared = *s;
  squared.c[1] *= squared.c[1];
  return squared.c[0] + x * (squared.c[1] + x * squared.c[2]);
}

int main() {
  numeric::check(
      "spline", {0.7, 1.3, -0.4, 0.9},
      [](numeric::Vector x) {
        const struct spline s = {{x[0], x[1], x[2]}};
        return numeric::Vector{spline(&s, x[3])};
      },
      [](numeric::Vector x, numeric::Vector y_b) {
        const struct spline s = {{x[0], x[1], x[2]}};
        struct spline s_b = {};
        double x_b = 0.0;
        spline_b(&s, &s_b, x[3], x_b, y_b[0]);
        return numeric::Vector{s_b.c[0], s_b.c[1], s_b.c[2], x_b};
      });
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}};
  numeric::check("hiddenConstants", hiddenConstants, hiddenConstants_b, points);
  numeric::check("algorithms", algorithms, algorithms_b, points);
  numeric::check("suffixes", suffixes, suffixes_b, points);
  numeric::check("constantRows", constantRows, constantRows_b, points);
  numeric::check("pairOfTables", pairOfTables, pairOfTables_b, points);
  numeric::check("intervals", intervals, intervals_b, points);
  numeric::check("emptyVector", emptyVector, emptyVector_b, points);
  return numeric::report();
}
