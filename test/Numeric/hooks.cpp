// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-NEEDS-ANALYSES
//
// adjoint::hook: the identity, whose adjoint a function of the user's looks at or changes; and adjoint::nesting_level.

#include "numeric.h"

#include <adjoint/hooks.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace {
int looks = 0;
double seen = 0.0;
} // namespace

void look(double &x_b) {
  ++looks;
  seen = x_b;
}

/// The adjoint is that without hooks.
#pragma adjoint reverse
double unchanged(double x, double y) {
  double s = adjoint::hook(x * y, look);
  for (int i = 0; i < 3; ++i) {
    s = adjoint::hook(s * s + y, look) * 0.5;
    x *= s;
  }
  return s * x;
}

double scaled(double x) { return adjoint::hook(x * x, look) * x; }

#pragma adjoint reverse
double inCallee(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] > 0.0 ? scaled(x[i]) : adjoint::hook(x[i], [](double &x_b) { seen = x_b; });
  return s;
}

void clip(double &x_b) { x_b = std::clamp(x_b, -1.0, 1.0); }

#pragma adjoint reverse
double clipped(double x) {
  const double y = adjoint::hook(3.0 * x, clip);
  return y * y;
}

void half(float &x_b) { x_b *= 0.5f; }

#pragma adjoint reverse
float halved(float x) {
  x = adjoint::hook(x, half);
  x = adjoint::hook(x, half);
  return x * x;
}

void refuse(double &x_b) {
  if (!(std::fabs(x_b) < 100.0))
    throw std::runtime_error("an adjoint is too large");
}

#pragma adjoint reverse
double asserted(double x) { return adjoint::hook(x * x, refuse) * 60.0 * x; }

// The order of the derivative.
int levelSeen = -1;

#pragma adjoint passive
void note(int level) { levelSeen = level; }

double inner(double x) {
  note(adjoint::nesting_level());
  return x * x * x;
}

#pragma adjoint hessian
double nested(double x, double y) { return inner(x) * y * (1 + 0 * adjoint::nesting_level()); }

#pragma adjoint reverse
double descends(double x) {
  double x_b = 0.0, y_b = 0.0;
  nested_b(x, x_b, 2.0, y_b, 1.0);
  return x_b;
}

int main() {
  numeric::check("unchanged", unchanged, unchanged_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inCallee", inCallee, inCallee_b, {{0.7, 1.3, -0.4}, {-1.1, 0.6}});
  looks = 0;
  double x_b = 0.0, y_b = 0.0;
  unchanged_b(0.7, x_b, 1.3, y_b, 1.0);
  numeric::expect("one look for each pass", 4.0, looks);
  const double one = 0.7;
  x_b = 0.0;
  inCallee_b(&one, &x_b, 1, 2.0);
  numeric::expect("what it sees", 1.4, seen);
  x_b = 0.0;
  clipped_b(2.0, x_b, 1.0);
  numeric::expect("clipped", 3.0, x_b);
  x_b = 0.0;
  clipped_b(0.05, x_b, 1.0);
  numeric::expect("not clipped", 0.9, x_b);
  float f_b = 0.0f;
  halved_b(3.0f, f_b, 1.0f);
  numeric::expect("halved twice", 1.5, f_b);
  x_b = 0.0;
  asserted_b(1.0, x_b, 1.0);
  numeric::expect("asserted", 180.0, x_b);
  bool isThrown = false;
  try {
    asserted_b(2.0, x_b, 1.0);
  } catch (const std::runtime_error &) {
    isThrown = true;
  }
  numeric::expect("an exception passes through", 1.0, isThrown);

  nested(1.0, 2.0);
  numeric::expect("no derivative", 0.0, levelSeen);
  nested_b(1.0, x_b, 2.0, y_b, 1.0);
  numeric::expect("an adjoint", 1.0, levelSeen);
  double x_bd = 0.0, y_bd = 0.0;
  nested_bd(1.0, 1.0, x_b, x_bd, 2.0, 0.0, y_b, y_bd, 1.0, 0.0);
  numeric::expect("a product with a Hessian", 2.0, levelSeen);
  descends(1.0);
  numeric::expect("an adjoint that is called", 1.0, levelSeen);
  x_b = 0.0;
  descends_b(1.0, x_b, 1.0);
  numeric::expect("the adjoint of a function that calls an adjoint", 2.0, levelSeen);
  numeric::expect("its number", 12.0, x_b);
  nested(1.0, 2.0);
  numeric::expect("no derivative again", 0.0, levelSeen);
  return numeric::report();
}
