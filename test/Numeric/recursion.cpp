// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// Recursion: linear, double, mutual, through arrays, and of functions that are themselves annotated.

#include "numeric.h"

double power(double x, int n) { return n == 0 ? 1.0 : x * power(x, n - 1); }

double squarings(double x, int n) {
  if (n == 0)
    return x;
  if (n % 2)
    return x * squarings(x, n - 1);
  double half = squarings(x, n / 2);
  x = half * half;
  return x;
}

#pragma adjoint reverse
double linear(double x, double y) { return power(x, 4) * squarings(y, 5) + power(x * y, 0); }

double fibonacci(double x, int n) {
  if (n < 2)
    return x + n;
  double a = fibonacci(x, n - 1);
  x *= a;
  return a + fibonacci(0.1 * x, n - 2);
}

#pragma adjoint reverse
double doubled(double x, double y) { return fibonacci(x, 5) * y + fibonacci(y, 1); }

double odd(double x, int n);

double even(double x, int n) {
  if (n == 0)
    return x;
  x = x * x + 0.1;
  return odd(x, n - 1);
}

double odd(double x, int n) {
  if (n == 0)
    return 2.0 * x;
  double r = even(0.5 * x, n - 1);
  return r * x;
}

#pragma adjoint reverse
double mutual(double x, double y) { return even(x, 4) * odd(y, 3) + even(y, 1); }

// The annotated function calls itself.
#pragma adjoint reverse
double newton(double x, double a, int steps) {
  if (steps == 0)
    return x;
  x = 0.5 * (x + a / x);
  return newton(x, a, steps - 1) + 0.01 * x;
}

// In place, on sections of one array.
void transform(double *x, int n) {
  if (n < 2)
    return;
  int half = n / 2;
  for (int i = 0; i < half; ++i) {
    double t = x[i];
    x[i] = t * x[half + i];
    x[half + i] = t - x[half + i] * x[i];
  }
  transform(x, half);
  transform(x + half, n - half);
  x[0] *= x[n - 1];
}

#pragma adjoint reverse
void sections(double *x, int n) { transform(x, n); }

double pairwiseSum(const double *x, int n) {
  if (n == 1)
    return x[0] * x[0];
  return pairwiseSum(x, n / 2) * pairwiseSum(x + n / 2, n - n / 2) + x[0];
}

#pragma adjoint reverse
double readOnly(const double *x, int n) { return pairwiseSum(x, n); }

// Depth depends on active data.
double halve(double x, double &sum) {
  sum += x * x;
  if (x < 0.5)
    return x;
  double r = halve(0.6 * x, sum);
  sum *= 1.0 + 0.1 * r;
  return r + halve(0.3 * x, sum);
}

#pragma adjoint reverse
double dataDependent(double x, double y) {
  double sum = y;
  double r = halve(x, sum);
  return r * sum;
}

// A parameter that is overwritten before a call gets its address.
double handOn(const double &first, double &second, double own, int depth) {
  if (depth <= 0)
    return 0.3;
  own = -1.1;
  double inner = handOn(second, own, second + first, depth - 1);
  second = own * inner;
  return first * own + inner;
}

#pragma adjoint reverse
double handedOn(double x, double y) {
  double kept = 2.0 * x;
  handOn(x, kept, 0.1, 2);
  for (int i = 0; i < 2; ++i) {
    double local = y;
    local = 0.7;
    x += handOn(y, local, x, 3) * local;
  }
  return kept + x * y;
}

int main() {
  using numeric::Vector;
  numeric::check("linear", linear, linear_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("doubled", doubled, doubled_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("mutual", mutual, mutual_b, {{0.7, 1.3}, {-1.1, 0.6}});
  for (int steps : {0, 1, 4})
    numeric::check(
        "newton", {1.1, 2.3}, [=](const Vector &v) { return Vector{newton(v[0], v[1], steps)}; },
        [=](const Vector &v, const Vector &seed) {
          Vector v_b(2);
          newton_b(v[0], v_b[0], v[1], v_b[1], steps, seed[0]);
          return v_b;
        });
  numeric::check("sections", sections, sections_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8, 1.2, -0.7}});
  numeric::check("readOnly", readOnly, readOnly_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("dataDependent", dataDependent, dataDependent_b, {{0.7, 1.3}, {1.9, 0.6}, {0.3, 0.4}});
  numeric::check("handedOn", handedOn, handedOn_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
