// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: products of matrices, and of a matrix and a vector.

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

namespace detail {
using Strided = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;
using ConstStrided = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
} // namespace detail

inline void multiply_vector(double *y, const double *a, const double *x, long m, long n, long stride, bool isTransposed) {
  using namespace detail;
  Eigen::Map<Vector> result(y, m);
  const Eigen::Map<const Vector> vector(x, n);
  if (isTransposed)
    result.noalias() = ConstStrided(a, n, m, Eigen::OuterStride<>(stride)).transpose() * vector;
  else
    result.noalias() = ConstStrided(a, m, n, Eigen::OuterStride<>(stride)) * vector;
}
inline void multiply_vector_fwd(double *y, const double *a, const double *x, long m, long n, long stride, bool isTransposed, Nothing &) {
  multiply_vector(y, a, x, m, n, stride, isTransposed);
}
inline void multiply_vector_rev(double *, double *y_b, const double *a, double *a_b, const double *x, double *x_b, long m, long n,
                                long stride, bool isTransposed, Nothing &) {
  using namespace detail;
  Eigen::Map<Vector> seed(y_b, m);
  const Eigen::Map<const Vector> vector(x, n);
  const long rows = isTransposed ? n : m, columns = isTransposed ? m : n;
  const ConstStrided matrix(a, rows, columns, Eigen::OuterStride<>(stride));
  if (a_b && isTransposed)
    Strided(a_b, rows, columns, Eigen::OuterStride<>(stride)).noalias() += vector * seed.transpose();
  else if (a_b)
    Strided(a_b, rows, columns, Eigen::OuterStride<>(stride)).noalias() += seed * vector.transpose();
  if (x_b && isTransposed)
    Eigen::Map<Vector>(x_b, n).noalias() += matrix * seed;
  else if (x_b)
    Eigen::Map<Vector>(x_b, n).noalias() += matrix.transpose() * seed;
  seed.setZero();
}

namespace detail {
/// target += left right, each as it is or transposed.
template <class Left, class Right> void addProduct(Strided target, const Left &left, bool turnsLeft, const Right &right, bool turnsRight) {
  if (turnsLeft && turnsRight)
    target.noalias() += left.transpose() * right.transpose();
  else if (turnsLeft)
    target.noalias() += left.transpose() * right;
  else if (turnsRight)
    target.noalias() += left * right.transpose();
  else
    target.noalias() += left * right;
}
/// m by n numbers, or the same transposed.
template <class View, class Number> View viewOf(Number *values, long m, long n, long stride, bool isTransposed) {
  return View(values, isTransposed ? n : m, isTransposed ? m : n, Eigen::OuterStride<>(stride));
}
} // namespace detail

inline void multiply_views(double *c, const double *a, long strideA, bool isTransposedA, const double *b, long strideB,
                           bool isTransposedB, long m, long k, long n) {
  using namespace detail;
  const Strided target(c, m, n, Eigen::OuterStride<>(m));
  Values(c, m, n).setZero();
  addProduct(target, viewOf<ConstStrided>(a, m, k, strideA, isTransposedA), isTransposedA,
             viewOf<ConstStrided>(b, k, n, strideB, isTransposedB), isTransposedB);
}
inline void multiply_views_fwd(double *c, const double *a, long strideA, bool isTransposedA, const double *b, long strideB,
                               bool isTransposedB, long m, long k, long n, Nothing &) {
  multiply_views(c, a, strideA, isTransposedA, b, strideB, isTransposedB, m, k, n);
}
inline void multiply_views_rev(double *, double *c_b, const double *a, double *a_b, long strideA, bool isTransposedA, const double *b,
                               double *b_b, long strideB, bool isTransposedB, long m, long k, long n, Nothing &) {
  using namespace detail;
  const ConstStrided seed(c_b, m, n, Eigen::OuterStride<>(m));
  const ConstStrided left = viewOf<ConstStrided>(a, m, k, strideA, isTransposedA), right = viewOf<ConstStrided>(b, k, n, strideB, isTransposedB);
  if (a_b && isTransposedA)
    addProduct(viewOf<Strided>(a_b, m, k, strideA, true), right, isTransposedB, seed, true);
  else if (a_b)
    addProduct(viewOf<Strided>(a_b, m, k, strideA, false), seed, false, right, !isTransposedB);
  if (b_b && isTransposedB)
    addProduct(viewOf<Strided>(b_b, k, n, strideB, true), seed, true, left, isTransposedA);
  else if (b_b)
    addProduct(viewOf<Strided>(b_b, k, n, strideB, false), left, !isTransposedA, seed, false);
  Values(c_b, m, n).setZero();
}

} // namespace adjoint::linear

#endif
