// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts by objects: v(seq(1, last)), a(all, 2), v(indices). What lies in steps of one is a block, as in Eigen.

#ifndef ADJOINT_MODEL_EIGEN_SLICES_H
#define ADJOINT_MODEL_EIGEN_SLICES_H

#include "adjoint/model/array.h"
#include "adjoint/model/eigen/sequences.h"
#include "adjoint/model/eigen/views.h"

namespace adjoint::model::Eigen {

namespace internal {
/// One index.
struct SingleRange {
  explicit SingleRange(Index value) : value(value) {}
  Index operator[](Index) const { return value; }
  Index size() const { return 1; }
  Index first() const { return value; }
  Index value;
};
/// All that there are.
template <int N> struct AllRange {
  explicit AllRange(Index extent) : extent(extent) {}
  Index operator[](Index i) const { return i; }
  Index size() const {
    if constexpr (N == Dynamic)
      return extent;
    else
      return N;
  }
  Index first() const { return 0; }
  Index extent;
};

/// How many indices there are, where it is known.
template <class I, class = void> inline constexpr int count_of = Dynamic;
template <> inline constexpr int count_of<SingleRange> = 1;
template <int N> inline constexpr int count_of<AllRange<N>> = N;
template <class F, class N, class S> inline constexpr int count_of<ArithmeticSequence<F, N, S>> = known<N>;
template <class T, size_t n> inline constexpr int count_of<const T (&)[n]> = n;
template <class T, size_t n> inline constexpr int count_of<array<T, n>> = n;
template <class E> inline constexpr int count_of<E, decltype(static_cast<void>(E::isPlain))> = sizeOf(E::RowsAtCompileTime, E::ColsAtCompileTime);

/// Does each index follow the one before?
template <class I> inline constexpr bool is_without_gaps = false;
template <> inline constexpr bool is_without_gaps<SingleRange> = true;
template <int N> inline constexpr bool is_without_gaps<AllRange<N>> = true;
template <class F, class N> inline constexpr bool is_without_gaps<ArithmeticSequence<F, N, FixedInt<1>>> = true;

template <class I> inline constexpr bool is_sequence = false;
template <class F, class N, class S> inline constexpr bool is_sequence<ArithmeticSequence<F, N, S>> = true;

template <class I> inline constexpr bool is_one = is_number<I> || is_symbolic<I>;

/// Indices where there are `extent` of them, N if that is known.
template <int N, class I> decltype(auto) indicesIn(const I &indices, Index extent) {
  if constexpr (is_one<I>)
    return SingleRange(indexIn(indices, extent));
  else if constexpr (is_same<I, all_t>)
    return AllRange<N>(extent);
  else if constexpr (is_sequence<I>)
    return indices.in(extent);
  else
    return static_cast<const I &>(indices);
}
/// How a view holds them: a copy, but of arrays.
template <class I> struct held_indices { using type = remove_cvref_t<I>; };
template <class T, size_t n> struct held_indices<const T (&)[n]> { using type = const T (&)[n]; };
template <int N, class I> using indices_t = typename held_indices<decltype(internal::indicesIn<N>(internal::made<const I &>(), 0))>::type;
} // namespace internal

/// Coefficient (i, j) is that in the i-th of the rows, and the j-th of the columns.
template <class X, class R, class C>
class IndexedView : public internal::base_t<internal::strip_t<X>::isArray, IndexedView<X, R, C>> {
  using Operand = internal::strip_t<X>;
  static constexpr int M = internal::count_of<R>, N = internal::count_of<C>;

public:
  ADJOINT_EIGEN_VIEW_OF(M, N, internal::orderOfBlock(M, N, Operand::IsRowMajor), Operand::isArray, false, false)
  IndexedView(X &operand, const R &rows, const C &cols) : operand(operand), rowPlaces(rows), colPlaces(cols) {}
  template <class X0>
  IndexedView(internal::Evaluate, const X0 &operand, const R &rows, const C &cols)
      : operand(internal::ready(operand)), rowPlaces(rows), colPlaces(cols) {}
  IndexedView(const IndexedView &) = default;
  Index rows() const { return numberOf<M>(rowPlaces); }
  Index cols() const { return numberOf<N>(colPlaces); }
  ADJOINT_EIGEN_VIEW(IndexedView, static_cast<Index>(rowPlaces[i]), static_cast<Index>(colPlaces[j]))
  auto evaluated() const {
    return IndexedView<const internal::ready_t<Operand>, R, C>(internal::Evaluate(), operand, rowPlaces, colPlaces);
  }

private:
  template <int count, class I> static Index numberOf(const I &places) {
    if constexpr (count == Dynamic)
      return static_cast<Index>(places.size());
    else
      return count;
  }
  internal::nested_t<X> operand;
  R rowPlaces;
  C colPlaces;
};
#undef ADJOINT_EIGEN_VIEW
#undef ADJOINT_EIGEN_VIEW_OF

namespace internal {
/// One coefficient.
template <class X, class... I> decltype(auto) coefficient(X &x, I... at) {
  if constexpr (strip_t<X>::isWritable)
    return x(at...);
  else
    return static_cast<const X &>(x)(at...);
}

/// Eigen 3.4 takes a column of what is stored by rows for a row, and its sum for one coefficient's: refused.
template <class X, class R, class C>
inline constexpr bool is_mistaken = strip_t<X>::IsRowMajor && count_of<C> == 1 && count_of<R> != 1;

/// A view; nothing where there is none.
template <class X, class R, class C> auto viewOf(X &x, const R &rows, const C &cols) {
  if constexpr (!is_mistaken<X, R, C>)
    return IndexedView<X, R, C>(x, rows, cols);
}
/// The part of a vector, or of rows and columns.
template <int N, class Places, class X> auto partOf(X &x, const Places &places) {
  if constexpr (is_without_gaps<Places>)
    return VectorBlock<X, N>(x, places.first(), places.size());
  else if constexpr (is_row<X>)
    return internal::viewOf<X, SingleRange, Places>(x, SingleRange(0), places);
  else
    return internal::viewOf<X, Places, SingleRange>(x, places, SingleRange(0));
}
template <class R, class C, class X> auto partOf(X &x, const R &rows, const C &cols) {
  if constexpr (is_without_gaps<R> && is_without_gaps<C>)
    return Block<X, count_of<R>, count_of<C>>(x, rows.first(), cols.first(), rows.size(), cols.size());
  else
    return internal::viewOf<X, R, C>(x, rows, cols);
}

template <class X, class I> decltype(auto) sliced(X &x, const I &indices) {
  constexpr int N = sizeOf(strip_t<X>::RowsAtCompileTime, strip_t<X>::ColsAtCompileTime);
  if constexpr (is_symbolic<I>)
    return internal::coefficient(x, indexIn(indices, x.size()));
  else
    return internal::partOf<count_of<I>, indices_t<N, I>>(x, internal::indicesIn<N>(indices, x.size()));
}
template <class X, class I, class J> decltype(auto) sliced(X &x, const I &rows, const J &cols) {
  constexpr int M = strip_t<X>::RowsAtCompileTime, N = strip_t<X>::ColsAtCompileTime;
  if constexpr (is_one<I> && is_one<J>)
    return internal::coefficient(x, indexIn(rows, x.rows()), indexIn(cols, x.cols()));
  else
    return internal::partOf<indices_t<M, I>, indices_t<N, J>>(x, internal::indicesIn<M>(rows, x.rows()), internal::indicesIn<N>(cols, x.cols()));
}
} // namespace internal

} // namespace adjoint::model::Eigen

#endif
