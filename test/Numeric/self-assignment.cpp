// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects that are assigned to themselves, through a reference and in a loop, and exchanged.

#include "numeric.h"

#include <utility>
#include <vector>

namespace {
class Pair {
public:
  Pair(double a, double b) : data(new double[2]{a, b}) {}
  Pair(const Pair &) = delete;
  Pair &operator=(const Pair &other) {
    if (this != &other) {
      delete[] data;
      data = new double[2]{other.data[0], other.data[1] * 0.9};
    }
    return *this;
  }
  ~Pair() { delete[] data; }
  double &operator[](int i) { return data[i]; }

private:
  double *data;
};

struct Record {
  std::vector<double> values;
  double scale;
};
} // namespace

#pragma adjoint reverse
double own(double x, double y) {
  Pair p(x, y), q(y, x * y);
  Pair *chosen[] = {&p, &q};
  for (int i = 0; i < 5; ++i) {
    *chosen[i % 2] = *chosen[i / 2 % 2];
    (*chosen[i % 2])[1] *= q[0];
  }
  Pair &same = p;
  p = same;
  return p[0] * p[1] + q[1];
}

#pragma adjoint reverse
double members(double x, double y) {
  Record p{{x, y}, x * y}, q{{y, x * x}, 2.0};
  Record &r = p;
  p = r;
  q.values = p.values;
  p.values[0] *= q.values[1];
  std::swap(p.values, q.values);
  q.scale *= p.values[0];
  r = q;
  q.values.clear();
  return p.values[0] * p.values[1] * p.scale;
}

int main() {
  numeric::check("own", own, own_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("members", members, members_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
