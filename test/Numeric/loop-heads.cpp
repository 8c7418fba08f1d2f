// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-fusion --no-use-tape-blocks | --no-recompute
//
// Loops whose test moves the counter, and loops whose head declares or moves more than a counter.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <vector>

#pragma adjoint reverse
double downwards(double *x, int n) {
  double s = 1.0;
  for (unsigned i = n; i-- > 0;) {
    if (i == 1)
      continue;
    s = s * x[i] + x[0];
    x[i] = s;
  }
  for (int i = n; i-- > 0;) {
    s += x[i] * x[i];
    if (s > 2.5)
      break;
    s *= x[i];
  }
  return s;
}

// The counter is read after the loop, changed in it, or compared with something else.
#pragma adjoint reverse
double counterStays(const double *x, int n) {
  double s = 1.0;
  unsigned i = n;
  while (i-- != 0) {
    s = s * x[i] + 0.5;
    if (s < 0.0)
      break;
  }
  s += x[(i + 1) % n];
  int k = n;
  while (k-- > 0) {
    s *= 1.0 + x[k];
    if (k % 2)
      --k;
  }
  s *= k;
  for (int j = n; j-- > 1;)
    s += s * x[j] * x[j - 1];
  for (int j = n; --j > 0;)
    s += s * x[j] * x[j - 1];
  return s;
}

#pragma adjoint reverse
double ofVectors(const double *x, int n) {
  std::vector<double> a(x, x + n), d(n, 0.5);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = a.size() - 1; i-- > 0;)
      d[i] -= a[i] * d[i + 1];
    for (std::size_t i = d.size(); i-- > 0;)
      for (std::size_t j = i; j-- > 0;)
        a[j] = a[j] * d[i] + 0.25 * a[i];
  }
  double s = 0.0;
  for (double e : a)
    s += e * d[0];
  return s;
}

// Two counters, pointers beside a counter, steps of other sizes, a second variable that the test reads.
#pragma adjoint reverse
double heads(double *x, int n) {
  double w[12] = {0.0}, s = 1.0;
  double *out = w;
  const double *p = x;
  for (int i = 0, j = n - 1; i < n; ++i, --j)
    s += x[i] * x[j] * s;
  for (int i = 0; i < n; ++i, ++out, ++p)
    *out = *p * s + out[0];
  for (int i = 1, k = 0; i < n; ++i, k += 2) {
    if (x[i] < 0.0)
      continue;
    w[k] = w[k] * x[i] + w[k + 1];
  }
  const double *q = w;
  for (unsigned i = 2; i < 2u + n; i++, q++) {
    s += *q * q[1];
    if (s > 4.0)
      break;
  }
  s += *q;
  for (int i = 0, j = 1; i < n; ++i, j = i % 2)
    s += x[i] * x[j % n] * 0.5;
  for (int i = 0, j = 1; i < n; j = i % 2, ++i)
    s += x[i] * x[j % n] * 0.25;
  int from = 1;
  const double *r = x;
  for (int i = from; i < n; ++i) { // begins where the body changes
    s += *r * x[i] * 0.5;
    ++r;
    from = 0;
  }
  const double *t = x;
  for (int i = from; i < n; ++i) {
    s += *t * x[i] * 0.25;
    ++t;
    from = n;
  }
  for (int i = 0, j = n; i < j; ++i, --j)
    s *= 1.0 + x[i] * 0.5;
  return s + out[-1];
}

// A test of the next number: signed, unsigned, of a size of zero, with a bound that moves.
#pragma adjoint reverse
double nextNumbers(double *x, int n) {
  std::vector<double> v(x, x + n), none;
  double s = 1.0;
  for (int i = 1; i + 1 < n; ++i)
    x[i] = x[i - 1] * x[i + 1] + s * x[i];
  for (std::size_t i = 0; i + 1 < v.size(); ++i)
    v[i + 1] += v[i] * x[i] * s;
  for (std::size_t i = 0; i + 1 < none.size(); ++i)
    s += none[i] * x[0];
  for (int i = 0; n > i + 1; ++i)
    s += x[i] * x[i + 1];
  for (int i = 0; i + 2u < v.size(); i++)
    s += x[i] * v[i + 2] * s;
  unsigned long m = 2;
  for (unsigned long i = 0; i + 1 < m; ++i) {
    s *= 1.0 + x[i % n];
    if (m < 4)
      ++m;
  }
  unsigned long k = n;
  for (unsigned long i = k - 1; i + 1 < 4; ++i)
    s += s * x[i % n];
  return s + v[n - 1];
}

// A test of a number further on: by a variable, on either side, inclusive, negative, unsigned, one that changes.
#pragma adjoint reverse
double numbersFurtherOn(const double *x, int n) {
  double s = 1.0;
  const int width = 2, back = -1;
  int moving = 0;
  for (int i = 0; i + width <= n; ++i)
    s += s * x[i] * x[i + width - 1];
  for (int i = 0; width + i < n + 1; ++i)
    s += 0.1 * s * x[i + width - 1];
  for (int i = 1; n >= i + back; ++i)
    s *= 1.0 + 0.1 * x[i % n];
  for (int i = 0; i + width * 2 - 1 < 2 * n; i += 2)
    s += std::sin(s) * x[i % n];
  for (int i = 0; i + moving < n; ++i) {
    s += s * x[i];
    moving = i % 2;
  }
  const unsigned step = 1, wraps = -1;
  for (unsigned i = 0; i + step <= unsigned(n); ++i)
    s += s * x[i] * 0.5;
  for (unsigned i = 0; i + 3 <= unsigned(n) + 1; ++i)
    s += s * x[i] * x[i + 1];
  for (unsigned i = 1; i + wraps < unsigned(n); ++i)
    s += s * x[i - 1] * 0.25;
  for (int i = n; i + width >= 2; --i)
    s += s * x[i % n] * 0.1;
  return s;
}

// Rows of a sparse matrix: what the counter begins with, and its bound, are elements.
#pragma adjoint reverse
double rows(const double *x, int n) {
  const std::vector<int> start = {0, 2, 2, n > 2 ? 5 : 3};
  std::vector<double> value(5, 0.5), y(3, 0.25);
  for (int k = 0; k < 5; ++k)
    value[k] += x[k % n];
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    for (int k = start[i]; k < start[i + 1]; ++k)
      y[i] += value[k] * y[(k + i) % 3] * x[k % n];
    for (int k = start[i + 1] - 1; k >= start[i]; --k)
      value[k] *= y[i];
  }
  double s = 0.0;
  for (int k = start[1]; k < start[3]; k++)
    s += value[k] * y[k % 3];
  return s + y[0] * y[2];
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}, {0.6}};
  numeric::check("downwards", downwards, downwards_b, points);
  numeric::check("counterStays", counterStays, counterStays_b, points);
  numeric::check("ofVectors", ofVectors, ofVectors_b, points);
  numeric::check("nextNumbers", nextNumbers, nextNumbers_b, points);
  numeric::check("numbersFurtherOn", numbersFurtherOn, numbersFurtherOn_b, points);
  numeric::check("rows", rows, rows_b, points);
  numeric::check("heads", heads, heads_b, points);
  return numeric::report();
}
