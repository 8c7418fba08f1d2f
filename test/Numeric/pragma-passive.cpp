// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions announced as passive: without a definition, and with one that is not to be looked at.

#include "numeric.h"

#pragma adjoint passive
int bucket(double x);

#pragma adjoint passive
void trace(const char *text, double x);

#pragma adjoint passive
double measured(double x) { return x > 1.0 ? 3.0 : 2.0; }

#pragma adjoint reverse
double steered(double x, double y) {
  double r = x * y;
  trace("product", r);
  if (bucket(r) > 2)
    r *= x;
  x = r * bucket(x);
  trace("scaled", x);
  return x * r + bucket(y);
}

#pragma adjoint reverse
double factor(double x, double y) {
  double r = x * measured(y);
  x *= r;
  r = measured(x) * x * y;
  return r;
}

// They overwrite what the reverse sweep needs of earlier.
#pragma adjoint passive
void turn(double *table, int &at);
struct Steps {
  double size[2];
  int count;
};
#pragma adjoint passive
void shorten(Steps &steps) {
  steps.size[0] *= 0.5;
  ++steps.count;
}
void swapOutside(double *table);

#pragma adjoint reverse
double overwritten(double x, double y) {
  double table[3] = {0.4, 1.7, 0.9};
  int at = 0;
  double s = x;
  for (int i = 0; i < 4; ++i) {
    s = s * table[at] + y * table[1] * s;
    turn(table, at);
  }
  Steps steps = {{0.3, 0.8}, 0};
  s *= steps.size[0] * x;
  shorten(steps);
  swapOutside(table);
  return s * steps.size[0] * table[0] * (y + steps.count);
}

int traced = 0;

int main() {
  numeric::check("steered", steered, steered_b, {{0.71, 1.33}, {2.13, 1.62}});
  numeric::check("overwritten", overwritten, overwritten_b, {{0.71, 1.33}, {2.13, 0.62}});
  numeric::check("factor", factor, factor_b, {{0.71, 1.33}, {2.13, 0.62}});
  numeric::expect("traced", 1.0, traced > 0);
  return numeric::report();
}

int bucket(double x) { return int(x) + 2; }

void trace(const char *text, double x) { traced += text != nullptr && x == x; }

void turn(double *table, int &at) {
  table[at] = 0.5 * table[at] + 0.1;
  at = (at + 1) % 3;
}

void swapOutside(double *table) {
  const double first = table[0];
  table[0] = table[2];
  table[2] = first;
}
