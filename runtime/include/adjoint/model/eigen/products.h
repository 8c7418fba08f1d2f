// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of Eigen's matrices, and what takes part in them: diagonal, triangular and self-adjoint matrices.

#ifndef ADJOINT_MODEL_EIGEN_PRODUCTS_H
#define ADJOINT_MODEL_EIGEN_PRODUCTS_H

#include "adjoint/linear/elementals.h"
#include "adjoint/model/eigen/views.h"

namespace adjoint::model::Eigen {

inline constexpr unsigned Lower = 1, Upper = 2, UnitDiag = 4, ZeroDiag = 8, UnitLower = 5, UnitUpper = 6, StrictlyLower = 9,
                          StrictlyUpper = 10;

namespace internal {

/// An operand of a product, each coefficient of which is read several times: what is computed is evaluated first.
template <class E> decltype(auto) operandOf(const E &e) {
  if constexpr (E::isDirect)
    return static_cast<const E &>(e);
  else
    return Held<plain_of<E>>(e);
}

/// A matrix of this size, stored by columns.
template <class E>
using byColumns = plain_t<typename E::Scalar, E::RowsAtCompileTime, E::ColsAtCompileTime, 0, E::RowsAtCompileTime,
                          E::ColsAtCompileTime, false>;

/// The values of an expression, by columns without gaps.
template <class E> decltype(auto) dense(const E &e) {
  if constexpr (E::isPlain && (!E::IsRowMajor || E::RowsAtCompileTime == 1 || E::ColsAtCompileTime == 1))
    return static_cast<const E &>(e);
  else
    return byColumns<E>(e);
}

/// Does an object that is being made have memory that an elemental may write to?
template <class Target>
inline constexpr bool isByColumns = Target::isPlain && is_same<typename Target::Scalar, double> &&
                                    (Target::RowsAtCompileTime == Dynamic || Target::ColsAtCompileTime == Dynamic) &&
                                    (!Target::IsRowMajor || Target::RowsAtCompileTime == 1 || Target::ColsAtCompileTime == 1);

/// Memory for what an elemental gives, stored by columns: new, and known to be new, whatever the target of an assignment is.
template <class T, int R, int C> class Given {
public:
  Given(Index, Index) {}
  T *data() { return values; }
  template <class Target> void copyTo(Target &target) const {
    for (Index j = 0; j < C; ++j)
      for (Index i = 0; i < R; ++i)
        target.coeffRef(i, j) = values[i + j * R];
  }

private:
  T values[R * C];
};
template <class T> class GivenInMemory {
public:
  GivenInMemory(Index m, Index n) : values(allocate<T>(countOf(m * n))), height(m), width(n) {}
  ~GivenInMemory() { deallocate(values); }
  T *data() { return values; }
  template <class Target> void copyTo(Target &target) const {
    const Index m = height, n = width;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        target.coeffRef(i, j) = values[i + j * m];
  }

private:
  T *values;
  Index height, width;
};
/// For the values of E.
template <class E>
using given_t = conditional_t<E::RowsAtCompileTime == Dynamic || E::ColsAtCompileTime == Dynamic, GivenInMemory<typename E::Scalar>,
                              Given<typename E::Scalar, E::RowsAtCompileTime == Dynamic ? 1 : E::RowsAtCompileTime,
                                    E::ColsAtCompileTime == Dynamic ? 1 : E::ColsAtCompileTime>>;

/// Is a product worth a call of the library, which is faster than loops where matrices are large?
template <class L, class R>
inline constexpr bool isLarge = !is_sparse<L> && !is_sparse<R> && is_same<typename L::Scalar, double> && is_same<typename R::Scalar, double> &&
                                L::RowsAtCompileTime == Dynamic && L::ColsAtCompileTime == Dynamic &&
                                R::RowsAtCompileTime == Dynamic && R::ColsAtCompileTime == Dynamic;

/// Is it a matrix in memory that the library multiplies by a vector faster than loops do?
template <class L, class R>
inline constexpr bool isLargeTimesVector = is_same<typename L::Scalar, double> && is_same<typename R::Scalar, double> && is_dense<L> &&
                                           L::RowsAtCompileTime == Dynamic && L::ColsAtCompileTime == Dynamic &&
                                           R::ColsAtCompileTime == 1 && is_dense<R>;

/// A factor as it lies in memory, by columns or by rows with some stride; what is computed is evaluated first.
template <class E> decltype(auto) inMemory(const E &e) {
  if constexpr (is_dense<E>)
    return static_cast<const E &>(e);
  else
    return byColumns<E>(e);
}
/// Do the values lie by columns without gaps?
template <class E> inline constexpr bool isPlainByColumns = E::isPlain && !E::IsRowMajor;

/// Where one factor is sparse: see sparse.h.
template <class Do, class Target, class L, class R> void multiplyWithSparse(Target &target, const L &left, const R &right);

/// target = left * right (Set), or more or less by that.
template <class Do, class Target, class L, class R> void multiply(Target &target, const L &left, const R &right) {
  using T = typename Target::Scalar;
  using Step = conditional_t<is_same<Do, Subtract>, Subtract, Add>;
  const Index m = left.rows(), n = right.cols(), depth = left.cols();
  if constexpr (L::ColsAtCompileTime == 1) { // an outer product
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        Do::on(target.coeffRef(i, j), left.coeff(i, 0) * right.coeff(0, j));
  } else if constexpr (L::RowsAtCompileTime == 1 && R::ColsAtCompileTime == 1) { // an inner one
    T sum = 0;
    for (Index k = 0; k < depth; ++k)
      sum += left.coeff(0, k) * right.coeff(k, 0);
    Do::on(target.coeffRef(0, 0), sum);
  } else if constexpr (L::RowsAtCompileTime == 1 && R::IsRowMajor) { // a sum of rows
    if constexpr (is_same<Do, Set>)
      target.setZero();
    for (Index k = 0; k < depth; ++k)
      for (Index j = 0; j < n; ++j)
        Step::on(target.coeffRef(0, j), left.coeff(0, k) * right.coeff(k, j));
  } else if constexpr (L::RowsAtCompileTime == 1) { // an inner product for each column
    for (Index j = 0; j < n; ++j) {
      T sum = 0;
      for (Index k = 0; k < depth; ++k)
        sum += left.coeff(0, k) * right.coeff(k, j);
      Do::on(target.coeffRef(0, j), sum);
    }
  } else if constexpr (isLargeTimesVector<L, R>) {
    GivenInMemory<T> made(m, 1);
    linear::multiply_vector(made.data(), left.data(), right.data(), m, depth, left.outerStride(), L::IsRowMajor);
    for (Index i = 0; i < m; ++i)
      Do::on(target.coeffRef(i, 0), made.data()[i]);
  } else if constexpr (R::ColsAtCompileTime == 1 && !L::IsRowMajor && L::ColsAtCompileTime == Dynamic) { // a sum of columns
    if constexpr (is_same<Do, Set>)
      target.setZero();
    for (Index k = 0; k < depth; ++k)
      for (Index i = 0; i < m; ++i)
        Step::on(target.coeffRef(i, 0), left.coeff(i, k) * right.coeff(k, 0));
  } else if constexpr (R::ColsAtCompileTime == 1) { // an inner product for each row
    for (Index i = 0; i < m; ++i) {
      T sum = 0;
      for (Index k = 0; k < depth; ++k)
        sum += left.coeff(i, k) * right.coeff(k, 0);
      Do::on(target.coeffRef(i, 0), sum);
    }
  } else if constexpr (L::IsRowMajor || (L::RowsAtCompileTime != Dynamic && L::ColsAtCompileTime != Dynamic)) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) {
        T sum = 0;
        for (Index k = 0; k < depth; ++k)
          sum += left.coeff(i, k) * right.coeff(k, j);
        Do::on(target.coeffRef(i, j), sum);
      }
  } else {
    if constexpr (is_same<Do, Set>)
      target.setZero();
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < depth; ++k)
        for (Index i = 0; i < m; ++i)
          Step::on(target.coeffRef(i, j), left.coeff(i, k) * right.coeff(k, j));
  }
}

/// Does it leave it to others in which order its values would be stored? Products do that are no vectors.
template <class E> inline constexpr bool hasNoOrder = false;
template <class L, class R, int Option>
inline constexpr bool hasNoOrder<Product<L, R, Option>> = Product<L, R, Option>::RowsAtCompileTime != 1 &&
                                                          Product<L, R, Option>::ColsAtCompileTime != 1 &&
                                                          !Product<L, R, Option>::IsRowMajor;
/// What eval() gives is stored by rows where one factor is, and the other has no order.
template <class L, class R>
inline constexpr bool isByRows = (hasNoOrder<L> && R::IsRowMajor) || (hasNoOrder<R> && L::IsRowMajor);

/// An inner product is a number, too.
template <class D, class T, bool isInner> class ProductBase : public MatrixBase<D> {};
template <class D, class T> class ProductBase<D, T, true> : public MatrixBase<D> {
public:
  operator const T() const { return this->derived().evaluated().coeff(0, 0); }
};
template <class L, class R, int Option>
using product_base =
    ProductBase<Product<L, R, Option>, remove_cvref_t<decltype(made<typename strip_t<L>::Scalar>() * made<typename strip_t<R>::Scalar>())>,
                strip_t<L>::RowsAtCompileTime == 1 && strip_t<R>::ColsAtCompileTime == 1>;

} // namespace internal

template <class L, class R, int Option> class Product : public internal::product_base<L, R, Option> {
  using Left = internal::strip_t<L>;
  using Right = internal::strip_t<R>;

public:
  using Scalar = remove_cvref_t<decltype(internal::made<typename Left::Scalar>() * internal::made<typename Right::Scalar>())>;
  using RealScalar = typename internal::real_of<Scalar>::type;
  static constexpr int RowsAtCompileTime = Left::RowsAtCompileTime, ColsAtCompileTime = Right::ColsAtCompileTime;
  static constexpr bool IsRowMajor = internal::orderOfBlock(RowsAtCompileTime, ColsAtCompileTime, internal::isByRows<Left, Right>),
                        isArray = false, isPlain = false, isWritable = false, isDirect = false, isCostly = true;
  Product(const Left &left, const Right &right) : left(left), right(right) {}
  Index rows() const { return left.rows(); }
  Index cols() const { return right.cols(); }
  using DenseBase<Product>::coeff;
  Scalar coeff(Index i, Index j) const { return evaluated().coeff(i, j); }
  auto evaluated() const {
    using Values = internal::Held<internal::plain_t<Scalar, RowsAtCompileTime, ColsAtCompileTime,
                                                    internal::defaultOrder(RowsAtCompileTime, ColsAtCompileTime), RowsAtCompileTime,
                                                    ColsAtCompileTime, false>>;
    return Values(*this);
  }

  template <class Do, class Target> void evaluateBy(Target &target) const {
    if constexpr (internal::isLarge<Left, Right> || internal::is_turned<Target, Product>) {
      const auto value = evaluated();
      internal::assign<Do>(target, value);
    } else if constexpr (internal::is_sparse<Left> || internal::is_sparse<Right>) {
      internal::multiplyWithSparse<Do>(target, left, right);
    } else {
      const auto &l = internal::operandOf(left);
      const auto &r = internal::operandOf(right);
      internal::multiply<Do>(target, l, r);
    }
  }
  template <class Target> void evaluateNew(Target &target) const {
    if constexpr (internal::isLarge<Left, Right>) {
      const auto &l = internal::inMemory(left);
      const auto &r = internal::inMemory(right);
      constexpr bool isPlainProduct = internal::isPlainByColumns<remove_cvref_t<decltype(l)>> &&
                                      internal::isPlainByColumns<remove_cvref_t<decltype(r)>>;
      if constexpr (internal::isByColumns<Target> && isPlainProduct) {
        linear::multiply(target.data(), l.data(), r.data(), l.rows(), l.cols(), r.cols());
      } else if constexpr (internal::isByColumns<Target>) {
        linear::multiply_views(target.data(), l.data(), l.outerStride(), remove_cvref_t<decltype(l)>::IsRowMajor, r.data(),
                               r.outerStride(), remove_cvref_t<decltype(r)>::IsRowMajor, l.rows(), l.cols(), r.cols());
      } else {
        internal::given_t<Product> made(l.rows(), r.cols());
        linear::multiply_views(made.data(), l.data(), l.outerStride(), remove_cvref_t<decltype(l)>::IsRowMajor, r.data(),
                               r.outerStride(), remove_cvref_t<decltype(r)>::IsRowMajor, l.rows(), l.cols(), r.cols());
        made.copyTo(target);
      }
    } else
      evaluateInto(target);
  }
  template <class Target> void evaluateInto(Target &target) const { evaluateBy<internal::Set>(target); }
  template <class Target> void evaluateTo(Target &target) const {
    const auto value = evaluated();
    if constexpr (Target::isPlain)
      target.resize(internal::rowsFor<Target>(value), internal::colsFor<Target>(value));
    internal::assign<internal::Set>(target, value);
  }

private:
  internal::nested_t<const Left> left;
  internal::nested_t<const Right> right;
};

template <class L, class R> Product<L, R, 0> operator*(const MatrixBase<L> &l, const MatrixBase<R> &r) {
  return Product<L, R, 0>(l.derived(), r.derived());
}

/// A diagonal matrix that a vector is the diagonal of.
template <class X> class DiagonalWrapper : public EigenBase<DiagonalWrapper<X>> {
  using Operand = internal::strip_t<X>;

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  static constexpr int RowsAtCompileTime = internal::extent(Operand::ColsAtCompileTime == 1 ? Operand::RowsAtCompileTime : Operand::ColsAtCompileTime, Dynamic),
                       ColsAtCompileTime = RowsAtCompileTime;
  static constexpr bool IsRowMajor = false, isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = Operand::isCostly;
  explicit DiagonalWrapper(const Operand &operand) : operand(operand) {}
  template <class X0> DiagonalWrapper(internal::Evaluate, const X0 &operand) : operand(internal::ready(operand)) {}
  Index rows() const { return operand.size(); }
  Index cols() const { return operand.size(); }
  const auto &diagonal() const { return operand; }
  Scalar coeff(Index i, Index j) const {
    if (i == j)
      return operand.coeff(i);
    return Scalar(0);
  }
  auto evaluated() const { return DiagonalWrapper<internal::ready_t<Operand>>(internal::Evaluate(), operand); }
  auto toDenseMatrix() const { return Matrix<Scalar, RowsAtCompileTime, ColsAtCompileTime>(*this); }
  template <class Target> void evaluateInto(Target &target) const {
    const auto &d = internal::ready(operand);
    target.setZero();
    const Index n = d.size();
    for (Index i = 0; i < n; ++i)
      target.coeffRef(i, i) = d.coeff(i);
  }
  template <class Target> void evaluateTo(Target &target) const {
    if constexpr (Target::isPlain)
      target.resize(rows(), cols());
    evaluateInto(target);
  }

private:
  internal::nested_t<const Operand> operand;
};

/// A diagonal matrix times another, and the other way round: coefficient by coefficient.
template <class V, class R> class Product<DiagonalWrapper<V>, R, 1> : public MatrixBase<Product<DiagonalWrapper<V>, R, 1>> {
  using Right = internal::strip_t<R>;

public:
  using Scalar = typename Right::Scalar;
  using RealScalar = typename Right::RealScalar;
  static constexpr int RowsAtCompileTime = DiagonalWrapper<V>::RowsAtCompileTime, ColsAtCompileTime = Right::ColsAtCompileTime;
  static constexpr bool IsRowMajor = internal::orderOfBlock(RowsAtCompileTime, ColsAtCompileTime, Right::IsRowMajor),
                        isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = DiagonalWrapper<V>::isCostly || Right::isCostly;
  Product(const DiagonalWrapper<V> &left, const Right &right) : left(left), right(right) {}
  template <class L0, class R0>
  Product(internal::Evaluate, const L0 &left, const R0 &right) : left(left.evaluated()), right(internal::ready(right)) {}
  Index rows() const { return right.rows(); }
  Index cols() const { return right.cols(); }
  using DenseBase<Product>::coeff;
  Scalar coeff(Index i, Index j) const { return left.diagonal().coeff(i) * right.coeff(i, j); }
  auto evaluated() const {
    return Product<decltype(left.evaluated()), internal::ready_t<Right>, 1>(internal::Evaluate(), left, right);
  }

private:
  DiagonalWrapper<V> left;
  internal::nested_t<const Right> right;
};
template <class L, class V> class Product<L, DiagonalWrapper<V>, 1> : public MatrixBase<Product<L, DiagonalWrapper<V>, 1>> {
  using Left = internal::strip_t<L>;

public:
  using Scalar = typename Left::Scalar;
  using RealScalar = typename Left::RealScalar;
  static constexpr int RowsAtCompileTime = Left::RowsAtCompileTime, ColsAtCompileTime = DiagonalWrapper<V>::ColsAtCompileTime;
  static constexpr bool IsRowMajor = internal::orderOfBlock(RowsAtCompileTime, ColsAtCompileTime, Left::IsRowMajor),
                        isArray = false, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = DiagonalWrapper<V>::isCostly || Left::isCostly;
  Product(const Left &left, const DiagonalWrapper<V> &right) : left(left), right(right) {}
  template <class L0, class R0>
  Product(internal::Evaluate, const L0 &left, const R0 &right) : left(internal::ready(left)), right(right.evaluated()) {}
  Index rows() const { return left.rows(); }
  Index cols() const { return left.cols(); }
  using DenseBase<Product>::coeff;
  Scalar coeff(Index i, Index j) const { return left.coeff(i, j) * right.diagonal().coeff(j); }
  auto evaluated() const {
    return Product<internal::ready_t<Left>, decltype(right.evaluated()), 1>(internal::Evaluate(), left, right);
  }

private:
  internal::nested_t<const Left> left;
  DiagonalWrapper<V> right;
};
template <class V, class R> Product<DiagonalWrapper<V>, R, 1> operator*(const DiagonalWrapper<V> &l, const MatrixBase<R> &r) {
  return Product<DiagonalWrapper<V>, R, 1>(l, r.derived());
}
template <class L, class V> Product<L, DiagonalWrapper<V>, 1> operator*(const MatrixBase<L> &l, const DiagonalWrapper<V> &r) {
  return Product<L, DiagonalWrapper<V>, 1>(l.derived(), r);
}

namespace internal {
/// m.noalias() = a * b, and += and -=.
template <class X> class NoAliasOf {
public:
  explicit NoAliasOf(X &matrix) : matrix(matrix) {}
  template <class E> X &operator=(const EigenBase<E> &e) {
    if constexpr (X::isPlain)
      matrix.resize(rowsFor<X>(e.derived()), colsFor<X>(e.derived()));
    e.derived().evaluateInto(matrix);
    return matrix;
  }
  template <class E> X &operator+=(const EigenBase<E> &e) { return changed<internal::Add>(e.derived()); }
  template <class E> X &operator-=(const EigenBase<E> &e) { return changed<internal::Subtract>(e.derived()); }
  X &expression() const { return matrix; }

private:
  template <class Do, class L, class R> X &changed(const Product<L, R, 0> &product) {
    product.template evaluateBy<Do>(matrix);
    return matrix;
  }
  template <class Do, class E> X &changed(const E &e) {
    internal::assign<Do>(matrix, e);
    return matrix;
  }
  internal::nested_t<X> matrix;
};
} // namespace internal

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
  /// Of the lower triangle, which is the one that decompositions read.
  auto llt() const {
    if constexpr (Mode == Lower)
      return LLT<internal::plain_of<Operand>>(operand);
  }
  auto ldlt() const {
    if constexpr (Mode == Lower)
      return LDLT<internal::plain_of<Operand>>(operand);
  }
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
  auto unitOrthogonal() const {
    using T = typename D::Scalar;
    const auto &v = internal::ready(derived());
    if constexpr (D::RowsAtCompileTime == 2 || D::ColsAtCompileTime == 2)
      return internal::plain_of<D>(-v.coeff(1), v.coeff(0)).normalized();
    else {
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

  bool isZero(double precision = 1e-12) const { return cwiseAbs().maxCoeff() <= precision; }

private:
  static auto identity(Index m, Index n) {
    using Op = internal::scalar_identity_op<typename D::Scalar>;
    return internal::Nullary<Op, typename D::Scalar, D::RowsAtCompileTime, D::ColsAtCompileTime, D::isArray, D::IsRowMajor>(Op{}, m, n);
  }
};

} // namespace adjoint::model::Eigen

#endif
