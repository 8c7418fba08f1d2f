// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The comma operator and the conditional operator, also as lvalues.

#include "numeric.h"

#pragma adjoint reverse
double commaSequence(double x, double y) {
  double a, b;
  a = x * y, b = a * a, a = b * x;
  return a += y, b *= a, a * b;
}

#pragma adjoint reverse
double commaInExpression(double x, double y) {
  double t = x;
  double r = (t *= y, t + 1.0) * (x + y);
  return r * t;
}

#pragma adjoint reverse
double commaInLoop(const double *x, int n) {
  double s = 1.0, p = 1.0;
  for (int i = 0, j = n - 1; i < n; ++i, --j)
    s += x[i] * x[j] * p, p *= s;
  return p;
}

#pragma adjoint reverse
double choose(double x, double y) { return x > y ? x * x * y : y / x; }

#pragma adjoint reverse
double chooseNested(double x, double y) {
  double a = x < 0.0 ? (y < 0.0 ? x * y : x / y) : (y < 0.0 ? x + y * y : x * x * y);
  x = a > 1.0 ? a * a : -a * y;
  return x * a;
}

#pragma adjoint reverse
double chooseThenOverwrite(double x, double y) {
  double a = x > y ? x : y;
  x = a * y;
  a = x > 2.0 ? x * a : x - a;
  y = a > 0.0 ? y : a * y;
  return a * y * x;
}

// Both branches have an effect, only one of them happens.
#pragma adjoint reverse
double chooseWithEffects(double x, double y) {
  double t = x * y;
  double r = t > 0.0 ? (x *= t) : (y *= t);
  return r * x + y * t;
}

#pragma adjoint reverse
double conditionalLvalue(double x, double y) {
  (x > y ? x : y) *= x * y;
  (x > y ? y : x) += 0.5 * x;
  return x * y * y;
}

#pragma adjoint reverse
double commaLvalue(double x, double y) {
  double t = y;
  (t *= x, x) *= y * 2.0;
  (x -= 1.0, t) = y * y;
  return x * t;
}

#pragma adjoint reverse
double conditionalIndex(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < n; ++i) {
    s = s * x[i % 2 == 0 ? i : n - i] + (i == 1 ? s * s : x[i]);
  }
  return s;
}

// The condition is overwritten after it has been used.
#pragma adjoint reverse
double overwrittenCondition(double x, double y) {
  bool larger = x > y;
  double r = larger ? x * y : x - y;
  larger = !larger;
  r *= larger ? x : r;
  return r;
}

// What is not chosen need not have an adjoint (random program 113003617).
static double constantChoice(double x, double *passive) {
  (true ? x : passive[3]) = 0.5 * x;
  (sizeof(int) > 99 ? passive[0] : x) *= x;
  return x;
}
#pragma adjoint reverse
double constantLvalue(double x, double y) {
  double scratch[4] = {0.0};
  return constantChoice(x, scratch) * y;
}

int main() {
  numeric::check("commaSequence", commaSequence, commaSequence_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("commaInExpression", commaInExpression, commaInExpression_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("commaInLoop", commaInLoop, commaInLoop_b, {{0.7, 1.3, 0.4}, {-0.5, 0.6}});
  numeric::check("choose", choose, choose_b, {{0.7, 1.3}, {1.6, 0.6}});
  numeric::check("chooseNested", chooseNested, chooseNested_b,
                 {{0.7, 1.3}, {1.6, 0.7}, {-0.7, 1.3}, {-0.7, -1.3}, {0.7, -1.3}});
  numeric::check("chooseThenOverwrite", chooseThenOverwrite, chooseThenOverwrite_b,
                 {{0.7, 1.3}, {1.9, 1.3}, {0.9, -0.6}, {2.0, 0.3}});
  numeric::check("chooseWithEffects", chooseWithEffects, chooseWithEffects_b, {{0.7, 1.3}, {-0.8, 1.1}});
  numeric::check("conditionalLvalue", conditionalLvalue, conditionalLvalue_b, {{0.7, 1.4}, {1.6, 0.9}});
  numeric::check("commaLvalue", commaLvalue, commaLvalue_b, {{0.7, 1.4}, {1.6, 0.9}});
  numeric::check("conditionalIndex", conditionalIndex, conditionalIndex_b, {{0.7, 1.4, 0.9}, {1.6, 0.9, 0.3, -0.7}});
  numeric::check("overwrittenCondition", overwrittenCondition, overwrittenCondition_b, {{0.7, 1.4}, {1.6, 0.9}});
  numeric::check("constantLvalue", constantLvalue, constantLvalue_b, {{0.7, 1.4}});
  return numeric::report();
}
