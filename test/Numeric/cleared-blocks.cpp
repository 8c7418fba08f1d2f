// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Blocks that a loop sets anew, and that others add to by indices from a table: what a sum was in between is not recorded where all of
// the block was set, and is where it was not: a part of it, with a value needed since, in a branch, of another block.
//
// NUMERIC-VARIANTS: --no-rows | --no-tbr

#include "numeric.h"

#include <algorithm>
#include <vector>

static const int at[] = {2, 0, 1, 2, 2, 1, 3, 0};
constexpr int links = 8;

// All is set; what is left at the end of a step is needed.
#pragma adjoint reverse
double all(const double *x, int n) {
  std::vector<double> c(x, x + n), d(n);
  for (int t = 0; t < 3; ++t) {
    std::fill(d.begin(), d.end(), 0.0);
    for (int j = 0; j < links; ++j)
      d[at[j]] += c[j % n] * c[j % n];
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * d[i] * d[n - 1 - i];
  }
  return c[0] * c[2];
}

// All but the last one.
#pragma adjoint reverse
double butOne(const double *x, int n) {
  std::vector<double> c(x, x + n), d(n, 0.3);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n - 1; ++i)
      d[i] = 0;
    for (int j = 0; j < links; ++j)
      d[at[j]] += c[j % n] * c[j % n];
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * d[i] * d[i];
  }
  return c[0] * c[2] * c[3];
}

// All but the first one; and backwards.
#pragma adjoint reverse
double fromOne(const double *x, int n) {
  std::vector<double> c(x, x + n), d(n, 0.3), e(n, 0.2);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n; ++i)
      d[i] = 0.1 * i;
    for (int i = n - 1; i >= 0; --i)
      e[i] = c[i];
    for (int j = 0; j < links; ++j) {
      d[at[j]] += c[j % n] * c[j % n];
      e[at[j]] += d[at[j]];
    }
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * d[i] * e[i];
  }
  return c[0] * c[2] * c[3];
}

// The sum is needed on the way.
#pragma adjoint reverse
double onTheWay(const double *x, int n) {
  std::vector<double> c(x, x + n), d(n);
  double s = 0;
  for (int t = 0; t < 2; ++t) {
    for (double &v : d)
      v = 0;
    for (int j = 0; j < links; ++j) {
      d[at[j]] += c[j % n];
      s += d[1] * d[at[(j + 1) % links]];
    }
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * d[i] * s;
  }
  return c[0] + s;
}

// Set in a branch, and a length that changes behind the allocation.
#pragma adjoint reverse
double sometimes(const double *x, int n) {
  std::vector<double> c(x, x + n);
  int m = n;
  double *d = new double[m], *e = new double[m];
  for (int i = 0; i < n; ++i)
    d[i] = e[i] = 0.2;
  m = 2;
  for (int t = 0; t < 3; ++t) {
    if (t != 1)
      for (int i = 0; i < n; ++i)
        d[i] = 0;
    for (int i = 0; i < m; ++i)
      e[i] = 0;
    for (int j = 0; j < links; ++j) {
      d[at[j]] += c[j % n] * c[0];
      e[at[j]] += c[j % n] * c[1];
    }
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * d[i] * e[i];
  }
  const double r = c[0] * c[2];
  delete[] d;
  delete[] e;
  return r;
}

// Two blocks that change places; one of them is set.
#pragma adjoint reverse
double swapped(const double *x, int n) {
  std::vector<double> c(x, x + n), d(n, 0.1), e(n, 0.2);
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < n; ++i)
      d[i] = 0;
    if (t == 1)
      std::swap(d, e);
    for (int j = 0; j < links; ++j)
      d[at[j]] += c[j % n] * c[j % n];
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * d[i] * d[i] + 0.1 * e[i] * d[0];
  }
  return c[0] * c[2];
}

// Members of elements, of which one is not set, and an array.
struct Pair {
  double a, b;
};
#pragma adjoint reverse
double members(const double *x, int n) {
  std::vector<double> c(x, x + n);
  std::vector<Pair> p(n, Pair{0.1, 0.2});
  double d[4] = {0.1, 0.2, 0.3, 0.4};
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i)
      p[i].a = 0;
    for (int i = 0; i < 4; ++i)
      d[i] = 0;
    for (int j = 0; j < links; ++j) {
      p[at[j]].a += c[j % n] * c[j % n];
      p[at[j]].b += 0.1 * c[j % n] * c[0];
      d[at[j]] += c[j % n] * c[1];
    }
    for (int i = 0; i < n; ++i)
      c[i] += 0.1 * p[i].a * p[i].b * d[i];
  }
  return c[0] * c[2] + d[3];
}

int main() {
  using numeric::Vector;
  const Vector x{0.4, 0.9, -0.3, 0.7};
  auto check = [&](const char *name, auto function, auto adjoint) {
    numeric::check(
        name, x, [=](const Vector &at) { return Vector{function(at.data(), 4)}; },
        [=](const Vector &at, const Vector &y_b) {
          Vector x_b(at.size());
          adjoint(at.data(), x_b.data(), 4, y_b[0]);
          return x_b;
        });
  };
  check("all", all, all_b);
  check("butOne", butOne, butOne_b);
  check("fromOne", fromOne, fromOne_b);
  check("onTheWay", onTheWay, onTheWay_b);
  check("sometimes", sometimes, sometimes_b);
  check("swapped", swapped, swapped_b);
  check("members", members, members_b);
  return numeric::report();
}
