// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-interchange-loops | --no-gather-sums | --no-gather-sums --no-distribute-loops --no-defer-sums | --no-sum-locally | --no-use-tape-blocks | --no-inline
//
// Short loops that go around the long loop which they stand in: convolutions in one, two and three dimensions, with no or few
// points; by loops that run down, that begin elsewhere, with a constant of a class or a macro as their bound; and short loops that
// have to stay: what they add to is read, they follow on each other, they use an index of the iteration, rows are strided.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double weighted(const std::vector<double> &y) {
  double s = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i)
    s += y[i] * y[i] * (1.0 + 0.1 * i);
  return s;
}
} // namespace

#pragma adjoint reverse
double plane(const double *x, int n) {
  const int k = 3, m = 7;
  const double *w = x;
  std::vector<double> y(m * (n + 1));
  for (int i = 0; i + k <= m; ++i)
    for (int j = 0; j + k <= n; ++j) {
      double s = 0.1 * j;
      for (int p = 0; p < k; ++p)
        for (int q = 0; q < k; ++q)
          s += w[(p + q) % 2] * x[j + q] * (1 + p) + x[j + q];
      y[i * n + j] = s > 4.0 ? s : 0.3 * s * s;
    }
  return weighted(y);
}

#pragma adjoint reverse
double line(const double *x, int n) {
  std::vector<double> y(n);
  for (int j = 2; j < n - 2; ++j) {
    double s = x[j] * x[j];
    for (int q = -2; q <= 2; ++q)
      s += x[q + 2] * x[j + q];
    y[j] = std::sin(s);
  }
  return weighted(y);
}

#pragma adjoint reverse
double downwards(const double *x, int n) {
  std::vector<double> y(n);
  for (int j = n - 3; j >= 0; --j) {
    double s = 0.0;
    for (int q = 2; q >= 0; --q)
      s += (q + 1) * x[j + q] * x[j + q];
    y[j] = s * s;
  }
  return weighted(y);
}

#pragma adjoint reverse
double unsignedCounters(const double *x, int n) {
  const std::size_t size = n, width = 4;
  std::vector<double> y(size);
  for (std::size_t j = 0; j + width <= size; ++j) {
    double s = 0.0;
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t q = 0; q < width; ++q)
        s += x[p * width + q] * x[j + q];
    y[j] = s * s;
  }
  return size < 8 ? 0.0 : weighted(y);
}

// Depth, rows and columns.
#pragma adjoint reverse
double volume(const double *x, int n) {
  std::vector<double> y(3 * n, 0.1), w = {0.3, -0.2, 0.5, 0.7, 0.1, -0.6, 0.2, 0.9};
  for (int j = 0; j + 1 < n; ++j) {
    double s = 0.0;
    for (int o = 0; o < 2; ++o)
      for (int p = 0; p < 2; ++p)
        for (int q = 0; q < 2; ++q)
          s += w[o * 4 + p * 2 + q] * x[0] * x[j + q];
    y[j + 1] = s * s;
  }
  return weighted(y);
}

// The output is the input: each iteration needs what the one before has made.
#pragma adjoint reverse
double recurrence(const double *x, int n) {
  std::vector<double> y(x, x + n);
  for (int j = 0; j + 3 < n; ++j) {
    double s = 0.0;
    for (int q = 0; q < 3; ++q)
      s += 0.2 * y[j + q] * y[j + q];
    y[j + 3] = s;
  }
  return weighted(y);
}

// The short loop adds to what it reads, and to the same element again.
#pragma adjoint reverse
double chained(const double *x, int n) {
  std::vector<double> y(n + 4, 0.3);
  for (int j = 0; j < n; ++j)
    for (int q = 0; q < 3; ++q)
      y[j + q + 1] += 0.3 * y[j + q] * x[j];
  return weighted(y);
}

// Histograms: indices of the iteration.
#pragma adjoint reverse
double indexed(const double *x, int n) {
  std::vector<double> y(n + 8), z(n);
  for (int j = 0; j < n; ++j) {
    const int at = (j * 7) % n;
    double s = 0.0;
    for (int q = 0; q < 3; ++q)
      s += x[(at + q) % n] * x[j];
    z[j] = s * s;
    for (int q = 0; q < 3; ++q)
      y[at + q] += s * x[j];
  }
  return weighted(y) + weighted(z);
}

#pragma adjoint reverse
double strided(const double *x, int n) {
  std::vector<double> y(n);
  for (int j = 0; 3 * j + 3 <= n; ++j) {
    double s = 0.0;
    for (int d = 0; d < 3; ++d)
      s += x[3 * j + d] * x[3 * j + d] * (d + 1);
    y[j] = s * s;
  }
  return weighted(y);
}

// The weight that short loops use changes in the iteration, and is used behind them.
#pragma adjoint reverse
double changing(const double *x, int n) {
  std::vector<double> y(n);
  double weight = x[0];
  for (int j = 0; j + 2 < n; ++j) {
    double s = 0.0;
    for (int q = 0; q < 3; ++q)
      s += weight * x[j + q];
    weight = 0.5 * weight + 0.1 * s;
    y[j] = s * weight;
  }
  return weighted(y);
}

// Two outputs of an iteration, each with short loops of its own.
#pragma adjoint reverse
double pair(const double *x, int n) {
  std::vector<double> y(n), z(n);
  for (int j = 0; j + 3 < n; ++j) {
    double s = 0.0, t = 0.0;
    for (int q = 0; q < 3; ++q) {
      s += x[j + q] * x[q];
      t += x[j + q + 1] * s;
    }
    y[j] = s * s;
    z[j] = t;
  }
  return n < 3 ? 0.0 : weighted(y) + weighted(z);
}

int main() {
  for (int n : {1, 2, 3, 4, 5, 8, 9, 17, 40}) {
    numeric::Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.4 + 0.3 * std::sin(2.0 * i + 0.4);
    numeric::check("plane", plane, plane_b, {x});
    if (n >= 5)
      numeric::check("line", line, line_b, {x});
    numeric::check("downwards", downwards, downwards_b, {x});
    if (n >= 8)
      numeric::check("unsignedCounters", unsignedCounters, unsignedCounters_b, {x});
    numeric::check("volume", volume, volume_b, {x});
    numeric::check("recurrence", recurrence, recurrence_b, {x});
    numeric::check("chained", chained, chained_b, {x});
    numeric::check("indexed", indexed, indexed_b, {x});
    numeric::check("strided", strided, strided_b, {x});
    numeric::check("changing", changing, changing_b, {x});
    numeric::check("pair", pair, pair_b, {x});
  }
  return numeric::report();
}
