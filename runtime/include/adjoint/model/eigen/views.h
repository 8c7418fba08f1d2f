// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of Eigen's expressions, and other ways to see them.

#ifndef ADJOINT_MODEL_EIGEN_VIEWS_H
#define ADJOINT_MODEL_EIGEN_VIEWS_H

#include "adjoint/model/eigen/coefficients.h"

namespace adjoint::model::Eigen {

/// Coefficient (i, j) of the view is (I, J) of the operand. Also for slices.h.
#define ADJOINT_EIGEN_VIEW(C, I, J)                                                                                    \
  using DenseBase<C>::coeff;                                                                                           \
  using DenseBase<C>::coeffRef;                                                                                        \
  Scalar coeff(Index i, Index j) const { return operand.coeff(I, J); }                                                 \
  Scalar &coeffRef(Index i, Index j) const { return operand.coeffRef(I, J); }                                          \
  const Scalar &constRef(Index i, Index j) const { return operand.constRef(I, J); }                                    \
  ADJOINT_EIGEN_ASSIGNED(C)

#define ADJOINT_EIGEN_VIEW_OF(R, C, rowMajor, array, direct, dense)                                                           \
  using Scalar = typename Operand::Scalar;                                                                             \
  using RealScalar = typename Operand::RealScalar;                                                                     \
  static constexpr int RowsAtCompileTime = R, ColsAtCompileTime = C;                                                   \
  static constexpr bool IsRowMajor = rowMajor, isArray = array, isPlain = false,                                       \
                        isWritable = Operand::isWritable && is_same<X, Operand>, isDirect = direct,                    \
                        isDense = dense, isCostly = Operand::isCostly;

namespace internal {
template <class X> class DenseTranspose : public base_t<strip_t<X>::isArray, DenseTranspose<X>> {
  using Operand = strip_t<X>;

public:
  ADJOINT_EIGEN_VIEW_OF(Operand::ColsAtCompileTime, Operand::RowsAtCompileTime, !Operand::IsRowMajor, Operand::isArray,
                        Operand::isDirect, is_dense<Operand>)
  explicit DenseTranspose(X &operand) : operand(operand) {}
  template <class X0> DenseTranspose(Evaluate, const X0 &operand) : operand(ready(operand)) {}
  DenseTranspose(const DenseTranspose &) = default;
  Index rows() const { return operand.cols(); }
  Index cols() const { return operand.rows(); }
  ADJOINT_EIGEN_VIEW(DenseTranspose, j, i)
  auto evaluated() const { return DenseTranspose<const ready_t<Operand>>(Evaluate(), operand); }
  auto data() const { return operand.data(); }
  Index innerStride() const { return operand.innerStride(); }
  Index outerStride() const { return operand.outerStride(); }
  const auto &nestedExpression() const { return operand; }

private:
  nested_t<X> operand;
};
} // namespace internal

namespace internal {
constexpr bool orderOfBlock(int rows, int cols, bool order) {
  return rows == 1 && cols != 1 ? true : cols == 1 && rows != 1 ? false : order;
}
} // namespace internal

template <class X, int R, int C> class BlockOf : public internal::base_t<internal::strip_t<X>::isArray, BlockOf<X, R, C>> {
  using Operand = internal::strip_t<X>;

public:
  ADJOINT_EIGEN_VIEW_OF(R, C, internal::orderOfBlock(R, C, Operand::IsRowMajor), Operand::isArray, Operand::isDirect,
                        internal::is_dense<Operand> && internal::orderOfBlock(R, C, Operand::IsRowMajor) == Operand::IsRowMajor)
  BlockOf(X &operand, Index i, Index j, Index m, Index n) : operand(operand), top(i), left(j), height(m), width(n) {}
  template <class X0>
  BlockOf(internal::Evaluate, const X0 &operand, Index i, Index j, Index m, Index n)
      : operand(internal::ready(operand)), top(i), left(j), height(m), width(n) {}
  BlockOf(const BlockOf &) = default;
  Index rows() const {
    if constexpr (R == Dynamic)
      return height;
    else
      return R;
  }
  Index cols() const {
    if constexpr (C == Dynamic)
      return width;
    else
      return C;
  }
  ADJOINT_EIGEN_VIEW(BlockOf, rowOf(i), colOf(j))
  auto evaluated() const {
    return BlockOf<const internal::ready_t<Operand>, R, C>(internal::Evaluate(), operand, top, left, height, width);
  }
  auto data() const {
    return operand.data() + internal::either<Operand::IsRowMajor>(top, left) * operand.outerStride() +
           internal::either<Operand::IsRowMajor>(left, top) * operand.innerStride();
  }
  Index innerStride() const { return internal::either<isInOrder>(operand.innerStride(), operand.outerStride()); }
  Index outerStride() const { return internal::either<isInOrder>(operand.outerStride(), operand.innerStride()); }

private:
  // What is as large as the operand begins at its first row or column.
  Index rowOf(Index i) const {
    if constexpr (R == 1)
      return top;
    else if constexpr (R != Dynamic && R == Operand::RowsAtCompileTime)
      return i;
    else
      return i + top;
  }
  Index colOf(Index j) const {
    if constexpr (C == 1)
      return left;
    else if constexpr (C != Dynamic && C == Operand::ColsAtCompileTime)
      return j;
    else
      return j + left;
  }
  static constexpr bool isInOrder = internal::orderOfBlock(R, C, Operand::IsRowMajor) == Operand::IsRowMajor;
  internal::nested_t<X> operand;
  Index top, left, height, width;
};

namespace internal {
template <class X> inline constexpr bool is_row = strip_t<X>::RowsAtCompileTime == 1 && strip_t<X>::ColsAtCompileTime != 1;
template <class X, int N> using part_of_vector = BlockOf<X, is_row<X> ? 1 : N, is_row<X> ? N : 1>;
} // namespace internal

/// A part of a vector: to expressions, a block.
template <class X, int N> class VectorBlock : public internal::part_of_vector<X, N> {
  using Base = internal::part_of_vector<X, N>;
  static constexpr bool isRow = internal::is_row<X>;

public:
  VectorBlock(X &operand, Index first, Index n)
      : Base(operand, internal::either<isRow>(0, first), internal::either<isRow>(first, 0), internal::either<isRow>(1, n),
             internal::either<isRow>(n, 1)) {}
  VectorBlock(const VectorBlock &) = default;
  VectorBlock &operator=(const VectorBlock &other) {
    Base::operator=(other);
    return *this;
  }
  using Base::operator=;
};

namespace internal {
/// How far a diagonal is above the main one, or below it.
template <int Which> class Offset {
public:
  explicit Offset(Index) {}
  static constexpr Index above() { return Which > 0 ? Which : 0; }
  static constexpr Index below() { return Which < 0 ? -Which : 0; }
};
template <> class Offset<DynamicIndex> {
public:
  explicit Offset(Index which) : which(which) {}
  Index above() const { return which > 0 ? which : 0; }
  Index below() const { return which < 0 ? -which : 0; }

private:
  Index which;
};
constexpr int sizeOfDiagonal(int rows, int cols, int which) {
  if (rows == Dynamic || cols == Dynamic || which == DynamicIndex)
    return Dynamic;
  const int m = which < 0 ? rows + which : rows, n = which > 0 ? cols - which : cols;
  return m < n ? m : n;
}
} // namespace internal

/// The diagonal, or the one that is Which above it; DynamicIndex: as many as is known when it is asked for.
template <class X, int Which> class Diagonal : public internal::base_t<internal::strip_t<X>::isArray, Diagonal<X, Which>> {
  using Operand = internal::strip_t<X>;

public:
  ADJOINT_EIGEN_VIEW_OF(internal::sizeOfDiagonal(Operand::RowsAtCompileTime, Operand::ColsAtCompileTime, Which), 1, false, Operand::isArray,
                        false, false)
  explicit Diagonal(X &operand, Index which = Which) : operand(operand), offset(which) {}
  template <class X0> Diagonal(internal::Evaluate, const X0 &operand, Index which) : operand(internal::ready(operand)), offset(which) {}
  Diagonal(const Diagonal &) = default;
  Index rows() const {
    const Index m = operand.rows() - offset.below(), n = operand.cols() - offset.above();
    return m < n ? m : n;
  }
  Index cols() const { return 1; }
  ADJOINT_EIGEN_VIEW(Diagonal, i + offset.below() + 0 * j, i + offset.above())
  auto evaluated() const {
    return Diagonal<const internal::ready_t<Operand>, Which>(internal::Evaluate(), operand, offset.above() - offset.below());
  }

private:
  internal::nested_t<X> operand;
  internal::Offset<Which> offset;
};

template <class X, int Direction> class Reverse : public internal::base_t<internal::strip_t<X>::isArray, Reverse<X, Direction>> {
  using Operand = internal::strip_t<X>;

public:
  ADJOINT_EIGEN_VIEW_OF(Operand::RowsAtCompileTime, Operand::ColsAtCompileTime, Operand::IsRowMajor, Operand::isArray, false, false)
  explicit Reverse(X &operand) : operand(operand) {}
  template <class X0> Reverse(internal::Evaluate, const X0 &operand) : operand(internal::ready(operand)) {}
  Reverse(const Reverse &) = default;
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  ADJOINT_EIGEN_VIEW(Reverse, internal::either<Direction == Horizontal>(i, operand.rows() - 1 - i),
                     internal::either<Direction == Vertical>(j, operand.cols() - 1 - j))
  auto evaluated() const { return Reverse<const internal::ready_t<Operand>, Direction>(internal::Evaluate(), operand); }

private:
  internal::nested_t<X> operand;
};

/// Each coefficient is read several times: what is computed is evaluated first.
template <class X, int M, int N> class Replicate : public internal::base_t<internal::strip_t<X>::isArray, Replicate<X, M, N>> {
  using Operand = internal::strip_t<X>;
  static constexpr int times(int a, int b) { return a == Dynamic || b == Dynamic ? Dynamic : a * b; }

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  static constexpr int RowsAtCompileTime = times(M, Operand::RowsAtCompileTime),
                       ColsAtCompileTime = times(N, Operand::ColsAtCompileTime);
  static constexpr bool IsRowMajor = internal::orderOfBlock(RowsAtCompileTime, ColsAtCompileTime, Operand::IsRowMajor),
                        isArray = Operand::isArray, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = !Operand::isDirect;
  Replicate(const Operand &operand, Index m, Index n) : operand(operand), down(m), across(n) {}
  template <class X0> 
  Replicate(internal::Evaluate, const X0 &operand, Index m, Index n) : operand(operand), down(m), across(n) {}
  Index rows() const {
    if constexpr (RowsAtCompileTime == Dynamic)
      return operand.rows() * down;
    else
      return RowsAtCompileTime;
  }
  Index cols() const {
    if constexpr (ColsAtCompileTime == Dynamic)
      return operand.cols() * across;
    else
      return ColsAtCompileTime;
  }
  using DenseBase<Replicate>::coeff;
  Scalar coeff(Index i, Index j) const { return operand.coeff(rowOf(i), colOf(j)); }
  auto evaluated() const {
    using Values = internal::Held<internal::plain_of<Operand>>;
    return Replicate<Values, M, N>(internal::Evaluate(), operand, down, across);
  }

private:
  Index rowOf(Index i) const {
    if constexpr (Operand::RowsAtCompileTime == 1)
      return 0;
    else if constexpr (M == 1)
      return i;
    else
      return i % operand.rows();
  }
  Index colOf(Index j) const {
    if constexpr (Operand::ColsAtCompileTime == 1)
      return 0;
    else if constexpr (N == 1)
      return j;
    else
      return j % operand.cols();
  }
  internal::nested_t<const Operand> operand;
  Index down, across;
};

/// The same coefficients, in an order, as a matrix of another size.
template <class X, int R, int C, int Order> class Reshaped : public internal::base_t<internal::strip_t<X>::isArray, Reshaped<X, R, C, Order>> {
  using Operand = internal::strip_t<X>;
  /// Do they lie one behind the other?
  static constexpr bool isInOrder = Operand::isPlain && Operand::isDirect && Operand::IsRowMajor == (Order == RowMajor);

public:
  ADJOINT_EIGEN_VIEW_OF(R, C, internal::orderOfBlock(R, C, Order == RowMajor), Operand::isArray, isInOrder, isInOrder)
  Reshaped(X &operand, Index m, Index n) : operand(operand), height(m), width(n) {}
  template <class X0>
  Reshaped(internal::Evaluate, const X0 &operand, Index m, Index n) : operand(internal::ready(operand)), height(m), width(n) {}
  Reshaped(const Reshaped &) = default;
  Index rows() const {
    if constexpr (R == Dynamic)
      return height;
    else
      return R;
  }
  Index cols() const {
    if constexpr (C == Dynamic)
      return width;
    else
      return C;
  }
  ADJOINT_EIGEN_VIEW(Reshaped, rowOf(at(i, j)), colOf(at(i, j)))
  auto evaluated() const {
    return Reshaped<const internal::ready_t<Operand>, R, C, Order>(internal::Evaluate(), operand, height, width);
  }
  auto data() const { return operand.data(); }
  Index innerStride() const { return 1; }
  Index outerStride() const { return internal::either<IsRowMajor>(cols(), rows()); }

private:
  Index at(Index i, Index j) const {
    if constexpr (Order == RowMajor)
      return i * cols() + j;
    else
      return i + j * rows();
  }
  Index rowOf(Index k) const { return Order == RowMajor ? k / operand.cols() : k % operand.rows(); }
  Index colOf(Index k) const { return Order == RowMajor ? k % operand.cols() : k / operand.rows(); }
  internal::nested_t<X> operand;
  Index height, width;
};

#define ADJOINT_EIGEN_WRAPPER(C, array)                                                                                \
  template <class X> class C : public internal::base_t<array, C<X>> {                                                  \
    using Operand = internal::strip_t<X>;                                                                              \
                                                                                                                       \
  public:                                                                                                              \
    ADJOINT_EIGEN_VIEW_OF(Operand::RowsAtCompileTime, Operand::ColsAtCompileTime, Operand::IsRowMajor, array,          \
                          Operand::isDirect, internal::is_dense<Operand>)                                                                           \
    explicit C(X &operand) : operand(operand) {}                                                                       \
    template <class X0> C(internal::Evaluate, const X0 &operand) : operand(internal::ready(operand)) {}                \
    C(const C &) = default;                                                                                            \
    Index rows() const { return operand.rows(); }                                                                      \
    Index cols() const { return operand.cols(); }                                                                      \
    ADJOINT_EIGEN_VIEW(C, i, j)                                                                                        \
    auto evaluated() const { return C<const internal::ready_t<Operand>>(internal::Evaluate(), operand); }               \
    auto data() const { return operand.data(); }                                                                       \
    Index innerStride() const { return operand.innerStride(); }                                                        \
    Index outerStride() const { return operand.outerStride(); }                                                        \
    const auto &nestedExpression() const { return operand; }                                                           \
                                                                                                                       \
  private:                                                                                                             \
    internal::nested_t<X> operand;                                                                                     \
  };
ADJOINT_EIGEN_WRAPPER(ArrayWrapper, true)
ADJOINT_EIGEN_WRAPPER(MatrixWrapper, false)
#undef ADJOINT_EIGEN_WRAPPER

} // namespace adjoint::model::Eigen

#endif
