// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: the diagonal and the permutation of L D L^T.

#ifndef ADJOINT_LINEAR_LDLT_H
#define ADJOINT_LINEAR_LDLT_H

#include "adjoint/linear/factors.h"

#include <algorithm>

namespace adjoint::linear {

inline long ldlt_row(const unsigned long *factor, long n, long i) {
  const detail::Factor factors(const_cast<unsigned long *>(factor), n, n);
  const auto *begin = factors.order.data();
  return std::find(begin, begin + n, static_cast<int>(i)) - begin;
}

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

} // namespace adjoint::linear

#endif
