// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-calls | --no-tbr --no-inline-calls
//
// A loop with snapshots carries an object that has numbers and a pointer: the adjoint of the pointer is kept with it, the adjoints of
// the numbers, to which the reverse sweep has added by then, are not.

#include "numeric.h"

#include <cmath>

struct Walker {
  const double *at;
  double weight;
  double sums[2];
};

static Walker made(const double *a, double weight) {
  Walker walker = {a, weight, {0.0, 0.1}};
  walker.weight *= a[0];
  return walker;
}
static void advance(Walker &walker, const double *a, int k) {
  walker.weight += std::sin(walker.at[k % 3]) * walker.sums[1];
  walker.sums[k % 2] += walker.weight * a[1];
}

#pragma adjoint reverse
double walked(const double *a) {
  Walker walker = made(a, 0.4);
#pragma adjoint checkpoint snapshots(2)
  for (int k = 0; k < 7; ++k)
    advance(walker, a, k);
  return walker.weight * *walker.at + walker.sums[0] * walker.sums[1];
}

#pragma adjoint reverse
double weighed(const double *a) {
  Walker walker = made(a, std::cos(a[1]));
#pragma adjoint checkpoint every(2)
  for (int k = 0; k < 5; ++k)
    walker.weight += 0.3 * a[k % 3] * walker.weight;
  return walker.weight * walker.at[1];
}

int main() {
  numeric::check("walked", walked, walked_b, {{0.7, -0.3, 1.2}, {-0.4, 0.9, 0.3}});
  numeric::check("weighed", weighed, weighed_b, {{0.7, -0.3, 1.2}, {-0.4, 0.9, 0.3}});
  return numeric::report();
}
