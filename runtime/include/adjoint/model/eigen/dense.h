// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's dense expressions: what every matrix, array and expression of them can do. An expression holds its operands and computes
// a coefficient when it is asked for one, as Eigen's does, so that an assignment is one loop.
//
// Every expression class E has
//
//     Scalar                                  the type of a coefficient
//     RowsAtCompileTime, ColsAtCompileTime    Dynamic where they are not known
//     IsRowMajor                              in which order its values are stored, if they are
//     isArray                                 is it of the kind of Array, or of Matrix?
//     isPlain                                 does it own its values? Then expressions refer to it, and copy everything else
//     isWritable                              has it coeffRef?
//     isDirect                is a coefficient read, and not computed? Then it has data(), innerStride() and outerStride(), and
//     isDense                 do the values of a column (of a row, where IsRowMajor) lie one behind the other?
//     isCostly                                does it hold a product, or the like, that is evaluated as a whole before coefficients are read?
//     rows(), cols(), coeff(i, j)
//     evaluated()                             where it is costly: the same without what is

#ifndef ADJOINT_MODEL_EIGEN_DENSE_H
#define ADJOINT_MODEL_EIGEN_DENSE_H

#include "adjoint/model/complex.h"
#include "adjoint/model/core.h"

namespace Eigen {
using adjoint::marks::adjoint_is_of_library;
}

namespace adjoint::model::Eigen {

/// Of this library, nothing but the models is read: what has none is refused where it is used.
inline constexpr bool whole_library = true;

using Index = ptrdiff_t;
inline constexpr int Dynamic = -1, DynamicIndex = 0xffffff, Vertical = 0, Horizontal = 1, BothDirections = 2, RowMajor = 1;

namespace internal {

template <class T> struct strip { using type = typename remove_const<T>::type; };
template <class T> using strip_t = typename strip<T>::type;
template <bool condition, class T, class U> struct conditional { using type = T; };
template <class T, class U> struct conditional<false, T, U> { using type = U; };
template <bool condition, class T, class U> using conditional_t = typename conditional<condition, T, U>::type;
template <class T> T made(); ///< in declarations alone

/// Is it a type of names of the library's, as that of NoChange, and not one of the user's, whose names are numbers?
template <class T> inline constexpr bool is_name = __is_enum(T) && is_of_library<T>;

/// How an expression holds an operand.
template <class X> using nested_t = conditional_t<strip_t<X>::isPlain, X &, strip_t<X>>;

template <class T> inline constexpr bool is_complex = false;
template <class T> inline constexpr bool is_complex<complex<T>> = true;
template <class T> struct real_of { using type = T; };
template <class T> struct real_of<complex<T>> { using type = T; };
template <class T> inline constexpr bool is_scalar = is_number<T> || is_complex<T>;

/// The type in which an operation between coefficients of type T and a number of type S has the number.
template <class T, class S> using promoted = conditional_t<is_complex<T> && is_same<S, typename real_of<T>::type>, S, T>;

/// One of two numbers, without a condition in what is generated.
template <bool isFirst> constexpr Index either(Index first, Index second) {
  if constexpr (isFirst)
    return first;
  else
    return second;
}

/// The common extent of two operands.
constexpr int extent(int a, int b) { return a == Dynamic ? b : a; }
constexpr int sizeOf(int rows, int cols) { return rows == Dynamic || cols == Dynamic ? Dynamic : rows * cols; }

template <class T> T conj(const T &x) { return x; }
template <class T> complex<T> conj(const complex<T> &x) { return model::conj(x); }
template <class T> T abs2(const T &x) { return x * x; }
template <class T> T abs2(const complex<T> &x) { return x.real() * x.real() + x.imag() * x.imag(); }

/// In which order coefficients are read: by columns, by rows, or (2) as they are stored.
template <class E> constexpr int reshapedOrder(int order) { return order == 2 ? (E::IsRowMajor ? 1 : 0) : order; }

/// How many numbers there are; no compiler fears that they are less than none.
inline size_t countOf(Index n) { return n > 0 ? static_cast<size_t>(n) : 0; }

/// The expression itself, or the same with all that is costly evaluated.
template <class E> decltype(auto) ready(const E &e) {
  if constexpr (E::isCostly)
    return e.evaluated();
  else
    return static_cast<const E &>(e);
}
/// Says that an expression is made of operands of another: each is evaluated in its place.
struct Evaluate {};
template <class E> using ready_t = remove_cvref_t<decltype(internal::ready(internal::made<const E &>()))>;

/// Do the values of a column (of a row, where E is stored by rows) lie one behind the other in memory?
template <class E, bool isDirect = E::isDirect> inline constexpr bool is_dense = false;
template <class E> inline constexpr bool is_dense<E, true> = E::isDense;

/// Up to where Eigen takes numbers for alike.
template <class E> constexpr double precisionOf() { return is_same<typename real_of<typename E::Scalar>::type, float> ? 1e-5 : 1e-12; }

/// What is done with a coefficient of the left side and one of the right.
struct Set {
  template <class T, class U> static void on(T &left, const U &right) { left = right; }
};
struct Add {
  template <class T, class U> static void on(T &left, const U &right) { left += right; }
};
struct Subtract {
  template <class T, class U> static void on(T &left, const U &right) { left -= right; }
};
struct Multiply {
  template <class T, class U> static void on(T &left, const U &right) { left *= right; }
};
struct Divide {
  template <class T, class U> static void on(T &left, const U &right) { left /= right; }
};

/// For each coefficient, in the order in which the left side stores them.
template <class Do, class Left, class Right> void forEach(Left &left, const Right &right) {
  const Index m = left.rows(), n = left.cols();
  if constexpr (Left::ColsAtCompileTime == 1) {
    for (Index i = 0; i < m; ++i)
      Do::on(left.coeffRef(i, 0), right.coeff(i, 0));
  } else if constexpr (Left::RowsAtCompileTime == 1) {
    for (Index j = 0; j < n; ++j)
      Do::on(left.coeffRef(0, j), right.coeff(0, j));
  } else if constexpr (Left::IsRowMajor) {
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < n; ++j)
        Do::on(left.coeffRef(i, j), right.coeff(i, j));
  } else {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        Do::on(left.coeffRef(i, j), right.coeff(i, j));
  }
}

/// A row that is assigned to a column, or the other way round, is transposed.
template <class Target, class Source>
inline constexpr bool is_turned = ((Target::RowsAtCompileTime == 1 && Source::ColsAtCompileTime == 1) ||
                                   (Target::ColsAtCompileTime == 1 && Source::RowsAtCompileTime == 1)) &&
                                  sizeOf(Target::RowsAtCompileTime, Target::ColsAtCompileTime) != 1 &&
                                  sizeOf(Source::RowsAtCompileTime, Source::ColsAtCompileTime) != 1;
template <class Target, class Source> Index rowsFor(const Source &source) {
  if constexpr (is_turned<Target, Source>)
    return source.cols();
  else
    return source.rows();
}
template <class Target, class Source> Index colsFor(const Source &source) {
  if constexpr (is_turned<Target, Source>)
    return source.rows();
  else
    return source.cols();
}

/// left = right and the like; the left side has the right size. A product might read the left side, so that it is evaluated first.
template <class Do, class Left, class Right> void assign(Left &left, const Right &right) {
  const auto &source = internal::ready(right);
  if constexpr (is_turned<Left, Right>) {
    const auto turned = source.transpose();
    internal::forEach<Do>(left, turned);
  } else
    internal::forEach<Do>(left, source);
}

/// The values of an object that is being made.
template <class Target, class E> void fill(Target &target, const E &e) {
  if constexpr (is_turned<Target, E>)
    e.transpose().evaluateInto(target);
  else
    e.evaluateNew(target);
}

} // namespace internal

template <class T, int R, int C, int O, int MR, int MC, bool isArray_> class FixedPlain;
template <class T, int R, int C, int O, int MR, int MC, bool isArray_> class DynamicPlain;
namespace internal {
template <class T, int R, int C, int O, int MR, int MC, bool isArray>
using plain_t = conditional_t<R == Dynamic || C == Dynamic, DynamicPlain<T, R, C, O, MR, MC, isArray>,
                              FixedPlain<T, R, C, O, MR, MC, isArray>>;
constexpr int defaultOrder(int rows, int cols) { return rows == 1 && cols != 1 ? RowMajor : 0; }
/// What holds the values of an expression.
template <class E>
using plain_of = plain_t<typename E::Scalar, E::RowsAtCompileTime, E::ColsAtCompileTime, E::IsRowMajor ? RowMajor : 0,
                         E::RowsAtCompileTime, E::ColsAtCompileTime, E::isArray>;
/// Is it a class of the library that owns its values, as the expression does not?
template <class T, class E, class = void> inline constexpr bool is_plain_for = false;
template <class T, class E>
inline constexpr bool is_plain_for<T, E, enable_if_t<is_of_library<T> && is_same<T, typename T::PlainObject>>> = !E::isPlain;
/// What models the library's class `Plain`, of the kind of an expression.
template <class Plain, class E>
using plain_like = plain_t<typename E::Scalar, int(Plain::RowsAtCompileTime), int(Plain::ColsAtCompileTime), int(Plain::Options),
                           int(Plain::MaxRowsAtCompileTime), int(Plain::MaxColsAtCompileTime), E::isArray>;
} // namespace internal
template <class T, int R, int C, int O = internal::defaultOrder(R, C), int MR = R, int MC = C>
using Matrix = internal::plain_t<T, R, C, O, MR, MC, false>;
template <class T, int R, int C, int O = internal::defaultOrder(R, C), int MR = R, int MC = C>
using Array = internal::plain_t<T, R, C, O, MR, MC, true>;

/// Operations of sparse matrices have classes of their own, under the names that they have in Eigen.
template <class T, int O = 0, class I = int> class ADJOINT_EXTEND("adjoint::linear_sparse::extend($b, $);") SparseMatrix;
namespace internal {
template <class X> class DenseTranspose;
template <class X> class SparseTranspose;
template <class Op, class X> class DenseUnaryOp;
template <class Op, class X> class SparseUnaryOp;
template <class Op, class L, class R> class DenseBinaryOp;
template <class Op, class L, class R> class SparseBinaryOp;
template <class X> inline constexpr bool is_sparse = false;
template <class X> inline constexpr bool is_sparse<const X> = is_sparse<X>;
template <class T, int O, class I> inline constexpr bool is_sparse<SparseMatrix<T, O, I>> = true;
template <class X> inline constexpr bool is_sparse<SparseTranspose<X>> = true;
template <class Op, class X> inline constexpr bool is_sparse<SparseUnaryOp<Op, X>> = true;
template <class Op, class L, class R> inline constexpr bool is_sparse<SparseBinaryOp<Op, L, R>> = true;
} // namespace internal
template <class X> using Transpose = internal::conditional_t<internal::is_sparse<X>, internal::SparseTranspose<X>, internal::DenseTranspose<X>>;
template <class Op, class X>
using CwiseUnaryOp = internal::conditional_t<internal::is_sparse<X>, internal::SparseUnaryOp<Op, X>, internal::DenseUnaryOp<Op, X>>;
template <class Op, class L, class R>
using CwiseBinaryOp = internal::conditional_t<internal::is_sparse<L> || internal::is_sparse<R>, internal::SparseBinaryOp<Op, L, R>,
                                              internal::DenseBinaryOp<Op, L, R>>;
template <class X, int R, int C> class BlockOf;
template <class X, int N = Dynamic> class VectorBlock;
template <class X, int Which = 0> class Diagonal;
template <class X, int Direction> class Reverse;
template <class X, int R, int C> class Replicate;
template <class X, int R, int C, int Order> class Reshaped;
template <class X> class ArrayWrapper;
template <class X> class MatrixWrapper;
template <class X, int Direction> class VectorwiseOp;
template <class C, class Then, class Else> class Select;
template <class X> class DiagonalWrapper;
template <class X, unsigned Mode> class TriangularView;
template <class X, unsigned Mode> class SelfAdjointView;
template <class L, class R, int Option> class Product;
template <class X> class Inverse;
template <class M, int Triangle = 1> class LLT;
template <class M, int Triangle = 1> class LDLT;
template <class M> class PartialPivLU;
template <int N, int MN = N, class I = int> class PermutationMatrix;
template <class M> class FullPivLU;
template <class M> class HouseholderQR;
template <class M> class ColPivHouseholderQR;
template <class M> class FullPivHouseholderQR;
template <class M> class CompleteOrthogonalDecomposition;
template <class M, int Preconditioner = 2> class JacobiSVD;
template <class M> class BDCSVD;
template <class D> class SVDBase;
template <class M> class SelfAdjointEigenSolver;
template <class Decomposition, class R> class Solve;
namespace internal {
template <class E> auto determinantOf(const E &e);
template <class E> auto operatorNormOf(const E &e);
/// Parts, and coefficients, by objects: see slices.h.
template <class X, class I> decltype(auto) sliced(X &x, const I &indices);
template <class X, class I, class J> decltype(auto) sliced(X &x, const I &rows, const J &cols);
}
template <class X> class CommaInitializer;
template <class X, int Direction> class Homogeneous;
template <class D, int Dim> class RotationBase;
namespace internal {
template <class X> class NoAliasOf;
template <class Op, class T, int R, int C, bool isArray, bool isByRows> class Nullary;
template <class Plain> class Held;
template <class X> class generic_randaccess_stl_iterator;
/// What lies one behind the other has pointers for iterators; what lies otherwise has those of what is computed.
template <class X>
using pointer_based_stl_iterator =
    conditional_t<is_dense<strip_t<X>>,
                  conditional_t<is_same<X, strip_t<X>> && strip_t<X>::isWritable, typename strip_t<X>::Scalar *, const typename strip_t<X>::Scalar *>,
                  generic_randaccess_stl_iterator<X>>;
template <class X> auto beginOf(X &x) {
  if constexpr (is_dense<strip_t<X>>)
    return x.data();
  else
    return generic_randaccess_stl_iterator<X>(x, 0);
}
template <class X> auto endOf(X &x) {
  if constexpr (is_dense<strip_t<X>>)
    return x.data() + x.size();
  else
    return generic_randaccess_stl_iterator<X>(x, x.size());
}
template <class T> struct scalar_constant_op;
template <class T> struct scalar_identity_op;
template <class T> struct linspaced_op;
template <class A, class B, int Nan> struct scalar_min_op;
template <class A, class B, int Nan> struct scalar_max_op;
template <class A, class B> struct scalar_product_op;
template <class A, class B> struct scalar_quotient_op;
template <class A, class B> struct scalar_pow_op;
template <class A, class B> struct scalar_cast_op;
#define ADJOINT_EIGEN_ONE(name) template <class T> struct scalar_##name##_op;
ADJOINT_EIGEN_ONE(opposite)
ADJOINT_EIGEN_ONE(abs)
ADJOINT_EIGEN_ONE(abs2)
ADJOINT_EIGEN_ONE(sqrt)
ADJOINT_EIGEN_ONE(rsqrt)
ADJOINT_EIGEN_ONE(sign)
ADJOINT_EIGEN_ONE(inverse)
ADJOINT_EIGEN_ONE(exp)
ADJOINT_EIGEN_ONE(expm1)
ADJOINT_EIGEN_ONE(log)
ADJOINT_EIGEN_ONE(log1p)
ADJOINT_EIGEN_ONE(log10)
ADJOINT_EIGEN_ONE(log2)
ADJOINT_EIGEN_ONE(cos)
ADJOINT_EIGEN_ONE(sin)
ADJOINT_EIGEN_ONE(tan)
ADJOINT_EIGEN_ONE(acos)
ADJOINT_EIGEN_ONE(asin)
ADJOINT_EIGEN_ONE(atan)
ADJOINT_EIGEN_ONE(tanh)
ADJOINT_EIGEN_ONE(logistic)
ADJOINT_EIGEN_ONE(sinh)
ADJOINT_EIGEN_ONE(cosh)
ADJOINT_EIGEN_ONE(atanh)
ADJOINT_EIGEN_ONE(asinh)
ADJOINT_EIGEN_ONE(acosh)
ADJOINT_EIGEN_ONE(square)
ADJOINT_EIGEN_ONE(cube)
ADJOINT_EIGEN_ONE(round)
ADJOINT_EIGEN_ONE(rint)
ADJOINT_EIGEN_ONE(floor)
ADJOINT_EIGEN_ONE(ceil)
ADJOINT_EIGEN_ONE(isnan)
ADJOINT_EIGEN_ONE(isinf)
ADJOINT_EIGEN_ONE(isfinite)
ADJOINT_EIGEN_ONE(boolean_not)
ADJOINT_EIGEN_ONE(conjugate)
ADJOINT_EIGEN_ONE(real)
ADJOINT_EIGEN_ONE(imag)
#undef ADJOINT_EIGEN_ONE
} // namespace internal
template <class Op, class P>
using CwiseNullaryOp = internal::Nullary<Op, typename internal::strip_t<P>::Scalar, internal::strip_t<P>::RowsAtCompileTime,
                                         internal::strip_t<P>::ColsAtCompileTime, internal::strip_t<P>::isArray, internal::strip_t<P>::IsRowMajor>;
template <class X, template <class> class Base> using NoAlias = internal::NoAliasOf<X>;
template <class X, int R = Dynamic, int C = Dynamic, bool isInner = false> using Block = BlockOf<X, R, C>;

template <class D> class EigenBase {
public:
  D &derived() { return *static_cast<D *>(this); }
  const D &derived() const { return *static_cast<const D *>(this); }
  D &const_cast_derived() const { return *static_cast<D *>(const_cast<EigenBase *>(this)); }
  /// Sets `target`, an object that is being made, in memory of its own.
  template <class Target> void evaluateNew(Target &target) const { derived().evaluateInto(target); }
};

template <class D> class DenseBase : public EigenBase<D> {
public:
  using EigenBase<D>::derived;

  Index rows() const { return derived().rows(); }
  Index cols() const { return derived().cols(); }
  Index size() const {
    if constexpr (D::ColsAtCompileTime == 1)
      return derived().rows();
    else if constexpr (D::RowsAtCompileTime == 1)
      return derived().cols();
    else
      return derived().rows() * derived().cols();
  }
  Index nonZeros() const { return size(); }
  auto begin() { return internal::beginOf(derived()); }
  auto begin() const { return internal::beginOf(derived()); }
  auto end() { return internal::endOf(derived()); }
  auto end() const { return internal::endOf(derived()); }
  auto cbegin() const { return begin(); }
  auto cend() const { return end(); }
  Index outerSize() const { return D::IsRowMajor ? rows() : cols(); }
  Index innerSize() const { return D::IsRowMajor ? cols() : rows(); }

  // Coefficients. What is written elsewhere is read through a reference, as in Eigen.
  decltype(auto) operator()(Index i, Index j) const {
    if constexpr (D::isWritable)
      return derived().constRef(i, j);
    else
      return derived().coeff(i, j);
  }
  decltype(auto) operator()(Index i) const {
    if constexpr (D::isWritable)
      return derived().constRef(rowOf(i), colOf(i));
    else
      return derived().coeff(rowOf(i), colOf(i));
  }
  decltype(auto) operator[](Index i) const { return derived()(i); }
  auto &operator()(Index i, Index j) { return derived().coeffRef(i, j); }
  auto &operator()(Index i) { return derived().coeffRef(rowOf(i), colOf(i)); }
  auto &operator[](Index i) { return derived().coeffRef(rowOf(i), colOf(i)); }
#define ADJOINT_EIGEN_SLICES(CONST)                                                                                    \
  template <class I, class = enable_if_t<!is_number<I>>> decltype(auto) operator()(const I &indices) CONST {           \
    return internal::sliced(derived(), indices);                                                                       \
  }                                                                                                                    \
  template <class T, size_t n> decltype(auto) operator()(const T (&indices)[n]) CONST {                                \
    return internal::sliced(derived(), indices);                                                                       \
  }                                                                                                                    \
  template <class I, class J, class = enable_if_t<!is_number<I> || !is_number<J>>>                                     \
  decltype(auto) operator()(const I &rows, const J &cols) CONST {                                                      \
    return internal::sliced(derived(), rows, cols);                                                                    \
  }
  ADJOINT_EIGEN_SLICES()
  ADJOINT_EIGEN_SLICES(const)
#undef ADJOINT_EIGEN_SLICES
  auto coeff(Index i) const { return derived().coeff(rowOf(i), colOf(i)); }
  auto &coeffRef(Index i) { return derived().coeffRef(rowOf(i), colOf(i)); }
#define ADJOINT_EIGEN_NAMED(name, i)                                                                                   \
  decltype(auto) name() const { return derived()(Index(i)); }                                                          \
  auto &name() { return derived()(Index(i)); }
  ADJOINT_EIGEN_NAMED(x, 0)
  ADJOINT_EIGEN_NAMED(y, 1)
  ADJOINT_EIGEN_NAMED(z, 2)
  ADJOINT_EIGEN_NAMED(w, 3)
#undef ADJOINT_EIGEN_NAMED
  auto value() const { return derived().coeff(0, 0); }

  // Reductions.
  auto sum() const {
    const auto &e = internal::ready(derived());
    typename D::Scalar s = 0;
    forAll(e, [&s](const auto &value) { s += value; });
    return s;
  }
  auto mean() const { return sum() / typename D::Scalar(size()); }
  auto prod() const {
    const auto &e = internal::ready(derived());
    typename D::Scalar p = 1;
    forAll(e, [&p](const auto &value) { p *= value; });
    return p;
  }
  auto trace() const {
    const auto &e = internal::ready(derived());
    typename D::Scalar s = 0;
    const Index m = e.rows(), n = e.cols(), least = m < n ? m : n;
    for (Index i = 0; i < least; ++i)
      s += e.coeff(i, i);
    return s;
  }
  auto minCoeff() const {
    const auto &e = internal::ready(derived());
    typename D::Scalar best = e.coeff(0, 0);
    forAll(e, [&best](const auto &value) {
      if (value < best)
        best = value;
    });
    return best;
  }
  auto maxCoeff() const {
    const auto &e = internal::ready(derived());
    typename D::Scalar best = e.coeff(0, 0);
    forAll(e, [&best](const auto &value) {
      if (best < value)
        best = value;
    });
    return best;
  }
  template <class I> auto minCoeff(I *row, I *col) const {
    return extreme(row, col, [](const auto &a, const auto &b) { return a < b; });
  }
  template <class I> auto maxCoeff(I *row, I *col) const {
    return extreme(row, col, [](const auto &a, const auto &b) { return b < a; });
  }
  template <class I> auto minCoeff(I *index) const {
    I row = 0, col = 0;
    auto best = minCoeff(&row, &col);
    *index = D::RowsAtCompileTime == 1 ? col : row;
    return best;
  }
  template <class I> auto maxCoeff(I *index) const {
    I row = 0, col = 0;
    auto best = maxCoeff(&row, &col);
    *index = D::RowsAtCompileTime == 1 ? col : row;
    return best;
  }
  bool all() const {
    bool all = true;
    forAll(internal::ready(derived()), [&all](bool value) { all = all && value; });
    return all;
  }
  bool any() const {
    bool any = false;
    forAll(internal::ready(derived()), [&any](bool value) { any = any || value; });
    return any;
  }
  Index count() const {
    Index n = 0;
    forAll(internal::ready(derived()), [&n](bool value) { n += value ? 1 : 0; });
    return n;
  }
  template <class F> auto redux(const F &f) const {
    const auto &e = internal::ready(derived());
    typename D::Scalar all = e.coeff(0, 0);
    const Index m = e.rows(), n = e.cols();
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        if (i != 0 || j != 0)
          all = f(all, e.coeff(i, j));
    return all;
  }
  bool hasNaN() const {
    bool has = false;
    forAll(internal::ready(derived()), [&has](const auto &value) { has = has || !(value == value); });
    return has;
  }
  bool allFinite() const {
    bool finite = true;
    forAll(internal::ready(derived()), [&finite](const auto &value) { finite = finite && value - value == value - value; });
    return finite;
  }

  // Parts and views.
  auto transpose() { return Transpose<D>(derived()); }
  auto transpose() const { return Transpose<const D>(derived()); }
#define ADJOINT_EIGEN_PARTS(CONST)                                                                                     \
  auto row(Index i) CONST { return BlockOf<CONST D, 1, D::ColsAtCompileTime>(derived(), i, 0, 1, cols()); }            \
  auto col(Index j) CONST { return BlockOf<CONST D, D::RowsAtCompileTime, 1>(derived(), 0, j, rows(), 1); }            \
  auto block(Index i, Index j, Index m, Index n) CONST { return Block<CONST D>(derived(), i, j, m, n); }               \
  template <int M, int N> auto block(Index i, Index j) CONST { return Block<CONST D, M, N>(derived(), i, j, M, N); }   \
  template <int M, int N> auto block(Index i, Index j, Index m, Index n) CONST {                                       \
    return Block<CONST D, M, N>(derived(), i, j, m, n);                                                                \
  }                                                                                                                    \
  ADJOINT_EIGEN_CORNER(CONST, topLeftCorner, 0, 0)                                                                     \
  ADJOINT_EIGEN_CORNER(CONST, topRightCorner, 0, cols() - n)                                                           \
  ADJOINT_EIGEN_CORNER(CONST, bottomLeftCorner, rows() - m, 0)                                                         \
  ADJOINT_EIGEN_CORNER(CONST, bottomRightCorner, rows() - m, cols() - n)                                               \
  ADJOINT_EIGEN_ROWS(CONST, topRows, 0)                                                                                \
  ADJOINT_EIGEN_ROWS(CONST, bottomRows, rows() - m)                                                                    \
  ADJOINT_EIGEN_COLS(CONST, leftCols, 0)                                                                               \
  ADJOINT_EIGEN_COLS(CONST, rightCols, cols() - n)                                                                     \
  auto middleRows(Index i, Index m) CONST {                                                                            \
    return Block<CONST D, Dynamic, D::ColsAtCompileTime>(derived(), i, 0, m, cols());                                  \
  }                                                                                                                    \
  template <int M> auto middleRows(Index i) CONST {                                                                    \
    return Block<CONST D, M, D::ColsAtCompileTime>(derived(), i, 0, M, cols());                                        \
  }                                                                                                                    \
  auto middleCols(Index j, Index n) CONST {                                                                            \
    return Block<CONST D, D::RowsAtCompileTime, Dynamic>(derived(), 0, j, rows(), n);                                  \
  }                                                                                                                    \
  template <int N> auto middleCols(Index j) CONST {                                                                    \
    return Block<CONST D, D::RowsAtCompileTime, N>(derived(), 0, j, rows(), N);                                        \
  }                                                                                                                    \
  auto segment(Index i, Index n) CONST { return VectorBlock<CONST D>(derived(), i, n); }                               \
  auto head(Index n) CONST { return VectorBlock<CONST D>(derived(), 0, n); }                                           \
  auto tail(Index n) CONST { return VectorBlock<CONST D>(derived(), size() - n, n); }                                  \
  template <int N> auto segment(Index i) CONST { return VectorBlock<CONST D, N>(derived(), i, N); }                    \
  template <int N> auto head() CONST { return VectorBlock<CONST D, N>(derived(), 0, N); }                              \
  template <int N> auto tail() CONST { return VectorBlock<CONST D, N>(derived(), size() - N, N); }                     \
  template <int N> auto segment(Index i, Index n) CONST { return VectorBlock<CONST D, N>(derived(), i, n); }           \
  template <int N> auto head(Index n) CONST { return VectorBlock<CONST D, N>(derived(), 0, n); }                       \
  template <int N> auto tail(Index n) CONST { return VectorBlock<CONST D, N>(derived(), size() - n, n); }              \
  auto reshaped() CONST { return reshaped<0>(); }                                                                      \
  template <int Order> auto reshaped() CONST {                                                                         \
    return Reshaped<CONST D, internal::sizeOf(D::RowsAtCompileTime, D::ColsAtCompileTime), 1,                          \
                    internal::reshapedOrder<D>(Order)>(derived(), size(), 1);                                          \
  }                                                                                                                    \
  auto reshaped(Index m, Index n) CONST { return Reshaped<CONST D, Dynamic, Dynamic, 0>(derived(), m, n); }            \
  template <int Order> auto reshaped(Index m, Index n) CONST {                                                         \
    return Reshaped<CONST D, Dynamic, Dynamic, internal::reshapedOrder<D>(Order)>(derived(), m, n);                    \
  }                                                                                                                    \
  /* One extent, where the other is Eigen::AutoSize. */                                                                \
  template <class Name, class = enable_if_t<internal::is_name<Name>>> auto reshaped(Name, Index n) CONST {             \
    return reshaped(size() / n, n);                                                                                    \
  }                                                                                                                    \
  template <class Name, class = enable_if_t<internal::is_name<Name>>> auto reshaped(Index m, Name) CONST {             \
    return reshaped(m, size() / m);                                                                                    \
  }                                                                                                                    \
  template <int Order, class Name, class = enable_if_t<internal::is_name<Name>>> auto reshaped(Name, Index n) CONST {  \
    return this->template reshaped<Order>(size() / n, n);                                                              \
  }                                                                                                                    \
  template <int Order, class Name, class = enable_if_t<internal::is_name<Name>>> auto reshaped(Index m, Name) CONST {  \
    return this->template reshaped<Order>(m, size() / m);                                                              \
  }                                                                                                                    \
  auto reverse() CONST { return Reverse<CONST D, BothDirections>(derived()); }                                                       \
  auto rowwise() CONST { return VectorwiseOp<CONST D, Horizontal>(derived()); }                                        \
  auto colwise() CONST { return VectorwiseOp<CONST D, Vertical>(derived()); }
#define ADJOINT_EIGEN_CORNER(CONST, name, i, j)                                                                        \
  auto name(Index m, Index n) CONST { return Block<CONST D>(derived(), i, j, m, n); }                                  \
  template <int m, int n> auto name() CONST { return Block<CONST D, m, n>(derived(), i, j, m, n); }
#define ADJOINT_EIGEN_ROWS(CONST, name, i)                                                                             \
  auto name(Index m) CONST { return Block<CONST D, Dynamic, D::ColsAtCompileTime>(derived(), i, 0, m, cols()); }       \
  template <int m> auto name() CONST { return Block<CONST D, m, D::ColsAtCompileTime>(derived(), i, 0, m, cols()); }
#define ADJOINT_EIGEN_COLS(CONST, name, j)                                                                             \
  auto name(Index n) CONST { return Block<CONST D, D::RowsAtCompileTime, Dynamic>(derived(), 0, j, rows(), n); }       \
  template <int n> auto name() CONST { return Block<CONST D, D::RowsAtCompileTime, n>(derived(), 0, j, rows(), n); }
  ADJOINT_EIGEN_PARTS()
  ADJOINT_EIGEN_PARTS(const)
#undef ADJOINT_EIGEN_PARTS
#undef ADJOINT_EIGEN_CORNER
#undef ADJOINT_EIGEN_ROWS
#undef ADJOINT_EIGEN_COLS
  template <int M, int N> auto replicate() const { return Replicate<D, M, N>(derived(), M, N); }
  auto replicate(Index m, Index n) const { return Replicate<D, Dynamic, Dynamic>(derived(), m, n); }

  // Coefficient by coefficient.
  auto operator-() const { return CwiseUnaryOp<internal::scalar_opposite_op<typename D::Scalar>, const D>(derived()); }
  template <class F> auto unaryExpr(const F &f) const { return CwiseUnaryOp<F, const D>(derived(), f); }
  template <class F, class R> auto binaryExpr(const DenseBase<R> &other, const F &f) const {
    return CwiseBinaryOp<F, const D, const R>(derived(), other.derived(), f);
  }
  template <class T> decltype(auto) cast() const {
    if constexpr (is_same<T, typename D::Scalar>)
      return derived();
    else
      return CwiseUnaryOp<internal::scalar_cast_op<typename D::Scalar, T>, const D>(derived());
  }
  template <class T, class E> auto select(const DenseBase<T> &yes, const DenseBase<E> &no) const {
    return Select<D, T, E>(derived(), yes.derived(), no.derived());
  }
  template <class T, class S, class = enable_if_t<is_number<S>>> auto select(const DenseBase<T> &yes, const S &no) const {
    auto other = T::Constant(yes.rows(), yes.cols(), typename T::Scalar(no));
    return Select<D, T, decltype(other)>(derived(), yes.derived(), other);
  }
  template <class E, class S, class = enable_if_t<is_number<S>>> auto select(const S &yes, const DenseBase<E> &no) const {
    auto other = E::Constant(no.rows(), no.cols(), typename E::Scalar(yes));
    return Select<D, decltype(other), E>(derived(), other, no.derived());
  }
  decltype(auto) eval() const {
    if constexpr (D::isPlain)
      return derived();
    else
      return internal::plain_of<D>(derived());
  }

  /// Where a function of the user's that a model calls takes a matrix.
  template <class T_, class = enable_if_t<internal::is_plain_for<T_, D>>> operator T_() const {
    return model::same<T_>(internal::plain_like<T_, D>(derived()));
  }

  // Objects of constants.
#define ADJOINT_EIGEN_CONSTANT(name, ...)                                                                              \
  static auto name() { return constants(D::RowsAtCompileTime, D::ColsAtCompileTime, __VA_ARGS__); }                    \
  static auto name(Index n) {                                                                                          \
    if constexpr (D::RowsAtCompileTime == 1)                                                                           \
      return constants(1, n, __VA_ARGS__);                                                                             \
    else                                                                                                               \
      return constants(n, D::ColsAtCompileTime == Dynamic ? 1 : D::ColsAtCompileTime, __VA_ARGS__);                    \
  }                                                                                                                    \
  static auto name(Index m, Index n) { return constants(m, n, __VA_ARGS__); }
  ADJOINT_EIGEN_CONSTANT(Zero, 0)
  ADJOINT_EIGEN_CONSTANT(Ones, 1)
#undef ADJOINT_EIGEN_CONSTANT
  template <class S> static auto Constant(const S &value) {
    return constants(D::RowsAtCompileTime, D::ColsAtCompileTime, value);
  }
  template <class S> static auto Constant(Index n, const S &value) {
    if constexpr (D::RowsAtCompileTime == 1)
      return constants(1, n, value);
    else
      return constants(n, 1, value);
  }
  template <class S> static auto Constant(Index m, Index n, const S &value) { return constants(m, n, value); }
  template <class Op> static auto NullaryExpr(Index m, Index n, const Op &op) {
    return internal::Nullary<Op, typename D::Scalar, D::RowsAtCompileTime, D::ColsAtCompileTime, D::isArray, D::IsRowMajor>(op, m, n);
  }
  template <class Op> static auto NullaryExpr(Index n, const Op &op) {
    if constexpr (D::RowsAtCompileTime == 1)
      return NullaryExpr(1, n, op);
    else
      return NullaryExpr(n, 1, op);
  }
  template <class Op> static auto NullaryExpr(const Op &op) {
    return NullaryExpr(Index(D::RowsAtCompileTime), Index(D::ColsAtCompileTime), op);
  }
  template <class S, class T> static auto LinSpaced(Index n, const S &low, const T &high) {
    using Op = internal::linspaced_op<typename D::Scalar>;
    using Made = internal::Nullary<Op, typename D::Scalar, D::RowsAtCompileTime, D::ColsAtCompileTime, D::isArray, D::IsRowMajor>;
    const Op op{typename D::Scalar(low), typename D::Scalar(high), n};
    if constexpr (D::RowsAtCompileTime == 1)
      return Made(op, 1, n);
    else
      return Made(op, n, 1);
  }
  template <class S, class T> static auto LinSpaced(const S &low, const T &high) {
    return LinSpaced(Index(D::RowsAtCompileTime * D::ColsAtCompileTime), low, high);
  }

  // Values that change.
  template <class S> D &setConstant(const S &value) {
    internal::forEach<internal::Set>(derived(), D::Constant(rows(), cols(), value));
    return derived();
  }
  template <class S> void fill(const S &value) { setConstant(value); }
  D &setZero() { return setConstant(typename D::Scalar(0)); }
  D &setOnes() { return setConstant(typename D::Scalar(1)); }
  D &setIdentity() {
    const Index m = rows(), n = cols();
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        derived().coeffRef(i, j) = typename D::Scalar(i == j ? 1 : 0);
    return derived();
  }
  template <class S, class T> D &setLinSpaced(const S &low, const T &high) {
    const Index n = size();
    for (Index i = 0; i < n; ++i)
      derived()(i) = internal::linspaced_op<typename D::Scalar>{typename D::Scalar(low), typename D::Scalar(high), n}(i, 0);
    return derived();
  }
  template <class R> D &operator+=(const DenseBase<R> &other) { return changed<internal::Add>(other.derived()); }
  template <class R> D &operator-=(const DenseBase<R> &other) { return changed<internal::Subtract>(other.derived()); }
  template <class V> D &operator+=(const DiagonalWrapper<V> &other) { return derived().diagonal() += other.diagonal(), derived(); }
  template <class V> D &operator-=(const DiagonalWrapper<V> &other) { return derived().diagonal() -= other.diagonal(), derived(); }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> D &operator*=(const S &factor) {
    return changed<internal::Multiply>(D::Constant(rows(), cols(), factor));
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> D &operator/=(const S &divisor) {
    return changed<internal::Divide>(D::Constant(rows(), cols(), divisor));
  }
  void reverseInPlace() { derived() = derived().reverse().eval(); }
  template <class R> void swap(const DenseBase<R> &other) {
    R &there = other.const_cast_derived();
    for (Index j = 0; j < cols(); ++j)
      for (Index i = 0; i < rows(); ++i) {
        auto old = derived().coeff(i, j);
        derived().coeffRef(i, j) = there.coeff(i, j);
        there.coeffRef(i, j) = old;
      }
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> auto operator<<(const S &first) {
    return CommaInitializer<D>(derived(), typename D::Scalar(first));
  }
  template <class R> auto operator<<(const DenseBase<R> &first) { return CommaInitializer<D>(derived(), first.derived()); }

  template <class R> bool isApprox(const DenseBase<R> &other, double precision = internal::precisionOf<D>()) const {
    const auto &e = internal::ready(derived());
    const auto &f = internal::ready(other.derived());
    double difference = 0, a = 0, b = 0;
    for (Index j = 0; j < cols(); ++j)
      for (Index i = 0; i < rows(); ++i) {
        difference += internal::abs2(e.coeff(i, j) - f.coeff(i, j));
        a += internal::abs2(e.coeff(i, j));
        b += internal::abs2(f.coeff(i, j));
      }
    return difference <= precision * precision * (a < b ? a : b);
  }

  /// Sets `target`, which has the size and is none of the operands.
  template <class Target> void evaluateInto(Target &target) const { internal::assign<internal::Set>(target, derived()); }
  /// Sets `target`, whatever its size, and even if it is an operand.
  template <class Target> void evaluateTo(Target &target) const {
    const auto &source = internal::ready(derived());
    if constexpr (Target::isPlain)
      target.resize(internal::rowsFor<Target>(source), internal::colsFor<Target>(source));
    internal::assign<internal::Set>(target, source);
  }

protected:
  template <class Do, class R> D &changed(const R &other) {
    internal::assign<Do>(derived(), other);
    return derived();
  }

private:
  template <class I, class F> auto extreme(I *row, I *col, F isBetter) const {
    const auto &e = internal::ready(derived());
    const Index m = e.rows(), n = e.cols();
    Index bestRow = 0, bestCol = 0;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        if (isBetter(e.coeff(i, j), e.coeff(bestRow, bestCol))) {
          bestRow = i;
          bestCol = j;
        }
    *row = static_cast<I>(bestRow);
    *col = static_cast<I>(bestCol);
    return e.coeff(bestRow, bestCol);
  }
  template <class S> static auto constants(Index m, Index n, const S &value) {
    using Op = internal::scalar_constant_op<typename D::Scalar>;
    return internal::Nullary<Op, typename D::Scalar, D::RowsAtCompileTime, D::ColsAtCompileTime, D::isArray, D::IsRowMajor>(
        Op{typename D::Scalar(value)}, m, n);
  }
  Index rowOf(Index i) const {
    if constexpr (D::ColsAtCompileTime == 1)
      return i;
    else if constexpr (D::RowsAtCompileTime == 1)
      return 0;
    else if constexpr (D::IsRowMajor)
      return i / cols();
    else
      return i % rows();
  }
  Index colOf(Index i) const {
    if constexpr (D::ColsAtCompileTime == 1)
      return 0;
    else if constexpr (D::RowsAtCompileTime == 1)
      return i;
    else if constexpr (D::IsRowMajor)
      return i % cols();
    else
      return i / rows();
  }
  template <class E, class F> static void forAll(const E &e, F f) {
    const Index m = e.rows(), n = e.cols();
    if constexpr (E::ColsAtCompileTime == 1) {
      for (Index i = 0; i < m; ++i)
        f(e.coeff(i, 0));
    } else if constexpr (E::RowsAtCompileTime == 1) {
      for (Index j = 0; j < n; ++j)
        f(e.coeff(0, j));
    } else if constexpr (E::IsRowMajor) {
      for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < n; ++j)
          f(e.coeff(i, j));
    } else {
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i)
          f(e.coeff(i, j));
    }
  }
};

} // namespace adjoint::model::Eigen

#endif
