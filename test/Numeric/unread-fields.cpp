// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A primal that is called as it is written reads what its derivative has no use for: where pointers and indices lead
// has to be there.

#include "numeric.h"
#include <cmath>
#include <cstdio>

struct Table {
  const double *numbers;
  int first;
};

struct Pair {
  double level, slope;
};

#pragma adjoint passive
void show(double value) { std::fprintf(stderr, value > 1e9 ? "large\n" : ""); }

double scaled(const Table &table, double t) {
  Pair pair;
  pair.level = table.numbers[table.first]; // never read
  pair.slope = t;
  for (int i = 0; i < 3; ++i)
    pair.slope *= 0.5;
  show(pair.slope);
  return pair.slope;
}

#pragma adjoint reverse
double unreadField(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    Table table = {x, i};
    const double unused = scaled(table, x[i] * x[0]);
    s += x[i] * x[i] + 0.0 * (unused > 1e9);
  }
  return s;
}

// What is passed by reference to a function that does not look at it need not be computed.
double halved(const double &, double value) {
  for (int i = 0; i < 3; ++i)
    value *= 0.5;
  return value;
}

double chosen(double (*f)(double), double x) {
  const double y = f(x);
  return f(0.5 * y) * x;
}

double bent(double x) { return x * std::sin(x); }

#pragma adjoint reverse
double unreadReference(const double *x, int n) {
  const double unseen = std::tanh(chosen(bent, x[0]));
  double s = x[n - 1];
  for (int i = 0; i < n; ++i)
    s += halved(unseen, x[i] * s);
  return s;
}

int main() {
  auto p = [](const numeric::Vector &x) { return numeric::Vector{unreadField(x.data(), 3)}; };
  auto a = [](const numeric::Vector &x, const numeric::Vector &y_b) {
    numeric::Vector x_b(3);
    unreadField_b(x.data(), x_b.data(), 3, y_b[0]);
    return x_b;
  };
  numeric::check("unreadField", {1.5, 3.0, 0.02}, p, a);
  numeric::check("unreadReference", unreadReference, unreadReference_b, {{0.7, -0.4, 1.2}, {0.3, 0.9}});
  return numeric::report();
}
