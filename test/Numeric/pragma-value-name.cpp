// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The clauses value and name, and the macro ADJOINT.

#include "numeric.h"

#include <adjoint/adjoint.h>

using numeric::Vector;

#pragma adjoint reverse value
double withValue(double x, double y) {
  x *= y;
  y += x * x;
  return x * y;
}

// With `value` every output is as the function itself leaves it.
#pragma adjoint reverse value
double overwritesAll(double *x, double &last, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    x[i] *= x[(i + 1) % n];
    s += x[i] * x[i];
  }
  last = s * x[0];
  s *= last;
  return s;
}

#pragma adjoint reverse value
void nothingReturned(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] *= x[i - 1];
}

#pragma adjoint reverse value
double earlyExits(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s *= x[i];
    if (s < 0.0)
      return s * x[0];
  }
  return s + x[0];
}

#pragma adjoint reverse name(gradientOfNamed)
double named(double x, double y) {
  x *= y;
  return x * x;
}

#pragma adjoint reverse wrt(x) value name(firstOnly)
double allClauses(double x, double y) {
  x *= y;
  y *= x;
  return x * y;
}

ADJOINT
double macro(double x, double y) {
  x *= y;
  return x * x * y;
}

int main() {
  for (double shift : {0.0, 0.6}) {
    double x = 0.7 + shift, y = 1.3;
    numeric::check("withValue", withValue, withValue_b, {{x, y}});
    numeric::check("named", named, gradientOfNamed, {{x, y}});
    numeric::check("macro", macro, macro_b, {{x, y}});
    double x_b = 0.0, y_b = 0.0;
    numeric::expect("withValue", withValue(x, y), withValue_b(x, x_b, y, y_b, 0.5));
    numeric::check(
        "allClauses", {x}, [=](const Vector &v) { return Vector{allClauses(v[0], y)}; },
        [=](const Vector &v, const Vector &seed) {
          double x_b = 0.0;
          numeric::expect("allClauses", allClauses(v[0], y), firstOnly(v[0], x_b, y, seed[0]));
          return Vector{x_b};
        });
    numeric::check(
        "overwritesAll", {x, y, -0.4},
        [](Vector v) {
          double last = numeric::garbage;
          double result = overwritesAll(v.data(), last, 3);
          v.push_back(last);
          v.push_back(result);
          return v;
        },
        [](Vector v, Vector v_b) {
          Vector expected = v;
          double expectedLast, last = numeric::garbage;
          double expectedResult = overwritesAll(expected.data(), expectedLast, 3);
          double result = overwritesAll_b(v.data(), v_b.data(), last, v_b[3], 3, v_b[4]);
          for (int i = 0; i < 3; ++i)
            numeric::expect("overwritesAll, x", expected[i], v[i]);
          numeric::expect("overwritesAll, last", expectedLast, last);
          numeric::expect("overwritesAll, result", expectedResult, result);
          numeric::consumed("overwritesAll", v_b[3]);
          v_b.resize(3);
          return v_b;
        });
    numeric::check(
        "nothingReturned", {x, y, -0.4},
        [](Vector v) {
          nothingReturned(v.data(), 3);
          return v;
        },
        [](Vector v, Vector v_b) {
          Vector expected = v;
          nothingReturned(expected.data(), 3);
          nothingReturned_b(v.data(), v_b.data(), 3);
          for (int i = 0; i < 3; ++i)
            numeric::expect("nothingReturned", expected[i], v[i]);
          return v_b;
        });
    for (double last : {0.4, -0.4}) {
      Vector v = {x, y, last, 1.1}, v_b(4);
      numeric::expect("earlyExits", earlyExits(v.data(), 4), earlyExits_b(v.data(), v_b.data(), 4, 1.0));
    }
  }
  numeric::check("earlyExits", earlyExits, earlyExits_b, {{0.7, 1.3, -0.4, 1.1}, {1.1, 0.9, 0.4}});
  return numeric::report();
}
