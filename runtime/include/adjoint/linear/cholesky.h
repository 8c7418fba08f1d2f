// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: the factor of Cholesky's decomposition as a result.

#ifndef ADJOINT_LINEAR_CHOLESKY_H
#define ADJOINT_LINEAR_CHOLESKY_H

#include "adjoint/linear/factors.h"

namespace adjoint::linear {

inline void cholesky(double *l, const double *, const unsigned long *words, long n) {
  const detail::Factor factor(const_cast<unsigned long *>(words), n, n);
  detail::Values(l, n, n) = factor.packed.triangularView<Eigen::Lower>();
}
inline void cholesky_fwd(double *l, const double *a, const unsigned long *factor, long n, Nothing &) { cholesky(l, a, factor, n); }

namespace detail {

/// Of a block: the adjoint of the lower triangle of a, in the place of that of l.
inline void reverseOfFactor(const Matrix &l, Eigen::Block<Values> seed) {
  Matrix g = l.triangularView<Eigen::Lower>().transpose() * Matrix(seed.triangularView<Eigen::Lower>());
  g.triangularView<Eigen::StrictlyUpper>() = g.transpose().eval(); // of the lower half, twice the symmetric part
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(g);
  Matrix h = g.transpose();
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(h);
  seed.triangularView<Eigen::StrictlyLower>() = h;
  seed.diagonal() = 0.5 * h.diagonal();
}

} // namespace detail

/// Block by block from the last (Murray 2016, section 3.3), so that nearly all is products of matrices. With R, D, B, C the
/// blocks of l to the left of the diagonal block D, below these, and below it.
inline void cholesky_rev(double *l, double *l_b, const double *, double *a_b, const unsigned long *, long n, Nothing &) {
  using namespace detail;
  const ConstValues factor(l, n, n);
  Values seed(l_b, n, n);
  constexpr long width = 48;
  for (long end = n; end > 0; end -= width) {
    const long begin = end > width ? end - width : 0, size = end - begin, below = n - end;
    const auto r = factor.block(begin, 0, size, begin), b = factor.block(end, 0, below, begin), c = factor.block(end, begin, below, size);
    const Matrix d = factor.block(begin, begin, size, size);
    auto r_b = seed.block(begin, 0, size, begin), b_b = seed.block(end, 0, below, begin), c_b = seed.block(end, begin, below, size),
         d_b = seed.block(begin, begin, size, size);
    if (below > 0) {
      c_b = d.triangularView<Eigen::Lower>().transpose().solve(c_b.transpose()).transpose().eval();
      b_b.noalias() -= c_b * r;
      d_b.triangularView<Eigen::Lower>() -= Matrix(c_b.transpose() * c);
    }
    reverseOfFactor(d, d_b);
    if (begin > 0) {
      r_b.noalias() -= c_b.transpose() * b;
      Matrix both = d_b.triangularView<Eigen::Lower>();
      both += both.transpose().eval();
      r_b.noalias() -= both * r;
    }
  }
  Values(a_b, n, n).triangularView<Eigen::Lower>() += seed;
  seed.setZero();
}

} // namespace adjoint::linear

#endif
