// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-fewer-records | --no-recompute | --no-tbr | --no-liveness | --no-use-tape-blocks --no-fusion
//
// Memory that is recorded instead of the values that are made of it, and where that must not be: written between the
// values and their use, in a deeper loop, by a call, through another pointer, by another place of the same array.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double squared(double s) { return s * s; }

void moved(double *u, int n) {
  for (int i = 1; i < n; ++i)
    u[i] += 0.25 * u[i - 1];
}
} // namespace

// Three values of an iteration are made of u.
#pragma adjoint reverse
double upwind(const double *x, int n) {
  std::vector<double> u(n + 2), next(n + 2);
  for (int i = 0; i < n; ++i)
    u[i + 1] = x[i];
  for (int s = 0; s < 4; ++s) {
    for (int i = 1; i <= n; ++i) {
      const double a = u[i], before = a - u[i - 1], behind = u[i + 1] - a;
      const double slope = a > 0.0 ? before : behind;
      next[i] = a - 0.3 * a * slope + 0.1 * before * behind;
    }
    for (int i = 1; i <= n; ++i)
      u[i] = next[i];
  }
  double sum = 0.0;
  for (int i = 1; i <= n; ++i)
    sum += u[i] * i;
  return squared(sum);
}

// What the values are made of changes in the same iteration, behind the one that needs them.
#pragma adjoint reverse
double inPlace(const double *x, int n) {
  std::vector<double> u(x, x + n);
  for (int s = 0; s < 3; ++s)
    for (int i = 1; i < n; ++i) {
      const double a = u[i], b = u[i - 1], c = a * b;
      u[i] = a - 0.2 * b * c;
      const double d = u[i] * c, e = d - a;
      u[i - 1] = 0.5 * d * e + b;
    }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * (i + 1);
  return squared(sum);
}

// A callee writes it; so does a deeper loop.
#pragma adjoint reverse
double byCallees(const double *x, int n) {
  std::vector<double> u(x, x + n), w(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i) {
      const double a = u[i], b = a * a, c = b - 0.5 * a;
      w[i] = a * b + c * b;
    }
    moved(u.data(), n);
    for (int i = 0; i < n; ++i) {
      const double a = w[i], b = a * u[i], c = b - 0.5 * a;
      u[i] = 0.1 * a * b + c;
      for (int k = 0; k < i; ++k)
        w[k] = w[k] * 0.9 + 0.1 * u[i] * w[i];
    }
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * w[i];
  return squared(sum);
}

// One scalar state instead of the stages of a step.
#pragma adjoint reverse
double stages(const double *x, int n) {
  double y = x[0], v = x[n - 1];
  for (int s = 0; s < 10; ++s) {
    const double k1 = v - 0.1 * y * y, l1 = -y * v;
    const double y2 = y + 0.05 * k1, v2 = v + 0.05 * l1;
    const double k2 = v2 - 0.1 * y2 * y2, l2 = -y2 * v2;
    const double y3 = y + 0.1 * k2, v3 = v + 0.1 * l2;
    y += 0.05 * (k1 + v3 - 0.1 * y3 * y3);
    v += 0.05 * (l1 - y3 * v3 * v2);
  }
  return squared(y * v);
}

// Two pointers into one array, and rows that change places.
#pragma adjoint reverse
double swapped(const double *x, int n) {
  std::vector<double> first(n), second(n);
  double *u = first.data(), *next = second.data();
  for (int i = 0; i < n; ++i) {
    u[i] = x[i];
    next[i] = 0.0;
  }
  for (int s = 0; s < 5; ++s) {
    for (int i = 0; i < n; ++i) {
      const double left = u[(i + n - 1) % n], own = u[i], right = u[(i + 1) % n];
      const double flux = own * left, other = own * right;
      next[i] = own - 0.2 * (flux * other - left * right);
    }
    double *other = u;
    u = next;
    next = other;
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// The value decides a branch.
#pragma adjoint reverse
double branches(const double *x, int n) {
  std::vector<double> u(x, x + n);
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n; ++i) {
      const double jump = u[i] - u[i - 1], level = 0.5 * (u[i] + u[i - 1]);
      const double speed = level * level;
      if (jump > 0.17)
        sum += jump * speed * level;
      else if (speed < 0.2)
        sum -= std::sin(level) * jump;
    }
    for (int i = 1; i < n; ++i)
      u[i] = 0.5 * u[i] + 0.1 * u[i - 1] * s;
  }
  return squared(sum);
}

// Memory that is written before the value is read, that another statement needs anyway, and that is written in between.
#pragma adjoint reverse
double before(const double *x, int n) {
  double direction[3], turned[3] = {x[0], 0.0, 0.0}, sum = 0.0;
  for (int s = 0; s < 4; ++s) {
    for (int k = 0; k < 3; ++k)
      direction[k] = x[(s + k) % n] * (k + 1) + turned[k] * turned[k];
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double value = direction[k];
      square += value * value;
    }
    for (int k = 0; k < 3; ++k)
      turned[k] = std::tanh(direction[k] * square) + 0.1 * direction[(k + 1) % 3];
    for (int k = 0; k < 3; ++k) {
      const double value = turned[k], other = direction[k] * value;
      sum += value * other;
      turned[k] = 0.1 * other * x[k % n];
    }
    if (s == 2)
      for (int k = 1; k < 3; ++k)
        direction[k] *= direction[k - 1];
    for (int k = 0; k < 3; ++k) {
      const double value = direction[k];
      sum -= 0.01 * std::sin(value) * value * std::tanh(sum);
    }
  }
  return squared(sum);
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.4, -0.3, 0.6}};
  numeric::check("upwind", upwind, upwind_b, points);
  numeric::check("inPlace", inPlace, inPlace_b, points);
  numeric::check("byCallees", byCallees, byCallees_b, points);
  numeric::check("stages", stages, stages_b, points);
  numeric::check("swapped", swapped, swapped_b, points);
  numeric::check("branches", branches, branches_b, points);
  numeric::check("before", before, before_b, points);
  return numeric::report();
}
