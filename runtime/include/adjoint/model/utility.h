// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::pair and std::tuple.

#ifndef ADJOINT_MODEL_UTILITY_H
#define ADJOINT_MODEL_UTILITY_H

#include "adjoint/model/array.h"
#include "adjoint/model/core.h"

namespace adjoint::model {

/// Before the first element of a pair and what the second is made from.
struct of_parts {};

template <class A, class B> struct pair {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using first_type = A;
  using second_type = B;

  ADJOINT_VIEW("$.first") A first;
  ADJOINT_VIEW("$.second") B second;

  pair() : first(), second() {}
  pair(const A &a, const B &b) : first(a), second(b) {}
  template <class... Args> pair(of_parts, const A &a, Args &&...args) : first(a), second(model::forward<Args>(args)...) {}
  template <class C, class D> pair(C &&a, D &&b) : first(model::forward<C>(a)), second(model::forward<D>(b)) {}
  template <class C, class D> pair(const pair<C, D> &other) : first(other.first), second(other.second) {}
  template <class C, class D>
  pair(pair<C, D> &&other) : first(model::forward<C>(other.first)), second(model::forward<D>(other.second)) {}
  void swap(pair &other) {
    model::swap(first, other.first);
    model::swap(second, other.second);
  }
  template <class C, class D> pair &operator=(const pair<C, D> &other) {
    first = other.first;
    second = other.second;
    return *this;
  }
  template <class C, class D> pair &operator=(pair<C, D> &&other) {
    first = model::forward<C>(other.first);
    second = model::forward<D>(other.second);
    return *this;
  }
  pair(const pair &) = default;
  pair(pair &&) = default;
  pair &operator=(const pair &other) {
    first = other.first;
    second = other.second;
    return *this;
  }
  pair &operator=(pair &&other) {
    first = model::forward<A>(other.first);
    second = model::forward<B>(other.second);
    return *this;
  }
};
template <class A, class B> inline constexpr bool is_plain<pair<A, B>> = is_plain<A> && is_plain<B>;

template <class T> struct reference_wrapper;
/// What make_pair and make_tuple keep of an argument.
template <class T> struct kept { using type = T; };
template <class T> struct kept<reference_wrapper<T>> { using type = T &; };
template <class T, size_t n> struct kept<T[n]> { using type = const T *; };
template <class T> using kept_t = typename kept<remove_cvref_t<T>>::type;

template <class A, class B> pair<kept_t<A>, kept_t<B>> make_pair(A &&a, B &&b) {
  return pair<kept_t<A>, kept_t<B>>(model::forward<A>(a), model::forward<B>(b));
}
template <class A, class B> bool operator==(const pair<A, B> &a, const pair<A, B> &b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B> bool operator!=(const pair<A, B> &a, const pair<A, B> &b) { return !(a == b); }
template <class A, class B> bool operator<(const pair<A, B> &a, const pair<A, B> &b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class A, class B> bool operator>(const pair<A, B> &a, const pair<A, B> &b) { return b < a; }
template <class A, class B> bool operator<=(const pair<A, B> &a, const pair<A, B> &b) { return !(b < a); }
template <class A, class B> bool operator>=(const pair<A, B> &a, const pair<A, B> &b) { return !(a < b); }
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

  ADJOINT_VIEW("std::get<#>($)") T head;
  ADJOINT_REST tuple<Ts...> tail;

  tuple() : head(), tail() {}
  template <class U, class... Us, class = enable_if_t<sizeof...(Us) == sizeof...(Ts) &&
                                                      !is_same<remove_cvref_t<U>, tuple>>>
  tuple(U &&first, Us &&...others) : head(model::forward<U>(first)), tail(model::forward<Us>(others)...) {}
  template <class U, class... Us> tuple(const tuple<U, Us...> &other) : head(other.head), tail(other.tail) {}
  template <class A, class B> tuple(const pair<A, B> &p) : head(p.first), tail(p.second) {}
  template <class U, class... Us>
  tuple(tuple<U, Us...> &&other) : head(model::forward<U>(other.head)), tail(model::move(other.tail)) {}
  tuple(const tuple &) = default;
  tuple(tuple &&) = default;
  tuple &operator=(const tuple &other) {
    head = other.head;
    tail = other.tail;
    return *this;
  }
  tuple &operator=(tuple &&other) {
    head = model::forward<T>(other.head);
    tail = model::move(other.tail);
    return *this;
  }
  template <class U, class... Us> tuple &operator=(tuple<U, Us...> &&other) {
    head = model::forward<U>(other.head);
    tail = model::move(other.tail);
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
template <class... Ts> inline constexpr bool is_plain<tuple<Ts...>> = (is_plain<Ts> && ...);

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
template <size_t i, class T, class... Ts> auto &&get(tuple<T, Ts...> &&t) { return model::move(get<i>(t)); }
template <size_t i, class A, class B> auto &&get(pair<A, B> &&p) { return model::move(get<i>(p)); }

/// The element of a type.
template <class T, class U, class... Us> T &get(tuple<U, Us...> &t) {
  if constexpr (is_same<T, U>)
    return t.head;
  else
    return get<T>(t.tail);
}
template <class T, class U, class... Us> const T &get(const tuple<U, Us...> &t) {
  if constexpr (is_same<T, U>)
    return t.head;
  else
    return get<T>(t.tail);
}
template <class T, class U, class... Us> T &&get(tuple<U, Us...> &&t) { return static_cast<T &&>(get<T>(t)); }
template <class T, class A, class B> T &get(pair<A, B> &p) {
  if constexpr (is_same<T, A>)
    return p.first;
  else
    return p.second;
}
template <class T, class A, class B> const T &get(const pair<A, B> &p) {
  if constexpr (is_same<T, A>)
    return p.first;
  else
    return p.second;
}
template <class T, class A, class B> T &&get(pair<A, B> &&p) { return static_cast<T &&>(get<T>(p)); }

template <class... Ts> tuple<kept_t<Ts>...> make_tuple(Ts &&...values) {
  return tuple<kept_t<Ts>...>(model::forward<Ts>(values)...);
}
template <class... Ts> tuple<Ts &...> tie(Ts &...variables) { return tuple<Ts &...>(variables...); }
template <class... Ts> tuple<Ts &&...> forward_as_tuple(Ts &&...values) {
  return tuple<Ts &&...>(model::forward<Ts>(values)...);
}

/// What std::tie is given for a value that nobody wants; the two common libraries call its class so.
struct ADJOINT_DIRECT _Swallow_assign {
  template <class T> const _Swallow_assign &operator=(const T &) const { return *this; }
};
using __ignore_type = _Swallow_assign;
inline constexpr _Swallow_assign ignore{};

// ----------------------------------------------------- all elements at once

template <size_t i, class T, class... Ts> struct chosen_type { using type = typename chosen_type<i - 1, Ts...>::type; };
template <class T, class... Ts> struct chosen_type<0, T, Ts...> { using type = T; };

/// How many elements, and of which types.
template <class T> struct elements_of;
template <class A, class B> struct elements_of<pair<A, B>> {
  static constexpr size_t count = 2;
  template <size_t i> using type = typename chosen_type<i, A, B>::type;
};
template <class... Ts> struct elements_of<tuple<Ts...>> {
  static constexpr size_t count = sizeof...(Ts);
  template <size_t i> using type = typename chosen_type<i, Ts...>::type;
};
template <class T, size_t n> struct elements_of<array<T, n>> {
  static constexpr size_t count = n;
  template <size_t> using type = T;
};

template <size_t... is> struct index_sequence {};
template <size_t n, size_t... is> struct index_range {
  using type = typename index_range<n - 1, n - 1, is...>::type;
};
template <size_t... is> struct index_range<0, is...> {
  using type = index_sequence<is...>;
};
template <class T> using indices_of = typename index_range<elements_of<remove_cvref_t<T>>::count>::type;

template <class F, class T, size_t... is> decltype(auto) apply_at(F &&f, T &&t, index_sequence<is...>) {
  return model::forward<F>(f)(get<is>(t)...);
}
template <class F, class T> decltype(auto) apply(F &&f, T &&t) {
  return apply_at(model::forward<F>(f), model::forward<T>(t), indices_of<T>());
}

template <class A, class B, size_t... is, size_t... js>
auto tuple_join(A &&a, B &&b, index_sequence<is...>, index_sequence<js...>) {
  using First = elements_of<remove_cvref_t<A>>;
  using Second = elements_of<remove_cvref_t<B>>;
  return tuple<typename First::template type<is>..., typename Second::template type<js>...>(get<is>(model::forward<A>(a))...,
                                                                                            get<js>(model::forward<B>(b))...);
}
inline tuple<> tuple_cat() { return tuple<>(); }
template <class A> auto tuple_cat(A &&a) {
  return tuple_join(model::forward<A>(a), tuple<>(), indices_of<A>(), index_sequence<>());
}
template <class A, class B, class... Others> auto tuple_cat(A &&a, B &&b, Others &&...others) {
  return tuple_cat(tuple_join(model::forward<A>(a), model::forward<B>(b), indices_of<A>(), indices_of<B>()),
                   model::forward<Others>(others)...);
}

inline bool operator==(const tuple<> &, const tuple<> &) { return true; }
inline bool operator<(const tuple<> &, const tuple<> &) { return false; }
template <class T, class... Ts> bool operator==(const tuple<T, Ts...> &a, const tuple<T, Ts...> &b) {
  return a.head == b.head && a.tail == b.tail;
}
template <class T, class... Ts> bool operator<(const tuple<T, Ts...> &a, const tuple<T, Ts...> &b) {
  return a.head < b.head || (!(b.head < a.head) && a.tail < b.tail);
}
template <class... Ts> bool operator!=(const tuple<Ts...> &a, const tuple<Ts...> &b) { return !(a == b); }
template <class... Ts> bool operator>(const tuple<Ts...> &a, const tuple<Ts...> &b) { return b < a; }
template <class... Ts> bool operator<=(const tuple<Ts...> &a, const tuple<Ts...> &b) { return !(b < a); }
template <class... Ts> bool operator>=(const tuple<Ts...> &a, const tuple<Ts...> &b) { return !(a < b); }

} // namespace adjoint::model

// A generic lambda that is handed models names the library's functions all the same.
namespace std {
using adjoint::model::get;
} // namespace std

#endif
