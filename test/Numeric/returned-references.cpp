// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions that return references: the seed is a number of its own, or stands in the adjoint of what is returned. One
// that returns a pointer has no seed for it.

#include "numeric.h"

#include <cmath>

struct Pair {
  double x, y;
};
using Row = double[3];

#pragma adjoint reverse
double &addTo(double &a, const double &b) {
  a = a + b * b;
  return a;
}

#pragma adjoint reverse
double &chosen(double &a, double &b, double c) {
  a *= c;
  b *= c;
  return c > 1.0 ? a : b;
}

// What is not changed.
#pragma adjoint reverse
const double &larger(const double &a, const double &b) { return a < b ? b : a; }

#pragma adjoint reverse
Pair &scaled(Pair &p, double c) {
  p.x *= c;
  return p;
}

#pragma adjoint reverse
Row &turned(Row &row, double c) {
  row[1] *= std::sin(c);
  return row;
}

double held = 0.0;

#pragma adjoint reverse name(global_b)
double &global(double c) {
  held = c * c;
  return held;
}

#pragma adjoint reverse
double *element(double *a, int i, double c) {
  a[i] *= c;
  return a + i;
}

namespace {

/// The derivative of what `f` returns, by a seed apart, or in the adjoint of what is returned.
void references() {
  for (bool isApart : {true, false}) {
    const char *name = isApart ? "seed apart" : "seed in place";
    numeric::check(
        name, {0.7, 1.3},
        [](numeric::Vector x) { return numeric::Vector{addTo(x[0], x[1])}; },
        [&](numeric::Vector x, numeric::Vector y_b) {
          double a_b = isApart ? 0.0 : y_b[0], b_b = 0.0;
          addTo_b(x[0], a_b, x[1], b_b, isApart ? y_b[0] : a_b);
          return numeric::Vector{a_b, b_b};
        });
    for (double c : {0.5, 1.5})
      numeric::check(
          name, {0.7, 1.3, c},
          [](numeric::Vector x) { return numeric::Vector{chosen(x[0], x[1], x[2])}; },
          [&](numeric::Vector x, numeric::Vector y_b) {
            double a_b = 0.0, b_b = 0.0, c_b = 0.0;
            double &at = x[2] > 1.0 ? a_b : b_b;
            at = isApart ? 0.0 : y_b[0];
            chosen_b(x[0], a_b, x[1], b_b, x[2], c_b, isApart ? y_b[0] : at);
            return numeric::Vector{a_b, b_b, c_b};
          });
    numeric::check(
        name, {0.7, 1.3},
        [](numeric::Vector x) { return numeric::Vector{larger(x[0], x[1])}; },
        [&](numeric::Vector x, numeric::Vector y_b) {
          double a_b = 0.0, b_b = isApart ? 0.0 : y_b[0];
          larger_b(x[0], a_b, x[1], b_b, isApart ? y_b[0] : b_b);
          return numeric::Vector{a_b, b_b};
        });
    numeric::check(
        name, {0.7, 1.3, 0.4},
        [](numeric::Vector x) {
          Pair p{x[0], x[1]};
          Pair &q = scaled(p, x[2]);
          return numeric::Vector{q.x, q.y};
        },
        [&](numeric::Vector x, numeric::Vector y_b) {
          Pair p{x[0], x[1]}, seed{y_b[0], y_b[1]}, p_b = isApart ? Pair{0.0, 0.0} : seed;
          double c_b = 0.0;
          scaled_b(p, p_b, x[2], c_b, isApart ? seed : p_b);
          return numeric::Vector{p_b.x, p_b.y, c_b};
        });
    numeric::check(
        name, {0.7, 1.3, 0.4, 0.9},
        [](numeric::Vector x) {
          Row row = {x[0], x[1], x[2]};
          Row &same = turned(row, x[3]);
          return numeric::Vector{same[0], same[1], same[2]};
        },
        [&](numeric::Vector x, numeric::Vector y_b) {
          Row row = {x[0], x[1], x[2]}, seed = {y_b[0], y_b[1], y_b[2]}, none = {0.0, 0.0, 0.0};
          double c_b = 0.0;
          Row &row_b = isApart ? none : seed;
          turned_b(row, row_b, x[3], c_b, seed);
          return numeric::Vector{row_b[0], row_b[1], row_b[2], c_b};
        });
  }
  numeric::check(
      "global", {0.7}, [](numeric::Vector x) { return numeric::Vector{global(x[0])}; },
      [](numeric::Vector x, numeric::Vector y_b) {
        double c_b = 0.0;
        global_b(x[0], c_b, y_b[0]);
        return numeric::Vector{c_b};
      });
}

void pointers() {
  numeric::check(
      "pointer", {0.7, 1.3, 0.4},
      [](numeric::Vector x) { return numeric::Vector{*element(x.data(), 1, x[2])}; },
      [](numeric::Vector x, numeric::Vector y_b) {
        double a_b[2] = {0.0, y_b[0]}, c_b = 0.0;
        element_b(x.data(), a_b, 1, x[2], c_b);
        return numeric::Vector{a_b[0], a_b[1], c_b};
      });
}

} // namespace

int main() {
  references();
  pointers();
  return numeric::report();
}
