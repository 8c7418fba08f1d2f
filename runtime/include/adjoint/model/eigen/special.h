// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's matrices of their own kinds: DiagonalMatrix, PermutationMatrix.

#ifndef ADJOINT_MODEL_EIGEN_SPECIAL_H
#define ADJOINT_MODEL_EIGEN_SPECIAL_H

#include "adjoint/model/eigen/decompositions.h"
#include "adjoint/model/eigen/sparse.h"

namespace adjoint::model::Eigen {

/// In products it is its diagonal as a vector, asDiagonal().
template <class T, int N, int MN> class DiagonalMatrix : public EigenBase<DiagonalMatrix<T, N, MN>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using DiagonalVectorType = Matrix<T, N, 1, 0, MN, 1>;
  using Scalar = T;
  using RealScalar = typename internal::real_of<T>::type;
  static constexpr int RowsAtCompileTime = N, ColsAtCompileTime = N;
  static constexpr bool IsRowMajor = false, isArray = false, isPlain = true, isWritable = false, isDirect = false, isCostly = false;

  DiagonalMatrix() {}
  explicit DiagonalMatrix(Index n) : values(n) {}
  DiagonalMatrix(const T &x, const T &y) : values(x, y) {}
  DiagonalMatrix(const T &x, const T &y, const T &z) : values(x, y, z) {}
  template <class E> explicit DiagonalMatrix(const MatrixBase<E> &diagonal) : values(diagonal) {}
  template <class V> DiagonalMatrix(const DiagonalWrapper<V> &other) : values(other.diagonal()) {}
  template <class V> DiagonalMatrix &operator=(const DiagonalWrapper<V> &other) {
    values = other.diagonal();
    return *this;
  }
  Index rows() const { return values.rows(); }
  Index cols() const { return values.rows(); }
  DiagonalVectorType &diagonal() { return values; }
  const DiagonalVectorType &diagonal() const { return values; }
  auto asWrapper() const { return DiagonalWrapper<const DiagonalVectorType>(values); }
  void resize(Index n) { values.resize(n); }
  void setZero() { values.setZero(); }
  void setIdentity() { values.setOnes(); }
  auto inverse() const {
    const auto inverted = values.cwiseInverse();
    return DiagonalWrapper<decltype(inverted)>(inverted);
  }
  auto toDenseMatrix() const { return Matrix<T, N, N>(asWrapper()); }
  template <class Target> void evaluateInto(Target &target) const { asWrapper().evaluateInto(target); }
  template <class Target> void evaluateTo(Target &target) const { asWrapper().evaluateTo(target); }

private:
  ADJOINT_VIEW("$.diagonal()") DiagonalVectorType values;
};
namespace internal {
/// A product that is another one.
template <class Self, class Seen> class ProductAs : public MatrixBase<Self> {
public:
  using Scalar = typename Seen::Scalar;
  using RealScalar = typename Seen::RealScalar;
  static constexpr int RowsAtCompileTime = Seen::RowsAtCompileTime, ColsAtCompileTime = Seen::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Seen::IsRowMajor, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = Seen::isCostly;
  explicit ProductAs(const Seen &seen) : seen(seen) {}
  Index rows() const { return seen.rows(); }
  Index cols() const { return seen.cols(); }
  using DenseBase<Self>::coeff;
  Scalar coeff(Index i, Index j) const { return seen.coeff(i, j); }
  auto evaluated() const { return seen.evaluated(); }

private:
  Seen seen;
};
template <class T, int N, int MN> using wrapped = DiagonalWrapper<const Matrix<T, N, 1, 0, MN, 1>>;
} // namespace internal

template <class T, int N, int MN, class R>
class Product<DiagonalMatrix<T, N, MN>, R, 1>
    : public internal::ProductAs<Product<DiagonalMatrix<T, N, MN>, R, 1>, Product<internal::wrapped<T, N, MN>, R, 1>> {
  using Seen = Product<internal::wrapped<T, N, MN>, R, 1>;

public:
  Product(const DiagonalMatrix<T, N, MN> &left, const R &right)
      : internal::ProductAs<Product, Seen>(Seen(left.asWrapper(), right)) {}
};
template <class L, class T, int N, int MN>
class Product<L, DiagonalMatrix<T, N, MN>, 1>
    : public internal::ProductAs<Product<L, DiagonalMatrix<T, N, MN>, 1>, Product<L, internal::wrapped<T, N, MN>, 1>> {
  using Seen = Product<L, internal::wrapped<T, N, MN>, 1>;

public:
  Product(const L &left, const DiagonalMatrix<T, N, MN> &right)
      : internal::ProductAs<Product, Seen>(Seen(left, right.asWrapper())) {}
};
template <class T, int N, int MN, class R>
Product<DiagonalMatrix<T, N, MN>, R, 1> operator*(const DiagonalMatrix<T, N, MN> &l, const MatrixBase<R> &r) {
  return Product<DiagonalMatrix<T, N, MN>, R, 1>(l, r.derived());
}
template <class L, class T, int N, int MN>
Product<L, DiagonalMatrix<T, N, MN>, 1> operator*(const MatrixBase<L> &l, const DiagonalMatrix<T, N, MN> &r) {
  return Product<L, DiagonalMatrix<T, N, MN>, 1>(l.derived(), r);
}
/// Row i of a matrix is row indices(i) of the product.
template <int N, int MN, class I> class PermutationMatrix {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using IndicesType = Matrix<I, N, 1, 0, MN, 1>;
  PermutationMatrix() {}
  explicit PermutationMatrix(Index n) : places(n) {}
  template <class E> explicit PermutationMatrix(const MatrixBase<E> &indices) : places(indices) {}
  Index rows() const { return places.size(); }
  Index cols() const { return places.size(); }
  Index size() const { return places.size(); }
  IndicesType &indices() { return places; }
  const IndicesType &indices() const { return places; }
  void resize(Index n) { places.resize(n); }
  void setIdentity() {
    for (Index i = 0; i < places.size(); ++i)
      places.coeffRef(i, 0) = static_cast<I>(i);
  }
  void setIdentity(Index n) {
    places.resize(n);
    setIdentity();
  }
  PermutationMatrix &applyTranspositionOnTheRight(Index i, Index j) {
    const I old = places.coeff(i, 0);
    places.coeffRef(i, 0) = places.coeff(j, 0);
    places.coeffRef(j, 0) = old;
    return *this;
  }
  PermutationMatrix(const Inverse<PermutationMatrix> &inverse) : places(inverse.indices()) {}
  PermutationMatrix operator*(const PermutationMatrix &other) const {
    PermutationMatrix made(places.size());
    for (Index i = 0; i < places.size(); ++i)
      made.places.coeffRef(i, 0) = places.coeff(other.places.coeff(i, 0), 0);
    return made;
  }
  auto inverse() const { return Inverse<PermutationMatrix>(*this); }
  auto transpose() const { return Inverse<PermutationMatrix>(*this); }

private:
  ADJOINT_VIEW("$.indices()") IndicesType places;
};
template <int N, int MN, class I> class Inverse<PermutationMatrix<N, MN, I>> {
public:
  using IndicesType = Matrix<I, N, 1, 0, MN, 1>;
  explicit Inverse(const PermutationMatrix<N, MN, I> &p) : places(p.indices()) {
    for (Index i = 0; i < p.size(); ++i)
      places.coeffRef(p.indices().coeff(i, 0), 0) = static_cast<I>(i);
  }
  const IndicesType &indices() const { return places; }

private:
  IndicesType places;
};

namespace internal {
/// Evaluated before coefficients are read: permuted<true> has its rows in another order.
template <class Self, bool isOfRows, class P, class E> class Permuted : public MatrixBase<Self> {
  using Operand = strip_t<E>;

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  static constexpr int RowsAtCompileTime = Operand::RowsAtCompileTime, ColsAtCompileTime = Operand::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Operand::IsRowMajor, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = true;
  Permuted(const P &permutation, const Operand &operand) : places(permutation.indices()), operand(operand) {}
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  using DenseBase<Self>::coeff;
  Scalar coeff(Index i, Index j) const { return evaluated().coeff(i, j); }
  auto evaluated() const { return Held<plain_of<Self>>(*this); }
  template <class Target> void evaluateNew(Target &target) const {
    const auto &e = ready(operand);
    const Index m = e.rows(), n = e.cols();
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        if constexpr (isOfRows)
          target.coeffRef(places.coeff(i, 0), j) = e.coeff(i, j);
        else
          target.coeffRef(i, j) = e.coeff(i, places.coeff(j, 0));
  }
  template <class Target> void evaluateInto(Target &target) const {
    const auto value = evaluated();
    forEach<Set>(target, value);
  }

private:
  const typename P::IndicesType places;
  nested_t<const Operand> operand;
};
} // namespace internal

#define ADJOINT_EIGEN_PERMUTED(...)                                                                                    \
  template <int N, int MN, class I, class R>                                                                           \
  class Product<__VA_ARGS__, R, 2>                                                                                     \
      : public internal::Permuted<Product<__VA_ARGS__, R, 2>, true, __VA_ARGS__, R> {                                  \
  public:                                                                                                              \
    Product(const __VA_ARGS__ &p, const R &r)                                                                          \
        : internal::Permuted<Product<__VA_ARGS__, R, 2>, true, __VA_ARGS__, R>(p, r) {}                                \
  };                                                                                                                   \
  template <class L, int N, int MN, class I>                                                                           \
  class Product<L, __VA_ARGS__, 2>                                                                                     \
      : public internal::Permuted<Product<L, __VA_ARGS__, 2>, false, __VA_ARGS__, L> {                                 \
  public:                                                                                                              \
    Product(const L &l, const __VA_ARGS__ &p)                                                                          \
        : internal::Permuted<Product<L, __VA_ARGS__, 2>, false, __VA_ARGS__, L>(p, l) {}                               \
  };                                                                                                                   \
  template <int N, int MN, class I, class R>                                                                           \
  Product<__VA_ARGS__, R, 2> operator*(const __VA_ARGS__ &p, const MatrixBase<R> &r) {                                 \
    return Product<__VA_ARGS__, R, 2>(p, r.derived());                                                                 \
  }                                                                                                                    \
  template <class L, int N, int MN, class I>                                                                           \
  Product<L, __VA_ARGS__, 2> operator*(const MatrixBase<L> &l, const __VA_ARGS__ &p) {                                 \
    return Product<L, __VA_ARGS__, 2>(l.derived(), p);                                                                 \
  }
ADJOINT_EIGEN_PERMUTED(PermutationMatrix<N, MN, I>)
ADJOINT_EIGEN_PERMUTED(Inverse<PermutationMatrix<N, MN, I>>)
#undef ADJOINT_EIGEN_PERMUTED

} // namespace adjoint::model::Eigen

#endif
