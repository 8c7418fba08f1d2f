// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
//
// A step of a loop with snapshots calls a function that returns what another one does, both too long to be dissolved elsewhere:
// they exchange memory, which a step may not leave to a call.

#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#define TERM(i)                                                                                                        \
  s = 0.5 * s + 0.1 * std::sin(0.1 * a * i) * v[i % 2];                                                                \
  if (k % 3 == i % 3)                                                                                                  \
    s -= 0.01 * a * i;

static double inner(std::vector<double> &v, double a, int k) {
  double s = a;
  std::vector<double> w(v);
  TERM(1) TERM(2) TERM(3) TERM(4) TERM(5) TERM(6) TERM(7) TERM(8) TERM(9) TERM(10) TERM(11) TERM(12) TERM(13) TERM(14) TERM(15)
  w[0] = s * 0.1 + w[1] * w[1];
  std::swap(v, w);
  return s;
}
static double outer(std::vector<double> &v, double a, int k) {
  if (v.empty())
    throw std::invalid_argument("nothing to step");
  return inner(v, a, k);
}

#pragma adjoint reverse
double stepped(const double *x, int n) {
  std::vector<double> v(x, x + n);
  double t = x[0];
#pragma adjoint checkpoint snapshots(2)
  for (int k = 0; k < 5; ++k)
    t = 0.5 * t + 0.3 * outer(v, t, k);
  return t * v[0];
}

int main() {
  numeric::check("stepped", stepped, stepped_b, {{0.7, 1.3, -0.4}, {-0.2, 0.6}});
  return numeric::report();
}
