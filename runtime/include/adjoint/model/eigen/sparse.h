// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's sparse matrices, always compressed: a column (a row, of those by rows) has its values one behind the other. Patterns are made
// by functions of integers (adjoint/linear/sparse.h), so that what is differentiated are loops over stored values.
//
// The adjoint of a sparse matrix is one of the same pattern. Expressions are evaluated as a whole, into a new matrix, but for products with
// dense ones, which are loops over the stored values of both factors.

#ifndef ADJOINT_MODEL_EIGEN_SPARSE_H
#define ADJOINT_MODEL_EIGEN_SPARSE_H

#include "adjoint/linear/sparse.h"
#include "adjoint/model/eigen/reductions.h"

namespace adjoint::model::Eigen {

template <class D> class SparseMatrixBase;
template <class D> class SparseCompressedBase;

namespace internal {
/// An operand with values that are stored: the matrix itself, or what an expression gives.
template <class E> decltype(auto) stored(const E &e) {
  if constexpr (E::isPlain)
    return static_cast<const E &>(e);
  else
    return e.evaluated();
}
/// The same, in an order.
template <bool isRowMajor, class E> decltype(auto) storedIn(const E &e) {
  if constexpr (E::isPlain && E::IsRowMajor == isRowMajor)
    return static_cast<const E &>(e);
  else
    return SparseMatrix<typename E::Scalar, isRowMajor ? RowMajor : 0, int>(e);
}
#define ADJOINT_EIGEN_SPARSE(T, isRowMajor, plain)                                                                     \
  using Scalar = T;                                                                                                    \
  using RealScalar = typename internal::real_of<Scalar>::type;                                                         \
  using StorageIndex = int;                                                                                            \
  static constexpr int RowsAtCompileTime = Dynamic, ColsAtCompileTime = Dynamic;                                       \
  static constexpr bool IsRowMajor = isRowMajor, isArray = false, isPlain = plain, isWritable = false,                 \
                        isDirect = false, isDense = false, isCostly = false;
} // namespace internal

template <class T, class I = int> class Triplet {
public:
  Triplet() : i(0), j(0), number(0) {}
  Triplet(const I &i, const I &j, const T &v = T(0)) : i(i), j(j), number(v) {}
  const I &row() const { return i; }
  const I &col() const { return j; }
  const T &value() const { return number; }

private:
  I i, j;
  T number;
};

/// What all sparse expressions can do.
template <class D> class SparseMatrixBase : public EigenBase<D> {
public:
  using EigenBase<D>::derived;
  Index rows() const { return derived().rows(); }
  Index cols() const { return derived().cols(); }
  Index size() const { return derived().rows() * derived().cols(); }
  Index outerSize() const { return internal::either<D::IsRowMajor>(derived().rows(), derived().cols()); }
  Index innerSize() const { return internal::either<D::IsRowMajor>(derived().cols(), derived().rows()); }
  auto transpose() { return Transpose<D>(derived()); }
  auto transpose() const { return Transpose<const D>(derived()); }
  auto adjoint() const { return transpose(); }
  auto operator-() const { return CwiseUnaryOp<internal::scalar_opposite_op<typename D::Scalar>, const D>(derived()); }
#define ADJOINT_EIGEN_FUNCTION(method, name)                                                                           \
  auto method() const { return CwiseUnaryOp<internal::scalar_##name##_op<typename D::Scalar>, const D>(derived()); }
  ADJOINT_EIGEN_FUNCTION(cwiseAbs, abs)
  ADJOINT_EIGEN_FUNCTION(cwiseAbs2, abs2)
  ADJOINT_EIGEN_FUNCTION(cwiseSqrt, sqrt)
#undef ADJOINT_EIGEN_FUNCTION
  auto sum() const {
    const auto &m = internal::stored(derived());
    typename D::Scalar s = 0;
    const Index n = m.nonZeros();
    for (Index p = 0; p < n; ++p)
      s += m.valuePtr()[p];
    return s;
  }
  auto squaredNorm() const {
    const auto &m = internal::stored(derived());
    typename D::Scalar s = 0;
    const Index n = m.nonZeros();
    for (Index p = 0; p < n; ++p)
      s += m.valuePtr()[p] * m.valuePtr()[p];
    return s;
  }
  auto norm() const { return elementary::sqrt(squaredNorm()); }
  auto toDense() const { return Matrix<typename D::Scalar, Dynamic, Dynamic>(derived()); }
  auto eval() const { return internal::stored(derived()); }

  /// Of a dense matrix that has the size.
  template <class Target> void evaluateInto(Target &target) const {
    const auto &m = internal::stored(derived());
    target.setZero();
    const Index n = m.outerSize();
    for (Index j = 0; j < n; ++j) {
      const Index end = m.outerIndexPtr()[j + 1];
      for (Index p = m.outerIndexPtr()[j]; p < end; ++p) {
        const Index i = m.innerIndexPtr()[p];
        target.coeffRef(internal::either<D::IsRowMajor>(j, i), internal::either<D::IsRowMajor>(i, j)) = m.valuePtr()[p];
      }
    }
  }
  template <class Target> void evaluateTo(Target &target) const {
    if constexpr (Target::isPlain)
      target.resize(rows(), cols());
    evaluateInto(target);
  }
};

template <class D> class SparseCompressedBase : public SparseMatrixBase<D> {
public:
  /// Along a column, or a row.
  class InnerIterator {
    using T = typename D::Scalar;

  public:
    InnerIterator(const SparseCompressedBase &matrix, Index j)
        : entries(const_cast<T *>(matrix.derived().valuePtr())), inner(matrix.derived().innerIndexPtr()), major(j),
          at(matrix.derived().outerIndexPtr()[j]), end(matrix.derived().outerIndexPtr()[j + 1]) {}
    InnerIterator &operator++() {
      ++at;
      return *this;
    }
    operator bool() const { return at < end; }
    const T &value() const { return entries[at]; }
    T &valueRef() { return entries[at]; }
    int index() const { return inner[at]; }
    Index outer() const { return major; }
    Index row() const { return internal::either<D::IsRowMajor>(major, inner[at]); }
    Index col() const { return internal::either<D::IsRowMajor>(inner[at], major); }

  private:
    T *entries;
    const int *inner;
    Index major, at, end;
  };
};

/// Indices are of type int; others have no model.
template <class T, int O>
class ADJOINT_SHAPE("adjoint::linear_sparse::shape($, $p.height, $p.width, $p.begins, $p.inner);") SparseMatrix<T, O, int>
    : public SparseCompressedBase<SparseMatrix<T, O, int>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  ADJOINT_EIGEN_SPARSE(T, (O & RowMajor) != 0, true)

  SparseMatrix() : SparseMatrix(0, 0) {}
  SparseMatrix(Index m, Index n)
      : entries(nullptr), inner(nullptr), begins(allocate<int>(internal::countOf(internal::either<IsRowMajor>(m, n) + 1))), height(m),
        width(n), room(0) {}
  SparseMatrix(const SparseMatrix &other)
      : entries(nullptr), inner(nullptr), begins(nullptr), height(other.height), width(other.width), room(0) {
    copyFrom(other);
  }
  template <class E>
  SparseMatrix(const SparseMatrixBase<E> &e)
      : entries(nullptr), inner(nullptr), begins(nullptr), height(e.rows()), width(e.cols()), room(0) {
    takeFrom(e.derived());
  }
  ~SparseMatrix() {
    deallocate(entries);
    deallocate(inner);
    deallocate(begins);
  }
  SparseMatrix &operator=(const SparseMatrix &other) {
    if (this != &other) {
      height = other.height;
      width = other.width;
      copyFrom(other);
    }
    return *this;
  }
  template <class E> SparseMatrix &operator=(const SparseMatrixBase<E> &e) {
    SparseMatrix made(e);
    swap(made);
    return *this;
  }
  void swap(SparseMatrix &other) {
    model::swap(entries, other.entries);
    model::swap(inner, other.inner);
    model::swap(begins, other.begins);
    model::swap(height, other.height);
    model::swap(width, other.width);
    model::swap(room, other.room);
  }

  Index rows() const { return height; }
  Index cols() const { return width; }
  Index nonZeros() const { return begins[this->outerSize()]; }
  T *valuePtr() { return entries; }
  const T *valuePtr() const { return entries; }
  int *innerIndexPtr() { return inner; }
  const int *innerIndexPtr() const { return inner; }
  int *outerIndexPtr() { return begins; }
  const int *outerIndexPtr() const { return begins; }
  auto coeffs() { return Map<Array<T, Dynamic, 1>>(entries, nonZeros()); }
  auto coeffs() const { return Map<const Array<T, Dynamic, 1>>(entries, nonZeros()); }
  auto diagonal() { return Diagonal<SparseMatrix>(*this); }
  auto diagonal() const { return Diagonal<const SparseMatrix>(*this); }
  bool isCompressed() const { return true; }
  void makeCompressed() {}
  template <class S> void reserve(const S &) {}
  void startVec(Index) {}
  void finalize() {}

  T coeff(Index i, Index j) const {
    const Index major = internal::either<IsRowMajor>(i, j), minor = internal::either<IsRowMajor>(j, i);
    const Index p = linear_sparse::position(inner, begins[major], begins[major + 1], minor);
    if (p < begins[major + 1] && inner[p] == minor)
      return entries[p];
    return T(0);
  }
  T &coeffRef(Index i, Index j) {
    const Index major = internal::either<IsRowMajor>(i, j), minor = internal::either<IsRowMajor>(j, i);
    const Index p = linear_sparse::position(inner, begins[major], begins[major + 1], minor);
    if (!(p < begins[major + 1] && inner[p] == minor))
      makeRoom(p, major, minor);
    return entries[p];
  }
  T &insert(Index i, Index j) { return coeffRef(i, j); }
  T &insertBack(Index i, Index j) { return coeffRef(i, j); }

  void resize(Index m, Index n) {
    height = m;
    width = n;
    deallocate(begins);
    begins = allocate<int>(internal::countOf(this->outerSize() + 1));
  }
  void setZero() { resize(height, width); }
  void setIdentity() {
    resize(height, width);
    for (Index i = 0; i < width; ++i)
      coeffRef(i, i) = T(1);
  }
  template <class Iterator> void setFromTriplets(const Iterator &first, const Iterator &last) {
    const Index count = last - first, n = this->outerSize();
    int *major = allocate<int>(internal::countOf(count)), *minor = allocate<int>(internal::countOf(count)),
        *place = allocate<int>(internal::countOf(count)), *pattern = allocate<int>(internal::countOf(count)),
        *starts = allocate<int>(internal::countOf(n + 1));
    for (Index k = 0; k < count; ++k) {
      major[k] = IsRowMajor ? first[k].row() : first[k].col();
      minor[k] = IsRowMajor ? first[k].col() : first[k].row();
    }
    linear_sparse::arrange(starts, pattern, place, minor, major, count, n);
    T *values = allocate<T>(internal::countOf(count));
    for (Index k = 0; k < count; ++k)
      values[place[k]] += first[k].value();
    replace(values, pattern, starts, count);
    deallocate(place);
    deallocate(minor);
    deallocate(major);
  }

  template <class R> SparseMatrix &operator+=(const SparseMatrixBase<R> &other) { return *this = *this + other; }
  template <class R> SparseMatrix &operator-=(const SparseMatrixBase<R> &other) { return *this = *this - other; }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> SparseMatrix &operator*=(const S &factor) {
    const Index n = nonZeros();
    for (Index p = 0; p < n; ++p)
      entries[p] *= factor;
    return *this;
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> SparseMatrix &operator/=(const S &divisor) {
    const Index n = nonZeros();
    for (Index p = 0; p < n; ++p)
      entries[p] /= divisor;
    return *this;
  }

  /// Other memory, of `count` entries; of models alone.
  void replace(T *values, int *pattern, int *starts, Index count) {
    deallocate(entries);
    deallocate(inner);
    deallocate(begins);
    entries = values;
    inner = pattern;
    begins = starts;
    room = count;
  }

private:
  void copyFrom(const SparseMatrix &other) {
    const Index count = other.nonZeros(), n = this->outerSize();
    T *values = allocate<T>(internal::countOf(count));
    int *pattern = allocate<int>(internal::countOf(count)), *starts = allocate<int>(internal::countOf(n + 1));
    for (Index j = 0; j <= n; ++j)
      starts[j] = other.begins[j];
    for (Index p = 0; p < count; ++p) {
      pattern[p] = other.inner[p];
      values[p] = other.entries[p];
    }
    replace(values, pattern, starts, count);
  }
  /// In this matrix's order.
  template <class E> void takeFrom(const E &e) {
    if constexpr (E::isPlain && E::IsRowMajor != IsRowMajor) {
      const Index count = e.nonZeros();
      int *place = allocate<int>(internal::countOf(count)), *pattern = allocate<int>(internal::countOf(count)),
          *starts = allocate<int>(internal::countOf(this->outerSize() + 1));
      linear_sparse::transpose(starts, pattern, place, e.outerIndexPtr(), e.innerIndexPtr(), this->outerSize(), e.outerSize());
      T *values = allocate<T>(internal::countOf(count));
      for (Index p = 0; p < count; ++p)
        values[place[p]] = e.valuePtr()[p];
      replace(values, pattern, starts, count);
      deallocate(place);
    } else if constexpr (E::IsRowMajor != IsRowMajor) {
      const auto value = e.evaluated();
      takeFrom(value);
    } else
      e.evaluateSparse(*this);
  }
  void makeRoom(Index p, Index major, Index minor) {
    const Index count = nonZeros(), n = this->outerSize();
    if (count == room) {
      const Index more = room < 4 ? 8 : 2 * room;
      T *values = allocate<T>(internal::countOf(more));
      int *pattern = allocate<int>(internal::countOf(more));
      for (Index k = 0; k < count; ++k) {
        values[k] = entries[k];
        pattern[k] = inner[k];
      }
      deallocate(entries);
      deallocate(inner);
      entries = values;
      inner = pattern;
      room = more;
    }
    for (Index k = count; k > p; --k) {
      entries[k] = entries[k - 1];
      inner[k] = inner[k - 1];
    }
    entries[p] = T(0);
    inner[p] = static_cast<int>(minor);
    for (Index j = major + 1; j <= n; ++j)
      begins[j] += 1;
  }

  ADJOINT_VIEW("adjoint::linear_sparse::compressed($).valuePtr()", "std::size_t($.nonZeros())") T *entries;
  ADJOINT_VIEW("$.innerIndexPtr()", "std::size_t($.nonZeros())") int *inner;
  ADJOINT_VIEW("$.outerIndexPtr()", "std::size_t($.outerSize() + 1)") int *begins;
  ADJOINT_VIEW("$.rows()") Index height;
  ADJOINT_VIEW("$.cols()") Index width;
  ADJOINT_VIEW("$.nonZeros()") Index room;
};

namespace internal {

/// A new matrix with the pattern of another, which gets its values from `value`, of the place of an entry.
template <class Target, class M, class F> void makeLike(Target &target, const M &m, F value) {
  const Index count = m.nonZeros(), n = m.outerSize();
  typename Target::Scalar *values = allocate<typename Target::Scalar>(countOf(count));
  int *pattern = allocate<int>(countOf(count)), *starts = allocate<int>(countOf(n + 1));
  for (Index j = 0; j <= n; ++j)
    starts[j] = m.outerIndexPtr()[j];
  for (Index p = 0; p < count; ++p) {
    pattern[p] = m.innerIndexPtr()[p];
    values[p] = value(p);
  }
  target.replace(values, pattern, starts, count);
}

/// An expression with the values of E::evaluateSparse.
template <class D> class SparseExpression : public SparseMatrixBase<D> {
public:
  auto evaluated() const {
    SparseMatrix<typename D::Scalar, D::IsRowMajor ? RowMajor : 0, int> made(this->derived());
    return made;
  }
};

/// The transposed has the same memory, in the other order.
template <class X> class SparseTranspose : public SparseExpression<SparseTranspose<X>> {
  using Operand = strip_t<X>;

public:
  ADJOINT_EIGEN_SPARSE(typename Operand::Scalar, !Operand::IsRowMajor, false)
  explicit SparseTranspose(X &operand) : operand(operand) {}
  Index rows() const { return operand.cols(); }
  Index cols() const { return operand.rows(); }
  const auto &nestedExpression() const { return operand; }
  template <class Target> void evaluateSparse(Target &target) const {
    const auto &m = stored(operand);
    const auto *values = m.valuePtr();
    makeLike(target, m, [values](Index p) { return values[p]; });
  }

private:
  nested_t<X> operand;
};

template <class Op, class X> class SparseUnaryOp : public SparseExpression<SparseUnaryOp<Op, X>> {
  using Operand = strip_t<X>;

public:
  ADJOINT_EIGEN_SPARSE(typename Operand::Scalar, Operand::IsRowMajor, false)
  explicit SparseUnaryOp(const Operand &operand, const Op &op = Op()) : operand(operand), op(op) {}
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  template <class Target> void evaluateSparse(Target &target) const {
    const auto &m = stored(operand);
    const auto *values = m.valuePtr();
    const Op function = op;
    makeLike(target, m, [values, function](Index p) { return function(values[p]); });
  }

private:
  nested_t<const Operand> operand;
  Op op;
};

/// A sum or difference has the entries of both, a multiple those of the matrix.
template <class Op, class L, class R> class SparseBinaryOp : public SparseExpression<SparseBinaryOp<Op, L, R>> {
  using Left = strip_t<L>;
  using Right = strip_t<R>;
  static constexpr bool isOfTwo = is_sparse<Left> && is_sparse<Right>;
  template <class A, class B> static constexpr bool isSum(const scalar_sum_op<A, B> *) { return true; }
  template <class A, class B> static constexpr bool isSum(const scalar_difference_op<A, B> *) { return false; }

public:
  using First = conditional_t<is_sparse<Left>, Left, Right>;
  ADJOINT_EIGEN_SPARSE(typename First::Scalar, First::IsRowMajor, false)
  SparseBinaryOp(const Left &left, const Right &right, const Op &op = Op()) : left(left), right(right), op(op) {}
  Index rows() const { return first().rows(); }
  Index cols() const { return first().cols(); }
  template <class Target> void evaluateSparse(Target &target) const {
    if constexpr (isOfTwo)
      unite(target, storedIn<IsRowMajor>(left), storedIn<IsRowMajor>(right));
    else {
      const auto &m = stored(first());
      const auto *values = m.valuePtr();
      const Op function = op;
      if constexpr (is_sparse<Left>) {
        const auto factor = right.coeff(0, 0);
        makeLike(target, m, [values, function, factor](Index p) { return function(values[p], factor); });
      } else {
        const auto factor = left.coeff(0, 0);
        makeLike(target, m, [values, function, factor](Index p) { return function(factor, values[p]); });
      }
    }
  }

private:
  const First &first() const {
    if constexpr (is_sparse<Left>)
      return left;
    else
      return right;
  }
  template <class Target, class A, class B> static void unite(Target &target, const A &a, const B &b) {
    const Index m = a.nonZeros(), n = b.nonZeros(), outer = a.outerSize();
    int *place = allocate<int>(countOf(m)), *other = allocate<int>(countOf(n)), *pattern = allocate<int>(countOf(m + n)),
        *starts = allocate<int>(countOf(outer + 1));
    linear_sparse::unite(starts, pattern, place, other, a.outerIndexPtr(), a.innerIndexPtr(), b.outerIndexPtr(), b.innerIndexPtr(), outer);
    Scalar *values = allocate<Scalar>(countOf(m + n));
    for (Index p = 0; p < m; ++p)
      values[place[p]] = a.valuePtr()[p];
    for (Index p = 0; p < n; ++p)
      if constexpr (isSum(static_cast<const Op *>(nullptr)))
        values[other[p]] += b.valuePtr()[p];
      else
        values[other[p]] -= b.valuePtr()[p];
    target.replace(values, pattern, starts, m + n);
    deallocate(other);
    deallocate(place);
  }
  nested_t<const Left> left;
  nested_t<const Right> right;
  Op op;
};

/// A sparse matrix m, or its transposed, times column c of r: that of target = m * r, or more or less by that.
template <class Do, bool isTransposed, class Target, class M, class R>
void multiplyColumn(Target &target, const M &m, const R &r, Index c) {
  using Step = conditional_t<is_same<Do, Subtract>, Subtract, Add>;
  const Index outer = m.outerSize();
  const auto *values = m.valuePtr();
  const int *inner = m.innerIndexPtr(), *begins = m.outerIndexPtr();
  for (Index j = 0; j < outer; ++j) {
    const Index end = begins[j + 1];
    if constexpr (M::IsRowMajor != isTransposed) { // an inner product for each row
      typename Target::Scalar sum = 0;
      for (Index p = begins[j]; p < end; ++p)
        sum += values[p] * r.coeff(inner[p], c);
      Do::on(target.coeffRef(j, c), sum);
    } else { // a sum of columns
      for (Index p = begins[j]; p < end; ++p)
        Step::on(target.coeffRef(inner[p], c), values[p] * r.coeff(j, c));
    }
  }
}
template <class Do, bool isTransposed, class Target, class M, class R>
void multiplySparse(Target &target, const M &m, const R &r) {
  if constexpr (M::IsRowMajor == isTransposed && is_same<Do, Set>)
    target.setZero();
  if constexpr (R::ColsAtCompileTime == 1)
    multiplyColumn<Do, isTransposed>(target, m, r, 0);
  else {
    const Index count = r.cols();
    for (Index c = 0; c < count; ++c)
      multiplyColumn<Do, isTransposed>(target, m, r, c);
  }
}
/// target = l * m, row by row of l.
template <class Do, bool isTransposed, class Target, class L, class M>
void multiplyBySparse(Target &target, const L &l, const M &m) {
  using Step = conditional_t<is_same<Do, Subtract>, Subtract, Add>;
  const Index outer = m.outerSize(), count = l.rows();
  const auto *values = m.valuePtr();
  const int *inner = m.innerIndexPtr(), *begins = m.outerIndexPtr();
  if constexpr (is_same<Do, Set>)
    target.setZero();
  for (Index j = 0; j < outer; ++j) {
    const Index end = begins[j + 1];
    for (Index p = begins[j]; p < end; ++p)
      for (Index i = 0; i < count; ++i)
        if constexpr (M::IsRowMajor != isTransposed)
          Step::on(target.coeffRef(i, inner[p]), l.coeff(i, j) * values[p]);
        else
          Step::on(target.coeffRef(i, j), l.coeff(i, inner[p]) * values[p]);
  }
}
/// A transposed matrix is not evaluated, but read the other way.
template <class X> inline constexpr bool is_transposed = false;
template <class X> inline constexpr bool is_transposed<SparseTranspose<X>> = true;
template <class E> decltype(auto) untransposed(const E &e) {
  if constexpr (is_transposed<E>)
    return stored(e.nestedExpression());
  else
    return stored(e);
}
template <class Do, class Target, class L, class R> void multiplyWithSparse(Target &target, const L &l, const R &r) {
  if constexpr (is_sparse<L>)
    multiplySparse<Do, is_transposed<L>>(target, untransposed(l), operandOf(r));
  else
    multiplyBySparse<Do, is_transposed<R>>(target, operandOf(l), untransposed(r));
}

} // namespace internal

/// The product of two sparse matrices.
template <class L, class R> class Product<L, R, 2> : public internal::SparseExpression<Product<L, R, 2>> {
  using Left = internal::strip_t<L>;
  using Right = internal::strip_t<R>;

public:
  ADJOINT_EIGEN_SPARSE(typename Left::Scalar, Left::IsRowMajor, false)
  Product(const Left &left, const Right &right) : left(left), right(right) {}
  Index rows() const { return left.rows(); }
  Index cols() const { return right.cols(); }
  template <class Target> void evaluateSparse(Target &target) const {
    if constexpr (IsRowMajor)
      multiply(target, internal::storedIn<true>(right), internal::storedIn<true>(left));
    else
      multiply(target, internal::storedIn<false>(left), internal::storedIn<false>(right));
  }

private:
  template <class Target, class A, class B> static void multiply(Target &target, const A &a, const B &b) {
    const Index n = b.outerSize();
    const Index count = linear_sparse::count_products(a.outerIndexPtr(), b.outerIndexPtr(), b.innerIndexPtr(), n);
    int *place = allocate<int>(internal::countOf(count)), *pattern = allocate<int>(internal::countOf(count)),
        *starts = allocate<int>(internal::countOf(n + 1));
    linear_sparse::multiply_patterns(starts, pattern, place, a.outerIndexPtr(), a.innerIndexPtr(), b.outerIndexPtr(), b.innerIndexPtr(), n);
    Scalar *values = allocate<Scalar>(internal::countOf(count));
    Index k = 0;
    const Index entries = b.nonZeros();
    for (Index q = 0; q < entries; ++q) {
      const Index column = b.innerIndexPtr()[q], end = a.outerIndexPtr()[column + 1];
      for (Index p = a.outerIndexPtr()[column]; p < end; ++p) {
        values[place[k]] += a.valuePtr()[p] * b.valuePtr()[q];
        ++k;
      }
    }
    target.replace(values, pattern, starts, count);
    deallocate(place);
  }
  internal::nested_t<const Left> left;
  internal::nested_t<const Right> right;
};
namespace internal {
/// Products with permutations have the same option, and are as dense as what is permuted.
template <class X> inline constexpr bool isPermutation = false;
template <int N, int MN, class I> inline constexpr bool isPermutation<PermutationMatrix<N, MN, I>> = true;
template <int N, int MN, class I> inline constexpr bool isPermutation<Inverse<PermutationMatrix<N, MN, I>>> = true;
template <class L, class R> inline constexpr bool is_sparse<Product<L, R, 2>> = !isPermutation<L> && !isPermutation<R>;
}

template <class L, class R> auto operator+(const SparseMatrixBase<L> &l, const SparseMatrixBase<R> &r) {
  return CwiseBinaryOp<internal::scalar_sum_op<typename L::Scalar, typename R::Scalar>, const L, const R>(l.derived(), r.derived());
}
template <class L, class R> auto operator-(const SparseMatrixBase<L> &l, const SparseMatrixBase<R> &r) {
  return CwiseBinaryOp<internal::scalar_difference_op<typename L::Scalar, typename R::Scalar>, const L, const R>(l.derived(), r.derived());
}
template <class E, class S, class = enable_if_t<internal::is_scalar<S>>> auto operator*(const SparseMatrixBase<E> &e, const S &value) {
  return internal::withScalar<internal::scalar_product_op>(e.derived(), value);
}
template <class E, class S, class = enable_if_t<internal::is_scalar<S>>> auto operator*(const S &value, const SparseMatrixBase<E> &e) {
  return internal::scalarWith<internal::scalar_product_op>(value, e.derived());
}
template <class E, class S, class = enable_if_t<internal::is_scalar<S>>> auto operator/(const SparseMatrixBase<E> &e, const S &value) {
  return internal::withScalar<internal::scalar_quotient_op>(e.derived(), value);
}
template <class L, class R> Product<L, R, 0> operator*(const SparseMatrixBase<L> &l, const MatrixBase<R> &r) {
  return Product<L, R, 0>(l.derived(), r.derived());
}
template <class L, class R> Product<L, R, 0> operator*(const MatrixBase<L> &l, const SparseMatrixBase<R> &r) {
  return Product<L, R, 0>(l.derived(), r.derived());
}
template <class L, class R> Product<L, R, 2> operator*(const SparseMatrixBase<L> &l, const SparseMatrixBase<R> &r) {
  return Product<L, R, 2>(l.derived(), r.derived());
}

// Solutions.

namespace internal {
/// A matrix of type M, of doubles, and its factors; triangle 1, 2 or 3 says which entries are read.
template <class M, class Self, linear_sparse::Solver how, int triangle> class SparseSolver {
public:
  using MatrixType = M;
  using Scalar = typename M::Scalar;
  using RealScalar = typename M::RealScalar;
  static constexpr int RowsAtCompileTime = Dynamic, ColsAtCompileTime = Dynamic;

  template <class E> static constexpr bool isOfDoubles = is_same<typename E::Scalar, double>;

  SparseSolver() : words(nullptr) {}
  template <class E, class = enable_if_t<isOfDoubles<E>>> explicit SparseSolver(const EigenBase<E> &e) : matrix(e.derived()), words(nullptr) { makeFactor(); }
  SparseSolver(const SparseSolver &) = delete;
  ~SparseSolver() { deallocate(words); }
  template <class E, class = enable_if_t<isOfDoubles<E>>> Self &compute(const EigenBase<E> &e) {
    matrix = e.derived();
    makeFactor();
    return static_cast<Self &>(*this);
  }
  template <class E> void analyzePattern(const EigenBase<E> &) {}
  template <class E> void factorize(const EigenBase<E> &e) { compute(e); }
  Index rows() const { return matrix.rows(); }
  Index cols() const { return matrix.cols(); }
  template <class B> auto solve(const MatrixBase<B> &b) const { return Solve<Self, B>(static_cast<const Self &>(*this), b.derived()); }
  int info() const { return linear_sparse::has_succeeded(words) ? 0 : 1; }

  template <class Target, class B> void solveNew(Target &target, const B &b) const {
    const auto &right = dense(b);
    const Index n = matrix.rows(), count = right.cols();
    given_t<Solve<Self, B>> made(n, count);
    linear_sparse::solve(how, read(), M::IsRowMajor, made.data(), matrix.valuePtr(), matrix.innerIndexPtr(), matrix.outerIndexPtr(), words,
                         right.data(), n, count);
    made.copyTo(target);
  }

protected:
  M matrix;
  unsigned long *words;

private:
  /// By rows, it is the transposed that is stored.
  static constexpr int stored = M::IsRowMajor && triangle != 3 ? 3 - triangle : triangle;
  static linear_sparse::Triangle read() { return static_cast<linear_sparse::Triangle>(stored); }
  void makeFactor() {
    deallocate(words);
    const Index n = matrix.rows();
    words = allocate<unsigned long>(countOf(linear_sparse::factor_words(how, read(), matrix.valuePtr(), matrix.innerIndexPtr(), matrix.outerIndexPtr(), n)));
    linear_sparse::factorise(how, read(), words, matrix.valuePtr(), matrix.innerIndexPtr(), matrix.outerIndexPtr(), n);
  }
};

/// One that stops where it is near enough.
template <class M, class Self, linear_sparse::Solver how, int triangle>
class SparseIteration : public SparseSolver<M, Self, how, triangle> {
  using Base = SparseSolver<M, Self, how, triangle>;

public:
  SparseIteration() : tolerance(0), most(0) {}
  template <class E> explicit SparseIteration(const EigenBase<E> &e) : Base(e), tolerance(0), most(0) {}
  template <class E> Self &compute(const EigenBase<E> &e) {
    Base::compute(e);
    setLimits();
    return static_cast<Self &>(*this);
  }
  template <class E> void factorize(const EigenBase<E> &e) { compute(e); }
  Self &setTolerance(const double &value) {
    tolerance = value;
    setLimits();
    return static_cast<Self &>(*this);
  }
  Self &setMaxIterations(Index value) {
    most = value;
    setLimits();
    return static_cast<Self &>(*this);
  }

private:
  void setLimits() {
    if (this->words != nullptr)
      linear_sparse::set_limits(this->words, tolerance, most);
  }
  double tolerance;
  Index most;
};
} // namespace internal

template <class T> class DiagonalPreconditioner {};
class IdentityPreconditioner {};
template <class I> class AMDOrdering {};
template <class I> class COLAMDOrdering {};
template <class I> class NaturalOrdering {};

#define ADJOINT_EIGEN_SOLVER(C, Base, how, triangle)                                                                   \
public:                                                                                                                \
  using internal::Base<M, C, linear_sparse::Solver::how, triangle>::Base;
template <class M, int Triangle = 1, class Ordering = AMDOrdering<int>>
class SimplicialLLT : public internal::SparseSolver<M, SimplicialLLT<M, Triangle, Ordering>, linear_sparse::Solver::llt, Triangle> {
  ADJOINT_EIGEN_SOLVER(SimplicialLLT, SparseSolver, llt, Triangle)
};
template <class M, int Triangle = 1, class Ordering = AMDOrdering<int>>
class SimplicialLDLT : public internal::SparseSolver<M, SimplicialLDLT<M, Triangle, Ordering>, linear_sparse::Solver::ldlt, Triangle> {
  ADJOINT_EIGEN_SOLVER(SimplicialLDLT, SparseSolver, ldlt, Triangle)
};
template <class M, class Ordering = COLAMDOrdering<int>>
class SparseLU : public internal::SparseSolver<M, SparseLU<M, Ordering>, linear_sparse::Solver::lu, 3> {
  ADJOINT_EIGEN_SOLVER(SparseLU, SparseSolver, lu, 3)
};
template <class M, int Triangle = 1, class Preconditioner = DiagonalPreconditioner<double>>
class ConjugateGradient
    : public internal::SparseIteration<M, ConjugateGradient<M, Triangle, Preconditioner>, linear_sparse::Solver::conjugate_gradient, Triangle> {
  ADJOINT_EIGEN_SOLVER(ConjugateGradient, SparseIteration, conjugate_gradient, Triangle)
};
template <class M, class Preconditioner = DiagonalPreconditioner<double>>
class BiCGSTAB : public internal::SparseIteration<M, BiCGSTAB<M, Preconditioner>, linear_sparse::Solver::bicgstab, 3> {
  ADJOINT_EIGEN_SOLVER(BiCGSTAB, SparseIteration, bicgstab, 3)
};
#undef ADJOINT_EIGEN_SOLVER
#undef ADJOINT_EIGEN_SPARSE

} // namespace adjoint::model::Eigen

#endif
