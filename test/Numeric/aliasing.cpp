// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Arguments that alias: the same array twice, overlapping ranges, a scalar inside an array. The adjoint's caller
// aliases the adjoints in the same way.

#include "numeric.h"

using numeric::Vector;

#pragma adjoint reverse
void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}

#pragma adjoint reverse
void chained(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * y[i] + x[0];
}

#pragma adjoint reverse
void scaledBy(double *x, const double *factor, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= *factor;
}

#pragma adjoint reverse
double accumulated(const double *x, double &sum, int n) {
  for (int i = 0; i < n; ++i) {
    sum += x[i] * x[i];
    sum *= x[0];
  }
  return sum * x[n - 1];
}

#pragma adjoint reverse
void scalars(double &a, double &b) {
  a *= b;
  b += a * a;
  a = b * a;
}

#pragma adjoint reverse
void threeWay(double *a, const double *b, const double *c, int n) {
  for (int i = 0; i < n; ++i) {
    double t = b[i] * c[i];
    a[i] = t + c[0] * b[n - 1];
    a[0] *= t;
  }
}

// `offset` elements lie between the beginning of x and that of y.
Vector apply(void (*f)(const double *, double *, int), Vector v, int offset) {
  f(v.data(), v.data() + offset, int(v.size()) - offset);
  return v;
}

int main() {
  const Vector first = {0.7, 1.3, -0.8, 0.4}, second = {1.1, 0.9, 0.4, -0.6, 1.2};
  for (const Vector &x : {first, second}) {
    for (int offset : {0, 1, 2}) {
      numeric::check(
          "squares", x, [=](const Vector &v) { return apply(squares, v, offset); },
          [=](Vector v, Vector v_b) {
            squares_b(v.data(), v_b.data(), v.data() + offset, v_b.data() + offset, int(v.size()) - offset);
            return v_b;
          });
      numeric::check(
          "chained", x, [=](const Vector &v) { return apply(chained, v, offset); },
          [=](Vector v, Vector v_b) {
            chained_b(v.data(), v_b.data(), v.data() + offset, v_b.data() + offset, int(v.size()) - offset);
            return v_b;
          });
      numeric::check(
          "squares, backwards", x,
          [=](Vector v) {
            squares(v.data() + offset, v.data(), int(v.size()) - offset);
            return v;
          },
          [=](Vector v, Vector v_b) {
            squares_b(v.data() + offset, v_b.data() + offset, v.data(), v_b.data(), int(v.size()) - offset);
            return v_b;
          });
      numeric::check(
          "scaledBy", x,
          [=](Vector v) {
            scaledBy(v.data(), &v[offset], int(v.size()));
            return v;
          },
          [=](Vector v, Vector v_b) {
            scaledBy_b(v.data(), v_b.data(), &v[offset], &v_b[offset], int(v.size()));
            return v_b;
          });
      numeric::check(
          "accumulated", x,
          [=](Vector v) {
            double result = accumulated(v.data(), v[offset], int(v.size()));
            v.push_back(result);
            return v;
          },
          [=](Vector v, Vector v_b) {
            double seed = v_b.back();
            v_b.pop_back();
            accumulated_b(v.data(), v_b.data(), v[offset], v_b[offset], int(v.size()), seed);
            return v_b;
          });
      numeric::check(
          "threeWay", x,
          [=](Vector v) {
            threeWay(v.data(), v.data() + offset, v.data(), int(v.size()) - offset);
            return v;
          },
          [=](Vector v, Vector v_b) {
            threeWay_b(v.data(), v_b.data(), v.data() + offset, v_b.data() + offset, v.data(), v_b.data(),
                       int(v.size()) - offset);
            return v_b;
          });
    }
    for (int other : {0, 1})
      numeric::check(
          "scalars", x,
          [=](Vector v) {
            scalars(v[0], v[other]);
            return v;
          },
          [=](Vector v, Vector v_b) {
            scalars_b(v[0], v_b[0], v[other], v_b[other]);
            return v_b;
          });
  }
  return numeric::report();
}
