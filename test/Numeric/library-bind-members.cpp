// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::bind of members of a class, also of templates.

#include "numeric.h"

#include <cmath>
#include <functional>
#include <vector>

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

// What is bound is handed on, and takes objects of the library's classes.
struct Oscillator {
  double k;
  void rates(const std::vector<double> &x, std::vector<double> &dxdt, double t) {
    dxdt[0] = x[1];
    dxdt[1] = -k * x[0] + std::sin(t);
  }
  void run(std::vector<double> &x) {
    using namespace std::placeholders;
    for (int i = 0; i < 3; ++i)
      step(std::bind(&Oscillator::rates, std::ref(*this), _1, _2, _3), x, 0.1 * i);
  }
  template <class System> static void step(System system, std::vector<double> &x, double t) {
    std::vector<double> dxdt(x.size());
    system(x, dxdt, t);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += 0.1 * dxdt[i];
  }
};

#pragma adjoint reverse
double stepped(double k, double y) {
  Oscillator o{k};
  std::vector<double> x = {y, 0.2};
  o.run(x);
  return x[0] * x[1];
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}};
  numeric::check("pointed", pointed, pointed_b, points);
  numeric::check("copied", copied, copied_b, points);
  numeric::check("stepped", stepped, stepped_b, points);
  return numeric::report();
}
