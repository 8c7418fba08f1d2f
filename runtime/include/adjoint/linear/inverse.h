// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: inverse matrices.

#ifndef ADJOINT_LINEAR_INVERSE_H
#define ADJOINT_LINEAR_INVERSE_H

#include "adjoint/linear/multiply.h"

#include <Eigen/LU>

namespace adjoint::linear {

inline void inverse(double *x, const double *a, long n) {
  switch (n) {
  case 2:
    Eigen::Map<Eigen::Matrix2d>{x} = Eigen::Map<const Eigen::Matrix2d>(a).inverse();
    return;
  case 3:
    Eigen::Map<Eigen::Matrix3d>{x} = Eigen::Map<const Eigen::Matrix3d>(a).inverse();
    return;
  case 4:
    Eigen::Map<Eigen::Matrix4d>{x} = Eigen::Map<const Eigen::Matrix4d>(a).inverse();
    return;
  default:
    detail::Values(x, n, n) = detail::ConstValues(a, n, n).inverse();
  }
}
inline void inverse_fwd(double *x, const double *a, long n, Nothing &) { inverse(x, a, n); }
inline void inverse_rev(double *x, double *x_b, const double *, double *a_b, long n, Nothing &) {
  using namespace detail;
  const ConstValues inverted(x, n, n);
  Values(a_b, n, n).noalias() -= inverted.transpose() * Values(x_b, n, n) * inverted.transpose();
  Values(x_b, n, n).setZero();
}

} // namespace adjoint::linear

#endif
