// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-VARIANTS: --no-inline | --no-tbr --no-recompute
//
// What a branch has left out does not spoil derivatives, although a function on the way has an infinite derivative there, or
// none: a tangent that is zero because a constant was chosen, an adjoint that is zero because a value was replaced or not used.

#include "numeric.h"

#include <algorithm>
#include <cmath>

// ---- zero tangents: the constant side of a choice

#pragma adjoint reverse
double truncated(double v, double y) { return std::sqrt(std::max(v, 0.0) * 0.5) * y + y * y; }

#pragma adjoint reverse
double variance(double v, double k, double z) {
  double sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    const double positive = std::max(v, 0.0);
    sum += std::sqrt(positive * 0.25) * z;
    v += k * (0.04 - positive) * 0.25 - std::sqrt(positive) * 0.3;
  }
  return sum + v;
}

#pragma adjoint reverse
double conditional(double x, double y) { return std::pow(x > 0.0 ? x : 0.0, 0.3) + std::cbrt(x > 0.0 ? x : 0.0) * y; }

#pragma adjoint reverse
double set(double x, double y) {
  double c = x * y;
  if (c > 1.0)
    c = 1.0;
  else if (c < -1.0)
    c = -1.0;
  return std::acos(c) + std::asin(c) * y;
}

struct State {
  double v, w;
};

static void cut(State &s) {
  for (double *at : {&s.v, &s.w})
    if (*at < 0.0)
      *at = 0.0;
}

static double roots(const State &s) {
  double sum = 0.0;
  for (int i = 1; i < 3; ++i)
    sum += i * std::sqrt(s.v) + std::hypot(s.w, s.v);
  return sum;
}

#pragma adjoint reverse
double called(double x, double y) {
  State s{x * y, x};
  cut(s);
  return roots(s) + y;
}

// ---- zero adjoints: values that are replaced, or not used

#pragma adjoint reverse
double replaced(double a, double b) {
  double x = std::sqrt(a - 1.0);
  if (std::isnan(x))
    x = b * b;
  return x * b;
}

#pragma adjoint reverse
double replacedQuotient(double a, double b) {
  const double d = std::max(a, 0.0);
  double r = b / d;
  if (!std::isfinite(r))
    r = b * 2.0;
  return r * b;
}

#pragma adjoint reverse
double unused(double a, double b) {
  const double root = std::sqrt(std::max(a, 0.0)), log = std::log(a);
  if (a > 0.0)
    return root * log * b;
  return b * b;
}

#pragma adjoint reverse
double chosen(double a, double b) {
  const double root = std::sqrt(a), inverse = 1.0 / (a + std::fabs(a));
  const double scaled = root * 3.0;
  return a > 0.0 ? scaled * inverse * b : b;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double sum = 0.0, root = 0.0;
  for (int i = 0; i < n; ++i) {
    root = std::sqrt(x[i]);
    if (!(root > 0.0))
      root = x[i] * x[i];
    sum += root * x[0];
  }
  return sum;
}

#pragma adjoint reverse
double inSwitch(double a, double b) {
  double r = std::log(a);
  switch (a > 0.0 ? 1 : 0) {
  case 0:
    r = b * a;
    break;
  default:
    r *= b;
  }
  return r * b;
}

// ---- the same of functions that overflow

#pragma adjoint reverse
double replacedPower(double x, double y) {
  double e = std::exp(x) + std::cosh(x);
  if (!std::isfinite(e))
    e = y * y;
  double p = std::pow(10.0 * y, x);
  if (p > 1e300)
    p = x;
  return e * y + p;
}

#pragma adjoint reverse
double scaledPower(double x, double y) {
  double e = std::exp(x) * y;
  if (x > 700.0)
    e = y * 3.0;
  return e * y;
}

#pragma adjoint reverse
double unusedPower(double x, double y) {
  const double e = std::exp(x), s = std::sinh(x);
  return x < 100.0 ? e * y + s : y * x;
}

int main() {
  numeric::check("truncated", truncated, truncated_b, {{-0.3, 1.3}, {0.4, 1.3}});
  numeric::check("variance", variance, variance_b, {{0.01, 1.5, 0.7}, {0.5, 1.5, 0.7}});
  numeric::check("conditional", conditional, conditional_b, {{-0.3, 1.3}, {0.4, 1.3}});
  numeric::check("set", set, set_b, {{2.0, 1.3}, {-2.0, 1.3}, {0.3, 1.3}});
  numeric::check("called", called, called_b, {{-0.3, 1.3}, {0.3, 1.3}, {0.3, -1.3}});
  numeric::check("replaced", replaced, replaced_b, {{0.4, 1.3}, {1.4, 1.3}});
  numeric::check("replacedQuotient", replacedQuotient, replacedQuotient_b, {{-0.4, 1.3}, {1.4, 1.3}});
  numeric::check("unused", unused, unused_b, {{-0.4, 1.3}, {1.4, 1.3}});
  numeric::check("chosen", chosen, chosen_b, {{-0.4, 1.3}, {1.4, 1.3}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.4, -1.3, 0.7}, {1.4, 1.3}});
  numeric::check("inSwitch", inSwitch, inSwitch_b, {{-0.4, 1.3}, {1.4, 1.3}});
  numeric::check("replacedPower", replacedPower, replacedPower_b, {{0.4, 1.3}, {800.0, 1.3}});
  numeric::check("scaledPower", scaledPower, scaledPower_b, {{0.4, 1.3}, {800.0, 1.3}});
  numeric::check("unusedPower", unusedPower, unusedPower_b, {{0.4, 1.3}, {800.0, 1.3}});
  return numeric::report();
}
