// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// References: local ones to variables and array elements, bound anew in each iteration, and parameters.

#include "numeric.h"

#pragma adjoint reverse
double localReference(double x, double y) {
  double a = x * y;
  double &r = a;
  r *= x;
  a += r * y;
  const double &c = a;
  r = c * c;
  return a * x;
}

#pragma adjoint reverse
double elementReference(const double *x, int n) {
  double v[3] = {1.0, 0.5, 2.0};
  for (int i = 0; i < n; ++i) {
    double &slot = v[i % 3];
    const double &input = x[i];
    slot = slot * input + v[(i + 1) % 3];
    slot *= slot * 0.3;
  }
  return v[0] * v[1] * v[2];
}

// The index moves on while the reference stays.
#pragma adjoint reverse
double indexMovesOn(const double *x, int n) {
  double v[4] = {1.0, 1.1, 1.2, 1.3};
  double s = 1.0;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    double &slot = v[k];
    k = (3 * k + 1) % 4;
    slot *= x[i] * v[k];
    s += slot * slot;
  }
  return s;
}

#pragma adjoint reverse
double conditionalReference(double x, double y) {
  double &larger = x > y ? x : y;
  double &smaller = x > y ? y : x;
  larger *= smaller;
  smaller += larger * larger;
  larger -= x * y;
  return x * x * y;
}

#pragma adjoint reverse
void swapReferences(double &x, double &y) {
  double t = x;
  x = y * t;
  y = t * x;
}

#pragma adjoint reverse
double constReferences(const double &x, const double &y) {
  double t = x * y;
  t = t * t - x;
  return t / y;
}

#pragma adjoint reverse
void outputReference(double x, const double &y, double &result) {
  result = x * y;
  result = result * result + x;
}

int main() {
  using numeric::Vector;
  numeric::check("localReference", localReference, localReference_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("elementReference", elementReference, elementReference_b,
                 {{0.7, 1.3, -0.8, 0.9}, {1.1, 0.9, 0.4, -0.6, 0.5}});
  for (double shift : {0.0, 0.5}) {
    numeric::check(
        "swapReferences", {0.7 + shift, 1.3},
        [](Vector v) {
          swapReferences(v[0], v[1]);
          return v;
        },
        [](Vector v, Vector v_b) {
          swapReferences_b(v[0], v_b[0], v[1], v_b[1]);
          return v_b;
        });
    numeric::check(
        "outputReference", {0.7 + shift, 1.3},
        [](const Vector &v) {
          double result = numeric::garbage;
          outputReference(v[0], v[1], result);
          return Vector{result};
        },
        [](const Vector &v, Vector seed) {
          double result = numeric::garbage;
          Vector v_b(2);
          outputReference_b(v[0], v_b[0], v[1], v_b[1], result, seed[0]);
          numeric::consumed("outputReference", seed);
          return v_b;
        });
  }
  numeric::check("indexMovesOn", indexMovesOn, indexMovesOn_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.5}});
  numeric::check("conditionalReference", conditionalReference, conditionalReference_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("constReferences", constReferences, constReferences_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
