// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logarithm of the determinant of a positive definite matrix, by its Cholesky factor.
#include "Kernel.h"

#include <cmath>

namespace {

/// Of the symmetric `a`, n by n, the lower triangle is read; it becomes the factor.
#pragma adjoint reverse wrt(a) of(return)
double logDeterminant(double *a, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(s) : s / a[j * n + j];
    }
    sum += std::log(a[i * n + i]);
  }
  return 2.0 * sum;
}

/// The gradient is the inverse, which the inverse of the factor gives; elements off the diagonal count twice.
void logDeterminantByHand(double *__restrict a, double *__restrict a_b, double *__restrict inverse, int n,
                          double result_b) {
  logDeterminant(a, n);
  for (int j = 0; j < n; ++j) // row j of `inverse`: column j of the inverse of the factor
    for (int i = j; i < n; ++i) {
      double s = i == j ? 1.0 : 0.0;
      for (int k = j; k < i; ++k)
        s -= a[i * n + k] * inverse[j * n + k];
      inverse[j * n + i] = s / a[i * n + i];
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = 0.0;
      for (int k = i; k < n; ++k)
        s += inverse[i * n + k] * inverse[j * n + k];
      a_b[i * n + j] += result_b * (i == j ? s : 2.0 * s);
    }
}

bench::Kernel make(int n) {
  std::vector<double> matrix = bench::numbers(n * n, 0.0, 1.0);
  for (int i = 0; i < n; ++i)
    matrix[i * n + i] += n;
  return {[=, a = matrix]() mutable {
            a = matrix;
            return logDeterminant(a.data(), n);
          },
          [=, a = matrix](std::vector<double> &g) mutable {
            a = matrix;
            logDeterminant_b(a.data(), g.data(), n, 1.0);
          },
          [=, a = matrix, inverse = matrix](std::vector<double> &g) mutable {
            a = matrix;
            logDeterminantByHand(a.data(), g.data(), inverse.data(), n, 1.0);
          },
          matrix.size()};
}

const bench::Registration registration("cholesky", make, 120);

} // namespace
