// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// What const_cast gives is written: through parameters, and in accessors that are made of their const twins.

#include "numeric.h"

#include <cmath>
#include <utility>

static void store(const double &place, double v) { const_cast<double &>(place) = v; }
static void exchange(double &a, const double &b) { std::swap(a, const_cast<double &>(b)); }

#pragma adjoint reverse
double stored(double x, double y) {
  double b = y, c = x;
  store(b, x * y);
  exchange(b, c);
  *const_cast<double *>(static_cast<const double *>(&c)) *= y;
  return b * std::sin(c);
}

struct Table {
  double d[4];
  const double &find(int k) const { return k <= 0 ? d[0] : find(k - 1); }
  double &find(int k) { return const_cast<double &>(static_cast<const Table &>(*this).find(k)); }
  const double &at(int i) const { return d[i]; }
  double &at(int i) { return const_cast<double &>(static_cast<const Table *>(this)->at(i)); }
};

#pragma adjoint reverse
double found(double x, double y) {
  Table t{{x, y, x * y, 1.0}};
  t.find(2) *= x;
  t.at(1) += t.find(3) * y;
  return t.find(3) * t.d[1] + std::as_const(t).at(2);
}

int main() {
  numeric::check("stored", stored, stored_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("found", found, found_b, {{0.7, 1.3}, {-0.4, 0.6}});
  return numeric::report();
}
