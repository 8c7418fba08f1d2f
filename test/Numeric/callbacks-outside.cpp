// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (the wrappers below are of adjoints)
//
// Functions that the caller hands in and that no derivative goes through: they are called in the forward sweep, as often as
// the primal calls them.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <vector>

using Index = int (*)(int);
using Progress = void (*)(int, double);

#pragma adjoint reverse
double shuffled(const double *x, int n, Index index, Progress progress, bool (*isEnough)(int, const double *)) {
  double s = 0.5;
  for (int i = 0; i < n; ++i) {
    s += std::sin(s) * x[index(i) % n] * x[i];
    progress(i, s);
    if (isEnough(i, x))
      break;
  }
  return s;
}

/// The same as function objects: by reference, by value, and empty.
#pragma adjoint reverse
double watched(const double *x, int n, const std::function<int(int)> &index, std::function<void(int, double)> progress,
               const std::function<bool(int, const double *)> &isEnough) {
  double s = 0.5;
  for (int i = 0; i < n; ++i) {
    s += std::sin(s) * x[index(i) % n] * x[i];
    if (progress)
      progress(i, s);
    if (isEnough && isEnough(i, x))
      break;
  }
  return s;
}

namespace {
int turns = 0;
int calls = 0;
int next(int i) {
  ++turns;
  return i + turns;
}
void note(int, double s) { calls += s < 1e9; }
bool never(int, const double *) { return false; }
bool afterTwo(int i, const double *x) { return i > 0 && x[0] < 10; }

double shuffledOf(const double *x, int n) {
  turns = 0;
  return shuffled(x, n, next, note, n > 2 ? afterTwo : never);
}
void shuffledOf_b(const double *x, double *x_b, int n, double result_b) {
  turns = calls = 0;
  shuffled_b(x, x_b, n, next, note, n > 2 ? afterTwo : never, result_b);
  if (calls != turns || calls != (n > 2 ? 2 : n))
    std::abort();
}

double watchedOf(const double *x, int n) {
  turns = 0;
  return watched(x, n, next, note, n > 2 ? afterTwo : nullptr);
}
void watchedOf_b(const double *x, double *x_b, int n, double result_b) {
  turns = calls = 0;
  watched_b(x, x_b, n, next, note, n > 2 ? afterTwo : nullptr, result_b);
  if (calls != turns || calls != (n > 2 ? 2 : n))
    std::abort();
  std::vector<double> unreported_b(n);
  turns = calls = 0;
  watched_b(x, unreported_b.data(), n, next, nullptr, nullptr, result_b);
  if (calls != 0)
    std::abort();
}
} // namespace

int main() {
  numeric::check("watched", watchedOf, watchedOf_b, {{0.7, -1.3, 0.4, 1.1}, {-0.4, 0.9}});
  numeric::check("shuffled", shuffledOf, shuffledOf_b, {{0.7, -1.3, 0.4, 1.1}, {-0.4, 0.9}});
  return numeric::report();
}
