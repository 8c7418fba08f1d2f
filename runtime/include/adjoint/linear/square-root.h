// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: square roots of symmetric matrices, and Sylvester's equation, which their derivatives solve.

#ifndef ADJOINT_LINEAR_SQUARE_ROOT_H
#define ADJOINT_LINEAR_SQUARE_ROOT_H

#include "adjoint/linear/matrices.h"

#include <Eigen/Eigenvalues>

#include <stdexcept>

namespace adjoint::linear {

namespace detail {
/// Among the eigenvectors v of x, with eigenvalues s: y_ij (s_i + s_j) = b_ij.
inline Matrix solutionOfSylvester(const Matrix &v, const Vector &s, const Matrix &b) {
  Matrix y = v.transpose() * b * v;
  for (Eigen::Index j = 0; j < y.cols(); ++j)
    for (Eigen::Index i = 0; i < y.rows(); ++i) {
      if (s(i) + s(j) == 0.0)
        throw std::domain_error("adjoint::linear: the matrix is singular, so that its square root has no derivative");
      y(i, j) /= s(i) + s(j);
    }
  return v * y * v.transpose();
}
} // namespace detail

inline void sylvester(double *y, const double *x, const double *b, long n) {
  using namespace detail;
  if (n == 0)
    return;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver{Matrix(ConstValues(x, n, n))};
  Values(y, n, n) = solutionOfSylvester(solver.eigenvectors(), solver.eigenvalues(), ConstValues(b, n, n));
}
inline void sylvester_fwd(double *y, const double *x, const double *b, long n, Nothing &) { sylvester(y, x, b, n); }
/// With w for which x w + w x = y_b.
inline void sylvester_rev(double *y, double *y_b, const double *x, double *x_b, const double *, double *b_b, long n, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const ConstValues solution(y, n, n);
  Matrix w(n, n);
  sylvester(w.data(), x, y_b, n);
  Values(b_b, n, n) += w;
  Values(x_b, n, n) -= w * solution.transpose() + solution.transpose() * w;
  Values(y_b, n, n).setZero();
}

inline void square_root(double *x, const double *a, long n, bool isInverse) {
  using namespace detail;
  if (n == 0)
    return;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver{Matrix(ConstValues(a, n, n))};
  Values(x, n, n) = isInverse ? solver.operatorInverseSqrt() : solver.operatorSqrt();
}
inline void square_root_fwd(double *x, const double *a, long n, bool isInverse, Nothing &) { square_root(x, a, n, isInverse); }
/// x_d solves Sylvester's equation with a_d, or, if x is the inverse, with -x^2 a_d x^2.
inline void square_root_rev(double *x, double *x_b, const double *, double *a_b, long n, bool isInverse, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  Matrix w(n, n);
  sylvester(w.data(), x, x_b, n);
  if (isInverse) {
    const Matrix square = ConstValues(x, n, n) * ConstValues(x, n, n);
    w = -square * w * square;
  }
  addSymmetric(Values(a_b, n, n), w);
  Values(x_b, n, n).setZero();
}

} // namespace adjoint::linear

#endif
