// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-sum-locally --no-merge-sums | --no-distribute-loops --no-defer-sums | --no-inline
//
// Sums that loops of the reverse sweep keep in variables: elements that overlap other sums, that are read or set in the
// loop, that do not exist where no iteration runs, that are added to in branches and behind an early exit.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double product(const double *x, int n) {
  double s = 0.0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      s += x[i] * x[j] * (i + 1);
  return s;
}

// x[j] with j == n is never read.
#pragma adjoint reverse
double triangle(const double *x, int n) {
  double s = 0.0;
  for (int j = 0; j <= n; ++j)
    for (int i = j; i < n; ++i)
      s += std::sin(x[j]) * x[i];
  return s;
}

// No iteration, and nowhere to add to.
#pragma adjoint reverse
double none(const double *x, const double *nowhere, int n, int m) {
  double s = x[0] * x[0];
  for (int i = 0; i < m; ++i)
    s += x[i] * nowhere[100000] * n;
  return s;
}

// The sum is read and set in the loop.
#pragma adjoint reverse
double carried(const double *x, int n) {
  double w[2] = {1.0, 0.5};
  double *last = &w[n > 1];
  for (int i = 0; i < n; ++i)
    *last = *last * x[i] + x[0] * x[i];
  return w[0] * w[1];
}

#pragma adjoint reverse
double scaledInPlace(double *x, int n) {
  for (int i = 1; i < n; ++i) {
    x[0] += x[i] * x[i];
    x[i] = x[0] * 0.5;
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * (i + 1);
  return s;
}

#pragma adjoint reverse
double branches(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0.4)
      s += x[0] * x[i];
    else
      s -= x[0] * std::cos(x[n - 1]);
    if (s > 1.5)
      break;
    s += x[n - 1];
  }
  return s;
}

// By reference, by a member, by a pointer that changes.
struct Line {
  double slope, offset;
  const double *at;
};

#pragma adjoint reverse
double places(double &factor, const Line &line, int n) {
  const double *p = line.at;
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += factor * line.at[i] + line.slope * *p * *p + line.offset;
    p = p + (i % 2);
  }
  return s;
}

// Both sums may be one.
#pragma adjoint reverse
double overlapping(const double *a, const double *b, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += a[0] * b[i] * (i + 1) + a[1] * b[0];
  return s;
}

// The order of these additions is meant; float.
#pragma adjoint reverse
float compensated(const float *x, int n) {
  float s = 0.0f, rest = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float y = x[i] * x[0] - rest;
    const float t = s + y;
    rest = (t - s) - y;
    s = t;
  }
  return s;
}

// 1 / v, of which the value is known, and where it is not.
#pragma adjoint reverse
double reciprocals(const double *x, int n) {
  double s = 0.0, last = 1.0;
  for (int i = 0; i < n; ++i) {
    double r = 1.0 / (x[i] * x[i] + last);
    last = r * x[0];
    r = 1.0 / r;
    s += std::sin(1.0 / (1.0 + r)) / x[i];
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.5, -0.7, 0.6}};
  numeric::check("product", product, product_b, points);
  numeric::check("triangle", triangle, triangle_b, points);
  numeric::check("carried", carried, carried_b, points);
  numeric::check("scaledInPlace", scaledInPlace, scaledInPlace_b, points);
  numeric::check("branches", branches, branches_b, points);
  numeric::check("reciprocals", reciprocals, reciprocals_b, points);
  numeric::check(
      "none", numeric::Vector{0.3, 0.8},
      [](const numeric::Vector &x) { return numeric::Vector{none(x.data(), nullptr, 2, 0)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size(), 0.0);
        none_b(x.data(), x_b.data(), nullptr, nullptr, 2, 0, y_b[0]);
        return x_b;
      });
  numeric::check(
      "places", numeric::Vector{0.3, 0.8, -0.4, 1.5, 0.7, 0.9},
      [](const numeric::Vector &x) {
        double factor = x[0];
        return numeric::Vector{places(factor, {x[1], x[2], x.data() + 3}, 3)};
      },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size(), 0.0);
        double factor = x[0], factor_b = 0.0;
        Line line{x[1], x[2], x.data() + 3}, line_b{0.0, 0.0, x_b.data() + 3};
        places_b(factor, factor_b, line, line_b, 3, y_b[0]);
        x_b[0] = factor_b, x_b[1] = line_b.slope, x_b[2] = line_b.offset;
        return x_b;
      });
  numeric::check(
      "overlapping", numeric::Vector{0.3, 0.8, -0.4},
      [](const numeric::Vector &x) { return numeric::Vector{overlapping(x.data(), x.data(), 3)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size(), 0.0);
        overlapping_b(x.data(), x_b.data(), x.data(), x_b.data(), 3, y_b[0]);
        return x_b;
      });
  numeric::check(
      "compensated", numeric::Vector{0.3, 0.8, -0.4},
      [](const numeric::Vector &x) {
        return numeric::Vector{(x[0] + x[1] + x[2]) * x[0]};
      },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        const float at[3] = {float(x[0]), float(x[1]), float(x[2])};
        float at_b[3] = {};
        compensated_b(at, at_b, 3, float(y_b[0]));
        return numeric::Vector{at_b[0], at_b[1], at_b[2]};
      },
      numeric::floatTolerance);
  return numeric::report();
}
