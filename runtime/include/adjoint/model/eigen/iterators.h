// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterators that are an expression and a place in it: for (auto column : m.colwise()), for (double x : a + b).

#ifndef ADJOINT_MODEL_EIGEN_ITERATORS_H
#define ADJOINT_MODEL_EIGEN_ITERATORS_H

#include "adjoint/model/eigen/views.h"

namespace adjoint::model::Eigen {

namespace internal {
template <class D, class X> class IteratorByPlace {
public:
  IteratorByPlace(X &expression, Index place) : expression(&expression), place(place) {}
  D &operator++() { return place += 1, derived(); }
  D &operator--() { return place -= 1, derived(); }
  D operator++(int) {
    const D old = derived();
    place += 1;
    return old;
  }
  D operator--(int) {
    const D old = derived();
    place -= 1;
    return old;
  }
  D &operator+=(Index n) { return place += n, derived(); }
  D &operator-=(Index n) { return place -= n, derived(); }
  friend D operator+(const IteratorByPlace &it, Index n) { return D(*it.expression, it.place + n); }
  friend D operator+(Index n, const IteratorByPlace &it) { return D(*it.expression, it.place + n); }
  friend D operator-(const IteratorByPlace &it, Index n) { return D(*it.expression, it.place - n); }
  Index operator-(const IteratorByPlace &other) const { return place - other.place; }
  bool operator==(const IteratorByPlace &other) const { return place == other.place; }
  bool operator!=(const IteratorByPlace &other) const { return place != other.place; }
  bool operator<(const IteratorByPlace &other) const { return place < other.place; }
  bool operator<=(const IteratorByPlace &other) const { return place <= other.place; }
  bool operator>(const IteratorByPlace &other) const { return place > other.place; }
  bool operator>=(const IteratorByPlace &other) const { return place >= other.place; }
  decltype(auto) operator*() const { return D::at(*expression, place); }
  decltype(auto) operator[](Index i) const { return D::at(*expression, place + i); }

private:
  D &derived() { return *static_cast<D *>(this); }
  const D &derived() const { return *static_cast<const D *>(this); }
  X *expression;
  Index place;
};

/// The expression as iterators see it: as constant, where it has no variables.
template <class X> using seen_t = conditional_t<strip_t<X>::isWritable, X, const X>;

/// Rows (Horizontal) or columns (Vertical).
template <class X, int Direction>
class subvector_stl_iterator : public IteratorByPlace<subvector_stl_iterator<X, Direction>, X> {
public:
  using IteratorByPlace<subvector_stl_iterator, X>::IteratorByPlace;
  static auto at(seen_t<X> &expression, Index i) {
    if constexpr (Direction == Vertical)
      return expression.col(i);
    else
      return expression.row(i);
  }
};

/// Coefficients of what is computed, or does not lie one behind the other.
template <class X> class generic_randaccess_stl_iterator : public IteratorByPlace<generic_randaccess_stl_iterator<X>, X> {
public:
  using IteratorByPlace<generic_randaccess_stl_iterator, X>::IteratorByPlace;
  static decltype(auto) at(seen_t<X> &expression, Index i) { return expression(i); }
};
} // namespace internal

} // namespace adjoint::model::Eigen

#endif
