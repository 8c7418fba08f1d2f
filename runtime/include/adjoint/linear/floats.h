// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: what is singular at the precision of float.

#ifndef ADJOINT_LINEAR_FLOATS_H
#define ADJOINT_LINEAR_FLOATS_H

#include "adjoint/linear/solve.h"

namespace adjoint::linear {

inline long rank_of_floats(const double *a, long m, long n) {
  return m == 0 || n == 0 ? 0 : Eigen::FullPivLU<Eigen::MatrixXf>(detail::ConstValues(a, m, n).cast<float>()).rank();
}

inline void factorise_floats(Decomposition how, unsigned long *words, const double *a, long m, long n) {
  if (m < n && how == Decomposition::complete) {
    const detail::Matrix turned = detail::ConstValues(a, m, n).transpose();
    return factorise_floats(how, words, turned.data(), n, m);
  }
  factorise(how, words, a, m, n);
  if (m < n || n == 0)
    return;
  const Eigen::MatrixXf values = detail::ConstValues(a, m, n).cast<float>();
  detail::Factor factor(words, m, n);
  if (how == Decomposition::cholesky)
    factor.hasSucceeded = Eigen::LLT<Eigen::MatrixXf>(values).info() == Eigen::Success;
  if (how != Decomposition::pivoted_qr && how != Decomposition::complete)
    return;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXf> qr(values);
  const long used = how == Decomposition::complete ? qr.rank() : qr.nonzeroPivots();
  factor.packed.diagonal().tail(n - used).setZero();
}

} // namespace adjoint::linear

#endif
