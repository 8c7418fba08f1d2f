// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: the factors of L U as results.

#ifndef ADJOINT_LINEAR_LU_H
#define ADJOINT_LINEAR_LU_H

#include "adjoint/linear/factors.h"

#include <stdexcept>

namespace adjoint::linear {

inline void lu_factors(double *packed, const double *, const unsigned long *factor, long n) {
  if (n != 0)
    detail::Values(packed, n, n) = detail::Factor(const_cast<unsigned long *>(factor), n, n).packed;
}
inline void lu_factors_fwd(double *packed, const double *a, const unsigned long *factor, long n, Nothing &) {
  lu_factors(packed, a, factor, n);
}
/// With m = l^-1 p a_d u^-1: l_d is l times what m has below the diagonal, and u_d the rest of m times u.
inline void lu_factors_rev(double *packed, double *packed_b, const double *, double *a_b, const unsigned long *words, long n,
                           Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const Factor factor(const_cast<unsigned long *>(words), n, n);
  const ConstValues factors(packed, n, n);
  Values seed(packed_b, n, n);
  if ((factors.diagonal().array() == 0.0).any())
    throw std::domain_error("adjoint::linear: the matrix is singular, so that the factors L and U have no derivative");
  const Matrix below = seed.triangularView<Eigen::StrictlyLower>(), rest = seed.triangularView<Eigen::Upper>();
  Matrix m = factors.triangularView<Eigen::UnitLower>().transpose() * below;
  m.triangularView<Eigen::Upper>() = rest * factors.triangularView<Eigen::Upper>().transpose();
  factors.triangularView<Eigen::UnitLower>().transpose().solveInPlace(m);
  factors.triangularView<Eigen::Upper>().transpose().solveInPlace<Eigen::OnTheRight>(m);
  m = Eigen::PermutationMatrix<Eigen::Dynamic>(factor.order.head(n)).transpose() * m;
  Values(a_b, n, n) += m;
  seed.setZero();
}

} // namespace adjoint::linear

#endif
