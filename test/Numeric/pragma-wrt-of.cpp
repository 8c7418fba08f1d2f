// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// wrt and of: subsets of independents and dependents.

#include "numeric.h"

using numeric::Vector;

#pragma adjoint reverse wrt(x)
double onlyFirst(double x, double y) {
  x *= y;
  y *= x;
  return x * y;
}

#pragma adjoint reverse wrt(x, z)
double firstAndLast(double x, double y, double z) {
  double t = x * y;
  y = t * z;
  x = y * y + z;
  return x * t;
}

#pragma adjoint reverse wrt(x) of(y)
void oneOutput(const double *x, const double *parameter, double *y, double *statistics, int n) {
  statistics[0] = 0.0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * parameter[i] * x[0];
    statistics[0] += y[i] * y[i];
    y[i] *= y[i];
  }
}

#pragma adjoint reverse of(sum)
double notTheResult(double x, double y, double &sum) {
  sum = x * y;
  double r = sum * x;
  sum *= sum;
  return r;
}

#pragma adjoint reverse wrt(state, rate) of(state)
void inOut(double *state, double rate, const double *source, int n) {
  for (int i = 0; i < n; ++i) {
    state[i] += rate * state[i] * source[i];
    rate *= 1.1;
  }
}

int main() {
  for (double shift : {0.0, 0.6}) {
    numeric::check(
        "onlyFirst", {0.7 + shift}, [](const Vector &v) { return Vector{onlyFirst(v[0], 1.3)}; },
        [](const Vector &v, const Vector &seed) {
          double x_b = 0.0;
          onlyFirst_b(v[0], x_b, 1.3, seed[0]);
          return Vector{x_b};
        });
    numeric::check(
        "firstAndLast", {0.7 + shift, -0.4}, [](const Vector &v) { return Vector{firstAndLast(v[0], 1.3, v[1])}; },
        [](const Vector &v, const Vector &seed) {
          double x_b = 0.0, z_b = 0.0;
          firstAndLast_b(v[0], x_b, 1.3, v[1], z_b, seed[0]);
          return Vector{x_b, z_b};
        });
    const Vector parameter = {0.5, 1.5, -0.7};
    numeric::check(
        "oneOutput", {0.7 + shift, -0.4, 1.2},
        [&](const Vector &v) {
          Vector y(3);
          double statistics;
          oneOutput(v.data(), parameter.data(), y.data(), &statistics, 3);
          return y;
        },
        [&](const Vector &v, Vector y_b) {
          Vector y(3), v_b(3);
          double statistics = 0.0;
          oneOutput_b(v.data(), v_b.data(), parameter.data(), y.data(), y_b.data(), &statistics, 3);
          numeric::consumed("oneOutput", y_b);
          return v_b;
        });
    numeric::check(
        "notTheResult", {0.7 + shift, -0.4},
        [](const Vector &v) {
          double sum = numeric::garbage;
          notTheResult(v[0], v[1], sum);
          return Vector{sum};
        },
        [](const Vector &v, Vector sum_b) {
          double sum = numeric::garbage;
          Vector v_b(2);
          notTheResult_b(v[0], v_b[0], v[1], v_b[1], sum, sum_b[0]);
          numeric::consumed("notTheResult", sum_b);
          return v_b;
        });
    numeric::check(
        "inOut", {0.7 + shift, -0.4, 1.2, 0.3},
        [&](Vector v) {
          inOut(v.data(), v[3], parameter.data(), 3);
          v.pop_back();
          return v;
        },
        [&](Vector v, Vector v_b) {
          v_b.push_back(0.0);
          inOut_b(v.data(), v_b.data(), v[3], v_b[3], parameter.data(), 3);
          return v_b;
        });
  }
  return numeric::report();
}
