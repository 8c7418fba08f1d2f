// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Classes with members that have no adjoint and are not used: a name, a log, a cache, a lock.
//
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)

#include "numeric.h"

#include <cmath>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

struct Bond {
  std::string name;
  double coupon, maturity;
  double price(double rate) const { return coupon * std::exp(-rate * maturity); }
};

class Curve {
public:
  Curve(std::string label, double level, double slope) : label(std::move(label)), level(level), slope(slope) {}
  const std::string &name() const { return label; }
  double rate(double t) const { return level + slope * t; }
  void shift(double by) { level += by; }

private:
  std::string label;
  double level, slope;
  std::map<std::string, double> cache;
  std::list<double> history;
  mutable std::mutex lock;
};

#pragma adjoint reverse
double portfolio(double level, double slope) {
  std::vector<Bond> bonds;
  bonds.push_back({"short", 1.0 + level, 1.0});
  bonds.push_back(Bond{"long", 2.0, 5.0 * slope});
  Bond copy = bonds[0];
  copy.coupon *= 1.5;
  bonds.push_back(copy);
  Curve curve("flat", level, slope);
  double value = 0.0;
  for (const Bond &bond : bonds) {
    value += bond.price(curve.rate(bond.maturity));
    curve.shift(0.01 * value);
  }
  return value;
}

#pragma adjoint reverse
double discounted(const Bond &bond, const Curve &curve) { return bond.price(curve.rate(bond.maturity)); }

int main() {
  const numeric::Points points = {{0.02, 0.01}, {0.5, 0.3}};
  numeric::check("portfolio", portfolio, portfolio_b, points);
  auto primal = [](const numeric::Vector &x) {
    return numeric::Vector{discounted({"a", x[0], x[1]}, Curve("b", x[2], x[3]))};
  };
  auto adjoint = [](const numeric::Vector &x, const numeric::Vector &y_b) {
    Bond bond{"a", x[0], x[1]}, bond_b{"a", 0.0, 0.0};
    Curve curve("b", x[2], x[3]), curve_b("b", 0.0, 0.0);
    discounted_b(bond, bond_b, curve, curve_b, y_b[0]);
    const double slope_b = curve_b.rate(1.0) - curve_b.rate(0.0);
    return numeric::Vector{bond_b.coupon, bond_b.maturity, curve_b.rate(0.0), slope_b};
  };
  numeric::check("discounted", {1.5, 3.0, 0.02, 0.01}, primal, adjoint);
  return numeric::report();
}
