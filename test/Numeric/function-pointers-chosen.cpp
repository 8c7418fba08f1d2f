// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Function pointers that are chosen at run time: by conditions on data, from tables, held by structs and containers,
// overwritten between use and use, handed to callees.

#include "numeric.h"

#include <cmath>
#include <vector>

static double square(double x) { return x * x; }
static double wave(double x) { return std::sin(x) * x; }
double shifted(double x) { return x + 1.5; }
double shifted(double x, double by) { return x * by + by; }
namespace more {
double cube(double x) noexcept { return x * x * x; }
} // namespace more

using Function = double (*)(double);

#pragma adjoint reverse
double chosen(double x, double y) {
  double (*g)(double) = x > y ? square : wave;
  double r = g(x * y) * y;
  g = y > 0.5 ? &more::cube : g;
  r += (*g)(r);
  Function h = nullptr;
  if (r > 0.0)
    h = shifted;
  else
    h = square;
  return h(r) * g(x);
}

#pragma adjoint reverse
double table(double x, double y) {
  Function functions[3] = {square, wave, more::cube};
  double s = 0.0;
  for (int i = 0; i < 6; ++i) {
    s += functions[i % 3](x * y + i * 0.1) * x;
    if (i == 2)
      functions[0] = shifted;
  }
  return s;
}

static constexpr Function constants[] = {wave, more::cube};

#pragma adjoint reverse
double constantTable(double x, double y) {
  double s = x;
  for (int i = 0; i < 4; ++i)
    s = constants[i % 2](s * y);
  return s;
}

struct Term {
  Function f;
  double weight;
};

double evaluate(const std::vector<Term> &terms, double x) {
  double s = 0.0;
  for (const Term &term : terms)
    s += term.weight * term.f(x);
  return s;
}

#pragma adjoint reverse
double terms(const double *x, int n) {
  std::vector<Term> all;
  for (int i = 0; i < n; ++i)
    all.push_back({i % 2 ? square : wave, x[i]});
  double s = evaluate(all, x[0]);
  all[0].f = more::cube;
  all[0].weight *= s;
  return s * evaluate(all, s);
}

// Handed on, and changed by a callee.
double apply(Function f, double x) { return f(x) * x; }
void rotate(Function &f, double x) {
  if (f == square)
    f = x > 0.7 ? wave : more::cube;
  else
    f = square;
}

#pragma adjoint reverse
double handedOn(double x, double y) {
  Function f = square;
  double s = 0.0;
  for (int i = 0; i < 4; ++i) {
    s += apply(f, x + i * y);
    rotate(f, s);
  }
  return s * apply(f, s * 0.01);
}

// Functions of the library, of several parameters, without a result.
void add(double *r, double x) { *r += x * x; }
void scale(double *r, double x) { *r *= x; }

#pragma adjoint reverse
double kinds(double x, double y) {
  double (*f)(double) = x > 0.5 ? static_cast<Function>(std::exp) : static_cast<Function>(std::cos);
  double (*two)(double, double) = pow;
  if (y > 0.5)
    two = shifted;
  void (*step)(double *, double) = x > y ? add : scale;
  double r = f(y) + 1.0;
  step(&r, two(r, x * x));
  step = step == add ? scale : add;
  step(&r, f(x));
  return r;
}

int main() {
  numeric::check("chosen", chosen, chosen_b, {{0.7, 1.3}, {2.1, 0.4}, {-1.6, -1.9}});
  numeric::check("table", table, table_b, {{0.7, 1.3}, {2.1, 0.4}});
  numeric::check("constantTable", constantTable, constantTable_b, {{0.7, 1.3}, {1.1, 0.4}});
  numeric::check("terms", terms, terms_b, {{0.7, 1.3, 0.2}, {0.1, 0.4}});
  numeric::check("handedOn", handedOn, handedOn_b, {{0.7, 0.3}, {0.1, 0.4}});
  numeric::check("kinds", kinds, kinds_b, {{0.7, 1.3}, {0.3, 0.1}, {1.2, 0.3}});
  return numeric::report();
}
