// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Loops whose iterations are independent up to sums, and loops that only look like that.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double sum(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double t = x[i] * x[i];
    t = std::sin(t) * x[i];
    s += t * t;
  }
  return s;
}

// The sum is used after the loop, and two sums run at once.
#pragma adjoint reverse
double variance(const double *x, int n) {
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  double mean = sum / n;
  return squares / n - mean * mean + std::sqrt(squares) * mean;
}

// The sum is used inside: not independent.
#pragma adjoint reverse
double runningSum(const double *x, int n) {
  double s = 0.0, t = 0.0;
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i];
    t += s * x[i];
  }
  return t;
}

// Private work space, overwritten in each turn.
#pragma adjoint reverse
double privateArray(const double *x, int n) {
  double work[3];
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      work[k] = x[i] * (k + 1);
    work[0] *= work[1] * work[2];
    work[2] = work[0] * work[0];
    s += work[0] + work[2];
  }
  return s + work[1] * work[0];
}

// Not private: what the last turn left is read.
#pragma adjoint reverse
double leftOver(const double *x, int n) {
  double work[2] = {0.5, 1.0};
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += work[0] * x[i];
    work[0] = x[i] * work[1];
    if (x[i] > 1.0)
      work[1] = s;
  }
  return s;
}

#pragma adjoint reverse
void elementwise(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    double t = std::exp(-x[i]);
    x[i] = x[i] * t + t * t;
  }
}

#pragma adjoint reverse
void map(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i] + std::sin(x[i]);
    y[i] *= x[n - 1];
  }
}

// Scatter with repeated targets, gather with repeated sources.
#pragma adjoint reverse
double scatter(const double *x, int n) {
  const int target[6] = {0, 2, 0, 1, 2, 2};
  double v[3] = {};
  for (int i = 0; i < n; ++i)
    v[target[i]] += x[i] * x[target[n - 1 - i] % n];
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s *= 1.0 + v[target[i]] * v[target[i]];
  return s;
}

#pragma adjoint reverse
double scatterProducts(const double *x, int n) {
  const int target[6] = {0, 1, 0, 1, 0, 0};
  double v[2] = {1.0, 2.0};
  for (int i = 0; i < n; ++i)
    v[target[i]] *= x[i];
  return v[0] * v[1] + v[0];
}

#pragma adjoint reverse
void stencil(const double *x, double *y, int n) {
  y[0] = x[0] * x[0];
  y[n - 1] = x[n - 1];
  for (int i = 1; i < n - 1; ++i)
    y[i] = x[i - 1] * x[i + 1] - 2.0 * x[i] * x[i];
}

#pragma adjoint reverse
double conditionalSum(const double *x, int n) {
  double positive = 0.0, negative = 1.0;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0.0) {
      positive += x[i] * x[i];
      ++count;
    } else {
      negative -= x[i] * std::exp(x[i]);
    }
  }
  return positive * negative / (1 + count);
}

// A sum into an element that the same loop reads at its end.
#pragma adjoint reverse
void sumIntoElement(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[n - 1] += x[i] * x[i];
}

// Differences, sums of several terms, and a sum with the sign changed.
#pragma adjoint reverse
double formsOfSums(const double *x, int n) {
  double s = 0.0, t = 1.0;
  for (int i = 0; i < n; ++i) {
    s = x[i] * x[0] + s;
    t -= x[i] * x[i];
    s = s + x[i] + x[i] * 0.5;
    t = t - 2.0 * x[i];
  }
  return s * t;
}

// The accumulator changes sign in each turn, or decays: no plain sums.
#pragma adjoint reverse
double notQuiteSums(const double *x, int n) {
  double s = 0.0, t = 1.0;
  for (int i = 0; i < n; ++i) {
    s = x[i] * x[0] - s;
    t = 0.5 * t + x[i] * x[i];
  }
  return s * t;
}

#pragma adjoint reverse
double doubleSum(const double *x, int n) {
  double energy = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      double d = x[i] - x[j];
      double r2 = d * d + 0.1;
      energy += x[i] * x[j] / std::sqrt(r2);
    }
  return energy * energy;
}

int main() {
  numeric::check("sum", sum, sum_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("variance", variance, variance_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("runningSum", runningSum, runningSum_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("privateArray", privateArray, privateArray_b, {{0.7, 0.3, -0.8}, {0.1, 0.9, 0.4, -0.6}});
  numeric::check("leftOver", leftOver, leftOver_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.4, -0.6, 0.7}});
  numeric::check("elementwise", elementwise, elementwise_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("map", map, map_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}}, 3);
  numeric::check("scatter", scatter, scatter_b, {{0.7, 1.3, -0.8}, {0.2, 0.9, 0.4, -0.6, 0.7, 0.3}});
  numeric::check("scatterProducts", scatterProducts, scatterProducts_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7, 1.3}});
  numeric::check("stencil", stencil, stencil_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6}}, 4);
  numeric::check("conditionalSum", conditionalSum, conditionalSum_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, -0.4, -0.6}});
  numeric::check("sumIntoElement", sumIntoElement, sumIntoElement_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("formsOfSums", formsOfSums, formsOfSums_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("notQuiteSums", notQuiteSums, notQuiteSums_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("doubleSum", doubleSum, doubleSum_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
