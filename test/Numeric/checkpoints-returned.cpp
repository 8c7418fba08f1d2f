// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-VARIANTS: --no-tbr | --no-liveness
//
// Local vectors that change places in a loop with snapshots, and are returned: as they are, before the loop, one of two.

#include "numeric.h"

#include <algorithm>
#include <utility>
#include <vector>

static void heat(const std::vector<double> &u, std::vector<double> &v, double k) {
  for (std::size_t i = 0; i < u.size(); ++i)
    v[i] = u[i] + k * u[i] * u[(i + 1) % u.size()];
}

#pragma adjoint reverse
std::vector<double> swapped(const std::vector<double> &x, double k, int steps) {
  std::vector<double> u = x, v(x.size());
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < steps; ++t) {
    heat(u, v, k);
    std::swap(u, v);
  }
  return u;
}

#pragma adjoint reverse value
std::vector<double> withEarlyEnd(const std::vector<double> &x, double k, int steps) {
  std::vector<double> u = x, v(x.size());
  if (steps == 0)
    return u;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < steps; ++t) {
    heat(u, v, k);
    u.swap(v);
  }
  u[0] *= k;
  return u;
}

#pragma adjoint reverse
std::vector<double> oneOfTwo(const std::vector<double> &x, double k, int steps) {
  std::vector<double> u = x, v = x;
  v[0] *= k;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < steps; ++t) {
    heat(u, v, k);
    std::swap(u, v);
  }
  if (k > 0.5)
    return v;
  return u;
}

template <class F, class B> static void check(const char *name, F *f, B *f_b) {
  for (int steps : {0, 1, 4, 7})
    for (double k : {0.3, 0.7})
      numeric::check(
          name, {0.8, 0.5, 0.3, k},
          [&](const numeric::Vector &p) { return f(std::vector<double>(p.begin(), p.begin() + 3), p[3], steps); },
          [&](const numeric::Vector &p, const numeric::Vector &y_b) {
            const std::vector<double> x(p.begin(), p.begin() + 3);
            std::vector<double> x_b(3);
            numeric::Vector p_b(4);
            f_b(x, x_b, p[3], p_b[3], steps, y_b);
            std::copy(x_b.begin(), x_b.end(), p_b.begin());
            return p_b;
          });
}

int main() {
  check("swapped", swapped, swapped_b);
  check("withEarlyEnd", withEarlyEnd, withEarlyEnd_b);
  check("oneOfTwo", oneOfTwo, oneOfTwo_b);
  return numeric::report();
}
