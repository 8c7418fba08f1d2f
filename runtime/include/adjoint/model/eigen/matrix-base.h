// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Eigen's matrices can do, and arrays cannot.

#ifndef ADJOINT_MODEL_EIGEN_MATRIX_BASE_H
#define ADJOINT_MODEL_EIGEN_MATRIX_BASE_H

#include "adjoint/model/eigen/triangles.h"

namespace adjoint::model::Eigen {

/// What matrices alone can do.
template <class D> class MatrixBase : public DenseBase<D> {
public:
  using EigenBase<D>::derived;

  auto array() { return ArrayWrapper<D>(derived()); }
  auto array() const { return ArrayWrapper<const D>(derived()); }
  D &matrix() { return derived(); }
  const D &matrix() const { return derived(); }
  auto noalias() { return internal::NoAliasOf<D>(derived()); }
  auto adjoint() const {
    if constexpr (internal::is_complex<typename D::Scalar>) {
      const auto transposed = this->transpose();
      return CwiseUnaryOp<internal::scalar_conjugate_op<typename D::Scalar>, decltype(transposed)>(transposed);
    } else
      return this->transpose();
  }
  decltype(auto) conjugate() const {
    if constexpr (internal::is_complex<typename D::Scalar>)
      return CwiseUnaryOp<internal::scalar_conjugate_op<typename D::Scalar>, const D>(derived());
    else
      return derived();
  }
  auto diagonal() { return Diagonal<D, 0>(derived()); }
  auto diagonal() const { return Diagonal<const D, 0>(derived()); }
  auto diagonal(Index which) { return Diagonal<D, DynamicIndex>(derived(), which); }
  auto diagonal(Index which) const { return Diagonal<const D, DynamicIndex>(derived(), which); }
  template <int Which> auto diagonal() { return Diagonal<D, Which>(derived()); }
  template <int Which> auto diagonal() const { return Diagonal<const D, Which>(derived()); }
  auto asDiagonal() const { return DiagonalWrapper<const D>(derived()); }
  template <unsigned Mode> auto triangularView() { return TriangularView<D, Mode>(derived()); }
  template <unsigned Mode> auto triangularView() const { return TriangularView<const D, Mode>(derived()); }
  template <unsigned Mode> auto selfadjointView() { return SelfAdjointView<D, Mode>(derived()); }
  template <unsigned Mode> auto selfadjointView() const { return SelfAdjointView<const D, Mode>(derived()); }

#define ADJOINT_EIGEN_FUNCTION(method, name)                                                                           \
  auto method() const { return CwiseUnaryOp<internal::scalar_##name##_op<typename D::Scalar>, const D>(derived()); }
  ADJOINT_EIGEN_FUNCTION(cwiseAbs, abs)
  ADJOINT_EIGEN_FUNCTION(cwiseAbs2, abs2)
  ADJOINT_EIGEN_FUNCTION(cwiseSqrt, sqrt)
  ADJOINT_EIGEN_FUNCTION(cwiseSign, sign)
  ADJOINT_EIGEN_FUNCTION(cwiseInverse, inverse)
#undef ADJOINT_EIGEN_FUNCTION
  template <class R> auto cwiseProduct(const MatrixBase<R> &other) const {
    using Op = internal::scalar_product_op<typename D::Scalar, typename R::Scalar>;
    return CwiseBinaryOp<Op, const D, const R>(derived(), other.derived());
  }
  template <class R> auto cwiseQuotient(const MatrixBase<R> &other) const {
    return CwiseBinaryOp<internal::scalar_quotient_op<typename D::Scalar>, const D, const R>(derived(), other.derived());
  }
#define ADJOINT_EIGEN_CHOICE(method, name)                                                                             \
  template <class R> auto method(const MatrixBase<R> &other) const {                                                   \
    using Op = internal::scalar_##name##_op<typename D::Scalar, typename D::Scalar, 0>;                                \
    return CwiseBinaryOp<Op, const D, const R>(derived(), other.derived());                                            \
  }                                                                                                                    \
  template <class S, class = enable_if_t<internal::is_scalar<S>>> auto method(const S &other) const {                  \
    auto constant = internal::constantLike(derived(), other);                                                          \
    using Op = internal::scalar_##name##_op<typename D::Scalar, typename D::Scalar, 0>;                                \
    return CwiseBinaryOp<Op, const D, const decltype(constant)>(derived(), constant);                                  \
  }
  ADJOINT_EIGEN_CHOICE(cwiseMin, min)
  ADJOINT_EIGEN_CHOICE(cwiseMax, max)
#undef ADJOINT_EIGEN_CHOICE

  template <class R> auto dot(const MatrixBase<R> &other) const {
    const auto &l = internal::ready(derived());
    const auto &r = internal::ready(other.derived());
    auto sum = typename D::Scalar(0) * typename R::Scalar(0);
    const Index n = l.size();
    for (Index i = 0; i < n; ++i)
      sum += internal::conj(l.coeff(i)) * r.coeff(i);
    return sum;
  }
  auto squaredNorm() const {
    const auto &e = internal::ready(derived());
    typename D::RealScalar sum = 0;
    if constexpr (D::ColsAtCompileTime == 1 || D::RowsAtCompileTime == 1) {
      const Index n = e.size();
      for (Index i = 0; i < n; ++i)
        sum += internal::abs2(e.coeff(i));
    } else {
      const Index m = e.rows(), n = e.cols();
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i)
          sum += internal::abs2(e.coeff(i, j));
    }
    return sum;
  }
  auto norm() const { return elementary::sqrt(squaredNorm()); }
  auto stableNorm() const { return norm(); }
  auto blueNorm() const { return norm(); }
  auto hypotNorm() const { return norm(); }
  template <int p> auto lpNorm() const {
    using T = typename D::RealScalar;
    if constexpr (p == 1)
      return cwiseAbs().sum();
    else if constexpr (p == 2)
      return norm();
    else if constexpr (p == -1)
      return cwiseAbs().maxCoeff();
    else
      return elementary::pow(array().abs().pow(p).sum(), T(1) / T(p));
  }
  auto normalized() const {
    internal::plain_of<D> made(derived());
    const auto z = made.squaredNorm();
    if (z > 0) {
      const auto length = elementary::sqrt(z); // once, and not for each coefficient
      made /= length;
    }
    return made;
  }
  void normalize() {
    const auto z = squaredNorm();
    if (z > 0) {
      const auto length = elementary::sqrt(z);
      derived() /= length;
    }
  }
  template <class R> auto cross(const MatrixBase<R> &other) const {
    const auto &a = internal::ready(derived());
    const auto &b = internal::ready(other.derived());
    return Matrix<typename D::Scalar, D::RowsAtCompileTime, D::ColsAtCompileTime>(
        a.coeff(1) * b.coeff(2) - a.coeff(2) * b.coeff(1), a.coeff(2) * b.coeff(0) - a.coeff(0) * b.coeff(2),
        a.coeff(0) * b.coeff(1) - a.coeff(1) * b.coeff(0));
  }
  /// In the plane and in space.
  auto unitOrthogonal() const {
    using T = typename D::Scalar;
    const auto &v = internal::ready(derived());
    constexpr int size = internal::sizeOf(D::RowsAtCompileTime, D::ColsAtCompileTime);
    if constexpr (size == 2)
      return internal::plain_of<D>(-v.coeff(1), v.coeff(0)).normalized();
    else if constexpr (size == 3) {
      const T x = v.coeff(0), y = v.coeff(1), z = v.coeff(2), small = elementary::fabs(z) * T(is_same<T, float> ? 1e-5 : 1e-12);
      if (elementary::fabs(x) > small || elementary::fabs(y) > small) {
        const T n = elementary::sqrt(x * x + y * y);
        return internal::plain_of<D>(-y / n, x / n, T(0));
      }
      const T n = elementary::sqrt(y * y + z * z);
      return internal::plain_of<D>(T(0), -z / n, y / n);
    }
  }
  /// Ken Shoemake: Euler angle conversion, in: Graphics Gems IV, 1994.
  auto eulerAngles(Index i, Index second, Index last) const {
    using T = typename D::Scalar;
    const auto &m = internal::operandOf(derived());
    const bool isOdd = (i + 1) % 3 != second;
    const Index j = isOdd ? (i + 2) % 3 : (i + 1) % 3, k = isOdd ? (i + 1) % 3 : (i + 2) % 3;
    const T pi = T(3.14159265358979323846264338327950288L), sign = isOdd ? T(1) : T(-1);
    const bool isSymmetric = i == last;
    T a = isSymmetric ? elementary::atan2(m.coeff(j, i), m.coeff(k, i)) : elementary::atan2(m.coeff(j, k), m.coeff(k, k));
    const bool isTurned = sign * a < T(0);
    if (isTurned)
      a += a > T(0) ? -pi : pi;
    const T s = elementary::sin(a), c = elementary::cos(a);
    T b, third;
    if (isSymmetric) {
      const T n = elementary::hypot(m.coeff(j, i), m.coeff(k, i));
      b = elementary::atan2(n, m.coeff(i, i));
      if (isTurned)
        b = -b;
      third = elementary::atan2(c * m.coeff(j, k) - s * m.coeff(k, k), c * m.coeff(j, j) - s * m.coeff(k, j));
    } else {
      const T n = elementary::hypot(m.coeff(i, i), m.coeff(i, j));
      b = elementary::atan2(-m.coeff(i, k), isTurned ? -n : n);
      third = elementary::atan2(s * m.coeff(k, i) - c * m.coeff(j, i), c * m.coeff(j, j) - s * m.coeff(k, j));
    }
    return Matrix<T, 3, 1>(sign * a, sign * b, sign * third);
  }
  auto homogeneous() const { return Homogeneous<D, D::ColsAtCompileTime == 1 ? Vertical : Horizontal>(derived()); }
  auto hnormalized() const {
    constexpr bool isColumn = D::ColsAtCompileTime == 1;
    constexpr int all = isColumn ? D::RowsAtCompileTime : D::ColsAtCompileTime, less = all == Dynamic ? Dynamic : all - 1;
    const Index n = this->size() - 1;
    const Block<const D, isColumn ? less : 1, isColumn ? 1 : less> first(derived(), 0, 0, isColumn ? n : 1, isColumn ? 1 : n);
    return first / derived().coeff(n);
  }
  template <class R> auto operator*=(const MatrixBase<R> &other) -> decltype(static_cast<void>(R::isArray), internal::made<D &>()) {
    return derived() = derived() * other.derived();
  }
  using DenseBase<D>::operator*=;
  template <class R> D &applyOnTheLeft(const MatrixBase<R> &other) { return derived() = other.derived() * derived(); }
  template <class R> D &applyOnTheRight(const MatrixBase<R> &other) { return derived() = derived() * other.derived(); }
  template <class R> Product<D, R, 1> lazyProduct(const MatrixBase<R> &other) const {
    return Product<D, R, 1>(derived(), other.derived());
  }

  auto inverse() const { return Inverse<D>(derived()); }
  auto determinant() const { return internal::determinantOf(derived()); }
  auto operatorNorm() const { return internal::operatorNormOf(derived()); }
#define ADJOINT_EIGEN_DECOMPOSITION(name, C)                                                                           \
  auto name() const { return C<internal::plain_of<D>>(derived()); }
  ADJOINT_EIGEN_DECOMPOSITION(llt, LLT)
  ADJOINT_EIGEN_DECOMPOSITION(ldlt, LDLT)
  ADJOINT_EIGEN_DECOMPOSITION(lu, PartialPivLU)
  ADJOINT_EIGEN_DECOMPOSITION(partialPivLu, PartialPivLU)
  ADJOINT_EIGEN_DECOMPOSITION(fullPivLu, FullPivLU)
  ADJOINT_EIGEN_DECOMPOSITION(householderQr, HouseholderQR)
  ADJOINT_EIGEN_DECOMPOSITION(colPivHouseholderQr, ColPivHouseholderQR)
  ADJOINT_EIGEN_DECOMPOSITION(fullPivHouseholderQr, FullPivHouseholderQR)
  ADJOINT_EIGEN_DECOMPOSITION(completeOrthogonalDecomposition, CompleteOrthogonalDecomposition)
#undef ADJOINT_EIGEN_DECOMPOSITION
  auto jacobiSvd(unsigned options = 0) const { return JacobiSVD<internal::plain_of<D>>(derived(), options); }
  auto bdcSvd(unsigned options = 0) const { return BDCSVD<internal::plain_of<D>>(derived(), options); }

  static auto Identity() { return identity(D::RowsAtCompileTime, D::ColsAtCompileTime); }
  static auto Identity(Index m, Index n) { return identity(m, n); }
  static auto Unit(Index n, Index i) {
    constexpr int N = D::RowsAtCompileTime == 1 ? D::ColsAtCompileTime : D::RowsAtCompileTime;
    const auto square = Matrix<typename D::Scalar, N, N>::Identity(n, n);
    using Column = Block<decltype(square), D::RowsAtCompileTime, D::ColsAtCompileTime>;
    if constexpr (D::RowsAtCompileTime == 1)
      return Column(square, i, 0, 1, n);
    else
      return Column(square, 0, i, n, 1);
  }
  static auto Unit(Index i) { return Unit(D::RowsAtCompileTime * D::ColsAtCompileTime, i); }
  static auto UnitX() { return Unit(0); }
  static auto UnitY() { return Unit(1); }
  static auto UnitZ() { return Unit(2); }
  static auto UnitW() { return Unit(3); }

  bool isZero(double precision = internal::precisionOf<D>()) const { return cwiseAbs().maxCoeff() <= precision; }

private:
  static auto identity(Index m, Index n) {
    using Op = internal::scalar_identity_op<typename D::Scalar>;
    return internal::Nullary<Op, typename D::Scalar, D::RowsAtCompileTime, D::ColsAtCompileTime, D::isArray, D::IsRowMajor>(Op{}, m, n);
  }
};

} // namespace adjoint::model::Eigen

#endif
