// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Static constants of classes whose constructors give members values, and do nothing else.

#include "numeric.h"

#include <cmath>
#include <map>
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

int main() {
  numeric::check("tables", tables, tables_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("givenAway", givenAway, givenAway_b, {{0.7, 1.3}, {-0.4, 0.9}});
  return numeric::report();
}
