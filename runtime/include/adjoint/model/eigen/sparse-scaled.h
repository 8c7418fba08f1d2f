// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's sparse matrices of which the rows or columns are scaled: x.asDiagonal() * a and a * x.asDiagonal().

#ifndef ADJOINT_MODEL_EIGEN_SPARSE_SCALED_H
#define ADJOINT_MODEL_EIGEN_SPARSE_SCALED_H

#include "adjoint/model/eigen/sparse.h"

namespace adjoint::model::Eigen {

namespace internal {
/// The rows (isLeft) or columns of a sparse matrix, each times an entry of a diagonal.
template <class Self, class V, class X, bool isLeft> class SparseScaled : public SparseExpression<Self> {
  using Operand = strip_t<X>;

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  using StorageIndex = int;
  static constexpr int RowsAtCompileTime = Dynamic, ColsAtCompileTime = Dynamic;
  static constexpr bool IsRowMajor = Operand::IsRowMajor, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isDense = false, isCostly = false;
  SparseScaled(const DiagonalWrapper<V> &diagonal, const Operand &operand) : diagonal(diagonal), operand(operand) {}
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  template <class Target> void evaluateSparse(Target &target) const {
    const auto &m = stored(operand);
    const auto &factors = ready(diagonal.diagonal());
    makeLike(target, m, [&](Index p) { return m.valuePtr()[p]; });
    const Index n = m.outerSize();
    for (Index j = 0; j < n; ++j) {
      const Index end = m.outerIndexPtr()[j + 1];
      for (Index p = m.outerIndexPtr()[j]; p < end; ++p)
        target.valuePtr()[p] *= factors.coeff(either<isLeft != IsRowMajor>(m.innerIndexPtr()[p], j), 0);
    }
  }

private:
  DiagonalWrapper<V> diagonal;
  nested_t<const Operand> operand;
};
} // namespace internal
template <class V, class R> class Product<DiagonalWrapper<V>, R, 0> : public internal::SparseScaled<Product<DiagonalWrapper<V>, R, 0>, V, R, true> {
public:
  using internal::SparseScaled<Product, V, R, true>::SparseScaled;
};
template <class L, class V> class Product<L, DiagonalWrapper<V>, 0> : public internal::SparseScaled<Product<L, DiagonalWrapper<V>, 0>, V, L, false> {
public:
  using internal::SparseScaled<Product, V, L, false>::SparseScaled;
};
namespace internal {
template <class V, class R> inline constexpr bool is_sparse<Product<DiagonalWrapper<V>, R, 0>> = true;
template <class L, class V> inline constexpr bool is_sparse<Product<L, DiagonalWrapper<V>, 0>> = true;
}
template <class L, class V> Product<L, DiagonalWrapper<V>, 0> operator*(const SparseMatrixBase<L> &l, const DiagonalWrapper<V> &r) {
  return Product<L, DiagonalWrapper<V>, 0>(r, l.derived());
}
template <class V, class R> Product<DiagonalWrapper<V>, R, 0> operator*(const DiagonalWrapper<V> &l, const SparseMatrixBase<R> &r) {
  return Product<DiagonalWrapper<V>, R, 0>(l, r.derived());
}

} // namespace adjoint::model::Eigen

#endif
