// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-fusion --no-use-tape-blocks | --no-recompute
//
// Blocks of memory that an iteration allocates and fills: nothing of what they held is recorded. Filled twice, in part,
// read before they are set or while they are, kept for the next iteration, handed on and out.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#pragma adjoint reverse
double filled(const double *x, int n) {
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    double *w = new double[n];
    for (int i = 0; i < n; ++i)
      w[i] = std::exp(x[i] * s);
    double t = 0.0;
    for (int i = 0; i < n; ++i)
      t += w[i] * w[i];
    s = std::sin(t);
    delete[] w;
  }
  return s;
}

#pragma adjoint reverse
double twice(const double *x, int n) {
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    double *w = new double[n]();
    for (int i = 0; i < n; ++i)
      w[i] = std::tanh(x[i] + s);
    s += w[0] * w[n - 1];
    for (int i = 0; i < n; ++i)
      w[i] = w[i] * w[i] + x[i];
    for (int i = 0; i < n; ++i)
      w[n - 1 - i] = w[i] * std::tanh(w[n - 1]);
    s *= w[n / 2];
    delete[] w;
  }
  return s;
}

// What stood there before is read: zero, or what another iteration of the same loop has stored.
#pragma adjoint reverse
double readFirst(const double *x, int n) {
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    double *w = static_cast<double *>(std::calloc(n + 1, sizeof(double)));
    for (int i = 0; i < n; ++i) {
      s += 0.3 * w[i] * x[i];
      w[i] = x[i] * s;
      w[i + 1] = std::sin(w[i] * s);
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        w[j] = w[j] * w[i] * x[j] + 0.5;
    s = std::tanh(s * (w[0] + w[n]));
    std::free(w);
  }
  return s;
}

#pragma adjoint reverse
double keptForLater(const double *x, int n) {
  double *last = new double[n];
  for (int i = 0; i < n; ++i)
    last[i] = x[i];
  double s = 0.0;
  for (int k = 0; k < 3; ++k) {
    double *w = new double[n];
    double *same = w;
    for (int i = 0; i < n; ++i) {
      w[i] = last[i] * x[(i + 1) % n];
      same[i] = same[i] * w[i];
    }
    w[0] = std::exp(w[0]);
    same[0] = same[0] * last[0];
    s += same[0] * w[n - 1];
    delete[] last;
    last = w;
  }
  s *= last[0];
  delete[] last;
  return s;
}

std::vector<double> scaled(const std::vector<double> &v, double by) {
  std::vector<double> out(v.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    out[i] = v[i] * by;
  return out;
}

#pragma adjoint reverse
double vectors(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::vector<std::vector<double>> history;
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> next(n), sums(n, 0.5);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        sums[i] += v[j] * x[(i + j) % n];
      next[i] = std::tanh(sums[i]);
    }
    history.push_back(next);
    std::vector<double> other = scaled(next, s);
    s += other[0] * sums[n - 1];
    v = k == 1 ? std::move(other) : next;
  }
  for (const std::vector<double> &h : history)
    s += h[n - 1] * v[0];
  return s;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}, {0.6}};
  numeric::check("filled", filled, filled_b, points);
  numeric::check("twice", twice, twice_b, points);
  numeric::check("readFirst", readFirst, readFirst_b, points);
  numeric::check("keptForLater", keptForLater, keptForLater_b, points);
  numeric::check("vectors", vectors, vectors_b, points);
  return numeric::report();
}
