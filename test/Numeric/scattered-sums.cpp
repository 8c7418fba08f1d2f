// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-distribute-loops --no-defer-sums | --no-sum-locally --no-merge-sums | --no-use-tape-blocks | --no-inline | --no-recompute | --no-tbr | --no-pass-over-zeros
//
// Loops whose adjoints add to neighbouring elements, with branches and divisions: what is added to all but one of them
// waits in a block, in loops of sixteen iterations and more, or of unknown number.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {
double weighted(const double *f, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += f[i] * f[i] * (i + 1);
  return s;
}
} // namespace

#pragma adjoint reverse
double upwind(const double *__restrict x, int n) {
  std::vector<double> f(n + 1);
  for (int i = 0; i + 1 < n; ++i) {
    const double a = 0.5 * (x[i] + x[i + 1]);
    f[i] = a > 0.2 ? a * x[i] : a * x[i + 1];
  }
  return weighted(f.data(), n);
}

// Neighbours that are there in one branch only: the last iteration has none, nor has the first on the other side.
#pragma adjoint reverse
double atTheEnds(const double *__restrict x, int n) {
  double f[40] = {};
  for (int i = 0; i < n; ++i) {
    double a = x[i] * 0.5;
    if (i + 1 < n)
      a += x[i + 1] / (2.0 + x[i]);
    if (i > 0)
      a -= x[i - 1] * x[i];
    f[i] = a;
  }
  return weighted(f, n);
}

#pragma adjoint reverse
double limited(const double *__restrict x, int n) {
  double f[40] = {};
  for (int i = 2; i < n; ++i) {
    const double up = x[i] - x[i - 1], down = x[i - 1] - x[i - 2];
    const double ratio = down / (1.5 + up * up);
    double slope = 0.0;
    if (ratio > 0.0) {
      slope = ratio < 1.0 ? ratio : 1.0;
      if (up > 0.3)
        slope *= up;
    } else if (down > -0.4) {
      slope = 0.1 * ratio * x[i];
    }
    f[i] = x[i - 1] + 0.5 * slope * up;
  }
  return weighted(f, n);
}

// By an unsigned counter, downwards, in steps of two; one element for all, and one through an index.
#pragma adjoint reverse
double counters(const double *__restrict x, int n) {
  double f[40] = {}, g[40] = {};
  const unsigned size = unsigned(n);
  for (unsigned i = 1; i < size; ++i)
    f[i] = x[i] > x[0] ? x[i] / x[i - 1] : x[i - 1] * x[i];
  for (int i = n - 1; i > 0; --i)
    g[i] = x[i] > 0.5 ? x[i] * x[i - 1] * x[0] : x[i - 1] * x[0];
  for (int i = 2; i < n; i += 2)
    g[i] += x[i] > 0.7 ? x[i] * x[i - 1] : x[i - 2];
  for (int i = 0; i + 1 < n; ++i) {
    const int at = (i * 7) % n;
    f[i] += x[i] > 0.6 ? x[at] * x[i + 1] : x[i] * x[at];
  }
  return weighted(f, n) * weighted(g, n);
}

// What is added to is read, or set, in the loop: it stays as it is.
#pragma adjoint reverse
double recurrences(const double *__restrict x, int n) {
  double f[40] = {};
  f[0] = x[0];
  for (int i = 1; i < n; ++i)
    f[i] = f[i - 1] > 0.4 ? 0.5 * f[i - 1] + x[i] : x[i] * x[i - 1] - f[i - 1];
  for (int i = 1; i + 1 < n; ++i) {
    const double a = f[i + 1] - f[i - 1];
    f[i] = a > 0.0 ? f[i] + a * x[i + 1] : f[i] / (1.5 - a);
  }
  return weighted(f, n);
}

// Rows and columns.
#pragma adjoint reverse
double plane(const double *__restrict x, int n) {
  std::vector<double> u(16 * 18), f(16 * 18);
  for (int k = 0; k < 16 * 18; ++k)
    u[k] = x[k % n] + 0.01 * k;
  for (int i = 1; i < 15; ++i)
    for (int j = 1; j < 17; ++j) {
      const int at = i * 18 + j;
      const double a = u[at];
      f[at] = a > 0.9 ? a * (u[at] - u[at - 1]) + u[at - 18] : a * (u[at + 1] - u[at]) / (1.0 + u[at + 18]);
    }
  return weighted(f.data(), 16 * 18) * 1e-3;
}

// With restores: the arrays are overwritten in each step.
#pragma adjoint reverse
double steps(const double *x, int n) {
  std::vector<double> u(x, x + n), f(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i + 1 < n; ++i) {
      const double a = u[i] - 0.5 * u[i + 1];
      f[i] = std::max(a, 0.1) * (a > 0.0 ? u[i] : u[i + 1]);
    }
    for (int i = 1; i + 1 < n; ++i)
      u[i] -= 0.2 * (f[i] - f[i - 1]) * u[i];
    u[0] = u[n - 2];
    u[n - 1] = u[1];
  }
  return weighted(u.data(), n);
}

// Two arrays that may be one.
#pragma adjoint reverse
double perhapsOne(double *x, double *y, int n) {
  for (int i = 1; i + 1 < n; ++i)
    y[i] = x[i] > 0.3 ? x[i] * x[i + 1] : x[i - 1] / (2.0 + x[i]);
  return weighted(y, n);
}

#pragma adjoint reverse
double floats(const float *__restrict x, int n) {
  float f[40] = {};
  for (int i = 0; i + 1 < n; ++i)
    f[i] = x[i] > 0.2f ? x[i] * x[i + 1] : x[i + 1];
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += f[i] * f[i] * (i + 1);
  return s;
}

int main() {
  for (int n : {0, 1, 2, 3, 5, 16, 23, 37}) {
    numeric::Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.6 + 0.55 * std::sin(1.7 * i + 0.3);
    auto check = [&](const char *name, double (*f)(const double *, int), void (*f_b)(const double *, double *, int, double)) {
      numeric::check(
          name, x, [&](const numeric::Vector &at) { return numeric::Vector{f(at.data(), n)}; },
          [&](const numeric::Vector &at, const numeric::Vector &y_b) {
            numeric::Vector x_b(at.size());
            f_b(at.data(), x_b.data(), n, y_b[0]);
            return x_b;
          });
    };
    check("upwind", upwind, upwind_b);
    check("atTheEnds", atTheEnds, atTheEnds_b);
    check("limited", limited, limited_b);
    if (n > 0) {
      check("counters", counters, counters_b);
      check("recurrences", recurrences, recurrences_b);
      check("plane", plane, plane_b);
    }
    if (n > 1)
      check("steps", steps, steps_b);
    for (bool areOne : {false, true}) {
      auto primal = [&](numeric::Vector at) {
        numeric::Vector y(n, 0.3);
        return numeric::Vector{perhapsOne(at.data(), areOne ? at.data() : y.data(), n)};
      };
      auto adjoint = [&](numeric::Vector at, const numeric::Vector &y_b) {
        numeric::Vector y(n, 0.3), at_b(at.size()), other_b(n);
        double *second = areOne ? at.data() : y.data(), *second_b = areOne ? at_b.data() : other_b.data();
        perhapsOne_b(at.data(), at_b.data(), second, second_b, n, y_b[0]);
        return at_b;
      };
      numeric::check(areOne ? "one" : "two", x, primal, adjoint);
    }
    auto rounded = [](const numeric::Vector &at) { return std::vector<float>(at.begin(), at.end()); };
    numeric::check(
        "floats", x, [&](const numeric::Vector &at) { return numeric::Vector{floats(rounded(at).data(), n)}; },
        [&](const numeric::Vector &at, const numeric::Vector &y_b) {
          std::vector<float> x_b(n);
          floats_b(rounded(at).data(), x_b.data(), n, y_b[0]);
          return numeric::Vector(x_b.begin(), x_b.end());
        },
        2e-2);
  }
  return numeric::report();
}
