// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: singular values.

#ifndef ADJOINT_LINEAR_SINGULAR_VALUES_H
#define ADJOINT_LINEAR_SINGULAR_VALUES_H

#include "adjoint/linear/eigenvalues.h"

#include <Eigen/SVD>

namespace adjoint::linear {

inline void singular_values(double *values, const double *a, long m, long n) {
  using namespace detail;
  if (m == 0 || n == 0)
    return;
  Values(values, m < n ? m : n, 1) = Eigen::JacobiSVD<Matrix>(Matrix(ConstValues(a, m, n))).singularValues();
}
inline void singular_values_fwd(double *values, const double *a, long m, long n, Nothing &) { singular_values(values, a, m, n); }
inline void singular_values_rev(double *, double *values_b, const double *a, double *a_b, long m, long n, Nothing &) {
  using namespace detail;
  if (m == 0 || n == 0)
    return;
  const Eigen::JacobiSVD<Matrix> svd(Matrix(ConstValues(a, m, n)), Eigen::ComputeThinU | Eigen::ComputeThinV);
  Values seed(values_b, m < n ? m : n, 1);
  Values(a_b, m, n) += svd.matrixU() * seed.col(0).asDiagonal() * svd.matrixV().transpose();
  seed.setZero();
}

} // namespace adjoint::linear

#endif
