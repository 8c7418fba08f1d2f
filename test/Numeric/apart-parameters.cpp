// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-inline-loops
//
// Pointers that a callee shares with other arguments, with numbers passed by value and with globals, or with nothing.

#include "numeric.h"

using numeric::Vector;

static double weights[2] = {0.5, 0.25};

static double separate(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1]; }
static double together(const double *a, const double *b) { return a[0] * b[0] * a[1] * b[1]; }
static double shifted(const double *a, const double *b) { return a[0] * b[0]; }
static double withElement(const double *a, double factor) { return factor * a[0] * a[1]; }
static double withGlobal(const double *a) { return weights[0] * a[0] + weights[1] * a[1] * a[1]; }
static double recursive(const double *a, const double *b, int n) {
  return n > 0 ? a[0] * recursive(b, a, n - 1) : b[1];
}
static double inner(const double *a, const double *b) { return a[0] * a[0] * b[1]; }
static double outer(const double *a, const double *b) { return inner(a, b) + inner(b, a); }

#pragma adjoint reverse
double f(const double *x, int n) {
  double a[2] = {x[0], x[1] * x[0]}, b[2] = {x[1], x[0]};
  weights[1] = a[0];
  double sum = separate(a, b) + together(a, b) + together(a, a) + shifted(a, b) + shifted(a, a + 1);
  sum += withElement(a, a[1]) + withGlobal(b) + withGlobal(weights);
  return sum + recursive(a, b, n) + outer(a, b);
}

// An upwind step with eight neighbours, whose two arrays are only read: apart by the calls alone.
static void step(int n, const double *u, const double *v, double *nextU, double *nextV) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      const double a = u[at], b = v[at];
      const double ux = a > 0.0 ? a - u[at - n] : u[at + n] - a, uy = b > 0.0 ? a - u[at - 1] : u[at + 1] - a;
      const double vx = a > 0.0 ? b - v[at - n] : v[at + n] - b, vy = b > 0.0 ? b - v[at - 1] : v[at + 1] - b;
      nextU[at] = a - 0.2 * (a * ux + b * uy) + 0.1 * (u[at - n] + u[at + n] - 2.0 * a);
      nextV[at] = b - 0.2 * (a * vx + b * vy) + 0.1 * (v[at - 1] + v[at + 1] - 2.0 * b);
    }
}

#pragma adjoint reverse
double upwind(const double *x, int n) {
  const int size = n * n;
  double *u = new double[size], *v = new double[size], *nextU = new double[size], *nextV = new double[size];
  for (int i = 0; i < size; ++i) {
    nextU[i] = u[i] = x[i];
    nextV[i] = v[i] = x[i] * x[size - 1 - i] - 0.1;
  }
  for (int k = 0; k < 3; ++k) {
    step(n, u, v, nextU, nextV);
    step(n, nextU, nextV, u, v);
  }
  double sum = 0.0;
  for (int i = 0; i < size; ++i)
    sum += u[i] * v[i] * v[i];
  delete[] u;
  delete[] v;
  delete[] nextU;
  delete[] nextV;
  return sum;
}

int main() {
  for (int n : {0, 1, 4})
    numeric::check("f", {0.7, -1.3}, [&](const Vector &x) { return Vector{f(x.data(), n)}; },
                   [&](const Vector &x, const Vector &y_b) {
                     Vector x_b(2);
                     f_b(x.data(), x_b.data(), n, y_b[0]);
                     return x_b;
                   });
  for (int n : {2, 3, 4, 7}) {
    Vector at;
    for (int i = 0; i < n * n; ++i)
      at.push_back((i % 5 - 2) * 0.31 + 0.07 * (i % 3) + 0.011);
    numeric::check("upwind", at, [&](const Vector &x) { return Vector{upwind(x.data(), n)}; },
                   [&](const Vector &x, const Vector &y_b) {
                     Vector x_b(x.size());
                     upwind_b(x.data(), x_b.data(), n, y_b[0]);
                     return x_b;
                   });
  }
  return numeric::report();
}
