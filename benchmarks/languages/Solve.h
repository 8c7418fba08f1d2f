// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linear system with a shifted right-hand side, A x = b + s: by elimination with pivots, as a library has it whose type of
// numbers is a parameter.

#ifndef ADJOINT_BENCHMARKS_LANGUAGES_SOLVE_H
#define ADJOINT_BENCHMARKS_LANGUAGES_SOLVE_H

#include "Numbers.h"

#include <utility>
#include <vector>

namespace bench {

/// `a` is n by n, by columns; it and `x`, which is the right-hand side, are overwritten.
template <class Real> void eliminate(int n, Real *a, Real *x) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (a[i + k * n] * a[i + k * n] > a[pivot + k * n] * a[pivot + k * n])
        pivot = i;
    for (int j = k; j < n && pivot != k; ++j)
      std::swap(a[k + j * n], a[pivot + j * n]);
    if (pivot != k)
      std::swap(x[k], x[pivot]);
    for (int i = k + 1; i < n; ++i) {
      const Real factor = a[i + k * n] / a[k + k * n];
      for (int j = k + 1; j < n; ++j)
        a[i + j * n] -= factor * a[k + j * n];
      x[i] -= factor * x[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i + j * n] * x[j];
    x[i] /= a[i + i * n];
  }
}

struct Solve {
  static constexpr int n = 10;

  Solve() : x(numbers(n * n + 2 * n, -1.0, 1.0)) {
    for (int i = 0; i < n; ++i)
      x[static_cast<std::size_t>(i + i * n)] += 3.0;
  }

  /// The square of the solution's norm.
  template <class Real> Real operator()(const Real *x) const {
    std::vector<Real> a(x, x + n * n), b(x + n * n, x + n * n + n);
    for (int i = 0; i < n; ++i)
      b[static_cast<std::size_t>(i)] += x[n * n + n + i];
    eliminate(n, a.data(), b.data());
    Real sum = 0.0;
    for (const Real &each : b)
      sum += each * each;
    return sum;
  }

  std::vector<double> x; ///< A, b, s
};

} // namespace bench

#endif
