// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows and columns of Eigen's expressions, one by one: m.rowwise().sum(), m.colwise() -= v.

#ifndef ADJOINT_MODEL_EIGEN_REDUCTIONS_H
#define ADJOINT_MODEL_EIGEN_REDUCTIONS_H

#include "adjoint/model/eigen/iterators.h"
#include "adjoint/model/eigen/matrix-base.h"

namespace adjoint::model::Eigen {

namespace internal {
#define ADJOINT_EIGEN_MEMBER(name, ...)                                                                                \
  template <class Result, class T> struct member_##name {                                                              \
    template <class E> Result operator()(const E &e) const { return __VA_ARGS__; }                                     \
  };
ADJOINT_EIGEN_MEMBER(sum, e.sum())
ADJOINT_EIGEN_MEMBER(prod, e.prod())
ADJOINT_EIGEN_MEMBER(minCoeff, e.minCoeff())
ADJOINT_EIGEN_MEMBER(maxCoeff, e.maxCoeff())
ADJOINT_EIGEN_MEMBER(all, e.all())
ADJOINT_EIGEN_MEMBER(any, e.any())
ADJOINT_EIGEN_MEMBER(count, e.count())
#undef ADJOINT_EIGEN_MEMBER
template <int p, class Result, class T> struct member_lpnorm {
  template <class E> Result operator()(const E &e) const { return e.matrix().template lpNorm<p>(); }
};
} // namespace internal

/// What a functor makes of each row (Horizontal) or column (Vertical).
template <class X, class Op, int Direction>
class PartialReduxExpr : public internal::base_t<internal::strip_t<X>::isArray, PartialReduxExpr<X, Op, Direction>> {
  using Operand = internal::strip_t<X>;

public:
  using Scalar = remove_cvref_t<decltype(internal::made<const Op &>()(internal::made<const Operand &>()))>;
  using RealScalar = typename internal::real_of<Scalar>::type;
  static constexpr int RowsAtCompileTime = Direction == Vertical ? 1 : Operand::RowsAtCompileTime,
                       ColsAtCompileTime = Direction == Horizontal ? 1 : Operand::ColsAtCompileTime;
  static constexpr bool IsRowMajor = RowsAtCompileTime == 1, isArray = Operand::isArray, isPlain = false, isWritable = false,
                        isDirect = false, isCostly = Operand::isCostly;
  explicit PartialReduxExpr(const Operand &operand, const Op &op = Op()) : operand(operand), op(op) {}
  template <class X0> PartialReduxExpr(internal::Evaluate, const X0 &operand, const Op &op) : operand(internal::ready(operand)), op(op) {}
  Index rows() const { return Direction == Vertical ? 1 : operand.rows(); }
  Index cols() const { return Direction == Horizontal ? 1 : operand.cols(); }
  using DenseBase<PartialReduxExpr>::coeff;
  Scalar coeff(Index i, Index j) const {
    if constexpr (Direction == Vertical)
      return op(operand.col(j + 0 * i));
    else
      return op(operand.row(i + 0 * j));
  }
  auto evaluated() const { return PartialReduxExpr<internal::ready_t<Operand>, Op, Direction>(internal::Evaluate(), operand, op); }

private:
  internal::nested_t<const Operand> operand;
  Op op;
};

template <class X, int Direction> class VectorwiseOp {
  using Operand = internal::strip_t<X>;
  using T = typename Operand::Scalar;
  using Real = typename Operand::RealScalar;

public:
  explicit VectorwiseOp(X &operand) : operand(operand) {}
  auto begin() { return internal::subvector_stl_iterator<X, Direction>(operand, 0); }
  auto begin() const { return internal::subvector_stl_iterator<const X, Direction>(operand, 0); }
  auto cbegin() const { return begin(); }
  auto end() { return internal::subvector_stl_iterator<X, Direction>(operand, number()); }
  auto end() const { return internal::subvector_stl_iterator<const X, Direction>(operand, number()); }
  auto cend() const { return end(); }
#define ADJOINT_EIGEN_REDUCTION(name, Result, Given)                                                                   \
  auto name() const { return PartialReduxExpr<X, internal::member_##name<Result, Given>, Direction>(operand); }
  ADJOINT_EIGEN_REDUCTION(sum, T, T)
  ADJOINT_EIGEN_REDUCTION(prod, T, T)
  ADJOINT_EIGEN_REDUCTION(minCoeff, T, T)
  ADJOINT_EIGEN_REDUCTION(maxCoeff, T, T)
  ADJOINT_EIGEN_REDUCTION(all, bool, T)
  ADJOINT_EIGEN_REDUCTION(any, bool, T)
  ADJOINT_EIGEN_REDUCTION(count, Index, T)
#undef ADJOINT_EIGEN_REDUCTION
  template <int p> auto lpNorm() const { return PartialReduxExpr<X, internal::member_lpnorm<p, Real, T>, Direction>(operand); }
  auto mean() const { return sum() / Real(Direction == Vertical ? operand.rows() : operand.cols()); }
  auto squaredNorm() const {
    using Squares = CwiseUnaryOp<internal::scalar_abs2_op<T>, const Operand>;
    return PartialReduxExpr<const Squares, internal::member_sum<Real, Real>, Direction>(Squares(operand));
  }
  auto norm() const {
    const auto squares = squaredNorm();
    return CwiseUnaryOp<internal::scalar_sqrt_op<Real>, decltype(squares)>(squares);
  }
  void reverseInPlace() { operand = reverse().eval(); }
  auto reverse() { return Reverse<X, Direction>(operand); }
  auto reverse() const { return Reverse<const X, Direction>(operand); }
  template <class V> auto operator+(const DenseBase<V> &v) const { return seen(operand) + extended(v.derived()); }
  template <class V> auto operator-(const DenseBase<V> &v) const { return seen(operand) - extended(v.derived()); }
  template <class V> auto operator*(const DenseBase<V> &v) const { return seen(operand) * extended(v.derived()); }
  template <class V> auto operator/(const DenseBase<V> &v) const { return seen(operand) / extended(v.derived()); }
  template <class V> X &operator=(const DenseBase<V> &v) { return changed<internal::Set>(v.derived()); }
  template <class V> X &operator+=(const DenseBase<V> &v) { return changed<internal::Add>(v.derived()); }
  template <class V> X &operator-=(const DenseBase<V> &v) { return changed<internal::Subtract>(v.derived()); }
  template <class V> X &operator*=(const DenseBase<V> &v) { return changed<internal::Multiply>(v.derived()); }
  template <class V> X &operator/=(const DenseBase<V> &v) { return changed<internal::Divide>(v.derived()); }
  auto replicate(Index times) const {
    constexpr bool isVertical = Direction == Vertical;
    return Replicate<X, isVertical ? Dynamic : 1, isVertical ? 1 : Dynamic>(operand, isVertical ? times : 1, isVertical ? 1 : times);
  }
  template <int N> auto replicate(Index = N) const {
    constexpr bool isVertical = Direction == Vertical;
    return Replicate<X, isVertical ? N : 1, isVertical ? 1 : N>(operand, isVertical ? N : 1, isVertical ? 1 : N);
  }
  auto normalized() const { return operand.cwiseQuotient(extendedToOpposite(norm())); }
  void normalize() { operand = normalized(); }

  auto homogeneous() const { return Homogeneous<X, Direction>(operand); }
  auto hnormalized() const {
    constexpr bool isVertical = Direction == Vertical;
    constexpr int M = Operand::RowsAtCompileTime, N = Operand::ColsAtCompileTime, all = isVertical ? M : N,
                  less = all == Dynamic ? Dynamic : all - 1;
    const Index m = operand.rows(), n = operand.cols();
    using First = Block<const Operand, isVertical ? less : M, isVertical ? N : less>;
    using Last = Block<const Operand, isVertical ? 1 : M, isVertical ? N : 1>;
    const First first(operand, 0, 0, isVertical ? m - 1 : m, isVertical ? n : n - 1);
    const Last last(operand, isVertical ? m - 1 : 0, isVertical ? 0 : n - 1, isVertical ? 1 : m, isVertical ? n : 1);
    const Replicate<Last, isVertical ? less : 1, isVertical ? 1 : less> repeated(last, isVertical ? m - 1 : 1, isVertical ? 1 : n - 1);
    return first.cwiseQuotient(repeated);
  }
  template <class V> auto cross(const MatrixBase<V> &other) const {
    internal::plain_of<Operand> made(operand);
    const auto &v = internal::operandOf(other.derived());
    const Index n = Direction == Vertical ? made.cols() : made.rows();
    for (Index i = 0; i < n; ++i)
      if constexpr (Direction == Vertical) {
        const Matrix<T, 3, 1> column = made.col(i);
        made.col(i) = column.cross(v);
      } else {
        const Matrix<T, 1, 3> row = made.row(i);
        made.row(i) = row.cross(v);
      }
    return made;
  }

private:
  Index number() const { return internal::either<Direction == Vertical>(operand.cols(), operand.rows()); }
  static const Operand &seen(const Operand &operand) { return operand; }
  template <class V> auto extended(const V &v) const {
    if constexpr (Direction == Vertical)
      return Replicate<V, 1, Operand::ColsAtCompileTime>(v, 1, operand.cols());
    else
      return Replicate<V, Operand::RowsAtCompileTime, 1>(v, operand.rows(), 1);
  }
  template <class V> auto extendedToOpposite(const V &v) const {
    if constexpr (Direction == Vertical)
      return Replicate<V, Operand::RowsAtCompileTime, 1>(v, operand.rows(), 1);
    else
      return Replicate<V, 1, Operand::ColsAtCompileTime>(v, 1, operand.cols());
  }
  template <class Do, class V> X &changed(const V &v) {
    internal::assign<Do>(operand, extended(v));
    return operand;
  }
  internal::nested_t<X> operand;
};

} // namespace adjoint::model::Eigen

#endif
