// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: the factors of L D L^T as results.

#ifndef ADJOINT_LINEAR_LDLT_H
#define ADJOINT_LINEAR_LDLT_H

#include "adjoint/linear/factors.h"

#include <stdexcept>

namespace adjoint::linear {

inline void ldlt_diagonal(double *d, const double *, const unsigned long *factor, long n) {
  if (n != 0)
    detail::Values(d, n, 1) = detail::Factor(const_cast<unsigned long *>(factor), n, n).coefficients;
}
inline void ldlt_diagonal_fwd(double *d, const double *a, const unsigned long *factor, long n, Nothing &) {
  ldlt_diagonal(d, a, factor, n);
}
/// With w = l^-1 p: d_i changes by w_i a_d w_i^T.
inline void ldlt_diagonal_rev(double *, double *d_b, const double *, double *a_b, const unsigned long *factor, long n, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const Factor factors(const_cast<unsigned long *>(factor), n, n);
  Matrix w = Eigen::PermutationMatrix<Eigen::Dynamic>(factors.order.head(n)) * Matrix::Identity(n, n);
  factors.packed.triangularView<Eigen::UnitLower>().solveInPlace(w);
  Values seed(d_b, n, 1);
  addSymmetric(Values(a_b, n, n), w.transpose() * seed.col(0).asDiagonal() * w);
  seed.setZero();
}

inline void ldlt_lower(double *l, const double *, const unsigned long *factor, long n) {
  if (n != 0)
    detail::Values(l, n, n) = detail::Factor(const_cast<unsigned long *>(factor), n, n).packed.triangularView<Eigen::UnitLower>();
}
inline void ldlt_lower_fwd(double *l, const double *a, const unsigned long *factor, long n, Nothing &) { ldlt_lower(l, a, factor, n); }
/// With m = l^-1 p a_d p^T l^-T: l_d is l times what m d^-1 has below the diagonal.
inline void ldlt_lower_rev(double *l, double *l_b, const double *, double *a_b, const unsigned long *factor, long n, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const Factor factors(const_cast<unsigned long *>(factor), n, n);
  const ConstValues lower(l, n, n);
  Values seed(l_b, n, n);
  Matrix m = lower.transpose() * Matrix(seed.triangularView<Eigen::StrictlyLower>());
  m.triangularView<Eigen::Upper>().setZero();
  for (long j = 0; j < n; ++j) {
    if (factors.coefficients(j) == 0.0 && !m.col(j).isZero(0.0))
      throw std::domain_error("adjoint::linear: a pivot is zero, so that the factor L has no derivative");
    if (factors.coefficients(j) != 0.0)
      m.col(j) /= factors.coefficients(j);
  }
  lower.triangularView<Eigen::UnitLower>().transpose().solveInPlace(m);
  lower.triangularView<Eigen::UnitLower>().solveInPlace<Eigen::OnTheRight>(m);
  const Eigen::PermutationMatrix<Eigen::Dynamic> p(factors.order.head(n));
  addSymmetric(Values(a_b, n, n), p.transpose() * m * p);
  seed.setZero();
}

} // namespace adjoint::linear

#endif
