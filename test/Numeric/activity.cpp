// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Variables that are active for a while, in part, on some paths, or only because of a loop.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double reused(double x, double y) {
  double t = x * y;
  double r = t * t;
  t = 3.0;
  t = t * t + 1.0;
  r *= t;
  t = r - x;
  r += t * t;
  t = 0.5;
  return r * t * x;
}

// Becomes active at the loop's end, is used at its beginning.
#pragma adjoint reverse
double aroundTheLoop(const double *x, int n) {
  double a = 1.0, b = 2.0, c = 3.0, s = 0.5;
  for (int i = 0; i < n; ++i) {
    s += 0.1 * a * a;
    a = b * 0.5;
    b = c + a;
    c = x[i] * b * 0.3;
  }
  return s * a;
}

#pragma adjoint reverse
double activeOnOnePath(double x, double y) {
  double weight = 2.0;
  if (x > y)
    weight = x * y;
  double r = weight * weight * y;
  if (y > 0.0)
    weight = 1.0;
  return r * weight;
}

#pragma adjoint reverse
double partOfAnArray(double x, double y) {
  double v[4] = {1.0, 2.0, 3.0, 4.0};
  double r = v[0] * v[3] * x;
  v[1] = x * y;
  r += v[1] * v[2] + v[0];
  v[1] = 5.0;
  v[2] = r * v[1];
  for (int i = 0; i < 4; ++i)
    r += v[i] * v[(i + 1) % 4];
  return r;
}

struct Mixed {
  double active, passive;
  int count;
};

#pragma adjoint reverse
double partOfAStruct(double x, double y) {
  Mixed m = {x, 2.0, 1};
  Mixed copy = m;
  copy.passive = copy.active * y;
  m.passive *= 3.0;
  m.active *= m.passive;
  copy.active = 7.0;
  copy.count += 2;
  m.passive = copy.passive * copy.active;
  return m.active * m.passive * copy.count;
}

// Varied but not useful, useful but not varied.
#pragma adjoint reverse
double halfActive(double x, double y) {
  double statistics = 0.0, scale = 1.0;
  double r = x;
  for (int i = 1; i < 5; ++i) {
    scale *= 0.9 + 0.1 * i;
    r = r * scale + std::sin(r) * y;
    statistics += r * r;
    scale += 0.01 * scale * scale;
  }
  int ignored = int(statistics);
  (void)ignored;
  return r * scale;
}

// Passive values that are overwritten and needed as factors.
#pragma adjoint reverse
double passiveFactors(const double *x, int n) {
  double factor = 1.0, power = 2.0, s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += factor * x[i] * x[i];
    factor = factor * power - i;
    power = std::sqrt(power + 1.0);
    s *= power;
  }
  factor = 0.0;
  return s + factor;
}

// The same place through a passive and an active value in turn.
#pragma adjoint reverse
double alternating(const double *x, int n) {
  double buffer[2] = {1.0, 1.0}, s = 1.0;
  for (int i = 0; i < n; ++i) {
    double *slot = &buffer[i % 2];
    *slot = i % 3 == 0 ? 1.5 : x[i] * s;
    s = s * *slot + buffer[1 - i % 2];
  }
  return s;
}

#pragma adjoint reverse
double onlyThroughBranch(double x, double y) {
  double r = 1.0;
  if (x > y)
    r = 2.0;
  r *= y;
  return r * (x > 0.0 ? y : 3.0);
}

#pragma adjoint reverse
double selfAssignment(double x, double y) {
  double v[2] = {x, y};
  int k = x > y ? 0 : 1;
  v[0] = v[k];
  v[1] *= v[0];
  v[k] = v[k];
  return v[0] * v[1];
}

int main() {
  numeric::check("reused", reused, reused_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("aroundTheLoop", aroundTheLoop, aroundTheLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7, 1.2}});
  numeric::check("activeOnOnePath", activeOnOnePath, activeOnOnePath_b, {{0.7, 1.3}, {1.6, 0.9}, {-0.7, -1.3}});
  numeric::check("partOfAnArray", partOfAnArray, partOfAnArray_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("partOfAStruct", partOfAStruct, partOfAStruct_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("halfActive", halfActive, halfActive_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("passiveFactors", passiveFactors, passiveFactors_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("alternating", alternating, alternating_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  numeric::check("onlyThroughBranch", onlyThroughBranch, onlyThroughBranch_b, {{0.7, 1.3}, {1.6, 0.9}});
  numeric::check("selfAssignment", selfAssignment, selfAssignment_b, {{0.7, 1.3}, {1.6, 0.9}});
  return numeric::report();
}
