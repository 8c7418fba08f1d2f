// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Static constants of classes whose constructors give members values, and do nothing else.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace {

struct Band {
  double low, high;
  int index = 7;
  Band(double l) : low(l), high(2 * l) {}
  Band(double l, double h) : low(l), high(h) {}
  double at(double t) const { return low + (high - low) * t; }
};

struct Table {
  Band first, second;
  Table(double a) : first(a), second(a, 0.5) {}
};

double looked(double t, int k) {
  static const Band bands[] = {{0.5}, {1.5, 4.0}, Band(2.5)};
  static const Table table(0.25);
  return bands[k % 3].at(t) * table.second.at(t) + table.first.index * t;
}

} // namespace

#pragma adjoint reverse
double tables(double x, double y) {
  double s = x;
  for (int k = 0; k < 4; ++k) {
    s = looked(s, k) * y;
    static const Band last{0.1, 0.3};
    s = std::sin(s) * last.high;
  }
  return s;
}

// Constants that a function gives away.
namespace {
const std::vector<double> &weights() {
  static const std::vector<double> table{0.5, 1.5, 2.5};
  return table;
}
const Band &widest() {
  static const Band band{0.25, 4.0};
  return band;
}
const double *nodes() {
  static const double table[] = {0.1, 0.4, 0.9};
  return table;
}
struct Market {
  static const std::map<std::string, double> &rates() {
    static const std::map<std::string, double> table{{"EUR", 0.02}, {"USD", 0.04}};
    return table;
  }
};
double weighed(double x, int i) { return weights()[i] * x + weights().size(); }
} // namespace

#pragma adjoint reverse
double givenAway(double x, double y) {
  double s = x;
  for (int i = 0; i < 3; ++i)
    s = weighed(s, i) * nodes()[i] + s * widest().high * Market::rates().at("USD");
  const double *table = nodes();
  for (double w : weights())
    s += std::sin(w * y) * table[1];
  return s * Market::rates().at("EUR");
}

// Objects with memory of their own, and tables that a loop or a lambda makes: what makes them does nothing else.
namespace {
class Curve {
public:
  Curve(std::initializer_list<double> rates) : rates(rates) {
    for (std::size_t i = 1; i < this->rates.size(); ++i)
      sums.push_back(partial(i));
    std::reverse(sums.begin(), sums.end());
  }
  double at(double t) const { return rates[0] + t * sums.back() + sums.front() * t * t; }

private:
  double partial(std::size_t n) const { return std::accumulate(rates.begin(), rates.begin() + n, 0.1); }
  std::vector<double> rates, sums;
};

class Physics {
public:
  static const Physics &instance() {
    static const Physics physics;
    return physics;
  }
  double fall(double t) const { return 0.5 * constants[0] * t * t + constants[1]; }

private:
  Physics() : constants{9.81, 0.25} { constants[1] *= 2; }
  std::vector<double> constants;
};

double interpolated(double x, int k) {
  static const Curve curve{0.01, 0.02, 0.04};
  static const auto squares = [] {
    std::array<double, 8> a{};
    for (int i = 0; i < 8; ++i)
      a[i] = i * i;
    return a;
  }();
  return curve.at(x) * squares[k] + Physics::instance().fall(x);
}
} // namespace

#pragma adjoint reverse
double made(double x, double y) {
  double s = x;
  for (int k = 0; k < 3; ++k)
    s = interpolated(s, k + 1) * y * 0.1 + Physics::instance().fall(y) * s;
  return s;
}

int main() {
  numeric::check("tables", tables, tables_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("givenAway", givenAway, givenAway_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("made", made, made_b, {{1.7, 0.3}, {2.4, -0.2}});
  return numeric::report();
}
