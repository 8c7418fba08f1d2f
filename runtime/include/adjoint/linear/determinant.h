// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: determinants, and the rank.

#ifndef ADJOINT_LINEAR_DETERMINANT_H
#define ADJOINT_LINEAR_DETERMINANT_H

#include "adjoint/linear/inverse.h"

#include <Eigen/LU>

namespace adjoint::linear {

inline long rank(const double *a, long m, long n) {
  return m == 0 || n == 0 ? 0 : Eigen::FullPivLU<detail::Matrix>(detail::ConstValues(a, m, n)).rank();
}

inline double determinant(const double *a, long n) { return detail::ConstValues(a, n, n).determinant(); }
inline void determinant_b(const double *a, double *a_b, long n, double result_b) {
  using namespace detail;
  if (n == 0)
    return;
  const Eigen::PartialPivLU<Matrix> lu{Matrix(ConstValues(a, n, n))};
  const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
  const bool isRegular = pivots.minCoeff() > 1e-8 * pivots.maxCoeff(); // beyond doubt; otherwise the rank says
  if (isRegular || Eigen::FullPivLU<Matrix>(ConstValues(a, n, n)).isInvertible()) {
    Values(a_b, n, n) += result_b * lu.determinant() * lu.inverse().transpose();
    return;
  }
  for (long j = 0; j < n; ++j) // cofactor by cofactor
    for (long i = 0; i < n; ++i) {
      Matrix minor(n - 1, n - 1);
      for (long q = 0; q < n - 1; ++q)
        for (long p = 0; p < n - 1; ++p)
          minor(p, q) = a[(p < i ? p : p + 1) + (q < j ? q : q + 1) * n];
      a_b[i + j * n] += ((i + j) % 2 == 0 ? result_b : -result_b) * (n == 1 ? 1.0 : minor.determinant());
    }
}

} // namespace adjoint::linear

#endif
