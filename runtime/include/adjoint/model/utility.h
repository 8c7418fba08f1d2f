// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::pair and std::tuple.

#ifndef ADJOINT_MODEL_UTILITY_H
#define ADJOINT_MODEL_UTILITY_H

#include "adjoint/model/core.h"

namespace adjoint::model {

template <class A, class B> struct pair {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using first_type = A;
  using second_type = B;

  ADJOINT_VIEW("$.first") A first;
  ADJOINT_VIEW("$.second") B second;

  pair() : first(), second() {}
  pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D> pair(C &&a, D &&b) : first(forward<C>(a)), second(forward<D>(b)) {}
  template <class C, class D> pair(const pair<C, D> &other) : first(other.first), second(other.second) {}
  void swap(pair &other) {
    model::swap(first, other.first);
    model::swap(second, other.second);
  }
  template <class C, class D> pair &operator=(const pair<C, D> &other) {
    first = other.first;
    second = other.second;
    return *this;
  }
  pair(const pair &) = default;
  pair &operator=(const pair &other) {
    first = other.first;
    second = other.second;
    return *this;
  }
};

template <class T> struct reference_wrapper;
/// What make_pair and make_tuple keep of an argument.
template <class T> struct kept { using type = T; };
template <class T> struct kept<reference_wrapper<T>> { using type = T &; };
template <class T, size_t n> struct kept<T[n]> { using type = const T *; };
template <class T> using kept_t = typename kept<remove_cvref_t<T>>::type;

template <class A, class B> pair<kept_t<A>, kept_t<B>> make_pair(A &&a, B &&b) {
  return pair<kept_t<A>, kept_t<B>>(forward<A>(a), forward<B>(b));
}
template <class A, class B> bool operator==(const pair<A, B> &a, const pair<A, B> &b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B> bool operator!=(const pair<A, B> &a, const pair<A, B> &b) { return !(a == b); }
template <class A, class B> bool operator<(const pair<A, B> &a, const pair<A, B> &b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class A, class B> bool operator>(const pair<A, B> &a, const pair<A, B> &b) { return b < a; }
template <class A, class B> void swap(pair<A, B> &a, pair<A, B> &b) { a.swap(b); }

template <size_t i, class A, class B> auto &get(pair<A, B> &p) {
  if constexpr (i == 0)
    return p.first;
  else
    return p.second;
}
template <size_t i, class A, class B> const auto &get(const pair<A, B> &p) {
  if constexpr (i == 0)
    return p.first;
  else
    return p.second;
}

/// The first element, and the tuple of the others.
template <class... Ts> struct tuple {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  static constexpr size_t size = 0;
};
template <class T, class... Ts> struct tuple<T, Ts...> {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  static constexpr size_t size = 1 + sizeof...(Ts);

  T head;
  tuple<Ts...> tail;

  tuple() : head(), tail() {}
  template <class U, class... Us, class = enable_if_t<sizeof...(Us) == sizeof...(Ts) &&
                                                      !is_same<remove_cvref_t<U>, tuple>>>
  tuple(U &&first, Us &&...others) : head(forward<U>(first)), tail(forward<Us>(others)...) {}
  template <class U, class... Us> tuple(const tuple<U, Us...> &other) : head(other.head), tail(other.tail) {}
  template <class A, class B> tuple(const pair<A, B> &p) : head(p.first), tail(p.second) {}
  tuple(const tuple &) = default;
  tuple &operator=(const tuple &other) {
    head = other.head;
    tail = other.tail;
    return *this;
  }
  template <class U, class... Us> tuple &operator=(const tuple<U, Us...> &other) {
    head = other.head;
    tail = other.tail;
    return *this;
  }
  template <class A, class B> tuple &operator=(const pair<A, B> &p) {
    head = p.first;
    tail.head = p.second;
    return *this;
  }
};

template <size_t i, class T, class... Ts> auto &get(tuple<T, Ts...> &t) {
  if constexpr (i == 0)
    return t.head;
  else
    return get<i - 1>(t.tail);
}
template <size_t i, class T, class... Ts> const auto &get(const tuple<T, Ts...> &t) {
  if constexpr (i == 0)
    return t.head;
  else
    return get<i - 1>(t.tail);
}
template <size_t i, class T, class... Ts> auto &&get(tuple<T, Ts...> &&t) { return move(get<i>(t)); }
template <size_t i, class A, class B> auto &&get(pair<A, B> &&p) { return move(get<i>(p)); }

template <class... Ts> tuple<kept_t<Ts>...> make_tuple(Ts &&...values) {
  return tuple<kept_t<Ts>...>(forward<Ts>(values)...);
}
template <class... Ts> tuple<Ts &...> tie(Ts &...variables) { return tuple<Ts &...>(variables...); }
template <class... Ts> tuple<Ts &&...> forward_as_tuple(Ts &&...values) {
  return tuple<Ts &&...>(forward<Ts>(values)...);
}

template <size_t... is> struct index_sequence {};
template <class F, class T, size_t... is> decltype(auto) apply_at(F &&f, T &&t, index_sequence<is...>) {
  return forward<F>(f)(get<is>(t)...);
}
template <size_t n, size_t... is> struct index_range {
  using type = typename index_range<n - 1, n - 1, is...>::type;
};
template <size_t... is> struct index_range<0, is...> {
  using type = index_sequence<is...>;
};
template <class F, class T> decltype(auto) apply(F &&f, T &&t) {
  return apply_at(forward<F>(f), forward<T>(t), typename index_range<remove_cvref_t<T>::size>::type());
}

inline bool operator==(const tuple<> &, const tuple<> &) { return true; }
inline bool operator<(const tuple<> &, const tuple<> &) { return false; }
template <class T, class... Ts> bool operator==(const tuple<T, Ts...> &a, const tuple<T, Ts...> &b) {
  return a.head == b.head && a.tail == b.tail;
}
template <class T, class... Ts> bool operator<(const tuple<T, Ts...> &a, const tuple<T, Ts...> &b) {
  return a.head < b.head || (!(b.head < a.head) && a.tail < b.tail);
}

} // namespace adjoint::model

// A generic lambda that is handed models names the library's functions all the same.
namespace std {
using adjoint::model::get;
} // namespace std

#endif
