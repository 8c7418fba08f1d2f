// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: products of matrices.

#ifndef ADJOINT_LINEAR_MULTIPLY_H
#define ADJOINT_LINEAR_MULTIPLY_H

#include "adjoint/linear/matrices.h"

namespace adjoint::linear {

inline void multiply(double *c, const double *a, const double *b, long m, long k, long n) {
  detail::Values(c, m, n).noalias() = detail::ConstValues(a, m, k) * detail::ConstValues(b, k, n);
}
inline void multiply_fwd(double *c, const double *a, const double *b, long m, long k, long n, Nothing &) {
  multiply(c, a, b, m, k, n);
}
inline void multiply_rev(double *, double *c_b, const double *a, double *a_b, const double *b, double *b_b, long m, long k, long n,
                         Nothing &) {
  using namespace detail;
  Values seed(c_b, m, n);
  if (a_b)
    Values(a_b, m, k).noalias() += seed * ConstValues(b, k, n).transpose();
  if (b_b)
    Values(b_b, k, n).noalias() += ConstValues(a, m, k).transpose() * seed;
  seed.setZero();
}

} // namespace adjoint::linear

#endif
