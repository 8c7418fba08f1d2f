// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Calls inside a differentiated function whose arguments alias each other or the result's variable, and local aliases.

#include "numeric.h"

void multiplyInto(double &result, const double &a, const double &b) {
  result = a * b;
  result += a;
}

#pragma adjoint reverse
double sameVariable(double x, double y) {
  double t = x * y;
  multiplyInto(t, t, y);
  multiplyInto(x, t, x);
  multiplyInto(y, y, y);
  return t * x * y;
}

void shiftedProducts(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[i];
}

#pragma adjoint reverse
void overlapping(double *x, int n) {
  shiftedProducts(x, x + 1, n - 1);
  shiftedProducts(x, x, n);
  shiftedProducts(x + 1, x, n - 1);
}

double sumOf(const double *a, const double *b, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[n - 1 - i];
  return s;
}

#pragma adjoint reverse
double readTwice(const double *x, int n) {
  double s = sumOf(x, x, n);
  return s * sumOf(x, x + n / 2, n - n / 2);
}

#pragma adjoint reverse
double resultIsArgument(double x, double y) {
  double v[3] = {x, y, x * y};
  v[0] = sumOf(v, v, 3);
  v[1] = sumOf(v, v + 1, 2) * v[0];
  v[v[0] > 100.0 ? 0 : 2] = sumOf(v, v, 2);
  return v[0] * v[1] + v[2];
}

// Two local pointers to one array, and a pointer to a variable that is also used by name.
#pragma adjoint reverse
double localAliases(double x, double y) {
  double v[3] = {x, y, 1.0};
  double *p = v, *q = v + 1;
  p[1] *= *p;
  *q += v[0];
  *p = q[0] * *q;
  q[1] = p[1] * v[2] * v[0];
  double *r = &x;
  *r *= v[2];
  x += *r * y;
  return *r * v[0];
}

void exchange(double &a, double &b) {
  double t = a;
  a = b * b;
  b = t;
}

#pragma adjoint reverse
void exchangeElements(double *x, int n) {
  for (int i = 0; i < n; ++i)
    exchange(x[i], x[(i * i) % n]);
}

struct Row {
  const double *entries;
};

// What pointers to passive memory lead to is not met through those to active memory.
void collect(const Row *rows, int n, Row *out, const double *factors, double *sum) {
  for (int i = 0; i < n; ++i) {
    out[i] = rows[n - 1 - i];
    *sum += factors[i] * out[i].entries[i] * rows[i].entries[0];
  }
  if (*sum > 1e6)
    collect(rows, n, out, factors, sum);
}

#pragma adjoint reverse
double rowsOfBoth(double x, double y) {
  const double table[2] = {0.5, 1.5};
  const Row fixed[2] = {{table}, {table}};
  double values[2] = {x, x * y}, s = 0.0;
  Row active[2] = {{values}, {values}}, copies[2] = {}, same[2] = {};
  collect(active, 2, copies, table, &s);
  collect(fixed, 2, same, values, &s);
  values[0] *= y;
  return s * copies[0].entries[0] + same[1].entries[1] * x;
}

int main() {
  numeric::check("sameVariable", sameVariable, sameVariable_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overlapping", overlapping, overlapping_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("readTwice", readTwice, readTwice_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("resultIsArgument", resultIsArgument, resultIsArgument_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("localAliases", localAliases, localAliases_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("exchangeElements", exchangeElements, exchangeElements_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("rowsOfBoth", rowsOfBoth, rowsOfBoth_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
