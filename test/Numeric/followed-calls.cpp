// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-fusion | --no-inline-loops
//
// Loops whose iterations call helpers of helpers on one scratch array, in different states of it: a call that reads what
// an earlier iteration left, behind or in front of one like it that does not. Loops of the former kind cannot be run again
// iteration by iteration.

#include "numeric.h"

namespace {

void fill(double *work, double x, int m) {
  for (int j = 0; j < m; ++j)
    work[j] = x * x + std::sin(x + j);
}

double norm(const double *work, int m) {
  double s = 0;
  for (int j = 0; j < m; ++j)
    s += work[j] * work[j];
  return s;
}

double twice(const double *work, int m) { return norm(work, m) * std::exp(-norm(work, m - 1)); }

// ---- written before each read

#pragma adjoint reverse
double fresh(const double *x, int n) {
  double work[3] = {}, s = 0;
  for (int i = 0; i < n; ++i) {
    fill(work, x[i], 3);
    s += twice(work, 3) + norm(work, 2) * x[i];
  }
  return s;
}

// ---- the first read sees the iteration before, the second does not

#pragma adjoint reverse
double before(const double *x, int n) {
  double work[3] = {0.3, 0.2, 0.1}, s = 0;
  for (int i = 0; i < n; ++i) {
    s += twice(work, 3) * x[i];
    fill(work, x[i], 3);
    s += twice(work, 3);
  }
  return s;
}

// ---- the second read, by the same call, is behind a branch that may not have written

#pragma adjoint reverse
double maybe(const double *x, int n) {
  double work[3] = {0.3, 0.2, 0.1}, s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0.5) {
      fill(work, x[i], 3);
      s += twice(work, 3);
    }
    s += twice(work, 3) * x[i];
  }
  return s;
}

// ---- only part of what is read was written

#pragma adjoint reverse
double part(const double *x, int n) {
  double work[4] = {0.4, 0.3, 0.2, 0.1}, s = 0;
  for (int i = 0; i < n; ++i) {
    fill(work, x[i], 2);
    s += twice(work, 2) + x[i] * twice(work, 4);
    fill(work + 2, 0.5 * x[i], 2);
  }
  return s;
}

// ---- one helper, two arrays, of which one is written

#pragma adjoint reverse
double two(const double *x, int n) {
  double work[3] = {}, old[3] = {0.2, 0.1, 0.3}, s = 0;
  for (int i = 0; i < n; ++i) {
    fill(work, x[i], 3);
    s += twice(work, 3) + x[i] * twice(old, 3);
    for (int j = 0; j < 3; ++j)
      old[j] = 0.5 * old[j] + 0.1 * work[j] * work[j];
  }
  return s;
}

} // namespace

int main() {
  const std::initializer_list<numeric::Vector> points = {{0.4, 0.9, 0.2, 0.7}, {1.1, 0.3, 0.6}};
  numeric::check("fresh", fresh, fresh_b, points);
  numeric::check("before", before, before_b, points);
  numeric::check("maybe", maybe, maybe_b, points);
  numeric::check("part", part, part_b, points);
  numeric::check("two", two, two_b, points);
  return numeric::report();
}
