// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::bind of members of a class, also of templates.

#include "numeric.h"

#include <cmath>
#include <functional>

struct Scale {
  double k;
  template <class T> T times(T x) const { return k * x; }
  template <class T> void grow(T by, int n) { k += by * n; }
  double shifted(double x, double by) const { return std::sin(k * x) + by; }
};

#pragma adjoint reverse
double pointed(double x, double y) {
  Scale a{x};
  auto times = std::bind(&Scale::times<double>, &a, std::placeholders::_1);
  auto grow = std::bind(&Scale::grow<double>, &a, std::placeholders::_1, 2);
  double s = y;
  for (int i = 0; i < 3; ++i) {
    s = times(s) + x;
    grow(s * y);
  }
  return s;
}

// A copy of the object, and arguments in another order.
#pragma adjoint reverse
double copied(double x, double y) {
  Scale a{x};
  std::function<double(double)> times = std::bind(&Scale::times<double>, a, std::placeholders::_1);
  auto shifted = std::bind(&Scale::shifted, a, std::placeholders::_2, std::placeholders::_1);
  a.k *= y;
  return times(y) * shifted(x, y) + a.k;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}};
  numeric::check("pointed", pointed, pointed_b, points);
  numeric::check("copied", copied, copied_b, points);
  return numeric::report();
}
