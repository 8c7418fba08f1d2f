// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-fusion | --no-tbr | --no-rows | --no-inline | --no-split-arrays | --no-liveness --no-recompute
//
// Arrays that are declared in a loop without a value: in an iteration that is reversed at once nothing of them is recorded that an
// earlier one has left. What an inner loop carries in an array of the iteration around it stays.

#include "numeric.h"

#include <cmath>

namespace {
double squared(double s) { return s * s; }

struct Frame {
  double r[3][3];
  double w[3];
};

void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

double chain(const double *x, int n, int first) {
  double w[4][3], sum = 0.0;
  w[0][0] = x[first % n];
  w[0][1] = w[0][2] = 0.5;
  for (int i = 0; i < 3; ++i) {
    double t[3];
    cross(w[i], x, t);
    for (int k = 0; k < 3; ++k)
      w[i + 1][k] = 0.5 * w[i][k] + std::tanh(t[k]);
  }
  for (int i = 3; i >= 0; --i)
    sum += squared(w[i][i % 3]) * w[3][(i + 1) % 3];
  return sum;
}
} // namespace

// Rows of an array of the iteration, each set before it is read.
#pragma adjoint reverse
double links(const double *x, int n) {
  double cost = 0.0;
  for (int t = 0; t < n; ++t) {
    double r[4][3][3], v[5][3], turned[3];
    for (int k = 0; k < 3; ++k)
      v[0][k] = x[(t + k) % n];
    for (int i = 0; i < 4; ++i) {
      const double c = std::cos(x[t] * (i + 1)), s = std::sin(x[t] + i);
      r[i][0][0] = c;
      r[i][0][1] = -s;
      r[i][0][2] = 0.0;
      r[i][1][0] = s;
      r[i][1][1] = c;
      r[i][1][2] = v[i][0];
      r[i][2][0] = 0.0;
      r[i][2][1] = v[i][1];
      r[i][2][2] = 1.0;
      for (int k = 0; k < 3; ++k) {
        turned[k] = 0.0;
        for (int l = 0; l < 3; ++l)
          turned[k] += r[i][k][l] * v[i][l];
      }
      for (int k = 0; k < 3; ++k)
        v[i + 1][k] = std::tanh(turned[k]) * turned[(k + 1) % 3];
    }
    for (int i = 3; i >= 0; --i)
      cost += squared(v[i + 1][i % 3]) + r[i][1][2] * v[4][0];
  }
  return cost;
}

// The inner loop carries what it has left.
#pragma adjoint reverse
double carried(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double state[2], left[2];
    state[0] = x[i];
    state[1] = 1.0;
    left[0] = left[1] = 0.0;
    for (int k = 0; k < 3; ++k) {
      double next[2];
      next[0] = state[0] * state[1] + left[k % 2];
      next[1] = std::sin(state[0]) * x[(i + k) % n];
      left[k % 2] += next[0] * next[1];
      state[0] = next[0];
      state[1] = next[1];
    }
    sum += state[0] * left[0] + squared(left[1]);
  }
  return sum;
}

// Set and read in one and the same case only.
#pragma adjoint reverse
double cases(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double some[3], all[3];
    Frame frame;
    const bool isLarge = x[i] > 0.35;
    if (isLarge)
      for (int k = 0; k < 3; ++k)
        some[k] = x[i] * (k + 1);
    for (int k = 0; k < 3; ++k)
      all[k] = isLarge ? some[k] * some[0] : squared(x[i]);
    cross(all, x, frame.w);
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l <= k; ++l)
        frame.r[k][l] = frame.w[k] * all[l];
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l <= k; ++l)
        sum += frame.r[k][l] * frame.r[k][0] + frame.w[l];
  }
  return sum;
}

#pragma adjoint reverse
double calls(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double value[2];
    value[0] = chain(x, n, i);
    value[1] = chain(x, n, i + 1) * value[0];
    sum += value[0] + squared(value[1]);
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {1.1, 0.2, 0.4}, {0.5, -0.3, 0.6, 0.1}};
  numeric::check("links", links, links_b, points);
  numeric::check("carried", carried, carried_b, points);
  numeric::check("cases", cases, cases_b, points);
  numeric::check("calls", calls, calls_b, points);
  return numeric::report();
}
