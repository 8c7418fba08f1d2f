// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's decompositions. None is differentiated step by step: each keeps the matrix and its factors, and what is asked of it is an
// elemental of both (adjoint/linear/elementals.h). The factors are words, so constants.

#ifndef ADJOINT_MODEL_EIGEN_DECOMPOSITIONS_H
#define ADJOINT_MODEL_EIGEN_DECOMPOSITIONS_H

#include "adjoint/model/eigen/reductions.h"

namespace adjoint::model::Eigen {

namespace internal {

template <class E> auto determinantOf(const E &e) {
  const auto &a = operandOf(e);
  if constexpr (E::RowsAtCompileTime == 1)
    return a.coeff(0, 0);
  else if constexpr (E::RowsAtCompileTime == 2)
    return a.coeff(0, 0) * a.coeff(1, 1) - a.coeff(1, 0) * a.coeff(0, 1);
  else if constexpr (E::RowsAtCompileTime == 3)
    return a.coeff(0, 0) * (a.coeff(1, 1) * a.coeff(2, 2) - a.coeff(1, 2) * a.coeff(2, 1)) -
           a.coeff(0, 1) * (a.coeff(1, 0) * a.coeff(2, 2) - a.coeff(1, 2) * a.coeff(2, 0)) +
           a.coeff(0, 2) * (a.coeff(1, 0) * a.coeff(2, 1) - a.coeff(1, 1) * a.coeff(2, 0));
  else {
    const auto &values = dense(e);
    return typename E::Scalar(linear::determinant(values.data(), values.rows()));
  }
}

/// The greatest singular value.
template <class E> auto operatorNormOf(const E &e) {
  const auto &values = dense(e);
  const Index m = values.rows(), n = values.cols();
  GivenInMemory<double> made(m < n ? m : n, 1);
  linear::singular_values(made.data(), values.data(), m, n);
  return typename E::Scalar(made.data()[0]);
}

/// A matrix, or the transposed one, and its factors, all in numbers of type double.
template <class M, class Self, linear::Decomposition how, bool isTurned = false> class Decomposed : public EigenBase<Self> {
public:
  using MatrixType = M;
  using Scalar = typename M::Scalar;
  using RealScalar = typename M::RealScalar;
  static constexpr int RowsAtCompileTime = M::RowsAtCompileTime, ColsAtCompileTime = M::ColsAtCompileTime;
  static constexpr bool isDecomposition = true;

  Decomposed() : factor(nullptr) {}
  explicit Decomposed(Index) : factor(nullptr) {}
  Decomposed(Index, Index) : factor(nullptr) {}
  template <class E> explicit Decomposed(const EigenBase<E> &e) : matrix(internal::precise(e)) {
    turn();
    makeFactor();
  }
  Decomposed(const Decomposed &other) : matrix(other.matrix) { makeFactor(); }
  Decomposed &operator=(const Decomposed &other) {
    matrix = other.matrix;
    renewFactor();
    return *this;
  }
  ~Decomposed() { deallocate(factor); }
  template <class E> Self &compute(const EigenBase<E> &e) {
    matrix = internal::precise(e);
    turn();
    renewFactor();
    return this->derived();
  }
  Index rows() const { return matrix.rows(); }
  Index cols() const { return matrix.cols(); }
  template <class B> auto solve(const MatrixBase<B> &b) const { return Solve<Self, B>(this->derived(), b.derived()); }
  int info() const { return linear::has_succeeded(factor, matrix.rows(), matrix.cols()) ? 0 : 1; }

  template <class Target, class B> void solveNew(Target &target, const B &b) const {
    const auto &right = dense(b);
    const Index m = matrix.rows(), n = matrix.cols(), count = right.cols();
    if constexpr (isByColumns<Target>) {
      linear::solve(how, target.data(), matrix.data(), factor, right.data(), m, n, count);
    } else {
      given_t<Solve<Self, B>> made(n, count);
      linear::solve(how, made.data(), matrix.data(), factor, right.data(), m, n, count);
      made.copyTo(target);
    }
  }
  const auto &values() const { return matrix; }

protected:
  void renewFactor() {
    deallocate(factor);
    makeFactor();
  }
  auto determinantOfMatrix() const { return Scalar(internal::determinantOf(matrix)); }
  preciseOf<M> matrix;
  unsigned long *factor;

private:
  void turn() {
    if constexpr (isTurned)
      matrix.transposeInPlace();
  }
  void makeFactor() {
    const Index m = matrix.rows(), n = matrix.cols();
    unsigned long *words = allocate<unsigned long>(internal::countOf(linear::factor_words(how, m, n)));
    if constexpr (is_same<Scalar, float>)
      linear::factorise_floats(how, words, matrix.data(), m, n);
    else
      linear::factorise(how, words, matrix.data(), m, n);
    factor = words;
  }
};

} // namespace internal

/// What a decomposition says the solution is.
template <class Decomposition, class R> class Solve : public MatrixBase<Solve<Decomposition, R>> {
public:
  using Scalar = typename R::Scalar;
  using RealScalar = typename R::RealScalar;
  static constexpr int RowsAtCompileTime = Decomposition::ColsAtCompileTime, ColsAtCompileTime = R::ColsAtCompileTime;
  static constexpr bool IsRowMajor = internal::orderOfBlock(RowsAtCompileTime, ColsAtCompileTime, R::IsRowMajor), isArray = false,
                        isPlain = false, isWritable = false, isDirect = false, isCostly = true;
  Solve(const Decomposition &decomposition, const R &right) : decomposition(decomposition), right(right) {}
  Index rows() const { return decomposition.cols(); }
  Index cols() const { return right.cols(); }
  using DenseBase<Solve>::coeff;
  Scalar coeff(Index i, Index j) const { return evaluated().coeff(i, j); }
  auto evaluated() const { return internal::Held<internal::byColumns<Solve>>(*this); }
  template <class Target> void evaluateNew(Target &target) const {
    decomposition.solveNew(target, right);
  }
  template <class Target> void evaluateInto(Target &target) const {
    const auto value = evaluated();
    internal::forEach<internal::Set>(target, value);
  }

private:
  const Decomposition &decomposition;
  internal::nested_t<const R> right;
};

namespace internal {
template <class X, class = void> inline constexpr bool is_decomposition = false;
template <class X> inline constexpr bool is_decomposition<X, enable_if_t<X::isDecomposition>> = true;
template <class X, bool isDecomposition> struct inverted {
  static constexpr bool isRowMajor = X::IsRowMajor;
  using nested = nested_t<const X>;
  static decltype(auto) values(const X &x) { return dense(x); }
  static auto first(const X &x) { return ready(x).coeff(0, 0); }
};
template <class X> struct inverted<X, true> {
  static constexpr bool isRowMajor = false;
  using nested = const X &;
  static decltype(auto) values(const X &x) { return x.values(); }
  static auto first(const X &x) { return x.values().coeff(0, 0); }
};
/// The pseudo-inverse.
template <class X> inline constexpr bool isPseudo = false;
template <class M> inline constexpr bool isPseudo<CompleteOrthogonalDecomposition<M>> = true;
} // namespace internal

template <class X> class Inverse : public MatrixBase<Inverse<X>> {
  using Operand = internal::inverted<X, internal::is_decomposition<X>>;

public:
  using Scalar = typename X::Scalar;
  using RealScalar = typename X::RealScalar;
  static constexpr int RowsAtCompileTime = X::ColsAtCompileTime, ColsAtCompileTime = X::RowsAtCompileTime;
  static constexpr bool IsRowMajor = Operand::isRowMajor, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = true;
  explicit Inverse(const X &operand) : operand(operand) {}
  Index rows() const { return operand.cols(); }
  Index cols() const { return operand.rows(); }
  using DenseBase<Inverse>::coeff;
  Scalar coeff(Index i, Index j) const { return evaluated().coeff(i, j); }
  auto evaluated() const { return internal::Held<internal::byColumns<Inverse>>(*this); }
  template <class Target> void evaluateNew(Target &target) const {
    if constexpr (internal::isPseudo<X>) {
      operand.solveNew(target, Matrix<Scalar, ColsAtCompileTime, ColsAtCompileTime>::Identity(cols(), cols()));
    } else if constexpr (RowsAtCompileTime == 1) {
      target.coeffRef(0, 0) = Scalar(1) / Operand::first(operand);
    } else {
      const auto &values = Operand::values(operand);
      const Index n = values.rows();
      if constexpr (internal::isByColumns<Target>) {
        linear::inverse(target.data(), values.data(), n);
      } else {
        internal::given_t<Inverse> made(n, n);
        linear::inverse(made.data(), values.data(), n);
        made.copyTo(target);
      }
    }
  }
  template <class Target> void evaluateInto(Target &target) const {
    const auto value = evaluated();
    internal::forEach<internal::Set>(target, value);
  }

private:
  typename Operand::nested operand;
};

namespace internal {
/// The decompositions have the symmetric matrix that a triangle says. The elementals read the lower one, so it is turned where that is
/// the upper one, and so are the factors, which are seen as they are stored.
template <class M, class Self, linear::Decomposition how, int Triangle>
using SymmetricDecomposed = Decomposed<M, Self, how, Triangle == int(Upper)>;
template <int Triangle, class M> decltype(auto) seenFrom(M &packed) {
  if constexpr (Triangle == int(Lower))
    return static_cast<M &>(packed);
  else
    return packed.transpose();
}
template <int Triangle, int Diagonal, class M> auto lowerOf(const M &packed) {
  if constexpr (Triangle == int(Lower)) {
    return TriangularView<const M, Lower | Diagonal>(packed);
  } else {
    const auto seen = packed.transpose();
    return TriangularView<const Transpose<const M>, Lower | Diagonal>(seen);
  }
}
template <int Triangle, int Diagonal, class M> auto upperOf(const M &packed) {
  if constexpr (Triangle == int(Lower)) {
    const auto seen = packed.transpose();
    return TriangularView<const Transpose<const M>, Upper | Diagonal>(seen);
  } else {
    return TriangularView<const M, Upper | Diagonal>(packed);
  }
}
} // namespace internal

/// It has its factor for whoever asks.
template <class M, int Triangle>
class LLT : public internal::SymmetricDecomposed<M, LLT<M, Triangle>, linear::Decomposition::cholesky, Triangle> {
  using Base = internal::SymmetricDecomposed<M, LLT<M, Triangle>, linear::Decomposition::cholesky, Triangle>;

public:
  using Base::Base;
  auto matrixL() const { return internal::lowerOf<Triangle, 0>(matrixLLT()); }
  auto matrixU() const { return internal::upperOf<Triangle, 0>(matrixLLT()); }
  const M &matrixLLT() const {
    const Index n = this->matrix.rows();
    internal::given_t<M> made(n, n);
    linear::cholesky(made.data(), this->matrix.data(), this->factor, n);
    packed.resize(n, n);
    auto &&seen = internal::seenFrom<Triangle>(packed);
    made.copyTo(seen);
    for (Index j = 1; j < n; ++j)
      for (Index i = 0; i < j; ++i)
        seen.coeffRef(i, j) = this->matrix.coeff(i, j);
    return packed;
  }
  /// Of the matrix + sigma v v^T.
  template <class V> LLT &rankUpdate(const MatrixBase<V> &v, const typename M::RealScalar &sigma = 1) {
    const auto &e = internal::operandOf(v.derived());
    const Index n = this->matrix.rows();
    for (Index j = 0; j < n; ++j)
      for (Index i = j; i < n; ++i)
        this->matrix.coeffRef(i, j) += sigma * e.coeff(i) * e.coeff(j);
    this->renewFactor();
    return *this;
  }
  template <class B> void solveInPlace(const MatrixBase<B> &b) const {
    B &x = b.const_cast_derived();
    const auto value = this->solve(x).evaluated();
    internal::forEach<internal::Set>(x, value);
  }

private:
  mutable M packed;
};
/// It has L and D for whoever asks.
template <class M, int Triangle>
class LDLT : public internal::SymmetricDecomposed<M, LDLT<M, Triangle>, linear::Decomposition::ldlt, Triangle> {
  using Base = internal::SymmetricDecomposed<M, LDLT<M, Triangle>, linear::Decomposition::ldlt, Triangle>;

public:
  using Base::Base;
  auto vectorD() const {
    const Index n = this->matrix.rows();
    internal::given_t<Matrix<typename M::Scalar, M::RowsAtCompileTime, 1, 0>> made(n, 1);
    linear::ldlt_diagonal(made.data(), this->matrix.data(), this->factor, n);
    factors.resize(n, n);
    for (Index i = 0; i < n; ++i)
      factors.coeffRef(i, i) = made.data()[i];
    return Diagonal<const M>(factors);
  }
  auto matrixL() const { return internal::lowerOf<Triangle, UnitDiag>(unitTriangle()); }
  auto matrixU() const { return internal::upperOf<Triangle, UnitDiag>(unitTriangle()); }

private:
  const M &unitTriangle() const {
    const Index n = this->matrix.rows();
    internal::given_t<M> made(n, n);
    linear::ldlt_lower(made.data(), this->matrix.data(), this->factor, n);
    packed.resize(n, n);
    auto &&seen = internal::seenFrom<Triangle>(packed);
    made.copyTo(seen);
    return packed;
  }
  mutable M factors; ///< of which only the diagonal is asked for
  mutable M packed;
};
/// Whoever asks for L and U gets them as one matrix, as the library stores them.
template <class M> class PartialPivLU : public internal::Decomposed<M, PartialPivLU<M>, linear::Decomposition::lu> {
  using Permutation = PermutationMatrix<M::RowsAtCompileTime, M::RowsAtCompileTime, int>;

public:
  using internal::Decomposed<M, PartialPivLU<M>, linear::Decomposition::lu>::Decomposed;
  auto inverse() const { return Inverse<PartialPivLU>(*this); }
  auto determinant() const { return this->determinantOfMatrix(); }
  const M &matrixLU() const {
    const Index n = this->matrix.rows();
    internal::given_t<M> made(n, n);
    linear::lu_factors(made.data(), this->matrix.data(), this->factor, n);
    packed.resize(n, n);
    made.copyTo(packed);
    return packed;
  }
  const Permutation &permutationP() const {
    const Index n = this->matrix.rows();
    order.resize(n);
    for (Index i = 0; i < n; ++i)
      order.indices().coeffRef(linear::permuted_row(this->factor, n, i), 0) = static_cast<int>(i);
    return order;
  }

private:
  mutable M packed;
  mutable Permutation order;
};
#define ADJOINT_EIGEN_DECOMPOSITION(C, how)                                                                            \
  template <class M> class C : public internal::Decomposed<M, C<M>, linear::Decomposition::how> {                      \
  public:                                                                                                              \
    using internal::Decomposed<M, C<M>, linear::Decomposition::how>::Decomposed;                                       \
    ADJOINT_EIGEN_MORE(C)                                                                                              \
  };
#define ADJOINT_EIGEN_MORE(C)                                                                                          \
  auto inverse() const { return Inverse<C>(*this); }                                                                   \
  auto determinant() const { return this->determinantOfMatrix(); }                                                     \
  Index rank() const {                                                                                                 \
    if constexpr (is_same<typename M::Scalar, float>)                                                                  \
      return linear::rank_of_floats(this->matrix.data(), this->matrix.rows(), this->matrix.cols());                    \
    else                                                                                                               \
      return linear::rank(this->matrix.data(), this->matrix.rows(), this->matrix.cols());                              \
  }                                                                                                                    \
  bool isInvertible() const { return this->rows() == this->cols() && rank() == this->cols(); }
ADJOINT_EIGEN_DECOMPOSITION(FullPivLU, lu)
#undef ADJOINT_EIGEN_MORE
#define ADJOINT_EIGEN_MORE(C)                                                                                          \
  auto absDeterminant() const { return elementary::fabs(this->determinantOfMatrix()); }                                \
  auto logAbsDeterminant() const { return elementary::log(absDeterminant()); }
ADJOINT_EIGEN_DECOMPOSITION(FullPivHouseholderQR, pivoted_qr)
#undef ADJOINT_EIGEN_MORE
#define ADJOINT_EIGEN_MORE(C)                                                                                          \
  auto absDeterminant() const { return elementary::fabs(this->determinantOfMatrix()); }                                \
  auto logAbsDeterminant() const { return elementary::log(absDeterminant()); }                                         \
  auto pseudoInverse() const { return Inverse<C>(*this); }
ADJOINT_EIGEN_DECOMPOSITION(CompleteOrthogonalDecomposition, complete)
#undef ADJOINT_EIGEN_MORE
#undef ADJOINT_EIGEN_DECOMPOSITION

/// Q as a whole.
template <class V, class C, int Side>
class HouseholderSequence : public Matrix<typename V::Scalar, V::RowsAtCompileTime, V::RowsAtCompileTime> {
  using Base = Matrix<typename V::Scalar, V::RowsAtCompileTime, V::RowsAtCompileTime>;

public:
  explicit HouseholderSequence(Index m) {
    this->resize(m, m);
    this->setIdentity();
  }
  HouseholderSequence transpose() const {
    HouseholderSequence made(this->rows());
    static_cast<Base &>(made) = static_cast<const Base &>(*this).transpose();
    return made;
  }
  HouseholderSequence adjoint() const { return transpose(); }
  HouseholderSequence inverse() const { return transpose(); }
  template <class R> auto operator*(const MatrixBase<R> &other) const {
    return Matrix<typename V::Scalar, R::RowsAtCompileTime, R::ColsAtCompileTime>(static_cast<const Base &>(*this) * other.derived());
  }
};

namespace internal {
/// Whoever asks for the factors gets what the reflections make, step by step, so that all columns of Q have derivatives, and what is packed
/// below the diagonal, too.
template <class M, class Self, linear::Decomposition how> class Reflected : public Decomposed<M, Self, how> {
  using Base = Decomposed<M, Self, how>;
  using T = typename M::Scalar;
  static constexpr int m = M::RowsAtCompileTime, n = M::ColsAtCompileTime;
  using Coefficients = Matrix<T, m == Dynamic || n == Dynamic ? Dynamic : m < n ? m : n, 1>;

public:
  using Base::Base;
  auto absDeterminant() const { return elementary::fabs(this->determinantOfMatrix()); }
  auto logAbsDeterminant() const { return elementary::log(absDeterminant()); }
  const M &matrixQR() const {
    pack();
    return packed;
  }
  const Coefficients &hCoeffs() const {
    pack();
    return coefficients;
  }
  auto householderQ() const {
    pack();
    HouseholderSequence<M, Coefficients, 1> q(packed.rows());
    for (Index j = coefficients.size(); j > 0; --j)
      reflect(q, j - 1, j - 1);
    return q;
  }

private:
  void pack() const {
    packed = this->derived().ordered();
    const Index m = packed.rows(), n = packed.cols(), k = m < n ? m : n;
    coefficients.resize(k);
    for (Index j = 0; j < k; ++j) {
      coefficients.coeffRef(j) = begin(j);
      reflect(packed, j, j + 1);
    }
  }
  /// The vector of the reflection that leaves nothing below the diagonal; its first number is 1. Returns its coefficient.
  T begin(Index j) const {
    const Index m = packed.rows();
    const T first = packed.coeff(j, j);
    T tail = 0;
    for (Index i = j + 1; i < m; ++i)
      tail += packed.coeff(i, j) * packed.coeff(i, j);
    if (!(tail > T(2.3e-308)))
      return T(0);
    const T norm = elementary::sqrt(first * first + tail), beta = first >= T(0) ? -norm : norm;
    const T scale = T(1) / (first - beta);
    for (Index i = j + 1; i < m; ++i)
      packed.coeffRef(i, j) = packed.coeff(i, j) * scale;
    packed.coeffRef(j, j) = beta;
    return (beta - first) / beta;
  }
  /// The columns of a matrix from one on.
  template <class Target> void reflect(Target &target, Index j, Index from) const {
    const Index m = packed.rows();
    for (Index c = from; c < target.cols(); ++c) {
      T w = target.coeff(j, c);
      for (Index i = j + 1; i < m; ++i)
        w += packed.coeff(i, j) * target.coeff(i, c);
      w *= coefficients.coeff(j);
      target.coeffRef(j, c) -= w;
      for (Index i = j + 1; i < m; ++i)
        target.coeffRef(i, c) -= w * packed.coeff(i, j);
    }
  }

  mutable M packed;
  mutable Coefficients coefficients;
};
} // namespace internal

template <class M> class HouseholderQR : public internal::Reflected<M, HouseholderQR<M>, linear::Decomposition::qr> {
public:
  using internal::Reflected<M, HouseholderQR<M>, linear::Decomposition::qr>::Reflected;
  const auto &ordered() const { return this->matrix; }
};
/// The order of the columns is a constant.
template <class M> class ColPivHouseholderQR : public internal::Reflected<M, ColPivHouseholderQR<M>, linear::Decomposition::pivoted_qr> {
  using Permutation = PermutationMatrix<M::ColsAtCompileTime, M::ColsAtCompileTime, int>;

public:
  using internal::Reflected<M, ColPivHouseholderQR<M>, linear::Decomposition::pivoted_qr>::Reflected;
  const M &matrixR() const { return this->matrixQR(); }
  const Permutation &colsPermutation() const {
    const Index m = this->matrix.rows(), n = this->matrix.cols();
    order.resize(n);
    for (Index j = 0; j < n; ++j)
      order.indices().coeffRef(j, 0) = static_cast<int>(linear::permuted_column(this->factor, m, n, j));
    return order;
  }
  auto ordered() const {
    const Index m = this->matrix.rows(), n = this->matrix.cols();
    M made(this->matrix);
    for (Index j = 0; j < n; ++j) {
      const Index from = linear::permuted_column(this->factor, m, n, j);
      for (Index i = 0; i < m; ++i)
        made.coeffRef(i, j) = this->matrix.coeff(i, from);
    }
    return made;
  }

private:
  mutable Permutation order;
};

/// Eigenvalues, growing, and eigenvectors of the symmetric matrix that the lower triangle says.
template <class M> class SelfAdjointEigenSolver {
  static constexpr int n = M::RowsAtCompileTime;

public:
  using Scalar = typename M::Scalar;
  SelfAdjointEigenSolver() {}
  explicit SelfAdjointEigenSolver(Index size) : values(size), vectors(size, size) {}
  template <class E> explicit SelfAdjointEigenSolver(const EigenBase<E> &e, int = 0x80) { compute(e); }
  template <class E> SelfAdjointEigenSolver &compute(const EigenBase<E> &e, int = 0x80) {
    matrix = internal::precise(e);
    const Index size = matrix.rows();
    internal::given_t<Matrix<Scalar, n, 1>> w(size, 1);
    internal::given_t<Matrix<Scalar, n, n>> v(size, size);
    linear::eigen(w.data(), v.data(), matrix.data(), size);
    values.resize(size, 1);
    w.copyTo(values);
    vectors.resize(size, size);
    v.copyTo(vectors);
    return *this;
  }
  template <class E> SelfAdjointEigenSolver &computeDirect(const EigenBase<E> &e, int = 0x80) { return compute(e); }
  const auto &eigenvalues() const { return values; }
  const auto &eigenvectors() const { return vectors; }
  auto operatorSqrt() const { return root(false); }
  auto operatorInverseSqrt() const { return root(true); }
  int info() const { return 0; }

private:
  M root(bool isInverse) const {
    const Index size = matrix.rows();
    internal::given_t<M> made(size, size);
    linear::square_root(made.data(), matrix.data(), size, isInverse);
    M result(matrix);
    made.copyTo(result);
    return result;
  }
  internal::preciseOf<M> matrix;
  Matrix<Scalar, n, 1, 0> values;
  Matrix<Scalar, n, n, 0> vectors;
};

namespace internal {
template <class D> struct svd_of;
template <class M, int Preconditioner> struct svd_of<JacobiSVD<M, Preconditioner>> {
  using matrix = M;
  static constexpr bool divides = false;
};
template <class M> struct svd_of<BDCSVD<M>> {
  using matrix = M;
  static constexpr bool divides = true;
};
} // namespace internal

/// Singular values and vectors, and the solution of a problem of least squares where the matrix has full rank. Vectors are made
/// where the options ask for them.
template <class Self>
class SVDBase : public internal::Decomposed<typename internal::svd_of<Self>::matrix, Self, linear::Decomposition::complete> {
  using M = typename internal::svd_of<Self>::matrix;
  using Base = internal::Decomposed<M, Self, linear::Decomposition::complete>;
  static constexpr int R = M::RowsAtCompileTime, C = M::ColsAtCompileTime;
  static constexpr int least = R == Dynamic || C == Dynamic ? Dynamic : R < C ? R : C;
  static constexpr int most = least != Dynamic ? least : R == Dynamic ? C : R; ///< the library reserves memory on the stack for so many
  static constexpr int order = M::IsRowMajor ? RowMajor : 0;
  using T = typename M::Scalar;

public:
  SVDBase() {}
  template <class E> explicit SVDBase(const EigenBase<E> &e, unsigned options = 0) : Base(e) { make(options); }
  template <class E> Self &compute(const EigenBase<E> &e, unsigned options = 0) {
    Base::compute(e);
    make(options);
    return this->derived();
  }
  template <class B> auto solve(const MatrixBase<B> &b) const { return Solve<SVDBase, B>(*this, b.derived()); }
  const auto &singularValues() const { return values; }
  const auto &matrixU() const { return left; }
  const auto &matrixV() const { return right; }

private:
  void make(unsigned options) {
    const Index m = this->matrix.rows(), n = this->matrix.cols();
    const Index count = m < n ? m : n;
    internal::given_t<Matrix<T, least, 1>> made(count, 1);
    if ((options & 60) == 0) { // no vectors
      linear::singular_values(made.data(), this->matrix.data(), m, n);
    } else {
      if (((options & 4) != 0 && m > n) || ((options & 16) != 0 && n > m)) // ComputeFullU, ComputeFullV
        linear::refuse_further_vectors();
      internal::given_t<Matrix<T, R, R, 0>> u(m, count);
      internal::given_t<Matrix<T, C, C, 0>> v(n, count);
      linear::svd(u.data(), made.data(), v.data(), this->matrix.data(), m, n, internal::svd_of<Self>::divides);
      left.resize(m, count);
      u.copyTo(left);
      right.resize(n, count);
      v.copyTo(right);
    }
    values.resize(count, 1);
    made.copyTo(values);
  }

  Matrix<T, least, 1, 0, most, 1> values;
  Matrix<T, R, R, order> left;
  Matrix<T, C, C, order> right;
};
template <class M, int Preconditioner> class JacobiSVD : public SVDBase<JacobiSVD<M, Preconditioner>> {
public:
  using SVDBase<JacobiSVD<M, Preconditioner>>::SVDBase;
};
template <class M> class BDCSVD : public SVDBase<BDCSVD<M>> {
public:
  using SVDBase<BDCSVD<M>>::SVDBase;
};

} // namespace adjoint::model::Eigen

#endif
