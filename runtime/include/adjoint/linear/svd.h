// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: singular values and vectors.

#ifndef ADJOINT_LINEAR_SVD_H
#define ADJOINT_LINEAR_SVD_H

#include "adjoint/linear/matrices.h"

#include <Eigen/SVD>

#include <algorithm>
#include <stdexcept>

namespace adjoint::linear {

inline void svd(double *u, double *values, double *v, const double *a, long m, long n, bool divides) {
  using namespace detail;
  const long k = std::min(m, n);
  if (k == 0)
    return;
  auto give = [&](const auto &found) {
    Values(u, m, k) = found.matrixU();
    Values(values, k, 1) = found.singularValues();
    Values(v, n, k) = found.matrixV();
  };
  const unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;
  const Matrix whole = ConstValues(a, m, n);
  if (divides)
    give(Eigen::BDCSVD<Matrix>(whole, thin));
  else
    give(Eigen::JacobiSVD<Matrix>(whole, thin));
}
inline void svd_fwd(double *u, double *values, double *v, const double *a, long m, long n, bool divides, Nothing &) {
  svd(u, values, v, a, m, n, divides);
}
inline void svd_rev(double *u, double *u_b, double *values, double *values_b, double *v, double *v_b, const double *, double *a_b,
                    long m, long n, bool, Nothing &) {
  using namespace detail;
  const long k = std::min(m, n);
  if (k == 0)
    return;
  const Values left(u, m, k), right(v, n, k), s(values, k, 1);
  Values left_b(u_b, m, k), right_b(v_b, n, k), s_b(values_b, k, 1);
  Matrix g = Matrix::Zero(k, k), more = Matrix::Zero(m, n);
  if (!left_b.isZero(0.0) || !right_b.isZero(0.0)) {
    const Matrix ofLeft = left.transpose() * left_b, ofRight = right.transpose() * right_b;
    for (long q = 0; q < k; ++q)
      for (long p = 0; p < k; ++p) {
        const double x = ofLeft(p, q) - ofLeft(q, p), y = ofRight(p, q) - ofRight(q, p);
        if (p != q && s(p) == s(q) && (x != 0.0 || y != 0.0))
          throw std::domain_error("adjoint::linear: two singular values are equal, so that the singular vectors have no derivative");
        if (p != q && (x != 0.0 || y != 0.0))
          g(p, q) = (x * s(q) + s(p) * y) / ((s(q) - s(p)) * (s(q) + s(p)));
      }
    if (m != n && s(k - 1) == 0.0)
      throw std::domain_error("adjoint::linear: a singular value is zero, so that the singular vectors have no derivative");
    if (m > k)
      more = (left_b - left * ofLeft) * s.col(0).cwiseInverse().asDiagonal() * right.transpose();
    if (n > k)
      more = left * s.col(0).cwiseInverse().asDiagonal() * (right_b - right * ofRight).transpose();
  }
  g.diagonal() += s_b.col(0);
  Values(a_b, m, n) += left * g * right.transpose() + more;
  left_b.setZero();
  right_b.setZero();
  s_b.setZero();
}
inline void refuse_further_vectors() {
  throw std::domain_error("adjoint::linear: of a matrix that is not square, only the first singular vectors have a derivative; ask for "
                          "ComputeThinU and ComputeThinV");
}

} // namespace adjoint::linear

#endif
