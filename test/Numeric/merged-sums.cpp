// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-sum-locally --no-merge-sums | --no-distribute-loops --no-defer-sums | --no-inline
//
// Several sums for one element, merged: where elements may be one and the same, where an element is set, read or swapped
// between the sums, where what is added changes on the way.

#include "numeric.h"

#include <cmath>

void butterfly(double *x, double *y, int a, int b) {
  double p = 0.6 * x[b] - 0.8 * y[b], q = 0.6 * y[b] + 0.8 * x[b];
  x[b] = x[a] - p;
  y[b] = y[a] - q;
  x[a] += p;
  y[a] += q;
}

// With two arrays, with parts of one that overlap, and with a equal to b.
#pragma adjoint reverse
double butterflies(double *x, int n) {
  double y[5] = {0.25, x[0], x[1] * x[1], 0.5, x[n - 1]};
  for (int a = 0; a + 1 < n; ++a)
    for (int b = a; b < n; ++b) {
      butterfly(x, y, a, b);
      butterfly(x, x + 1, a, 0);
      butterfly(y + 1, y, 0, a % 3);
    }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * x[i] + std::sin(y[i]);
  return s;
}

void perhapsTheSame(double *x, int i, int j, int k) {
  x[i] = 0.3 * x[j] * x[k] + 0.4 * x[i] * x[j];
  x[j] = x[i] * x[k] + x[j] * 0.5;
  x[k] = 0.2 * x[i] * x[i] + x[k] * (x[j] + 0.6);
}

#pragma adjoint reverse
double allTheSame(double *x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      perhapsTheSame(x, i, j, (i + j) % n);
  return x[0] + 2.0 * x[n - 1];
}

#pragma adjoint reverse
double readBetween(const double *x, int n) {
  double w[3] = {0.0, 1.0, 0.5};
  for (int i = 0; i < n; ++i) {
    w[0] = x[i] * w[1] + w[0];
    w[1] = x[i] * x[0] + w[0] * w[2];
    w[0] = w[1] * w[0];
    w[2] = w[0] + w[1] * x[i];
  }
  return w[0] + 2.0 * w[1] + 3.0 * w[2];
}

struct Pair {
  double first, second;
};

#pragma adjoint reverse
double members(const double *x, int n) {
  Pair p[2] = {{x[0], 0.5}, {1.0, x[n - 1]}};
  for (int i = 0; i < n; ++i) {
    Pair *q = &p[i % 2];
    q->first = x[0] * x[i];
    p[0].first += q->first * x[1] + q->second * x[0];
    q->second = p[0].first * x[0] - p[0].second * x[i];
  }
  return p[0].first * p[1].second + p[1].first * p[0].second;
}

// The index, and the factor, are overwritten between two uses.
#pragma adjoint reverse
double factorsChange(double *x, int n) {
  double s = 0.0, f = 1.0;
  for (int i = 1; i < n; ++i) {
    int k = i - 1;
    s += f * x[k];
    f *= x[i];
    s += f * x[k] * x[k];
    k = i;
    s += f * x[k];
    x[k] = s * 0.25;
    s += x[k] * x[i - 1];
  }
  return s * f;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}};
  numeric::check("butterflies", butterflies, butterflies_b, points);
  numeric::check("allTheSame", allTheSame, allTheSame_b, points);
  numeric::check("readBetween", readBetween, readBetween_b, points);
  numeric::check("members", members, members_b, points);
  numeric::check("factorsChange", factorsChange, factorsChange_b, points);
  return numeric::report();
}
