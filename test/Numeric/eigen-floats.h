// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of functions that are written for any numbers, and whose matrices hold floats where they are differentiated: adjoints are
// compared with differences of the same function of doubles, which rounding does not blur.
//
//     numeric::check("f", f, f_b, fOf<double>, points);

#pragma once

#include "eigen.h"

namespace numeric {
template <class Adjoint>
void check(const char *name, double (*)(const double *, int), const Adjoint &f_b, double (*precise)(const double *, int),
           Points points) {
  check(name, precise, f_b, points, floatTolerance);
}
} // namespace numeric

template <class T> using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T> using ByRows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T, int n> using Fixed = Eigen::Matrix<T, n, n>;
template <class T, int n> using FixedVector = Eigen::Matrix<T, n, 1>;

/// A regular matrix of the first numbers.
template <class T> Matrix<T> matrixOf(const double *p, int m, int n) {
  Matrix<T> a(m, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      a(i, j) = static_cast<T>(p[(i + 2 * j) % 6] * (0.3 + 0.1 * i) + (i == j ? 2.0 + i : 0.0));
  return a;
}
template <class T> Matrix<T> symmetricOf(const double *p, int n) {
  const Matrix<T> a = matrixOf<T>(p, n, n);
  return a + a.transpose();
}
template <class T> Vector<T> vectorOf(const double *p, int n) {
  return Eigen::Map<const Eigen::VectorXd>(p, n).template cast<T>();
}
