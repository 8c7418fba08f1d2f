// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --profile
// NUMERIC-RUNS-PLUGIN
//
// break, continue and return at any depth.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double breaks(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s = s * x[i] + 0.2;
    if (s > 2.0)
      break;
    s *= 1.5;
  }
  while (true) {
    s *= 0.7;
    if (s < 1.0)
      break;
  }
  return s * s;
}

#pragma adjoint reverse
double continues(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0.0)
      continue;
    s *= x[i];
    if (s > 1.0) {
      s = 1.0 / s;
      continue;
    }
    s += x[i] * x[i];
  }
  int i = 0;
  while (i < n) {
    ++i;
    if (i % 2)
      continue;
    s *= x[i - 1] + s;
  }
  do {
    --i;
    if (x[i] > 1.0)
      continue;
    s += x[i] * s;
  } while (i > 0);
  return s;
}

#pragma adjoint reverse
double returns(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s *= x[i];
    if (s < 0.0)
      return s * x[0];
    s += 0.5;
    if (s > 3.0)
      return s;
  }
  return s * s;
}

// The three-deep nest with all three exits.
#pragma adjoint reverse
double nest(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s *= 0.8 + 0.1 * x[i];
    for (int j = 0; j < n; ++j) {
      if (x[j] < 0.0)
        continue;
      double t = x[i] * x[j] + s;
      for (int k = j; k < n; ++k) {
        t *= 0.6 + 0.3 * x[k];
        if (t < 0.25)
          break;
        if (t > 4.0)
          return t * t * s;
        if (k == i)
          continue;
        s += 0.1 * t * x[k];
        t = t * t * 0.5 + 0.5;
      }
      s = 0.9 * s + 0.05 * t * s;
      if (s > 2.5)
        break;
    }
    if (s < 0.1)
      return -s;
    s *= s * 0.3 + 0.5;
  }
  return s * x[n - 1];
}

#pragma adjoint reverse
double innerReturnAfterUpdate(const double *x, int n) {
  double s = 0.5;
  for (int i = 0;; ++i) {
    int j = 0;
    while (true) {
      s += x[(i + j) % n] * s;
      if (s > 5.0) {
        s *= x[0];
        return s * s;
      }
      if (++j > i)
        break;
      s *= 1.05;
    }
    s *= 1.2;
  }
}

#pragma adjoint reverse
void returnsNothing(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0.0)
      return;
    x[i] *= x[i];
    if (x[i] > 1.0)
      continue;
    for (int j = 0; j < i; ++j) {
      if (x[j] > 2.0)
        return;
      x[i] += x[j] * x[i];
    }
  }
  x[0] *= x[n - 1];
}

// An exit as the first and as the last thing, code that is never reached.
#pragma adjoint reverse
double degenerate(double x, double y) {
  for (int i = 0; i < 3; ++i) {
    break;
  }
  for (int i = 0; i < 3; ++i) {
    x *= y;
    continue;
  }
  while (true) {
    x += y * x;
    break;
  }
  if (x > 0.0) {
    return x * y;
  }
  y *= x;
  return y;
}

#pragma adjoint reverse
double bisection(double a, double b, double c) {
  double low = 0.0, high = 4.0;
  for (int i = 0; i < 3; ++i) {
    double middle = 0.5 * (low + high);
    double value = a * middle * middle + b * middle - c;
    if (std::fabs(value) < 1e-30)
      return middle * a;
    if (value > 0.0)
      high = middle;
    else
      low = middle;
  }
  double x = 0.5 * (low + high);
  for (int i = 0; i < 30; ++i) {
    double change = (a * x * x + b * x - c) / (2.0 * a * x + b);
    x -= change;
    if (std::fabs(change) < 1e-9)
      break;
  }
  return x - (a * x * x + b * x - c) / (2.0 * a * x + b);
}

int main() {
  numeric::check("breaks", breaks, breaks_b, {{0.7, 1.3, 1.8}, {0.1, 0.9, 0.4, -0.6}});
  numeric::check("continues", continues, continues_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("returns", returns, returns_b, {{0.7, 1.3, -0.8}, {1.1, 1.9, 0.4, 0.6}, {0.4, 0.6}});
  numeric::check(
      "nest", nest, nest_b,
      {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}, {2.4, 3.1, 0.7}, {0.4, 0.3, 0.2}, {1.9, -0.5, 1.6, 0.8, 1.2}});
  numeric::check("innerReturnAfterUpdate", innerReturnAfterUpdate, innerReturnAfterUpdate_b,
                 {{0.7, 0.3, 0.4}, {1.1, 0.9, 0.4, 0.6}});
  numeric::check("returnsNothing", returnsNothing, returnsNothing_b,
                 {{0.7, 1.3, -0.8}, {0.8, 0.9, 0.4, 0.6}, {1.6, 0.9, 0.4}});
  numeric::check("degenerate", degenerate, degenerate_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("bisection", bisection, bisection_b, {{0.7, 1.3, 4.1}, {1.1, 0.6, 2.3}});
  return numeric::report();
}
