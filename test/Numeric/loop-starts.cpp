// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Loops that begin where something overwritten later says: the reversed loop ends there.

#include "numeric.h"

#include <algorithm>
#include <vector>

#pragma adjoint reverse
double throughPointer(double x) {
  double a = x;
  int v[2] = {};
  for (int i = 0; i < 2; ++i) {
    v[0] = i;
    const int *p = i < 9 ? v : v + 1;
    for (int k = *p; k < 2; ++k)
      a *= a;
  }
  return a;
}

#pragma adjoint reverse
double largest(double x) {
  double a = x;
  for (int i = 0; i < 2; ++i)
    for (int k = std::max({-1, i}); k < 2; ++k)
      a *= a;
  return a;
}

#pragma adjoint reverse
double elementOfTable(double x, double y) {
  int from[3] = {0, 1, 0};
  double a = x;
  for (int i = 0; i < 3; ++i) {
    from[1] = (from[1] + i) % 3;
    for (int k = from[i]; k < 3; ++k)
      a = a * a * 0.5 + y * k;
  }
  return a;
}

// Factors a matrix with a band: rows begin where the band does, which is kept in a vector that shrinks on the way.
#pragma adjoint reverse
double band(const double *x, int n) {
  std::vector<double> m(n * n, 0.1);
  for (int i = 0; i < n; ++i)
    m[i * n + i] = 2.0 + x[i] * x[i];
  std::vector<int> first(n, 0);
  for (int i = 0; i < n; ++i) {
    first[i] = std::max(0, i - 2);
    const int *begin = &first[i];
    for (int j = *begin; j < i; ++j) {
      double s = m[i * n + j];
      for (int k = std::max(*begin, first[j]); k < j; ++k)
        s -= m[i * n + k] * m[j * n + k];
      m[i * n + j] = s / m[j * n + j];
    }
    for (int k = *begin; k < i; ++k)
      m[i * n + i] -= m[i * n + k] * m[i * n + k] * x[k];
    first[i] = i;
  }
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s *= m[i * n + i];
  return s;
}

int main() {
  numeric::check("throughPointer", throughPointer, throughPointer_b, {{0.9}, {1.1}});
  numeric::check("largest", largest, largest_b, {{0.9}, {1.1}});
  numeric::check("elementOfTable", elementOfTable, elementOfTable_b, {{0.7, 0.3}, {0.4, -0.2}});
  numeric::check("band", band, band_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.35, 0.6}});
  return numeric::report();
}
