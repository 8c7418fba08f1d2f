// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-rows | --no-recompute | --no-inline | --no-liveness
//
// Rows of vectors of vectors that are overwritten after others of the same vector were needed: below the pivot, upwards, by
// another loop; and where a row is the same after all: rows that change places or are copied, eliminations that are repeated,
// indices that meet, rows of two vectors.

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

using Rows = std::vector<std::vector<double>>;

#pragma adjoint reverse
double belowPivot(const double *x, int n) {
  Rows a(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i] * x[j] * 0.1 + std::sin(x[i] * (j + 1));
    a[i][i] += 4.0;
  }
  double sum = 0.0;
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k + 1; j < n; ++j)
        a[i][j] -= f * a[k][j];
    }
    sum += std::log(a[k][k]);
  }
  return sum;
}

#pragma adjoint reverse
double upwards(const double *x, int n) {
  Rows a(n, std::vector<double>(3));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      a[i][j] = x[i] + 0.2 * j;
  for (int k = n - 1; k >= 1; --k)
    for (int j = 0; j < 3; ++j)
      a[k - 1][j] = a[k - 1][j] * a[k][j] * a[k][(j + 1) % 3];
  return a[0][0] * a[0][1] + a[0][2];
}

// The row that is needed is overwritten by the next iteration.
#pragma adjoint reverse
double next(const double *x, int n) {
  Rows a(n + 1, std::vector<double>(2, 0.5));
  double sum = 0.0;
  for (int k = 0; k < n; ++k) {
    a[k][0] = a[k][0] * x[k] * a[k + 1][1];
    a[k + 1][1] = std::sin(a[k][0]) * a[k][1];
    sum += a[k][0] * a[k][1];
  }
  return sum;
}

#pragma adjoint reverse
double repeated(const double *x, int n) {
  Rows a(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i] * x[j] * 0.1 + (i == j ? 3.0 : 0.2);
  for (int s = 0; s < 2; ++s)
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i)
        for (int j = 0; j < n; ++j)
          a[i][j] -= 0.1 * a[i][k] * a[k][j];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += a[i][j] * (i + 2 * j);
  return sum;
}

#pragma adjoint reverse
double pivoted(const double *x, int n) {
  Rows a(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = std::sin(x[i] * (j + 1)) + 0.3 * x[j];
  double product = 1.0;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[best][k]))
        best = i;
    if (best != k)
      std::swap(a[k], a[best]);
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j)
        a[i][j] -= f * a[k][j];
    }
    product *= a[k][k];
  }
  return product;
}

// Rows change places without being compared.
#pragma adjoint reverse
double rotated(const double *x, int n) {
  Rows a(n, std::vector<double>(2, 1.0));
  double sum = 0.0;
  for (int k = 0; k + 1 < n; ++k) {
    for (int j = 0; j < 2; ++j)
      a[k + 1][j] = a[k + 1][j] * x[k] + a[k][j] * a[k][j];
    sum += a[k + 1][0] * a[k][1];
    a[k].swap(a[k + 1]);
  }
  return sum;
}

// An index that is another variable in each iteration.
#pragma adjoint reverse
double ordered(const double *x, int n) {
  const int order[4] = {2, 0, 3, 1};
  Rows a(4, std::vector<double>(2, 0.7));
  double sum = 0.0;
  for (int k = 0; k < 4; ++k) {
    const int row = order[k], other = (row + 1) % 4;
    for (int j = 0; j < 2; ++j)
      a[other][j] = a[row][j] * a[other][j] * x[k % n];
    sum += a[other][0] * a[row][1];
  }
  return sum;
}

#pragma adjoint reverse
double ofTwo(const double *x, int n) {
  Rows a(n, std::vector<double>(2)), b(n, std::vector<double>(2));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j) {
      a[i][j] = x[i] + j;
      b[i][j] = x[i] * x[i];
    }
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 2; ++j)
        b[i][j] = a[i][j] * b[i][1 - j] * 0.5;
    std::swap(a, b);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i][0] * b[i][1];
  return sum;
}

// Each row gets another block, whose elements are needed, too.
#pragma adjoint reverse
double replaced(const double *x, int n) {
  Rows a(n, std::vector<double>(2, 0.4));
  double sum = 0.0;
  for (int k = 0; k + 1 < n; ++k) {
    for (int j = 0; j < 2; ++j)
      a[k + 1][j] = a[k][j] * x[k] * a[k][1 - j];
    sum += a[k + 1][0];
    a[k] = std::vector<double>(2, x[k]);
    for (int j = 0; j < 2; ++j)
      a[k][j] *= a[k + 1][j] * a[k][j];
    sum += a[k][1];
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.5, 0.8, 1.1, 1.3}, {0.4, 0.7, 1.2}};
  numeric::check("belowPivot", belowPivot, belowPivot_b, points);
  numeric::check("upwards", upwards, upwards_b, points);
  numeric::check("next", next, next_b, points);
  numeric::check("repeated", repeated, repeated_b, points);
  numeric::check("pivoted", pivoted, pivoted_b, points);
  numeric::check("rotated", rotated, rotated_b, points);
  numeric::check("ordered", ordered, ordered_b, points);
  numeric::check("ofTwo", ofTwo, ofTwo_b, points);
  numeric::check("replaced", replaced, replaced_b, points);
  return numeric::report();
}
