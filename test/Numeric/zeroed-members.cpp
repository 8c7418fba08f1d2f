// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Members that `= {}` makes zero, and that generated code has to, since their class has a constructor of the user's, and nobody outside may
// name them.

#include "numeric.h"

struct Pair {
  double a, b;
  Pair() {}
};

class Layout {
public:
  Pair *get() { return pairs; }

private:
  Pair pairs[2];
};

class Filter {
public:
  double run(double w, int k) {
    l.get()[k % 2].a = w;
    return k == 0 ? l.get()[1].a + l.get()[1].b : run(w * w, k - 1) + l.get()[0].a;
  }

private:
  Layout l = {};
};

#pragma adjoint reverse
double filtered(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Filter filter;
    s += filter.run(x[i], i);
  }
  return s;
}

int main() {
  numeric::check("filtered", filtered, filtered_b, {{0.5, 0.7, -0.3, 0.9}});
  return numeric::report();
}
