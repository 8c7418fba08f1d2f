// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Increments and decrements, of floating-point values and of the integers that steer indices.

#include "numeric.h"

#pragma adjoint reverse
double preIncrement(double x) {
  double a = x * x;
  double b = ++a * x;
  --a;
  double c = --b * a;
  return a * b * c;
}

#pragma adjoint reverse
double postIncrement(double x) {
  double a = x * x;
  double b = a++ * x;
  double c = b-- * a;
  return a * b * c;
}

#pragma adjoint reverse
double statementIncrements(double x, double y) {
  x++;
  double p = x * y;
  --y;
  p *= y;
  x--;
  ++y;
  return p * x / y;
}

#pragma adjoint reverse
double indexIncrements(const double *x, int n) {
  double product = 1.0, sum = 0.0;
  int i = 0;
  while (i < n) {
    product *= x[i++];
    sum += product * product;
  }
  while (i > 0)
    sum *= 1.0 + 0.1 * x[--i];
  return sum;
}

// i moves in both ways between use and use.
#pragma adjoint reverse
double zigzag(const double *x, int n) {
  double s = 1.0;
  int i = 0;
  for (int step = 0; step + 1 < n; ++step) {
    s *= x[i];
    ++i;
    s += x[i] * x[i];
    i--;
    s *= x[++i];
  }
  return s;
}

#pragma adjoint reverse
void elementIncrements(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    x[i]++;
    x[i] *= x[i];
    --x[i];
    x[i] = x[i] * x[n - 1];
  }
}

int main() {
  numeric::check("preIncrement", preIncrement, preIncrement_b, {{0.7}, {-1.4}});
  numeric::check("postIncrement", postIncrement, postIncrement_b, {{0.7}, {-1.4}});
  numeric::check("statementIncrements", statementIncrements, statementIncrements_b, {{0.7, 1.6}, {-0.4, 2.3}});
  numeric::check("indexIncrements", indexIncrements, indexIncrements_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6}});
  numeric::check("zigzag", zigzag, zigzag_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6}});
  numeric::check("elementIncrements", elementIncrements, elementIncrements_b, {{0.7, 1.3, -0.8}, {0.2, 0.5}});
  return numeric::report();
}
