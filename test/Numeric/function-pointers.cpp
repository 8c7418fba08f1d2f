// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Function pointers whose target is known: local ones, arguments of a callee, typedefs.

#include "numeric.h"

#include <cmath>

double square(double x) { return x * x; }
double wave(double x) { return std::sin(x) * x; }
double decay(double t, double y, double rate) { return -rate * y + t * y * y; }

using Function = double (*)(double);
typedef double (*RightHandSide)(double, double, double);

#pragma adjoint reverse
double localPointer(double x, double y) {
  double (*f)(double) = square;
  const Function g = &wave;
  double r = f(x) * g(y);
  r = (*f)(r) + (*g)(x * r);
  return r * f(g(y));
}

double trapezoid(Function f, double a, double b, int n) {
  double h = (b - a) / n;
  double sum = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i) {
    a += h;
    sum += f(a);
  }
  return sum * h;
}

#pragma adjoint reverse
double integral(double a, double b) {
  double r = trapezoid(square, a, b, 4);
  r *= trapezoid(wave, a, r, 3);
  return r + trapezoid(&square, r, b, 2);
}

double integrate(RightHandSide f, double y, double rate, double end, int n) {
  double h = end / n, t = 0.0;
  for (int i = 0; i < n; ++i) {
    double k = f(t, y, rate);
    double predicted = y + h * k;
    t += h;
    y += 0.5 * h * (k + f(t, predicted, rate));
  }
  return y;
}

#pragma adjoint reverse
double heun(double y, double rate, double end) { return integrate(decay, y, rate, end, 5); }

// Handed through two levels.
double twice(Function f, double x) { return f(f(x)); }
double fourTimes(Function f, double x) { return twice(f, twice(f, x)); }

#pragma adjoint reverse
double handedThrough(double x, double y) { return fourTimes(wave, x) * twice(square, y); }

int main() {
  numeric::check("localPointer", localPointer, localPointer_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("integral", integral, integral_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("heun", heun, heun_b, {{0.7, 1.3, 0.5}, {1.1, 0.6, 0.8}});
  numeric::check("handedThrough", handedThrough, handedThrough_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
