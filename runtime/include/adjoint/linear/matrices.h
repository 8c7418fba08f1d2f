// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the definitions of the elementals (elementals.h) work with: matrices of Eigen.

#ifndef ADJOINT_LINEAR_MATRICES_H
#define ADJOINT_LINEAR_MATRICES_H

#include "adjoint/linear/elementals.h"

#include <Eigen/Core>

namespace adjoint::linear {

namespace detail {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Values = Eigen::Map<Matrix>;
using ConstValues = Eigen::Map<const Matrix>;

/// target += g, where the lower triangle of a symmetric matrix stands for both.
inline void addSymmetric(Values target, const Matrix &g) {
  for (Eigen::Index j = 0; j < g.cols(); ++j) {
    target(j, j) += g(j, j);
    for (Eigen::Index i = j + 1; i < g.rows(); ++i)
      target(i, j) += g(i, j) + g(j, i);
  }
}

} // namespace detail

} // namespace adjoint::linear

#endif
