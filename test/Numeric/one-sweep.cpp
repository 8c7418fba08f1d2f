// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-one-sweep
//
// Recursions whose value and adjoint come at once: sums over calls. And those that look like it, but whose adjoints depend
// on values, are not passed on, or are overwritten.

#include "numeric.h"

#include <cmath>

double minors(const double *a, int n, int row, unsigned columns) {
  if (row == n)
    return 1.0;
  double sum = 0.0, sign = 1.0;
  for (int j = 0; j < n; ++j)
    if (columns >> j & 1u) {
      sum += sign * a[row * n + j] * minors(a, n, row + 1, columns & ~(1u << j));
      sign = -sign;
    }
  return sum;
}

#pragma adjoint reverse
double logOfMinors(const double *a, int n) {
  double d = minors(a, n, 0, (1u << n) - 1u);
  return std::log(d * d + 1.0) + d;
}

// The elements of a vector, and a row of them between two calls.
double minorsOf(const std::vector<double> &a, int n, int row, unsigned columns) {
  if (row == n)
    return a[0] * a[0];
  double sum = 0.0;
  for (int j = 0; j < n; ++j)
    if (columns >> j & 1u) {
      const double *line = &a[row * n];
      sum += line[j] * a[0] * minorsOf(a, n, row + 1, columns & ~(1u << j));
      const double *other = line + (j + 1) % n;
      sum -= 0.25 * *other * minorsOf(a, n, row + 1, columns & ~(1u << j)) * line[j];
    }
  return sum;
}

#pragma adjoint reverse
double ofVector(const std::vector<double> &a, int n) { return minorsOf(a, n, 0, (1u << n) - 1u); }

// Two calls in one statement, temporaries of active values, active parameters.
double quadrature(const double *p, double left, double right, int depth) {
  double middle = 0.5 * (left + right), width = right - left;
  if (depth == 0)
    return width * std::exp(p[0] * middle) * std::sin(p[1] * middle);
  return quadrature(p, left, middle, depth - 1) + quadrature(p, middle, right, depth - 1);
}

#pragma adjoint reverse
double integral(const double *p, double right) { return quadrature(p, 0.0, right, 3); }

// The weight of a call is active, and known before it.
double chain(const double *w, double x, int n) {
  double sum = w[n] * x;
  if (n > 0) {
    double shifted = x * w[n - 1] + 0.1;
    sum += w[n] * x * chain(w, shifted, n - 1);
    sum -= 0.3 * chain(w, 0.5 * x, n - 1);
  }
  return sum;
}

#pragma adjoint reverse
double weighted(const double *w, double x, int n) { return chain(w, x, n) * x; }

// What is added reaches the result on one path only.
double dropped(const double *w, int n) {
  double result = 0.25;
  double sum = w[n];
  if (n > 0)
    sum += w[n] * dropped(w, n - 1);
  if (n != 1)
    result = sum;
  return result;
}

// What has been added is overwritten.
double overwritten(const double *w, int n) {
  double sum = w[n];
  if (n > 0)
    sum += w[n] * overwritten(w, n - 1);
  if (n == 1)
    sum = 0.5;
  return sum;
}

// A sum goes on changing after it has been copied.
double copied(const double *w, int n) {
  double sum = w[n] * w[n], result = 0.0;
  if (n > 0) {
    result = sum;
    sum += 3.0 * w[n] * copied(w, n - 1);
    if (sum > 100.0)
      result += 1.0;
  } else {
    result = 2.0 * w[n];
  }
  return result;
}

// The derivative by one call is the value of the other, or its own.
double product(const double *w, int n) {
  if (n <= 0)
    return w[0];
  double a = product(w, n - 1);
  double b = product(w, n - 2);
  return w[n] * a * b + a * a;
}

// A value is mentioned twice; a weight changes between the call and its use.
double twice(const double *w, int n) {
  if (n == 0)
    return w[0];
  double sum = 0.0, weight = w[n];
  double v = twice(w, n - 1);
  sum += weight * v;
  weight *= w[0];
  sum += weight * v;
  double u = twice(w, n - 1);
  weight += w[1];
  sum += weight * u;
  return sum;
}

// Loops: a sum of each iteration is passed on in it; one is added to in a nested loop.
double nested(const double *w, int n) {
  double total = w[n] * w[n];
  for (int i = 0; i < n; ++i) {
    double part = 0.0;
    for (int k = 0; k <= i; ++k)
      part += w[k] * nested(w, i) * 0.1;
    total += part;
    double scale = std::sin(w[i]);
    total += scale * nested(w, n - 1 - i);
  }
  return total;
}

// The weight is computed between the call and its use.
double between(const double *w, int n) {
  if (n == 0)
    return w[0];
  double sign = n % 2 ? 1.0 : -0.5, sum = w[n];
  double v = between(w, n - 1);
  sum += std::sin(sign) * v;
  return sum;
}

#pragma adjoint reverse
double lookAlikes(const double *w, int n) {
  return dropped(w, n) + 2.0 * overwritten(w, n) + 3.0 * copied(w, n) + product(w, n) + twice(w, n) + nested(w, n) +
         between(w, n);
}

int main() {
  using numeric::Vector;
  auto matrix = [](int n) { return [=](const Vector &v) { return Vector{logOfMinors(v.data(), n)}; }; };
  auto adjointOfMatrix = [](int n) {
    return [=](const Vector &v, const Vector &seed) {
      Vector v_b(v.size());
      logOfMinors_b(v.data(), v_b.data(), n, seed[0]);
      return v_b;
    };
  };
  numeric::check("minors", {0.7, 1.3, -0.8, 0.4}, matrix(2), adjointOfMatrix(2));
  numeric::check("minors", {0.7, 1.3, -0.8, 0.4, 1.1, 0.9, -0.6, 0.2, 1.7}, matrix(3), adjointOfMatrix(3));
  for (int n : {1, 2, 3})
    numeric::check(
        "of a vector", {0.7, 1.3, -0.8, 0.4, 1.1, 0.9, -0.6, 0.2, 1.7}, [=](const Vector &v) { return Vector{ofVector(v, n)}; },
        [=](const Vector &v, const Vector &seed) {
          Vector v_b(v.size());
          ofVector_b(v, v_b, n, seed[0]);
          return v_b;
        });
  numeric::check(
      "integral", {0.7, 1.3, 1.9}, [](const Vector &v) { return Vector{integral(v.data(), v[2])}; },
      [](const Vector &v, const Vector &seed) {
        Vector v_b(v.size());
        integral_b(v.data(), v_b.data(), v[2], v_b[2], seed[0]);
        return v_b;
      });
  for (int n : {0, 1, 3}) {
    numeric::check(
        "weighted", {0.7, 1.3, -0.8, 0.4, 1.1}, [=](const Vector &v) { return Vector{weighted(v.data(), v[4], n)}; },
        [=](const Vector &v, const Vector &seed) {
          Vector v_b(v.size());
          weighted_b(v.data(), v_b.data(), v[4], v_b[4], n, seed[0]);
          return v_b;
        });
    numeric::check(
        "lookAlikes", {0.7, 1.3, -0.8, 0.4}, [=](const Vector &v) { return Vector{lookAlikes(v.data(), n)}; },
        [=](const Vector &v, const Vector &seed) {
          Vector v_b(v.size());
          lookAlikes_b(v.data(), v_b.data(), n, seed[0]);
          return v_b;
        });
  }
  return numeric::report();
}
