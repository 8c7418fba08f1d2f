// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr | --no-liveness | --no-inline | --no-split-arrays --no-split-records | --no-fusion
//
// std::arrays that have no value where they are declared, in loops: set by element, by list, as a whole, in part, and by a callee.

#include "numeric.h"

#include <array>
#include <cmath>

namespace {
using State = std::array<double, 3>;
using Matrix = std::array<State, 3>;

struct Cell {
  State state;
  std::array<int, 2> counts;
  double weight;
};

State solve(Matrix a, State b) {
  for (int k = 0; k < 3; ++k)
    for (int i = k + 1; i < 3; ++i) {
      const double m = a[i][k] / a[k][k];
      for (int j = k; j < 3; ++j)
        a[i][j] -= m * a[k][j];
      b[i] -= m * b[k];
    }
  State x;
  for (int i = 2; i >= 0; --i) {
    double s = b[i];
    for (int j = i + 1; j < 3; ++j)
      s -= a[i][j] * x[j];
    x[i] = s / a[i][i];
  }
  return x;
}

void fill(State &s, double y) {
  for (int i = 0; i < 3; ++i)
    s[i] = y * (i + 1);
}
} // namespace

#pragma adjoint reverse
double newton(const double *x, int n) {
  State y = {x[0], 0.5, x[n - 1]};
  for (int it = 0; it < 3; ++it) {
    Matrix j;
    j[0] = {3.0 + y[0] * y[0], 0.2 * y[1], 0.1};
    j[1] = {0.1 * y[2], 2.5, y[0]};
    j[2] = {0.0, -0.3 * y[1], 4.0};
    State g;
    for (int i = 0; i < 3; ++i)
      g[i] = std::sin(y[i]) + x[i % n];
    const State delta = solve(j, g);
    for (int i = 0; i < 3; ++i)
      y[i] -= delta[i];
  }
  return y[0] * y[1] + y[2] * y[0];
}

// One of them is set in a branch only, and read there only.
#pragma adjoint reverse
double parts(const double *x, int n) {
  double y = x[0];
  for (int i = 0; i < n; ++i) {
    State s, turned;
    std::array<State, 2> pair;
    State rows[2];
    fill(s, y);
    if (x[i] > 0.4)
      turned[1] = s[0] * x[i];
    pair[0] = s;
    pair[1] = {y, x[i], s[2]};
    rows[0] = pair[i % 2];
    rows[1][0] = rows[1][1] = rows[1][2] = y * x[i];
    y = 0.3 * std::sin(pair[1][(i + 1) % 3]) + 0.1 * rows[i % 2][(i + 2) % 3];
    if (x[i] > 0.4)
      y += turned[1] * turned[1] + rows[1][i % 3];
  }
  return y * y;
}

#pragma adjoint reverse
double members(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    Cell c;
    c.state = {x[i], x[i] * x[i], sum};
    c.counts[0] = i;
    c.counts[1] = i + 1;
    c.weight = c.state[c.counts[1] % 3];
    Cell copy = c;
    copy.state[0] *= copy.weight;
    sum += copy.state[copy.counts[0] % 3] * copy.state[0];
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.5, -0.3, 0.6}};
  numeric::check("newton", newton, newton_b, points);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("members", members, members_b, points);
  return numeric::report();
}
