// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of elementals: matrices of any size, made of a few numbers by which the result is differentiated.

#pragma once

#include "numeric.h"

#include <cmath>

namespace elementals {

/// Memory for n numbers.
struct Numbers {
  double *values;
  long n;
  explicit Numbers(long n) : values(new double[static_cast<unsigned long>(n)]()), n(n) {}
  /// Some function of p's `count` numbers, another one for each place and each `shift`.
  Numbers(long n, const double *p, int count, long shift) : Numbers(n) {
    for (long i = 0; i < n; ++i)
      values[i] = std::sin(p[(i + shift) % count] * static_cast<double>(i + shift)) + 0.1 * p[i % count];
  }
  Numbers(const Numbers &) = delete;
  ~Numbers() { delete[] values; }

  /// A matrix whose diagonal dominates its square part, with gaps between its singular values. Where its lower triangle says what a symmetric
  /// one is, that is definite.
  void makeRegular(long rows, long columns, const double *p, int count) {
    for (long j = 0; j < columns; ++j)
      for (long i = 0; i < rows; ++i)
        values[i + j * rows] = 0.3 * std::sin(p[(i + 2 * j) % count] * static_cast<double>(1 + i + 3 * j)) +
                               (i == j ? 1.5 + static_cast<double>(i) : 0.0);
  }
  /// A number with other derivatives by each of these.
  double worth() const {
    double s = 0.0;
    for (long i = 0; i < n; ++i)
      s += (0.5 + 0.1 * static_cast<double>(i % 5)) * values[i] * values[i] + 0.3 * values[i];
    return s;
  }
};

} // namespace elementals
