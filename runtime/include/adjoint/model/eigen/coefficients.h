// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Eigen does coefficient by coefficient: functors, the expressions of them, operators, functions of arrays.

#ifndef ADJOINT_MODEL_EIGEN_COEFFICIENTS_H
#define ADJOINT_MODEL_EIGEN_COEFFICIENTS_H

#include "adjoint/model/eigen/plain.h"

namespace adjoint::model {
namespace elementary {
#define ADJOINT_MODEL_ONE(name)                                                                                        \
  float name(float);                                                                                                   \
  double name(double);                                                                                                 \
  long double name(long double);
ADJOINT_MODEL_ONE(tan)
ADJOINT_MODEL_ONE(asin)
ADJOINT_MODEL_ONE(acos)
ADJOINT_MODEL_ONE(atan)
ADJOINT_MODEL_ONE(tanh)
ADJOINT_MODEL_ONE(atanh)
ADJOINT_MODEL_ONE(acosh)
ADJOINT_MODEL_ONE(expm1)
ADJOINT_MODEL_ONE(log2)
ADJOINT_MODEL_ONE(log10)
ADJOINT_MODEL_ONE(round)
ADJOINT_MODEL_ONE(rint)
ADJOINT_MODEL_ONE(floor)
ADJOINT_MODEL_ONE(ceil)
#undef ADJOINT_MODEL_ONE
} // namespace elementary
} // namespace adjoint::model

namespace adjoint::model::Eigen {

namespace internal {

#define ADJOINT_EIGEN_FUNCTOR(name, ...)                                                                               \
  template <class T> struct scalar_##name##_op {                                                                       \
    auto operator()(const T &x) const { return __VA_ARGS__; }                                                          \
  };
ADJOINT_EIGEN_FUNCTOR(opposite, T(-x))
ADJOINT_EIGEN_FUNCTOR(abs, elementary::fabs(x))
ADJOINT_EIGEN_FUNCTOR(abs2, internal::abs2(x))
ADJOINT_EIGEN_FUNCTOR(sqrt, elementary::sqrt(x))
ADJOINT_EIGEN_FUNCTOR(rsqrt, T(1) / elementary::sqrt(x))
ADJOINT_EIGEN_FUNCTOR(sign, T(x > T(0)) - T(x < T(0)))
ADJOINT_EIGEN_FUNCTOR(inverse, T(1) / x)
ADJOINT_EIGEN_FUNCTOR(exp, elementary::exp(x))
ADJOINT_EIGEN_FUNCTOR(expm1, elementary::expm1(x))
ADJOINT_EIGEN_FUNCTOR(log, elementary::log(x))
ADJOINT_EIGEN_FUNCTOR(log1p, elementary::log1p(x))
ADJOINT_EIGEN_FUNCTOR(log10, elementary::log10(x))
ADJOINT_EIGEN_FUNCTOR(log2, elementary::log2(x))
ADJOINT_EIGEN_FUNCTOR(cos, elementary::cos(x))
ADJOINT_EIGEN_FUNCTOR(sin, elementary::sin(x))
ADJOINT_EIGEN_FUNCTOR(tan, elementary::tan(x))
ADJOINT_EIGEN_FUNCTOR(acos, elementary::acos(x))
ADJOINT_EIGEN_FUNCTOR(asin, elementary::asin(x))
ADJOINT_EIGEN_FUNCTOR(atan, elementary::atan(x))
ADJOINT_EIGEN_FUNCTOR(tanh, elementary::tanh(x))
ADJOINT_EIGEN_FUNCTOR(logistic, T(1) / (T(1) + elementary::exp(-x)))
ADJOINT_EIGEN_FUNCTOR(sinh, elementary::sinh(x))
ADJOINT_EIGEN_FUNCTOR(cosh, elementary::cosh(x))
ADJOINT_EIGEN_FUNCTOR(atanh, elementary::atanh(x))
ADJOINT_EIGEN_FUNCTOR(asinh, elementary::asinh(x))
ADJOINT_EIGEN_FUNCTOR(acosh, elementary::acosh(x))
ADJOINT_EIGEN_FUNCTOR(square, x * x)
ADJOINT_EIGEN_FUNCTOR(cube, x * x * x)
ADJOINT_EIGEN_FUNCTOR(round, elementary::round(x))
ADJOINT_EIGEN_FUNCTOR(rint, elementary::rint(x))
ADJOINT_EIGEN_FUNCTOR(floor, elementary::floor(x))
ADJOINT_EIGEN_FUNCTOR(ceil, elementary::ceil(x))
ADJOINT_EIGEN_FUNCTOR(isnan, !(x == x))
ADJOINT_EIGEN_FUNCTOR(isinf, x == x && !(x - x == x - x))
ADJOINT_EIGEN_FUNCTOR(isfinite, x - x == x - x)
ADJOINT_EIGEN_FUNCTOR(boolean_not, !x)
ADJOINT_EIGEN_FUNCTOR(conjugate, internal::conj(x))
ADJOINT_EIGEN_FUNCTOR(real, x.real())
ADJOINT_EIGEN_FUNCTOR(imag, x.imag())
#undef ADJOINT_EIGEN_FUNCTOR
template <class A, class B> struct scalar_cast_op {
  B operator()(const A &x) const { return static_cast<B>(x); }
};

#define ADJOINT_EIGEN_FUNCTOR(name, ...)                                                                               \
  template <class A, class B> struct scalar_##name##_op {                                                              \
    auto operator()(const A &a, const B &b) const { return __VA_ARGS__; }                                              \
  };
ADJOINT_EIGEN_FUNCTOR(sum, a + b)
ADJOINT_EIGEN_FUNCTOR(difference, a - b)
ADJOINT_EIGEN_FUNCTOR(product, a *b)
ADJOINT_EIGEN_FUNCTOR(pow, elementary::pow(a, b))
ADJOINT_EIGEN_FUNCTOR(absolute_difference, b < a ? a - b : b - a)
ADJOINT_EIGEN_FUNCTOR(conj_product, internal::conj(a) * b)
#undef ADJOINT_EIGEN_FUNCTOR
template <class A, class B = A> struct scalar_quotient_op {
  auto operator()(const A &a, const B &b) const { return a / b; }
};
template <class A, class B, int Nan = 0> struct scalar_min_op {
  A operator()(const A &a, const B &b) const { return b < a ? b : a; }
};
template <class A, class B, int Nan = 0> struct scalar_max_op {
  A operator()(const A &a, const B &b) const { return a < b ? b : a; }
};
enum ComparisonName { cmp_EQ = 0, cmp_LT = 1, cmp_LE = 2, cmp_UNORD = 3, cmp_NEQ = 4, cmp_GT = 5, cmp_GE = 6 };
template <class A, class B, int how> struct compare {
  bool operator()(const A &a, const B &b) const {
    if constexpr (how == cmp_EQ)
      return a == b;
    else if constexpr (how == cmp_LT)
      return a < b;
    else if constexpr (how == cmp_LE)
      return a <= b;
    else if constexpr (how == cmp_NEQ)
      return a != b;
    else if constexpr (how == cmp_GT)
      return a > b;
    else
      return a >= b;
  }
};
template <class A, class B, int how> using scalar_cmp_op = compare<A, B, how>;
struct scalar_boolean_and_op {
  bool operator()(bool a, bool b) const { return a && b; }
};
struct scalar_boolean_or_op {
  bool operator()(bool a, bool b) const { return a || b; }
};

template <class T> struct scalar_constant_op {
  T value;
  T operator()(Index, Index) const { return value; }
};
template <class T> struct scalar_identity_op {
  T operator()(Index i, Index j) const { return T(i == j ? 1 : 0); }
};
template <class T> struct linspaced_op {
  T low, high;
  Index n;
  T operator()(Index i, Index j) const {
    const Index at = i + j;
    if constexpr (is_floating<T> || is_complex<T>) {
      return at == n - 1 ? high : low + T(at) * ((high - low) / T(n == 1 ? 1 : n - 1));
    } else { // in equal steps, or each number several times
      const T distance = high < low ? low - high : high - low, parts = static_cast<T>(n);
      if (n > 1 && distance + 1 < parts)
        return low + static_cast<T>(at) / ((high < low ? high - low - parts : high - low + parts) / (distance + 1));
      return low + static_cast<T>(at) * ((high - low) / (n > 1 ? parts - 1 : T(1)));
    }
  }
};

template <class T> struct scalar_result {
  using type = remove_cvref_t<T>;
};

/// What a functor of two indices, one, or none says of a coefficient.
template <class Op> auto nullary(const Op &op, Index i, Index j, int, int) -> decltype(op(i, j)) { return op(i, j); }
template <class Op> auto nullary(const Op &op, Index i, Index j, int, long) -> decltype(op(i)) { return op(i + j); }
template <class Op> auto nullary(const Op &op, Index, Index, long, long) -> decltype(op()) { return op(); }

/// What is computed from the place of a coefficient alone.
template <class Op, class T, int R, int C, bool isArray_, bool isByRows>
class Nullary : public base_t<isArray_, Nullary<Op, T, R, C, isArray_, isByRows>> {
public:
  using Scalar = T;
  using RealScalar = typename real_of<T>::type;
  static constexpr int RowsAtCompileTime = R, ColsAtCompileTime = C;
  static constexpr bool IsRowMajor = isByRows, isArray = isArray_, isPlain = false, isWritable = false, isDirect = false,
                        isCostly = false;
  Nullary(const Op &op, Index m, Index n) : op(op), height(m), width(n) {}
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
  using DenseBase<Nullary>::coeff;
  T coeff(Index i, Index j) const { return nullary(op, i, j, 0, 0); }

private:
  Op op;
  Index height, width;
};

template <class Op, class X>
class DenseUnaryOp : public base_t<strip_t<X>::isArray, DenseUnaryOp<Op, X>> {
  using Operand = strip_t<X>;

public:
  using Scalar = remove_cvref_t<decltype(made<const Op &>()(made<typename Operand::Scalar>()))>;
  using RealScalar = typename real_of<Scalar>::type;
  static constexpr int RowsAtCompileTime = Operand::RowsAtCompileTime, ColsAtCompileTime = Operand::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Operand::IsRowMajor, isArray = Operand::isArray, isPlain = false, isWritable = false,
                        isDirect = false, isCostly = Operand::isCostly;
  explicit DenseUnaryOp(const Operand &operand, const Op &op = Op()) : operand(operand), op(op) {}
  template <class X0> DenseUnaryOp(Evaluate, const X0 &operand, const Op &op) : operand(ready(operand)), op(op) {}
  Index rows() const { return operand.rows(); }
  Index cols() const { return operand.cols(); }
  using DenseBase<DenseUnaryOp>::coeff;
  Scalar coeff(Index i, Index j) const { return op(operand.coeff(i, j)); }
  auto evaluated() const { return DenseUnaryOp<Op, const ready_t<Operand>>(Evaluate(), operand, op); }

private:
  nested_t<const Operand> operand;
  Op op;
};

template <class Op, class L, class R>
class DenseBinaryOp : public base_t<strip_t<L>::isArray, DenseBinaryOp<Op, L, R>> {
  using Left = strip_t<L>;
  using Right = strip_t<R>;

public:
  using Scalar = remove_cvref_t<decltype(made<const Op &>()(made<typename Left::Scalar>(),
                                                                        made<typename Right::Scalar>()))>;
  using RealScalar = typename real_of<Scalar>::type;
  static constexpr int RowsAtCompileTime = Left::RowsAtCompileTime, ColsAtCompileTime = Left::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Left::IsRowMajor, isArray = Left::isArray, isPlain = false, isWritable = false,
                        isDirect = false, isCostly = Left::isCostly || Right::isCostly;
  DenseBinaryOp(const Left &left, const Right &right, const Op &op = Op()) : left(left), right(right), op(op) {}
  template <class L0, class R0>
  DenseBinaryOp(Evaluate, const L0 &left, const R0 &right, const Op &op)
      : left(ready(left)), right(ready(right)), op(op) {}
  Index rows() const {
    if constexpr (Left::RowsAtCompileTime == Dynamic)
      return right.rows();
    else
      return left.rows();
  }
  Index cols() const {
    if constexpr (Left::ColsAtCompileTime == Dynamic)
      return right.cols();
    else
      return left.cols();
  }
  using DenseBase<DenseBinaryOp>::coeff;
  Scalar coeff(Index i, Index j) const { return op(left.coeff(i, j), right.coeff(i, j)); }
  auto evaluated() const {
    return DenseBinaryOp<Op, const ready_t<Left>, const ready_t<Right>>(Evaluate(), left, right, op);
  }

private:
  nested_t<const Left> left;
  nested_t<const Right> right;
  Op op;
};
} // namespace internal

template <class C, class Then, class Else>
class Select : public internal::base_t<internal::strip_t<Then>::isArray, Select<C, Then, Else>> {
  using Condition = internal::strip_t<C>;
  using Yes = internal::strip_t<Then>;
  using No = internal::strip_t<Else>;

public:
  using Scalar = typename Yes::Scalar;
  using RealScalar = typename Yes::RealScalar;
  static constexpr int RowsAtCompileTime = Condition::RowsAtCompileTime, ColsAtCompileTime = Condition::ColsAtCompileTime;
  static constexpr bool IsRowMajor = Yes::IsRowMajor, isArray = Yes::isArray, isPlain = false, isWritable = false,
                        isDirect = false, isCostly = Condition::isCostly || Yes::isCostly || No::isCostly;
  Select(const Condition &condition, const Yes &yes, const No &no) : condition(condition), yes(yes), no(no) {}
  template <class C0, class Y0, class N0>
  Select(internal::Evaluate, const C0 &condition, const Y0 &yes, const N0 &no)
      : condition(internal::ready(condition)), yes(internal::ready(yes)), no(internal::ready(no)) {}
  Index rows() const { return condition.rows(); }
  Index cols() const { return condition.cols(); }
  using DenseBase<Select>::coeff;
  Scalar coeff(Index i, Index j) const {
    if (condition.coeff(i, j))
      return yes.coeff(i, j);
    return no.coeff(i, j);
  }
  auto evaluated() const {
    return Select<internal::ready_t<Condition>, internal::ready_t<Yes>, internal::ready_t<No>>(
        internal::Evaluate(), condition, yes, no);
  }

private:
  internal::nested_t<const Condition> condition;
  internal::nested_t<const Yes> yes;
  internal::nested_t<const No> no;
};

// Operators of two expressions of one kind.
#define ADJOINT_EIGEN_OPERATOR(Kind, op, name)                                                                         \
  template <class L, class R> auto operator op(const Kind<L> &l, const Kind<R> &r) {                                   \
    using Op = internal::scalar_##name##_op<typename L::Scalar, typename R::Scalar>;                                   \
    return CwiseBinaryOp<Op, const L, const R>(l.derived(), r.derived());                                              \
  }
ADJOINT_EIGEN_OPERATOR(MatrixBase, +, sum)
ADJOINT_EIGEN_OPERATOR(MatrixBase, -, difference)
ADJOINT_EIGEN_OPERATOR(ArrayBase, +, sum)
ADJOINT_EIGEN_OPERATOR(ArrayBase, -, difference)
ADJOINT_EIGEN_OPERATOR(ArrayBase, *, product)
ADJOINT_EIGEN_OPERATOR(ArrayBase, /, quotient)
#undef ADJOINT_EIGEN_OPERATOR

namespace internal {
/// The number as an expression that fits E.
template <class E, class S> auto constantLike(const E &e, const S &value) {
  using T = promoted<typename E::Scalar, S>;
  return Nullary<scalar_constant_op<T>, T, E::RowsAtCompileTime, E::ColsAtCompileTime, E::isArray, E::IsRowMajor>(
      scalar_constant_op<T>{static_cast<T>(value)}, e.rows(), e.cols());
}
template <template <class, class> class Op, class E, class S> auto withScalar(const E &e, const S &value) {
  auto constant = constantLike(e, value);
  using Constant = decltype(constant);
  return CwiseBinaryOp<Op<typename E::Scalar, typename Constant::Scalar>, const E, const Constant>(e, constant);
}
template <template <class, class> class Op, class E, class S> auto scalarWith(const S &value, const E &e) {
  auto constant = constantLike(e, value);
  using Constant = decltype(constant);
  return CwiseBinaryOp<Op<typename Constant::Scalar, typename E::Scalar>, const Constant, const E>(constant, e);
}
} // namespace internal

#define ADJOINT_EIGEN_BY_SCALAR(Kind, op, name)                                                                        \
  template <class E, class S, class = enable_if_t<internal::is_scalar<S>>>                                             \
  auto operator op(const Kind<E> &e, const S &value) {                                                                 \
    return internal::withScalar<internal::scalar_##name##_op>(e.derived(), value);                                     \
  }
#define ADJOINT_EIGEN_SCALAR_BY(Kind, op, name)                                                                        \
  template <class E, class S, class = enable_if_t<internal::is_scalar<S>>>                                             \
  auto operator op(const S &value, const Kind<E> &e) {                                                                 \
    return internal::scalarWith<internal::scalar_##name##_op>(value, e.derived());                                     \
  }
ADJOINT_EIGEN_BY_SCALAR(MatrixBase, *, product)
ADJOINT_EIGEN_SCALAR_BY(MatrixBase, *, product)
ADJOINT_EIGEN_BY_SCALAR(MatrixBase, /, quotient)
ADJOINT_EIGEN_BY_SCALAR(ArrayBase, *, product)
ADJOINT_EIGEN_SCALAR_BY(ArrayBase, *, product)
ADJOINT_EIGEN_BY_SCALAR(ArrayBase, /, quotient)
ADJOINT_EIGEN_SCALAR_BY(ArrayBase, /, quotient)
ADJOINT_EIGEN_BY_SCALAR(ArrayBase, +, sum)
ADJOINT_EIGEN_SCALAR_BY(ArrayBase, +, sum)
ADJOINT_EIGEN_BY_SCALAR(ArrayBase, -, difference)
ADJOINT_EIGEN_SCALAR_BY(ArrayBase, -, difference)
#undef ADJOINT_EIGEN_BY_SCALAR
#undef ADJOINT_EIGEN_SCALAR_BY

#define ADJOINT_EIGEN_COMPARISON(op, how, mirrored)                                                                    \
  template <class L, class R> auto operator op(const ArrayBase<L> &l, const ArrayBase<R> &r) {                         \
    using Op = internal::compare<typename L::Scalar, typename R::Scalar, internal::how>;                               \
    return CwiseBinaryOp<Op, const L, const R>(l.derived(), r.derived());                                              \
  }                                                                                                                    \
  template <class L, class S, class = enable_if_t<internal::is_scalar<S>>>                                             \
  auto operator op(const ArrayBase<L> &l, const S &value) {                                                            \
    auto constant = internal::constantLike(l.derived(), value);                                                        \
    using Op = internal::compare<typename L::Scalar, typename L::Scalar, internal::how>;                               \
    return CwiseBinaryOp<Op, const L, const decltype(constant)>(l.derived(), constant);                                \
  }
ADJOINT_EIGEN_COMPARISON(<, cmp_LT, cmp_GT)
ADJOINT_EIGEN_COMPARISON(<=, cmp_LE, cmp_GE)
ADJOINT_EIGEN_COMPARISON(==, cmp_EQ, cmp_EQ)
ADJOINT_EIGEN_COMPARISON(!=, cmp_NEQ, cmp_NEQ)
#undef ADJOINT_EIGEN_COMPARISON
// Eigen turns a > b into b < a, and a > s into s < a.
#define ADJOINT_EIGEN_COMPARISON(op, how)                                                                              \
  template <class L, class R> auto operator op(const ArrayBase<L> &l, const ArrayBase<R> &r) {                         \
    using Op = internal::compare<typename R::Scalar, typename L::Scalar, internal::how>;                               \
    return CwiseBinaryOp<Op, const R, const L>(r.derived(), l.derived());                                              \
  }                                                                                                                    \
  template <class L, class S, class = enable_if_t<internal::is_scalar<S>>>                                             \
  auto operator op(const ArrayBase<L> &l, const S &value) {                                                            \
    auto constant = internal::constantLike(l.derived(), value);                                                        \
    using Op = internal::compare<typename L::Scalar, typename L::Scalar, internal::how>;                               \
    return CwiseBinaryOp<Op, const decltype(constant), const L>(constant, l.derived());                                \
  }
ADJOINT_EIGEN_COMPARISON(>, cmp_LT)
ADJOINT_EIGEN_COMPARISON(>=, cmp_LE)
#undef ADJOINT_EIGEN_COMPARISON

#define ADJOINT_EIGEN_BOOLEAN(op, name)                                                                                \
  template <class L, class R> auto operator op(const ArrayBase<L> &l, const ArrayBase<R> &r) {                         \
    return CwiseBinaryOp<internal::scalar_boolean_##name##_op, const L, const R>(l.derived(), r.derived());            \
  }
ADJOINT_EIGEN_BOOLEAN(&&, and)
ADJOINT_EIGEN_BOOLEAN(||, or)
#undef ADJOINT_EIGEN_BOOLEAN

/// What arrays alone can do.
template <class D> class ArrayBase : public DenseBase<D> {
public:
  using EigenBase<D>::derived;
#define ADJOINT_EIGEN_FUNCTION(method, name)                                                                           \
  auto method() const { return CwiseUnaryOp<internal::scalar_##name##_op<typename D::Scalar>, const D>(derived()); }
  ADJOINT_EIGEN_FUNCTION(abs, abs)
  ADJOINT_EIGEN_FUNCTION(abs2, abs2)
  ADJOINT_EIGEN_FUNCTION(sqrt, sqrt)
  ADJOINT_EIGEN_FUNCTION(rsqrt, rsqrt)
  ADJOINT_EIGEN_FUNCTION(sign, sign)
  ADJOINT_EIGEN_FUNCTION(inverse, inverse)
  ADJOINT_EIGEN_FUNCTION(exp, exp)
  ADJOINT_EIGEN_FUNCTION(expm1, expm1)
  ADJOINT_EIGEN_FUNCTION(log, log)
  ADJOINT_EIGEN_FUNCTION(log1p, log1p)
  ADJOINT_EIGEN_FUNCTION(log10, log10)
  ADJOINT_EIGEN_FUNCTION(log2, log2)
  ADJOINT_EIGEN_FUNCTION(cos, cos)
  ADJOINT_EIGEN_FUNCTION(sin, sin)
  ADJOINT_EIGEN_FUNCTION(tan, tan)
  ADJOINT_EIGEN_FUNCTION(acos, acos)
  ADJOINT_EIGEN_FUNCTION(asin, asin)
  ADJOINT_EIGEN_FUNCTION(atan, atan)
  ADJOINT_EIGEN_FUNCTION(tanh, tanh)
  ADJOINT_EIGEN_FUNCTION(logistic, logistic)
  ADJOINT_EIGEN_FUNCTION(sinh, sinh)
  ADJOINT_EIGEN_FUNCTION(cosh, cosh)
  ADJOINT_EIGEN_FUNCTION(atanh, atanh)
  ADJOINT_EIGEN_FUNCTION(asinh, asinh)
  ADJOINT_EIGEN_FUNCTION(acosh, acosh)
  ADJOINT_EIGEN_FUNCTION(square, square)
  ADJOINT_EIGEN_FUNCTION(cube, cube)
  ADJOINT_EIGEN_FUNCTION(round, round)
  ADJOINT_EIGEN_FUNCTION(rint, rint)
  ADJOINT_EIGEN_FUNCTION(floor, floor)
  ADJOINT_EIGEN_FUNCTION(ceil, ceil)
  ADJOINT_EIGEN_FUNCTION(isNaN, isnan)
  ADJOINT_EIGEN_FUNCTION(isInf, isinf)
  ADJOINT_EIGEN_FUNCTION(isFinite, isfinite)
  ADJOINT_EIGEN_FUNCTION(operator!, boolean_not)
#undef ADJOINT_EIGEN_FUNCTION
  template <class S, class = enable_if_t<internal::is_scalar<S>>> auto pow(const S &exponent) const {
    return internal::withScalar<internal::scalar_pow_op>(derived(), exponent);
  }
  template <class R> auto pow(const ArrayBase<R> &exponent) const {
    using Op = internal::scalar_pow_op<typename D::Scalar, typename R::Scalar>;
    return CwiseBinaryOp<Op, const D, const R>(derived(), exponent.derived());
  }
#define ADJOINT_EIGEN_CHOICE(method, name)                                                                             \
  template <class R> auto method(const ArrayBase<R> &other) const {                                                    \
    using Op = internal::scalar_##name##_op<typename D::Scalar, typename R::Scalar, 0>;                                \
    return CwiseBinaryOp<Op, const D, const R>(derived(), other.derived());                                            \
  }                                                                                                                    \
  template <class S, class = enable_if_t<internal::is_scalar<S>>> auto method(const S &other) const {                  \
    auto constant = internal::constantLike(derived(), other);                                                          \
    using Op = internal::scalar_##name##_op<typename D::Scalar, typename D::Scalar, 0>;                                \
    return CwiseBinaryOp<Op, const D, const decltype(constant)>(derived(), constant);                                  \
  }
  ADJOINT_EIGEN_CHOICE(min, min)
  ADJOINT_EIGEN_CHOICE(max, max)
  ADJOINT_EIGEN_CHOICE(cwiseMin, min)
  ADJOINT_EIGEN_CHOICE(cwiseMax, max)
#undef ADJOINT_EIGEN_CHOICE
  auto matrix() { return MatrixWrapper<D>(derived()); }
  auto matrix() const { return MatrixWrapper<const D>(derived()); }
  D &array() { return derived(); }
  const D &array() const { return derived(); }

  using DenseBase<D>::operator+=;
  using DenseBase<D>::operator-=;
  using DenseBase<D>::operator*=;
  using DenseBase<D>::operator/=;
  template <class R> D &operator*=(const ArrayBase<R> &other) {
    return this->template changed<internal::Multiply>(other.derived());
  }
  template <class R> D &operator/=(const ArrayBase<R> &other) {
    return this->template changed<internal::Divide>(other.derived());
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> D &operator+=(const S &value) {
    return this->template changed<internal::Add>(internal::constantLike(derived(), value));
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> D &operator-=(const S &value) {
    return this->template changed<internal::Subtract>(internal::constantLike(derived(), value));
  }
  template <class S, class = enable_if_t<internal::is_scalar<S>>> D &operator=(const S &value) {
    return this->setConstant(value);
  }
};

#define ADJOINT_EIGEN_FUNCTION(name, functor)                                                                          \
  template <class D> auto name(const ArrayBase<D> &e) {                                                                \
    return CwiseUnaryOp<internal::scalar_##functor##_op<typename D::Scalar>, const D>(e.derived());                    \
  }
ADJOINT_EIGEN_FUNCTION(abs, abs)
ADJOINT_EIGEN_FUNCTION(abs2, abs2)
ADJOINT_EIGEN_FUNCTION(sqrt, sqrt)
ADJOINT_EIGEN_FUNCTION(rsqrt, rsqrt)
ADJOINT_EIGEN_FUNCTION(sign, sign)
ADJOINT_EIGEN_FUNCTION(inverse, inverse)
ADJOINT_EIGEN_FUNCTION(exp, exp)
ADJOINT_EIGEN_FUNCTION(expm1, expm1)
ADJOINT_EIGEN_FUNCTION(log, log)
ADJOINT_EIGEN_FUNCTION(log1p, log1p)
ADJOINT_EIGEN_FUNCTION(log10, log10)
ADJOINT_EIGEN_FUNCTION(log2, log2)
ADJOINT_EIGEN_FUNCTION(cos, cos)
ADJOINT_EIGEN_FUNCTION(sin, sin)
ADJOINT_EIGEN_FUNCTION(tan, tan)
ADJOINT_EIGEN_FUNCTION(acos, acos)
ADJOINT_EIGEN_FUNCTION(asin, asin)
ADJOINT_EIGEN_FUNCTION(atan, atan)
ADJOINT_EIGEN_FUNCTION(tanh, tanh)
ADJOINT_EIGEN_FUNCTION(logistic, logistic)
ADJOINT_EIGEN_FUNCTION(sinh, sinh)
ADJOINT_EIGEN_FUNCTION(cosh, cosh)
ADJOINT_EIGEN_FUNCTION(square, square)
ADJOINT_EIGEN_FUNCTION(cube, cube)
ADJOINT_EIGEN_FUNCTION(round, round)
ADJOINT_EIGEN_FUNCTION(floor, floor)
ADJOINT_EIGEN_FUNCTION(ceil, ceil)
#undef ADJOINT_EIGEN_FUNCTION
template <class D, class S, class = enable_if_t<internal::is_scalar<S>>> auto pow(const ArrayBase<D> &e, const S &exponent) {
  return e.derived().pow(exponent);
}
template <class D, class R> auto pow(const ArrayBase<D> &e, const ArrayBase<R> &exponent) { return e.derived().pow(exponent); }

} // namespace adjoint::model::Eigen

#endif
