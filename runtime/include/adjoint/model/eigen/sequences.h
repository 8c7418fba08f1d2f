// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of parts: last, all, seq and seqN, and what is computed from them before a size is known.

#ifndef ADJOINT_MODEL_EIGEN_SEQUENCES_H
#define ADJOINT_MODEL_EIGEN_SEQUENCES_H

#include "adjoint/model/eigen/dense.h"

namespace adjoint::model::Eigen {

namespace internal {
/// A number that is known: fix<N>.
template <int N> class FixedInt {
public:
  FixedInt() {}
  constexpr operator int() const { return N; }
  FixedInt operator()() const { return FixedInt(); }
  FixedInt<-N> operator-() const { return FixedInt<-N>(); }
  template <int M> FixedInt<N + M> operator+(FixedInt<M>) const { return FixedInt<N + M>(); }
  template <int M> FixedInt<N - M> operator-(FixedInt<M>) const { return FixedInt<N - M>(); }
  template <int M> FixedInt<N * M> operator*(FixedInt<M>) const { return FixedInt<N * M>(); }
  template <int M> FixedInt<N / M> operator/(FixedInt<M>) const { return FixedInt<N / M>(); }
};

struct symbolic_last_tag {};
struct all_t {};
} // namespace internal

/// Numbers that depend on the last index.
namespace symbolic {
template <class D> class BaseExpr {
public:
  const D &derived() const { return *static_cast<const D *>(this); }
};
template <class Tag> class SymbolExpr : public BaseExpr<SymbolExpr<Tag>> {
public:
  Index where(Index last) const { return last; }
};
template <class T = Index> class ValueExpr {
public:
  explicit ValueExpr(T value) : value(value) {}
  Index where(Index) const { return value; }

private:
  T value;
};
template <int N> class ValueExpr<internal::FixedInt<N>> {
public:
  Index where(Index) const { return N; }
};
template <class A> class NegateExpr : public BaseExpr<NegateExpr<A>> {
public:
  explicit NegateExpr(const A &a) : a(a) {}
  Index where(Index last) const { return -a.where(last); }

private:
  A a;
};
#define ADJOINT_EIGEN_SYMBOLIC(Name, op)                                                                               \
  template <class A, class B> class Name : public BaseExpr<Name<A, B>> {                                               \
  public:                                                                                                              \
    Name(const A &a, const B &b) : a(a), b(b) {}                                                                       \
    Index where(Index last) const { return a.where(last) op b.where(last); }                                           \
                                                                                                                       \
  private:                                                                                                             \
    A a;                                                                                                               \
    B b;                                                                                                               \
  };
ADJOINT_EIGEN_SYMBOLIC(AddExpr, +)
ADJOINT_EIGEN_SYMBOLIC(ProductExpr, *)
ADJOINT_EIGEN_SYMBOLIC(QuotientExpr, /)
#undef ADJOINT_EIGEN_SYMBOLIC
/// As lastp1, a constant of the library's, for which any object of an empty class stands.
template <class Tag, int N> class AddExpr<SymbolExpr<Tag>, ValueExpr<internal::FixedInt<N>>> : public BaseExpr<AddExpr<SymbolExpr<Tag>, ValueExpr<internal::FixedInt<N>>>> {
public:
  AddExpr() {}
  AddExpr(const SymbolExpr<Tag> &, const ValueExpr<internal::FixedInt<N>> &) {}
  Index where(Index last) const { return last + N; }
};

template <class A> auto operator-(const BaseExpr<A> &a) { return NegateExpr<A>(a.derived()); }
template <class A, class B> auto operator+(const BaseExpr<A> &a, const BaseExpr<B> &b) { return AddExpr<A, B>(a.derived(), b.derived()); }
template <class A, class B> auto operator-(const BaseExpr<A> &a, const BaseExpr<B> &b) { return a + -b; }
template <class A, class B> auto operator*(const BaseExpr<A> &a, const BaseExpr<B> &b) { return ProductExpr<A, B>(a.derived(), b.derived()); }
template <class A, class B> auto operator/(const BaseExpr<A> &a, const BaseExpr<B> &b) { return QuotientExpr<A, B>(a.derived(), b.derived()); }

// With numbers, which stand behind in sums, wherever they are written.
template <class A> auto operator+(const BaseExpr<A> &a, Index n) { return AddExpr<A, ValueExpr<>>(a.derived(), ValueExpr<>(n)); }
template <class A> auto operator-(const BaseExpr<A> &a, Index n) { return a + -n; }
template <class A> auto operator*(const BaseExpr<A> &a, Index n) { return ProductExpr<A, ValueExpr<>>(a.derived(), ValueExpr<>(n)); }
template <class A> auto operator/(const BaseExpr<A> &a, Index n) { return QuotientExpr<A, ValueExpr<>>(a.derived(), ValueExpr<>(n)); }
template <class A> auto operator+(Index n, const BaseExpr<A> &a) { return a + n; }
template <class A> auto operator-(Index n, const BaseExpr<A> &a) { return -a + n; }
template <class A> auto operator*(Index n, const BaseExpr<A> &a) { return ProductExpr<ValueExpr<>, A>(ValueExpr<>(n), a.derived()); }
template <class A> auto operator/(Index n, const BaseExpr<A> &a) { return QuotientExpr<ValueExpr<>, A>(ValueExpr<>(n), a.derived()); }

template <int N> using Fixed = ValueExpr<internal::FixedInt<N>>;
template <class A, int N> auto operator+(const BaseExpr<A> &a, internal::FixedInt<N>) { return AddExpr<A, Fixed<N>>(a.derived(), Fixed<N>()); }
template <class A, int N> auto operator-(const BaseExpr<A> &a, internal::FixedInt<N> n) { return a + -n; }
template <class A, int N> auto operator*(const BaseExpr<A> &a, internal::FixedInt<N>) { return ProductExpr<A, Fixed<N>>(a.derived(), Fixed<N>()); }
template <class A, int N> auto operator/(const BaseExpr<A> &a, internal::FixedInt<N>) { return QuotientExpr<A, Fixed<N>>(a.derived(), Fixed<N>()); }
template <class A, int N> auto operator+(internal::FixedInt<N> n, const BaseExpr<A> &a) { return a + n; }
template <class A, int N> auto operator-(internal::FixedInt<N> n, const BaseExpr<A> &a) { return -a + n; }
template <class A, int N> auto operator*(internal::FixedInt<N>, const BaseExpr<A> &a) { return ProductExpr<Fixed<N>, A>(Fixed<N>(), a.derived()); }
template <class A, int N> auto operator/(internal::FixedInt<N>, const BaseExpr<A> &a) { return QuotientExpr<Fixed<N>, A>(Fixed<N>(), a.derived()); }
} // namespace symbolic

namespace internal {
template <class D> void symbolicOf(const symbolic::BaseExpr<D> *);
template <class T, class = void> inline constexpr bool is_symbolic = false;
template <class T> inline constexpr bool is_symbolic<T, decltype(internal::symbolicOf(static_cast<const T *>(nullptr)))> = true;

/// The index that is meant where there are `extent` of them.
template <class I> Index indexIn(const I &index, Index extent) {
  if constexpr (is_symbolic<I>)
    return index.where(extent - 1);
  else
    return static_cast<Index>(index);
}

/// How sequences hold numbers.
template <class I> using number_t = conditional_t<is_number<I> && !is_floating<I> && !__is_enum(I), Index, I>;
template <class I> inline constexpr int known = Dynamic;
template <int N> inline constexpr int known<FixedInt<N>> = N;
} // namespace internal

/// So many indices in equal steps.
template <class First = Index, class Size = Index, class Step = internal::FixedInt<1>> class ArithmeticSequence {
public:
  ArithmeticSequence(First first, Size size) : begin(first), count(size) {}
  ArithmeticSequence(First first, Size size, Step step) : begin(first), count(size), step(step) {}
  Index size() const { return static_cast<Index>(count); }
  Index first() const { return static_cast<Index>(begin); }
  Index operator[](Index i) const { return first() + i * step; }
  const First &firstObject() const { return begin; }
  const Size &sizeObject() const { return count; }
  const Step &incrObject() const { return step; }
  auto reverse() const;
  /// The same where there are `extent` indices.
  auto in(Index extent) const {
    using Known = internal::conditional_t<internal::is_symbolic<Size>, Index, Size>;
    if constexpr (internal::is_symbolic<Size>)
      return ArithmeticSequence<Index, Known, Step>(internal::indexIn(begin, extent), internal::indexIn(count, extent), step);
    else
      return ArithmeticSequence<Index, Known, Step>(internal::indexIn(begin, extent), count, step);
  }

private:
  First begin;
  Size count;
  Step step;
};

template <class F, class N, class S> auto seqN(F first, N size, S step) {
  return ArithmeticSequence<internal::number_t<F>, internal::number_t<N>, internal::number_t<S>>(first, size, step);
}
template <class F, class N> auto seqN(F first, N size) {
  return ArithmeticSequence<internal::number_t<F>, internal::number_t<N>>(first, size);
}
template <class F, class L> auto seq(F first, L last) {
  const internal::number_t<F> f(first);
  return seqN(f, internal::number_t<L>(last) - f + internal::FixedInt<1>());
}
template <class F, class L, class S> auto seq(F first, L last, S step) {
  const internal::number_t<F> f(first);
  const internal::number_t<S> s(step);
  return seqN(f, (internal::number_t<L>(last) - f + s) / s, s);
}
template <class N> auto lastN(N size) {
  return seqN(symbolic::SymbolExpr<internal::symbolic_last_tag>() + internal::FixedInt<1>() - size, size);
}
template <class N, class S> auto lastN(N size, S step) {
  return seqN(symbolic::SymbolExpr<internal::symbolic_last_tag>() - (size - internal::FixedInt<1>()) * step, size, step);
}
template <class First, class Size, class Step> auto ArithmeticSequence<First, Size, Step>::reverse() const {
  return seqN(begin + (count + internal::FixedInt<-1>()) * step, count, -step);
}

} // namespace adjoint::model::Eigen

#endif
