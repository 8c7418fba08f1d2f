// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/cholesky.h"
#include "Kernel.h"

#include <algorithm>

#pragma adjoint reverse wrt(a) of(return) function(bench::logDeterminant<double>)

namespace bench {

/// y += the sum of factor[r] times row r, for four rows of `n` elements that are `stride` apart.
void addFourRows(int n, const double *factor, const double *rows, int stride, double *y) {
  const double *__restrict a = rows, *__restrict b = a + stride, *__restrict c = b + stride, *__restrict d = c + stride;
  double *__restrict out = y;
  const double p = factor[0], q = factor[1], r = factor[2], s = factor[3];
  for (int j = 0; j < n; ++j)
    out[j] += p * a[j] + q * b[j] + (r * c[j] + s * d[j]);
}

void addRow(int n, double factor, const double *__restrict row, double *__restrict y) {
  for (int j = 0; j < n; ++j)
    y[j] += factor * row[j];
}

/// y += the sum of factor[k] times row k of a triangle, from row `first` to row `last`, up to column `n`. Rows are `stride`
/// apart, and zero behind the diagonal.
void addRows(int first, int last, int n, const double *factor, const double *triangle, int stride, double *y) {
  int k = first;
  for (; k + 4 <= last; k += 4)
    addFourRows(std::min(n, k + 4), factor + k, triangle + k * stride, stride, y);
  for (; k < last; ++k)
    addRow(std::min(n, k + 1), factor[k], triangle + k * stride, y);
}

/// The gradient is the inverse, X'X for the inverse X of the factor; elements off the diagonal count twice. Rows of X, and
/// those of the product, are combined of rows, four at a time. `inverse`, n by n, is zero above its diagonal; `scratch` has
/// 2 n elements.
void logDeterminantByHand(double *__restrict a, double *__restrict a_b, double *__restrict inverse,
                          double *__restrict scratch, int n, double result_b) {
  logDeterminant(a, n);
  for (int i = 0; i < n; ++i) {
    double *__restrict row = inverse + i * n;
    for (int j = 0; j < i; ++j)
      row[j] = 0.0;
    addRows(0, i, i, a + i * n, inverse, n, row);
    const double scale = 1.0 / a[i * n + i];
    for (int j = 0; j < i; ++j)
      row[j] *= -scale;
    row[i] = scale;
  }
  double *__restrict column = scratch, *__restrict sum = scratch + n;
  for (int i = 0; i < n; ++i) {
    for (int k = i; k < n; ++k)
      column[k] = inverse[k * n + i];
    for (int j = 0; j <= i; ++j)
      sum[j] = 0.0;
    addRows(i, n, i + 1, column, inverse, n, sum);
    for (int j = 0; j < i; ++j)
      a_b[i * n + j] += 2.0 * result_b * sum[j];
    a_b[i * n + i] += result_b * sum[i];
  }
}

namespace {

Kernel make(const Cholesky &problem) {
  return {[=, a = problem.x]() mutable {
            a = problem.x;
            return logDeterminant(a.data(), problem.n);
          },
          [=, a = problem.x](double *g) mutable {
            a = problem.x;
            logDeterminant_b(a.data(), g, problem.n, 1.0);
          },
          [=, a = problem.x, inverse = std::vector<double>(problem.x.size()), scratch = std::vector<double>(2 * problem.n)](double *g) mutable {
            a = problem.x;
            logDeterminantByHand(a.data(), g, inverse.data(), scratch.data(), problem.n, 1.0);
          }};
}

const Registration registration(make);

} // namespace
} // namespace bench
