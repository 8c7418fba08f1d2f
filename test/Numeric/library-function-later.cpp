// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A function object may hold what a later function puts into one, of classes that are defined in between.

#include "numeric.h"

#include <functional>

static double held(const std::function<double(double)> &h, double x) { return h ? x * x : x; }

#pragma adjoint reverse
double early(double x, double y) {
  std::function<double(double)> h = [x](double t) { return t * x; };
  return held(h, x) * y;
}

struct Line {
  double slope, start;
};
class Shifted : public Line {
public:
  Shifted(double x, double y) : Line{x, y}, shift(x * y) {}
  double at(double t) const { return slope * t * start + shift; }

private:
  double shift;
};

#pragma adjoint reverse
double late(double x, double y) {
  const Shifted s(x, 2);
  std::function<double(double)> h = [s, y](double t) { return s.at(t) * y; };
  return held(h, x) + h(y);
}

int main() {
  numeric::check("early", early, early_b, {{0.7, 0.3}, {-1.2, 0.8}});
  numeric::check("late", late, late_b, {{0.7, 0.3}, {-1.2, 0.8}});
  return numeric::report();
}
