// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangular and self-adjoint matrices of Eigen: what one triangle of a matrix says.

#ifndef ADJOINT_MODEL_EIGEN_TRIANGLES_H
#define ADJOINT_MODEL_EIGEN_TRIANGLES_H

#include "adjoint/model/eigen/products.h"

namespace adjoint::model::Eigen {

inline constexpr unsigned Lower = 1, Upper = 2, UnitDiag = 4, ZeroDiag = 8, UnitLower = 5, UnitUpper = 6, StrictlyLower = 9,
                          StrictlyUpper = 10;

/// The part of a matrix that a mode names; elsewhere it is zero.
template <class X, unsigned Mode> class TriangularView : public EigenBase<TriangularView<X, Mode>> {
  using Operand = internal::strip_t<X>;

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  static constexpr int RowsAtCompileTime = Operand::RowsAtCompileTime, ColsAtCompileTime = Operand::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Operand::IsRowMajor, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = Operand::isCostly, isLower = (Mode & Lower) != 0;
  explicit TriangularView(X &operand) : operand(operand) {}
  template <class X0> TriangularView(internal::Evaluate, const X0 &operand) : operand(internal::ready(operand)) {}
  TriangularView(const TriangularView &) = default;
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  Scalar coeff(Index i, Index j) const {
    if constexpr ((Mode & (UnitDiag | ZeroDiag)) != 0)
      if (i == j)
        return Scalar((Mode & UnitDiag) != 0 ? 1 : 0);
    if (internal::either<isLower>(i, j) >= internal::either<isLower>(j, i))
      return operand.coeff(i, j);
    return Scalar(0);
  }
  Scalar operator()(Index i, Index j) const { return coeff(i, j); }
  Scalar determinant() const {
    Scalar product = 1;
    if constexpr ((Mode & UnitDiag) == 0)
      for (Index k = 0; k < rows(); ++k)
        product *= coeff(k, k);
    return product;
  }
  auto evaluated() const { return TriangularView<const internal::ready_t<Operand>, Mode>(internal::Evaluate(), operand); }
  auto toDenseMatrix() const { return internal::plain_of<TriangularView>(*this); }
  auto transpose() const {
    constexpr unsigned other = (Mode & ~(Lower | Upper)) | (isLower ? Upper : Lower);
    auto seen = static_cast<const Operand &>(operand).transpose();
    return TriangularView<const decltype(seen), other>(seen);
  }
  auto adjoint() const { return transpose(); }

  template <class Target> void evaluateInto(Target &target) const {
    const auto &e = internal::ready(*this);
    const Index m = rows(), n = cols();
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        target.coeffRef(i, j) = e.coeff(i, j);
  }
  template <class Target> void evaluateTo(Target &target) const {
    if constexpr (Target::isPlain)
      target.resize(rows(), cols());
    evaluateInto(target);
  }
  template <class E> TriangularView &operator=(const EigenBase<E> &e) { return changed<internal::Set>(e.derived()); }
  template <class E> TriangularView &operator+=(const DenseBase<E> &e) { return changed<internal::Add>(e.derived()); }
  template <class E> TriangularView &operator-=(const DenseBase<E> &e) { return changed<internal::Subtract>(e.derived()); }
  TriangularView &operator*=(const Scalar &factor) { return changed<internal::Multiply>(Operand::Constant(rows(), cols(), factor)); }
  TriangularView &operator/=(const Scalar &divisor) { return changed<internal::Divide>(Operand::Constant(rows(), cols(), divisor)); }
  template <class S> TriangularView &setConstant(const S &value) { return *this = Operand::Constant(rows(), cols(), value); }
  TriangularView &setZero() { return setConstant(0); }
  TriangularView &setOnes() { return setConstant(1); }
  template <class S> void fill(const S &value) { setConstant(value); }
  TriangularView &operator=(const TriangularView &other) { return operator=(static_cast<const EigenBase<TriangularView> &>(other)); }

  /// b, by substitution: what this matrix times the result is.
  template <class B> void solveInPlace(const MatrixBase<B> &b) const {
    const auto &e = internal::operandOf(operand);
    B &x = b.const_cast_derived();
    const Index n = e.rows(), count = x.cols();
    for (Index c = 0; c < count; ++c)
      if constexpr (isLower) {
        for (Index k = 0; k < n; ++k) {
          if constexpr ((Mode & UnitDiag) == 0)
            x.coeffRef(k, c) /= e.coeff(k, k);
          for (Index i = k + 1; i < n; ++i)
            x.coeffRef(i, c) -= e.coeff(i, k) * x.coeff(k, c);
        }
      } else {
        for (Index k = n - 1; k >= 0; --k) {
          if constexpr ((Mode & UnitDiag) == 0)
            x.coeffRef(k, c) /= e.coeff(k, k);
          for (Index i = 0; i < k; ++i)
            x.coeffRef(i, c) -= e.coeff(i, k) * x.coeff(k, c);
        }
      }
  }
  template <class B> auto solve(const MatrixBase<B> &b) const { return Solve<TriangularView, B>(*this, b.derived()); }
  template <class Target, class B> void solveNew(Target &target, const B &b) const {
    internal::forEach<internal::Set>(target, internal::ready(b));
    solveInPlace(target);
  }

private:
  template <class Do, class E> TriangularView &changed(const E &e) {
    const auto &source = internal::ready(e);
    const Index m = rows(), n = cols();
    for (Index j = 0; j < n; ++j)
      if constexpr (isLower) {
        for (Index i = j + off(); i < m; ++i)
          Do::on(operand.coeffRef(i, j), source.coeff(i, j));
      } else {
        const Index end = j + 1 - off(), last = end < m ? end : m;
        for (Index i = 0; i < last; ++i)
          Do::on(operand.coeffRef(i, j), source.coeff(i, j));
      }
    return *this;
  }
  static constexpr Index off() { return (Mode & (UnitDiag | ZeroDiag)) != 0 ? 1 : 0; }
  internal::nested_t<X> operand;
};

/// The symmetric matrix that one triangle says.
template <class X, unsigned Mode> class SelfAdjointView : public EigenBase<SelfAdjointView<X, Mode>> {
  using Operand = internal::strip_t<X>;

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  static constexpr int RowsAtCompileTime = Operand::RowsAtCompileTime, ColsAtCompileTime = Operand::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Operand::IsRowMajor, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = Operand::isCostly;
  explicit SelfAdjointView(X &operand) : operand(operand) {}
  template <class X0> SelfAdjointView(internal::Evaluate, const X0 &operand) : operand(internal::ready(operand)) {}
  SelfAdjointView(const SelfAdjointView &) = default;
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  Scalar coeff(Index i, Index j) const {
    if (internal::either<Mode == Lower>(i, j) >= internal::either<Mode == Lower>(j, i))
      return operand.coeff(i, j);
    return internal::conj(operand.coeff(j, i));
  }
  Scalar operator()(Index i, Index j) const { return coeff(i, j); }
  auto evaluated() const { return SelfAdjointView<const internal::ready_t<Operand>, Mode>(internal::Evaluate(), operand); }
  template <class Target> void evaluateInto(Target &target) const {
    const auto &e = internal::ready(operand);
    const Index n = cols();
    for (Index j = 0; j < n; ++j) { // what is read once is written twice
      target.coeffRef(j, j) = e.coeff(j, j);
      for (Index i = j + 1; i < n; ++i) {
        const Index row = internal::either<Mode == Lower>(i, j), column = internal::either<Mode == Lower>(j, i);
        const Scalar value = e.coeff(row, column);
        target.coeffRef(row, column) = value;
        target.coeffRef(column, row) = internal::conj(value);
      }
    }
  }
  template <class Target> void evaluateTo(Target &target) const {
    if constexpr (Target::isPlain)
      target.resize(rows(), cols());
    evaluateInto(target);
  }
  auto llt() const { return LLT<internal::plain_of<Operand>, int(Mode)>(operand); }
  auto ldlt() const { return LDLT<internal::plain_of<Operand>, int(Mode)>(operand); }
  /// They grow.
  auto eigenvalues() const {
    const SelfAdjointEigenSolver<internal::byColumns<SelfAdjointView>> solver(*this);
    return Matrix<Scalar, RowsAtCompileTime, 1>(solver.eigenvalues());
  }
  /// The triangle += alpha * u * u^T.
  template <class U> SelfAdjointView &rankUpdate(const MatrixBase<U> &u, const Scalar &alpha = Scalar(1)) {
    const auto &e = internal::operandOf(u.derived());
    const Index n = cols(), depth = e.cols();
    for (Index j = 0; j < n; ++j) {
      const Index first = internal::either<Mode == Lower>(j, 0), last = internal::either<Mode == Lower>(n, j + 1);
      for (Index i = first; i < last; ++i)
        for (Index k = 0; k < depth; ++k)
          operand.coeffRef(i, j) += alpha * e.coeff(i, k) * e.coeff(j, k);
    }
    return *this;
  }

private:
  internal::nested_t<X> operand;
};

template <class X, unsigned Mode, class R>
Product<TriangularView<X, Mode>, R, 0> operator*(const TriangularView<X, Mode> &l, const MatrixBase<R> &r) {
  return Product<TriangularView<X, Mode>, R, 0>(l, r.derived());
}
template <class L, class X, unsigned Mode>
Product<L, TriangularView<X, Mode>, 0> operator*(const MatrixBase<L> &l, const TriangularView<X, Mode> &r) {
  return Product<L, TriangularView<X, Mode>, 0>(l.derived(), r);
}
template <class X, unsigned Mode, class R>
Product<SelfAdjointView<X, Mode>, R, 0> operator*(const SelfAdjointView<X, Mode> &l, const MatrixBase<R> &r) {
  return Product<SelfAdjointView<X, Mode>, R, 0>(l, r.derived());
}
template <class L, class X, unsigned Mode>
Product<L, SelfAdjointView<X, Mode>, 0> operator*(const MatrixBase<L> &l, const SelfAdjointView<X, Mode> &r) {
  return Product<L, SelfAdjointView<X, Mode>, 0>(l.derived(), r);
}

} // namespace adjoint::model::Eigen

#endif
