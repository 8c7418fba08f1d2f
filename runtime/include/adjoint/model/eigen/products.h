// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of Eigen's matrices, also with diagonal ones.

#ifndef ADJOINT_MODEL_EIGEN_PRODUCTS_H
#define ADJOINT_MODEL_EIGEN_PRODUCTS_H

#include "adjoint/linear/elementals.h"
#include "adjoint/model/eigen/views.h"

namespace adjoint::model::Eigen {

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

/// The same for an elemental, whose numbers are of type double whatever those of E are.
template <class E>
using preciseOf =
    plain_t<double, E::RowsAtCompileTime, E::ColsAtCompileTime, 0, E::RowsAtCompileTime, E::ColsAtCompileTime, false>;

ADJOINT_REFUSED("a decomposition, an inverse or a determinant of a matrix whose numbers are neither double nor float",
                "convert the matrix by 'cast<double>()', or make one of real numbers of the real and imaginary parts")
void refuse_scalar();

/// An expression whose numbers are of type double. Floats are converted; what an elemental makes of them is rounded where it is
/// stored.
template <class E> decltype(auto) precise(const EigenBase<E> &e) {
  using T = typename E::Scalar;
  if constexpr (is_same<T, double>) {
    return static_cast<const EigenBase<E> &>(e);
  } else if constexpr (!is_same<T, float>) {
    internal::refuse_scalar();
    return preciseOf<E>();
  } else if constexpr (__is_base_of(DenseBase<E>, E)) {
    return preciseOf<E>(e.derived().template cast<double>());
  } else {
    return preciseOf<E>(byColumns<E>(e).template cast<double>());
  }
}

/// The values of an expression for an elemental, by columns without gaps.
template <class E> decltype(auto) dense(const E &e) {
  if constexpr (!is_same<typename E::Scalar, double>)
    return internal::precise(e);
  else if constexpr (E::isPlain && (!E::IsRowMajor || E::RowsAtCompileTime == 1 || E::ColsAtCompileTime == 1))
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
using given_t = conditional_t<E::RowsAtCompileTime == Dynamic || E::ColsAtCompileTime == Dynamic, GivenInMemory<double>,
                              Given<double, E::RowsAtCompileTime == Dynamic ? 1 : E::RowsAtCompileTime,
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
    } else if constexpr (internal::isLargeTimesVector<Left, Right> && internal::isByColumns<Target>) {
      linear::multiply_vector(target.data(), left.data(), right.data(), left.rows(), left.cols(), left.outerStride(), Left::IsRowMajor);
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
  auto inverse() const {
    return DiagonalWrapper<const CwiseUnaryOp<internal::scalar_inverse_op<Scalar>, const Operand>>(operand.cwiseInverse());
  }
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

} // namespace adjoint::model::Eigen

#endif
