// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen::Matrix and Array, and what refers to memory like one: Map and Ref.

#ifndef ADJOINT_MODEL_EIGEN_PLAIN_H
#define ADJOINT_MODEL_EIGEN_PLAIN_H

#include "adjoint/model/eigen/dense.h"

namespace adjoint::model::Eigen {

template <class D> class MatrixBase;
template <class D> class ArrayBase;
namespace internal {
template <bool isArray, class D> using base_t = conditional_t<isArray, ArrayBase<D>, MatrixBase<D>>;
} // namespace internal

namespace internal {
/// Is it an Array? Asked of a class that is not yet complete.
template <class D> inline constexpr bool is_array = false;
template <class T, int R, int C, int O, int MR, int MC>
inline constexpr bool is_array<FixedPlain<T, R, C, O, MR, MC, true>> = true;
template <class T, int R, int C, int O, int MR, int MC>
inline constexpr bool is_array<DynamicPlain<T, R, C, O, MR, MC, true>> = true;
} // namespace internal

/// What Matrix and Array have beside all expressions. The size is that of the class, or given by resize.
template <class D> class PlainObjectBase : public internal::base_t<internal::is_array<D>, D> {
public:
  using EigenBase<D>::derived;
  using DenseBase<D>::size;

  // Where a function has an object of this class, of any size.
  auto *data() { return derived().data(); }
  const auto *data() const { return derived().data(); }
  auto coeff(Index i) const { return DenseBase<D>::coeff(i); }
  auto coeff(Index i, Index j) const { return derived().coeff(i, j); }
  auto &coeffRef(Index i) { return DenseBase<D>::coeffRef(i); }
  auto &coeffRef(Index i, Index j) { return derived().coeffRef(i, j); }
  template <class... Extents> void resize(const Extents &...extents) { derived().resize(extents...); }
  template <class... Extents> void conservativeResize(const Extents &...extents) { derived().conservativeResize(extents...); }
  template <class E> D &operator=(const EigenBase<E> &e) { return derived() = e.derived(); }

  D &setZero() { return DenseBase<D>::setZero(); }
  D &setOnes() { return DenseBase<D>::setOnes(); }
  D &setIdentity() { return DenseBase<D>::setIdentity(); }
  template <class S> D &setConstant(const S &value) { return DenseBase<D>::setConstant(value); }
#define ADJOINT_EIGEN_SET(name)                                                                                        \
  D &name(Index n) {                                                                                                   \
    derived().resize(n);                                                                                               \
    return DenseBase<D>::name();                                                                                       \
  }                                                                                                                    \
  D &name(Index m, Index n) {                                                                                          \
    derived().resize(m, n);                                                                                            \
    return DenseBase<D>::name();                                                                                       \
  }
  ADJOINT_EIGEN_SET(setZero)
  ADJOINT_EIGEN_SET(setOnes)
  ADJOINT_EIGEN_SET(setIdentity)
#undef ADJOINT_EIGEN_SET
  template <class S> D &setConstant(Index n, const S &value) {
    derived().resize(n);
    return DenseBase<D>::setConstant(value);
  }
  template <class S> D &setConstant(Index m, Index n, const S &value) {
    derived().resize(m, n);
    return DenseBase<D>::setConstant(value);
  }
  template <class S, class U> D &setLinSpaced(const S &low, const U &high) { return DenseBase<D>::setLinSpaced(low, high); }
  template <class S, class U> D &setLinSpaced(Index n, const S &low, const U &high) {
    derived().resize(n);
    return DenseBase<D>::setLinSpaced(low, high);
  }
  void transposeInPlace() { derived() = derived().transpose().eval(); }
  template <class R> void resizeLike(const DenseBase<R> &other) {
    derived().resize(internal::rowsFor<D>(other.derived()), internal::colsFor<D>(other.derived()));
  }
  Index innerStride() const { return 1; }
  Index outerStride() const { return internal::either<D::IsRowMajor>(derived().cols(), derived().rows()); }
};

namespace internal {
/// The elements of a nested list, row by row; one list is a column.
template <class D, class T> void setFromRows(D &matrix, const initializer_list<initializer_list<T>> &rows) {
  if (D::ColsAtCompileTime == 1 && rows.size() == 1) {
    for (size_t i = 0; i < rows.begin()->size(); ++i)
      matrix.coeffRef(static_cast<Index>(i), 0) = rows.begin()->begin()[i];
  } else {
    for (size_t i = 0; i < rows.size(); ++i)
      for (size_t j = 0; j < rows.begin()[i].size(); ++j)
        matrix.coeffRef(static_cast<Index>(i), static_cast<Index>(j)) = rows.begin()[i].begin()[j];
  }
}
} // namespace internal

#define ADJOINT_EIGEN_PLAIN(C)                                                                                         \
  using Scalar = T;                                                                                                    \
  using RealScalar = typename internal::real_of<T>::type;                                                              \
  static constexpr int RowsAtCompileTime = R, ColsAtCompileTime = C;                                                   \
  static constexpr bool IsRowMajor = (O & RowMajor) != 0, isArray = isArray_, isPlain = true, isWritable = true,       \
                        isDirect = true, isDense = true, isCostly = false;                                             \
  T *data() { return entries; }                                                                                        \
  const T *data() const { return entries; }                                                                            \
  using DenseBase<This>::coeff;                                                                                        \
  using DenseBase<This>::coeffRef;                                                                                     \
  T coeff(Index i, Index j) const { return entries[at(i, j)]; }                                                        \
  T &coeffRef(Index i, Index j) { return entries[at(i, j)]; }                                                          \
  const T &constRef(Index i, Index j) const { return entries[at(i, j)]; }                                              \
                                                                                                                       \
private:                                                                                                               \
  Index at(Index i, Index j) const {                                                                                   \
    if constexpr (ColsAtCompileTime == 1)                                                                              \
      return i;                                                                                                        \
    else if constexpr (RowsAtCompileTime == 1)                                                                         \
      return j;                                                                                                        \
    else if constexpr (IsRowMajor)                                                                                     \
      return i * cols() + j;                                                                                           \
    else                                                                                                               \
      return i + j * rows();                                                                                           \
  }                                                                                                                    \
                                                                                                                       \
public:

/// A matrix whose size is known.
template <class T, int R, int C, int O, int MR, int MC, bool isArray_>
class FixedPlain : public PlainObjectBase<FixedPlain<T, R, C, O, MR, MC, isArray_>> {
  using This = FixedPlain;

public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  ADJOINT_EIGEN_PLAIN(C)

  FixedPlain() {}
  FixedPlain(const FixedPlain &) = default;
  explicit FixedPlain(const T *values) {
    for (Index i = 0; i < R * C; ++i)
      entries[i] = values[i];
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> explicit FixedPlain(const S &x) {
    if constexpr (isArray_ || R * C == 1) // an array of any size has the number everywhere
      for (int i = 0; i < R * C; ++i)
        entries[i] = T(x);
  }
  template <class S, class U, class = enable_if_t<internal::is_scalar<S> && internal::is_scalar<U>>>
  FixedPlain(const S &x, const U &y) {
    if constexpr (R * C == 2) {
      entries[0] = T(x);
      entries[1] = T(y);
    }
  }
  FixedPlain(const T &x, const T &y, const T &z) {
    entries[0] = x;
    entries[1] = y;
    entries[2] = z;
  }
  template <class... More>
  FixedPlain(const T &x, const T &y, const T &z, const T &w, const More &...more) : entries{x, y, z, w, T(more)...} {}
  FixedPlain(const initializer_list<initializer_list<T>> &rows) { internal::setFromRows(*this, rows); }
  template <class E> FixedPlain(const EigenBase<E> &e) { internal::fill(*this, e.derived()); }
  template <class D> explicit FixedPlain(const RotationBase<D, C> &r) { *this = r; }

  FixedPlain &operator=(const FixedPlain &) = default;
  template <class E> FixedPlain &operator=(const EigenBase<E> &e) {
    e.derived().evaluateTo(*this);
    return *this;
  }
  template <class S, class = enable_if_t<isArray_ && internal::is_scalar<S>>> FixedPlain &operator=(const S &value) {
    return this->setConstant(value);
  }

  template <class D> FixedPlain &operator=(const RotationBase<D, C> &r) { return *this = r.derived().toRotationMatrix(); }

  constexpr Index rows() const { return R; }
  constexpr Index cols() const { return C; }
  void resize(Index) {}
  void resize(Index, Index) {}
  void conservativeResize(Index) {}
  void conservativeResize(Index, Index) {}
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void resize(Index, Name) {}
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void resize(Name, Index) {}
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void conservativeResize(Index, Name) {}
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void conservativeResize(Name, Index) {}

private:
  ADJOINT_VIEW("$.data()") T entries[R * C];
};

/// A matrix whose size is not known.
template <class T, int R, int C, int O, int MR, int MC, bool isArray_>
class ADJOINT_EXTEND("$b.conservativeResizeLike(std::decay_t<decltype($b)>::Zero($.rows(), $.cols()));")
    ADJOINT_SHAPE("$.resize($p.height, $p.width);") DynamicPlain
    : public PlainObjectBase<DynamicPlain<T, R, C, O, MR, MC, isArray_>> {
  using This = DynamicPlain;

public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  ADJOINT_EIGEN_PLAIN(C)

  DynamicPlain() : entries(nullptr), height(R == Dynamic ? 0 : R), width(C == Dynamic ? 0 : C) {}
  explicit DynamicPlain(Index n) : DynamicPlain(rowsOf(n), colsOf(n)) {}
  DynamicPlain(Index m, Index n) : entries(allocate<T>(countOf(m, n))), height(m), width(n) {}
  DynamicPlain(const DynamicPlain &other) : DynamicPlain(other.rows(), other.cols()) { copyFrom(other); }
  DynamicPlain(DynamicPlain &&other) noexcept : entries(other.entries), height(other.height), width(other.width) {
    other.forget();
  }
  DynamicPlain(const initializer_list<initializer_list<T>> &rows)
      : DynamicPlain(C == 1 && rows.size() == 1 ? static_cast<Index>(rows.begin()->size()) : static_cast<Index>(rows.size()),
                     C == 1 ? 1 : static_cast<Index>(rows.begin()->size())) {
    internal::setFromRows(*this, rows);
  }
  template <class E>
  DynamicPlain(const EigenBase<E> &e)
      : DynamicPlain(internal::rowsFor<DynamicPlain>(e.derived()), internal::colsFor<DynamicPlain>(e.derived())) {
    internal::fill(*this, e.derived());
  }
  ~DynamicPlain() { deallocate(entries); }

  DynamicPlain &operator=(const DynamicPlain &other) {
    if (this != &other) {
      resize(other.rows(), other.cols());
      copyFrom(other);
    }
    return *this;
  }
  DynamicPlain &operator=(DynamicPlain &&other) {
    swap(other);
    return *this;
  }
  template <class E> DynamicPlain &operator=(const EigenBase<E> &e) {
    e.derived().evaluateTo(*this);
    return *this;
  }
  template <class S, class = enable_if_t<isArray_ && internal::is_scalar<S>>> DynamicPlain &operator=(const S &value) {
    return this->setConstant(value);
  }
  using DenseBase<This>::swap;
  void swap(DynamicPlain &other) {
    T *values = entries;
    const Index m = height, n = width;
    entries = other.entries;
    height = other.height;
    width = other.width;
    other.entries = values;
    other.height = m;
    other.width = n;
  }

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
  void resize(Index n) { resize(rowsOf(n), colsOf(n)); }
  void resize(Index m, Index n) {
    const size_t count = countOf(m, n);
    if (count != countOf(rows(), cols())) {
      deallocate(entries);
      entries = allocate<T>(count);
    }
    if constexpr (R == Dynamic)
      height = m;
    if constexpr (C == Dynamic)
      width = n;
  }
  /// Of one extent, where the other is Eigen::NoChange.
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void resize(Index m, Name) { resize(m, cols()); }
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void resize(Name, Index n) { resize(rows(), n); }
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void conservativeResize(Index m, Name) { conservativeResize(m, cols()); }
  template <class Name, class = enable_if_t<internal::is_name<Name>>> void conservativeResize(Name, Index n) { conservativeResize(rows(), n); }
  void conservativeResize(Index n) { conservativeResize(rowsOf(n), colsOf(n)); }
  void conservativeResize(Index m, Index n) {
    DynamicPlain old(m, n);
    swap(old);
    const Index common = m < old.rows() ? m : old.rows(), alike = n < old.cols() ? n : old.cols();
    for (Index j = 0; j < alike; ++j)
      for (Index i = 0; i < common; ++i)
        coeffRef(i, j) = old.coeff(i, j);
  }

private:
  static size_t countOf(Index m, Index n) {
    if constexpr (C == 1)
      return internal::countOf(m);
    else if constexpr (R == 1)
      return internal::countOf(n);
    else
      return internal::countOf(m * n);
  }
  static Index rowsOf(Index n) { return internal::either<R == 1>(1, n); }
  static Index colsOf(Index n) { return internal::either<R == 1>(n, C == Dynamic ? 1 : C); }
  void copyFrom(const DynamicPlain &other) {
    const Index n = this->size();
    for (Index i = 0; i < n; ++i)
      entries[i] = other.entries[i];
  }
  void forget() {
    entries = nullptr;
    if constexpr (R == Dynamic)
      height = 0;
    if constexpr (C == Dynamic)
      width = 0;
  }

  ADJOINT_VIEW("$.data()", "std::size_t($.rows() * $.cols())") T *entries;
  ADJOINT_VIEW("$.rows()") Index height;
  ADJOINT_VIEW("$.cols()") Index width;
};
#undef ADJOINT_EIGEN_PLAIN

template <int Outer = Dynamic, int Inner = Dynamic> class Stride {
public:
  Stride() : outerStep(Outer == Dynamic ? 0 : Outer), innerStep(Inner == Dynamic ? 0 : Inner) {}
  Stride(Index outer, Index inner) : outerStep(outer), innerStep(inner) {}
  Index outer() const { return Outer == Dynamic ? outerStep : Outer; }
  Index inner() const { return Inner == Dynamic ? innerStep : Inner; }
  static constexpr int outerKnown = Outer, innerKnown = Inner;

private:
  Index outerStep, innerStep;
};
template <int Value> class OuterStride : public Stride<Value, 0> {
public:
  OuterStride() {}
  OuterStride(Index value) : Stride<Value, 0>(value, 0) {}
};
template <int Value> class InnerStride : public Stride<0, Value> {
public:
  InnerStride() {}
  InnerStride(Index value) : Stride<0, Value>(0, value) {}
};

/// What Map and Ref have in common: memory of others, in steps. P may be const.
#define ADJOINT_EIGEN_VIEW(P, S)                                                                                       \
  using Plain = internal::strip_t<P>;                                                                                  \
  using Scalar = typename Plain::Scalar;                                                                               \
  using RealScalar = typename Plain::RealScalar;                                                                       \
  static constexpr int RowsAtCompileTime = Plain::RowsAtCompileTime, ColsAtCompileTime = Plain::ColsAtCompileTime;     \
  static constexpr bool IsRowMajor = Plain::IsRowMajor, isArray = Plain::isArray, isPlain = false,                     \
                        isWritable = is_same<P, Plain>, isDirect = true,                                               \
                        isDense = S::innerKnown == 0 || S::innerKnown == 1, isCostly = false;                          \
  Index rows() const {                                                                                                 \
    if constexpr (RowsAtCompileTime == Dynamic)                                                                        \
      return height;                                                                                                   \
    else                                                                                                               \
      return RowsAtCompileTime;                                                                                        \
  }                                                                                                                    \
  Index cols() const {                                                                                                 \
    if constexpr (ColsAtCompileTime == Dynamic)                                                                        \
      return width;                                                                                                    \
    else                                                                                                               \
      return ColsAtCompileTime;                                                                                        \
  }                                                                                                                    \
  Index innerStride() const {                                                                                          \
    if constexpr (S::innerKnown == 0 || S::innerKnown == 1)                                                            \
      return 1;                                                                                                        \
    else                                                                                                               \
      return inner;                                                                                                    \
  }                                                                                                                    \
  Index outerStride() const {                                                                                          \
    if constexpr (S::outerKnown == 0 && S::innerKnown == 0)                                                            \
      return internal::either<IsRowMajor>(cols(), rows());                                                             \
    else                                                                                                               \
      return outer;                                                                                                    \
  }                                                                                                                    \
  conditional_scalar *data() const { return entries; }                                                                 \
  using DenseBase<This>::coeff;                                                                                        \
  using DenseBase<This>::coeffRef;                                                                                     \
  Scalar coeff(Index i, Index j) const { return entries[at(i, j)]; }                                                   \
  Scalar &coeffRef(Index i, Index j) const { return entries[at(i, j)]; }                                               \
  const Scalar &constRef(Index i, Index j) const { return entries[at(i, j)]; }                                         \
  ADJOINT_EIGEN_ASSIGNED(This)                                                                                         \
                                                                                                                       \
private:                                                                                                               \
  Index at(Index i, Index j) const {                                                                                   \
    if constexpr (ColsAtCompileTime == 1)                                                                              \
      return along(i);                                                                                                 \
    else if constexpr (RowsAtCompileTime == 1)                                                                         \
      return along(j);                                                                                                 \
    else if constexpr (IsRowMajor)                                                                                     \
      return i * outerStride() + along(j);                                                                             \
    else                                                                                                               \
      return along(i) + j * outerStride();                                                                             \
  }                                                                                                                    \
  Index along(Index i) const {                                                                                         \
    if constexpr (S::innerKnown == 0 || S::innerKnown == 1)                                                            \
      return i;                                                                                                        \
    else                                                                                                               \
      return i * inner;                                                                                                \
  }                                                                                                                    \
                                                                                                                       \
public:

/// Assignments to what has a size of its own.
#define ADJOINT_EIGEN_ASSIGNED(C)                                                                                      \
  C &operator=(const C &other) {                                                                                       \
    internal::assign<internal::Set>(*this, other);                                                                     \
    return *this;                                                                                                      \
  }                                                                                                                    \
  template <class E_> C &operator=(const EigenBase<E_> &e) {                                                           \
    e.derived().evaluateTo(*this);                                                                                     \
    return *this;                                                                                                      \
  }                                                                                                                    \
  template <class S_, class = enable_if_t<internal::is_scalar<S_>>> C &operator=(const S_ &value) {                    \
    this->setConstant(value);                                                                                          \
    return *this;                                                                                                      \
  }

template <class P, int Options = 0, class S = Stride<0, 0>>
class Map : public internal::base_t<internal::strip_t<P>::isArray, Map<P, Options, S>> {
  using This = Map;
  using Value = typename internal::strip_t<P>::Scalar;
  using conditional_scalar = internal::conditional_t<is_same<P, internal::strip_t<P>>, Value, const Value>;

public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using of_variables = Map<internal::strip_t<P>, Options, S>;
  ADJOINT_EIGEN_VIEW(P, S)

  explicit Map(conditional_scalar *first, const S &stride = S())
      : Map(first, RowsAtCompileTime, ColsAtCompileTime, stride) {}
  Map(conditional_scalar *first, Index n, const S &stride = S())
      : Map(first, internal::either<RowsAtCompileTime == 1>(1, n), internal::either<RowsAtCompileTime == 1>(n, 1), stride) {}
  Map(conditional_scalar *first, Index m, Index n, const S &stride = S())
      : entries(const_cast<Value *>(first)), height(m), width(n), inner(1), outer(0) {
    if constexpr (S::innerKnown != 0)
      inner = stride.inner();
    if constexpr (S::outerKnown != 0)
      outer = stride.outer();
    else
      outer = internal::either<IsRowMajor>(n, m) * inner;
  }
  Map(const Map &) = default;

private:
  ADJOINT_VIEW("$.data()", "std::size_t($.rows() * $.cols())", "shared") Value *entries;
  ADJOINT_VIEW("$.rows()") Index height;
  ADJOINT_VIEW("$.cols()") Index width;
  ADJOINT_VIEW("$.innerStride()") Index inner;
  ADJOINT_VIEW("$.outerStride()") Index outer;
};

template <class P, int Options = 0,
          class S = internal::conditional_t<internal::strip_t<P>::RowsAtCompileTime == 1 || internal::strip_t<P>::ColsAtCompileTime == 1,
                                            InnerStride<1>, OuterStride<Dynamic>>>
class Ref : public internal::base_t<internal::strip_t<P>::isArray, Ref<P, Options, S>> {
  using This = Ref;
  using Value = typename internal::strip_t<P>::Scalar;
  using conditional_scalar = internal::conditional_t<is_same<P, internal::strip_t<P>>, Value, const Value>;

public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using of_variables = Ref<internal::strip_t<P>, Options, S>;
  ADJOINT_EIGEN_VIEW(P, S)

  template <class E>
  Ref(const DenseBase<E> &e)
      : owned(nullptr), height(internal::rowsFor<Ref>(e.derived())), width(internal::colsFor<Ref>(e.derived())) {
    if constexpr (refersTo<E>()) {
      entries = const_cast<Value *>(e.derived().data());
      inner = e.derived().innerStride();
      outer = e.derived().outerStride();
    } else {
      owned = allocate<Value>(internal::countOf(e.size()));
      entries = owned;
      inner = 1;
      outer = internal::either<IsRowMajor>(width, height);
      e.derived().evaluateInto(*this);
    }
  }
  Ref(const Ref &other)
      : entries(other.entries), owned(nullptr), height(other.height), width(other.width), inner(other.inner), outer(other.outer) {}
  ~Ref() { deallocate(owned); }

private:
  /// What is computed, or lies in another order, is copied.
  template <class E> static constexpr bool refersTo() {
    constexpr bool isVector = RowsAtCompileTime == 1 || ColsAtCompileTime == 1;
    if constexpr (E::isDirect)
      return isWritable || ((isVector || E::IsRowMajor == IsRowMajor) && (E::isDense || S::innerKnown == Dynamic));
    else
      return false;
  }
  ADJOINT_VIEW("$.data()", "std::size_t($.rows() * $.cols())", "shared") Value *entries;
  ADJOINT_VIEW("nullptr", "0", "shared") Value *owned;
  ADJOINT_VIEW("$.rows()") Index height;
  ADJOINT_VIEW("$.cols()") Index width;
  ADJOINT_VIEW("$.innerStride()") Index inner;
  ADJOINT_VIEW("$.outerStride()") Index outer;
};
#undef ADJOINT_EIGEN_VIEW

/// m << a, b, c: row by row, from the left.
template <class X> class CommaInitializer {
public:
  CommaInitializer(X &matrix, const typename X::Scalar &first) : matrix(matrix), row(0), col(1), height(1) {
    matrix.coeffRef(0, 0) = first;
  }
  template <class R> CommaInitializer(X &matrix, const DenseBase<R> &first)
      : matrix(matrix), row(0), col(first.cols()), height(first.rows()) {
    place(0, 0, first);
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> CommaInitializer &operator,(const S &value) {
    next(1);
    matrix.coeffRef(row, col) = typename X::Scalar(value);
    col += 1;
    return *this;
  }
  template <class R> CommaInitializer &operator,(const DenseBase<R> &part) {
    next(part.rows());
    place(row, col, part);
    col += part.cols();
    return *this;
  }
  X &finished() { return matrix; }

private:
  void next(Index rows) {
    if (col == matrix.cols()) {
      row += height;
      col = 0;
      height = rows;
    }
  }
  template <class R> void place(Index i, Index j, const DenseBase<R> &part) {
    const auto &e = internal::ready(part.derived());
    const Index m = e.rows(), n = e.cols();
    for (Index b = 0; b < n; ++b)
      for (Index a = 0; a < m; ++a)
        matrix.coeffRef(i + a, j + b) = e.coeff(a, b);
  }
  X &matrix;
  Index row, col, height;
};

namespace internal {
/// An evaluated operand.
template <class P> class Held : public base_t<P::isArray, Held<P>> {
public:
  using Scalar = typename P::Scalar;
  using RealScalar = typename P::RealScalar;
  static constexpr int RowsAtCompileTime = P::RowsAtCompileTime, ColsAtCompileTime = P::ColsAtCompileTime;
  static constexpr bool IsRowMajor = P::IsRowMajor, isArray = P::isArray, isPlain = false, isWritable = false, isDirect = true,
                        isDense = true, isCostly = false;
  template <class E> explicit Held(const EigenBase<E> &e) : values(e) {}
  Index rows() const { return values.rows(); }
  Index cols() const { return values.cols(); }
  using DenseBase<Held>::coeff;
  Scalar coeff(Index i, Index j) const { return values.coeff(i, j); }
  const Scalar *data() const { return values.data(); }
  Index innerStride() const { return values.innerStride(); }
  Index outerStride() const { return values.outerStride(); }

private:
  P values;
};
} // namespace internal

} // namespace adjoint::model::Eigen

namespace adjoint::model {
template <class T, class E>
inline constexpr bool is_computed<T, E, decltype(static_cast<void>(T::isPlain && E::isPlain))> = T::isPlain && !E::isPlain;
} // namespace adjoint::model

#endif
