// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Counted loops: up, down, by a step, with bounds that change afterwards.

#include "numeric.h"

#pragma adjoint reverse
double product(const double *x, int n) {
  double p = 1.0;
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}

#pragma adjoint reverse
double horner(const double *x, int n) {
  double r = x[n - 1];
  for (int i = n - 2; i >= 0; --i)
    r = r * x[0] + x[i];
  return r;
}

#pragma adjoint reverse
double strides(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; i += 2)
    s += s * x[i];
  for (int i = n - 1; i > 0; i -= 3)
    s *= x[i];
  return s;
}

#pragma adjoint reverse
double variableStride(const double *x, int n) {
  double s = 1.0;
  for (int step = 1; step <= 3; ++step)
    for (int i = step - 1; i < n; i += step)
      s = s * x[i] + 0.1 * step;
  return s;
}

#pragma adjoint reverse
double doubling(const double *x, int n) {
  double s = 1.0;
  for (int i = 1; i < n; i *= 2)
    s = s * x[i] + x[i - 1];
  for (int i = n; i > 0; i /= 2)
    s *= 1.0 + x[i - 1];
  return s;
}

// The bound is overwritten after the loop, which must still go round as often backwards.
#pragma adjoint reverse
double boundOverwritten(const double *x, int n) {
  double s = 1.0;
  int m = n - 1;
  for (int i = 0; i < m; ++i)
    s *= x[i] + s;
  m = 1;
  for (int i = m; i < n; ++i)
    s += x[i] * s;
  m += n;
  return s * m;
}

// The bound changes while the loop runs.
#pragma adjoint reverse
double boundChanges(const double *x, int n) {
  double s = 1.0;
  int last = 2 * n;
  for (int i = 0; i < last; ++i) {
    s = 0.5 * s * x[i % n] + x[(i + 1) % n];
    if (i % 2 == 0)
      --last;
  }
  return s;
}

#pragma adjoint reverse
double emptyLoops(const double *x, int n) {
  double s = x[0] * x[n - 1];
  for (int i = n; i < n; ++i)
    s *= x[i];
  for (int i = 0; i < n - 100; ++i)
    s += x[i] * s;
  return s * s;
}

#pragma adjoint reverse
double nested(const double *x, int n) {
  double s = 0.0, t = 1.0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      t = x[i] * x[j] + 0.1 * t;
      s += t * t;
    }
  return s * t;
}

#pragma adjoint reverse
double triangle(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double row = 1.0;
    for (int j = 0; j <= i; ++j) {
      row *= x[j] + 0.1 * i;
      for (int k = j; k < i; ++k)
        row += x[k] * row * 0.1;
    }
    s += row * row;
  }
  return s;
}

#pragma adjoint reverse
void recurrence(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] = x[i] * x[i - 1] + x[i - 1];
  for (int i = n - 2; i >= 0; --i)
    x[i] *= x[i + 1];
}

#pragma adjoint reverse
void prefixSums(const double *x, double *y, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i];
    y[i] = s * x[i];
  }
}

#pragma adjoint reverse
void smoothing(double *x, int n) {
  for (int sweep = 0; sweep < 3; ++sweep)
    for (int i = 1; i < n - 1; ++i)
      x[i] = 0.5 * x[i] + 0.25 * x[i - 1] * x[i + 1];
}

// A variable of the loop's that nothing reads.
#pragma adjoint reverse
double onlySet(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; n - i > 1; ++i) {
    for ([[maybe_unused]] int k = 0, j = 0; k < 4; ++k, j = k * k) {
      if ((i | k) <= i)
        break;
    }
    s += x[i] * s;
  }
  return s;
}

int main() {
  numeric::check("onlySet", onlySet, onlySet_b, {{0.7, 1.3, 0.2}, {2.1, 0.4}});
  numeric::check("product", product, product_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6}});
  numeric::check("horner", horner, horner_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6}});
  numeric::check("strides", strides, strides_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6, 0.7, 1.4}});
  numeric::check("variableStride", variableStride, variableStride_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6, 0.7}});
  numeric::check("doubling", doubling, doubling_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 1.2, 0.6, 0.7, 0.3, 0.2, 1.4, 0.9}});
  numeric::check("boundOverwritten", boundOverwritten, boundOverwritten_b, {{0.7, 0.3, -0.8}, {0.5, 0.9, 0.2, 0.6}});
  numeric::check("boundChanges", boundChanges, boundChanges_b, {{0.7, 1.3, -0.8}, {0.5, 0.9, 0.2, 0.6}});
  numeric::check("emptyLoops", emptyLoops, emptyLoops_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("nested", nested, nested_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("triangle", triangle, triangle_b, {{0.7, 0.4, -0.8}, {0.5, 0.9, 0.2, 0.6}});
  numeric::check("recurrence", recurrence, recurrence_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("prefixSums", prefixSums, prefixSums_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}}, 3);
  numeric::check("smoothing", smoothing, smoothing_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 1.2}});
  return numeric::report();
}
