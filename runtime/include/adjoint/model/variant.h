// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::variant: the alternatives side by side, of which one counts. Those that do not are default, or what they held.

#ifndef ADJOINT_MODEL_VARIANT_H
#define ADJOINT_MODEL_VARIANT_H

#include "adjoint/model/core.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

struct ADJOINT_DIRECT monostate {};
inline bool operator==(monostate, monostate) { return true; }

template <class... Ts> struct alternatives {};
template <class T, class... Ts> struct alternatives<T, Ts...> {
  T first;
  alternatives<Ts...> others;

  alternatives() : first(), others() {}
};
template <size_t i, class A> auto &alternative(A &held) {
  if constexpr (i == 0)
    return held.first;
  else
    return alternative<i - 1>(held.others);
}

template <class U, class T, class... Ts> constexpr size_t positionOf() {
  if constexpr (is_same<U, T>)
    return 0;
  else
    return 1 + positionOf<U, Ts...>();
}

/// The alternative that a value makes, by overload resolution among all of them.
template <size_t i> struct numbered {
  static constexpr size_t value = i;
};
template <size_t i, class... Ts> struct choices {
  static void of();
};
template <size_t i, class T, class... Ts> struct choices<i, T, Ts...> : choices<i + 1, Ts...> {
  using choices<i + 1, Ts...>::of;
  static numbered<i> of(T);
};
template <class T> T &&declared();
template <class U, class... Ts> inline constexpr size_t chosen = decltype(choices<0, Ts...>::of(declared<U>()))::value;

template <class... Ts> class variant {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  static constexpr size_t size = sizeof...(Ts);

  variant() : held(), which(0) {}
  template <class U, class = enable_if_t<!is_same<remove_cvref_t<U>, variant>>>
  variant(U &&value) : held(), which(chosen<U, Ts...>) {
    alternative<chosen<U, Ts...>>(held) = forward<U>(value);
  }
  template <class U, class = enable_if_t<!is_same<remove_cvref_t<U>, variant>>> variant &operator=(U &&value) {
    alternative<chosen<U, Ts...>>(held) = forward<U>(value);
    which = chosen<U, Ts...>;
    return *this;
  }
  variant(const variant &) = default;
  variant(variant &&) = default;
  variant &operator=(const variant &) = default;
  variant &operator=(variant &&) = default;

  size_t index() const { return which; }
  bool valueless_by_exception() const { return false; }
  template <class U, class... Args> U &emplace(Args &&...args) { return emplace<positionOf<U, Ts...>()>(forward<Args>(args)...); }
  template <size_t i, class... Args> auto &emplace(Args &&...args) {
    auto &made = alternative<i>(held);
    made = remove_cvref_t<decltype(made)>(forward<Args>(args)...);
    which = i;
    return made;
  }

  /// Whether it counts or not.
  template <size_t i> auto &at() { return alternative<i>(held); }
  template <size_t i> const auto &at() const { return alternative<i>(held); }

private:
  alternatives<Ts...> held;
  ADJOINT_VIEW("$.index()") size_t which;
};

template <class U, class... Ts> bool holds_alternative(const variant<Ts...> &v) {
  return v.index() == positionOf<U, Ts...>();
}
template <size_t i, class... Ts> auto &get(variant<Ts...> &v) {
  if (v.index() != i)
    throw_bad_variant_access();
  return v.template at<i>();
}
template <size_t i, class... Ts> const auto &get(const variant<Ts...> &v) {
  if (v.index() != i)
    throw_bad_variant_access();
  return v.template at<i>();
}
template <size_t i, class... Ts> auto &&get(variant<Ts...> &&v) { return move(get<i>(v)); }
template <class U, class... Ts> U &&get(variant<Ts...> &&v) { return move(get<positionOf<U, Ts...>()>(v)); }
template <class U, class... Ts> U &get(variant<Ts...> &v) { return get<positionOf<U, Ts...>()>(v); }
template <class U, class... Ts> const U &get(const variant<Ts...> &v) { return get<positionOf<U, Ts...>()>(v); }
template <class U, class... Ts> U *get_if(variant<Ts...> *v) {
  constexpr size_t i = positionOf<U, Ts...>();
  return v && v->index() == i ? &v->template at<i>() : nullptr;
}
template <class U, class... Ts> const U *get_if(const variant<Ts...> *v) {
  constexpr size_t i = positionOf<U, Ts...>();
  return v && v->index() == i ? &v->template at<i>() : nullptr;
}

template <size_t i, class F, class V> decltype(auto) visitFrom(F &f, V &v) {
  if constexpr (i + 1 < V::size)
    if (v.index() != i)
      return visitFrom<i + 1>(f, v);
  return f(v.template at<i>());
}
template <class F, class V> decltype(auto) visit(F &&f, V &&v) { return visitFrom<0>(f, v); }
template <class F, class V, class W> decltype(auto) visit(F &&f, V &&v, W &&w) {
  auto withFirst = [&](auto &a) -> decltype(auto) {
    auto withBoth = [&](auto &b) -> decltype(auto) { return f(a, b); };
    return visitFrom<0>(withBoth, w);
  };
  return visitFrom<0>(withFirst, v);
}

} // namespace adjoint::model

// A generic lambda that is handed models names the library's functions all the same.
namespace std {
using adjoint::model::get;
using adjoint::model::get_if;
using adjoint::model::holds_alternative;
} // namespace std

#endif
