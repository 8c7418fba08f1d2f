// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// The same function with different activity of its arguments and results.

#include "numeric.h"

double blend(double a, double b, double weight) {
  double r = a * weight;
  weight = 1.0 - weight;
  return r + b * weight * r;
}

#pragma adjoint reverse
double constantArguments(double x, double y) {
  double r = blend(x, 2.0, 0.3);
  r *= blend(1.5, y, 0.4);
  r += blend(0.5, 0.25, x) * blend(r, x, y);
  const double fixed = blend(1.0, 2.0, 3.0);
  return r * fixed;
}

void update(double *state, const double *rate, double step, int n) {
  for (int i = 0; i < n; ++i) {
    state[i] += step * rate[i] * state[i];
    step *= 1.1;
  }
}

#pragma adjoint reverse
double passiveArrays(double x, double y) {
  double fixed[3] = {1.0, 2.0, 3.0}, moving[3] = {x, y, x * y}, other[3] = {1.0, 1.0, 1.0};
  update(moving, fixed, 0.1, 3);
  update(other, fixed, 0.2, 3);
  update(fixed, moving, 0.1, 3);
  update(moving, other, x, 3);
  update(other, moving, 0.3, 3);
  return fixed[0] * moving[1] + fixed[2] * moving[0] + other[1];
}

// The result of the second call does not matter, but its effect does, and the other way round.
double both(double &a, double b) {
  a *= b;
  return a * a + b;
}

#pragma adjoint reverse
double partlyUseful(double x, double y) {
  double a = x * y, b = y, c = 2.0;
  double r = both(a, b);
  both(b, x);
  double s = both(c, r);
  c = 0.0;
  a = 1.0;
  return r * s * b + a * c;
}

double inner(double x, double p) { return x * x * p; }
double outer(double x, double p) {
  double t = inner(x, p);
  t = inner(p, t) + inner(p, p);
  return t * x;
}

#pragma adjoint reverse
double throughTwoLevels(double x, double y) {
  double r = outer(x, 3.0);
  r = outer(0.5, r) + outer(y, x);
  return r * outer(2.0, 0.5);
}

// The parameter becomes active inside the callee's loop only.
double feedback(double x, double start, int n) {
  double s = start, last = 0.0;
  for (int i = 0; i < n; ++i) {
    last = s;
    s = s * last * 0.5 + start;
    start += x;
  }
  return s * last;
}

#pragma adjoint reverse
double lateActivity(double x, double y) {
  double r = feedback(x, 0.5, 3);
  r += feedback(0.1, y, 2) * feedback(y, x, 1);
  return r + feedback(x, y, 0);
}

// Integer arguments of a call that become specialised differently.
double power(double x, int n) {
  double r = 1.0;
  while (n > 0) {
    if (n & 1)
      r *= x;
    x *= x;
    n >>= 1;
  }
  return r;
}

#pragma adjoint reverse
double powers(double x, double y) {
  return power(x, 5) * power(y, 2) + power(2.0, 3) * power(power(x, 2), 3) + power(y, 0);
}

int main() {
  numeric::check("constantArguments", constantArguments, constantArguments_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("passiveArrays", passiveArrays, passiveArrays_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("partlyUseful", partlyUseful, partlyUseful_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("throughTwoLevels", throughTwoLevels, throughTwoLevels_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("lateActivity", lateActivity, lateActivity_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("powers", powers, powers_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
