// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// while and do loops, with trip counts known and unknown, and conditions with side effects.

#include "numeric.h"

#pragma adjoint reverse
double countDown(const double *x, int n) {
  double s = 1.0;
  while (n-- > 0)
    s = s * x[n] + 0.5;
  return s;
}

#pragma adjoint reverse
double preDecrement(const double *x, int n) {
  double s = x[0];
  while (--n)
    s += s * x[n];
  return s;
}

#pragma adjoint reverse
double doLoop(const double *x, int n) {
  double s = 0.5;
  int i = 0;
  do {
    s *= x[i] + s;
    s -= x[i];
  } while (++i < n);
  return s;
}

#pragma adjoint reverse
double doOnce(double x) {
  do {
    x = x * x;
  } while (false);
  do
    x *= x + 1.0;
  while (x < 0.0);
  return x;
}

#pragma adjoint reverse
double growUntil(double x, double y) {
  double s = x;
  while (s < 10.0)
    s = s * y + 0.3 * x;
  return s * s;
}

#pragma adjoint reverse
double doUntil(double x, double y) {
  double s = x;
  int rounds = 0;
  do {
    s = s * y + x;
    y = y * 1.1;
    ++rounds;
  } while (s < 20.0 && rounds < 50);
  return s * rounds;
}

// Newton's iteration: a fixed point that each turn overwrites.
#pragma adjoint reverse
double squareRoot(double a) {
  double x = a, last = 0.0;
  while ((x - last) * (x - last) > 1e-24) {
    last = x;
    x = 0.5 * (x + a / x);
  }
  return x;
}

// The loop's condition changes an active value in every turn, also in the one that ends it.
#pragma adjoint reverse
double activeCondition(double x, double y) {
  double s = 1.0;
  while ((x *= y) < 8.0)
    s += x * s * 0.1;
  return s * x;
}

#pragma adjoint reverse
double commaCondition(double x, double y) {
  double s = x;
  int i = 0;
  while (s *= y, ++i < 4)
    s += x * x;
  return s;
}

#pragma adjoint reverse
double infiniteWithBreak(double x, double y) {
  double s = x;
  for (;;) {
    s *= y;
    if (s > 12.0)
      break;
    s += x;
  }
  while (true) {
    s = s * 0.5 + 0.01 * x * s;
    if (s < 3.0)
      return s * s;
  }
}

#pragma adjoint reverse
double nestedWhile(const double *x, int n) {
  double s = 1.0;
  int i = 0;
  while (i < n) {
    int j = i;
    double t = x[i];
    while (j > 0) {
      t = t * x[j] + s;
      j -= 1;
    }
    s += 0.3 * t * t;
    i++;
  }
  return s;
}

#pragma adjoint reverse
double collatz(double x) {
  unsigned k = 7;
  while (k != 1) {
    if (k % 2 == 0) {
      k /= 2;
      x = 1.0 / (1.0 + x * x);
    } else {
      k = 3 * k + 1;
      x = x * 0.5 + x * x;
    }
  }
  return x;
}

int main() {
  numeric::check("countDown", countDown, countDown_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("preDecrement", preDecrement, preDecrement_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("doLoop", doLoop, doLoop_b, {{0.7, 0.3, -0.8}, {0.1, 0.2, 0.4, -0.6}});
  numeric::check("doOnce", doOnce, doOnce_b, {{0.7}, {-1.3}});
  numeric::check("growUntil", growUntil, growUntil_b, {{0.7, 1.6}, {2.1, 1.3}, {12.0, 1.3}});
  numeric::check("doUntil", doUntil, doUntil_b, {{0.7, 1.2}, {2.1, 1.05}, {25.0, 1.3}});
  numeric::check("squareRoot", squareRoot, squareRoot_b, {{2.0}, {7.3}});
  numeric::check("activeCondition", activeCondition, activeCondition_b, {{0.7, 1.6}, {1.1, 1.3}, {9.0, 1.2}});
  numeric::check("commaCondition", commaCondition, commaCondition_b, {{0.7, 1.3}, {-1.1, 0.8}});
  numeric::check("infiniteWithBreak", infiniteWithBreak, infiniteWithBreak_b, {{0.7, 1.6}, {2.1, 1.3}});
  numeric::check("nestedWhile", nestedWhile, nestedWhile_b, {{0.7, 0.3, -0.8}, {0.5, 0.9, 0.4, -0.6}});
  numeric::check("collatz", collatz, collatz_b, {{0.7}, {0.4}});
  return numeric::report();
}
