// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::variant: the alternatives side by side, of which one counts. Those that do not are default, or what they held; or, if
// they are more than their members, not there.

#ifndef ADJOINT_MODEL_VARIANT_H
#define ADJOINT_MODEL_VARIANT_H

#include "adjoint/model/core.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

struct ADJOINT_DIRECT monostate {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
};
inline bool operator==(monostate, monostate) { return true; }

/// The place of one alternative. A plain object stays, and is assigned to.
template <class T, class = void> struct place {
  ADJOINT_VIEW("std::get<#>($)") ADJOINT_WHERE("$.index() == #", "$.which == #") T object;

  place() : object(zero<T>()) {}
  T &get() { return object; }
  const T &get() const { return object; }
  template <class... Args> void begin(Args &&...args) { object = T(model::forward<Args>(args)...); }
  template <class U> void set(U &&value) { object = model::forward<U>(value); }
  void end() {}
};
/// Another whose end is nothing stays, too, but begins where it comes to count.
template <class T> struct place<T, enable_if_t<!is_plain<T> && !has_destructor<T>>> {
  using made_from = typename copied_from<!begins_plainly<T>, place>::type;

  ADJOINT_VIEW("std::get<#>($)") ADJOINT_WHERE("$.index() == #", "$.which == #") T object;
  ADJOINT_VIEW("$.index() == #") bool isThere;

  place() : object(zero<T>()), isThere(false) {}
  place(const made_from &other) : object(zero<T>()), isThere(other.isThere) {
    if (isThere)
      new (&object) T(other.object);
  }
  place(made_from &&other) : object(zero<T>()), isThere(other.isThere) {
    if (isThere)
      new (&object) T(model::move(other.object));
  }
  place &operator=(const place &other) {
    if (other.isThere)
      set(other.object);
    isThere = other.isThere;
    return *this;
  }
  place &operator=(made_from &&other) {
    if (other.isThere)
      set(model::move(other.object));
    isThere = other.isThere;
    return *this;
  }
  T &get() { return object; }
  const T &get() const { return object; }
  template <class... Args> void begin(Args &&...args) {
    new (&object) T(model::forward<Args>(args)...);
    isThere = true;
  }
  template <class U> void set(U &&value) {
    put(&object, isThere, model::forward<U>(value));
    isThere = true;
  }
  void end() { isThere = false; }
};
/// One whose end does something is there while it counts.
template <class T> struct place<T, enable_if_t<has_destructor<T>>> {
  ADJOINT_VIEW("($.index() == # ? &std::get<#>($) : nullptr)", "($.index() == # ? 1 : 0)", "object") T *object;

  place() : object(nullptr) {}
  place(const place &other) : object(other.object ? new T(*other.object) : nullptr) {}
  place(place &&other) noexcept(__is_nothrow_constructible(T, T &&))
      : object(other.object ? new T(model::move(*other.object)) : nullptr) {}
  ~place() { delete object; }
  place &operator=(const place &other) {
    if (!other.object)
      end();
    else if (this != &other)
      set(*other.object);
    return *this;
  }
  place &operator=(place &&other) {
    if (!other.object)
      end();
    else if (this != &other)
      set(model::move(*other.object));
    return *this;
  }
  T &get() { return *object; }
  const T &get() const { return *object; }
  template <class... Args> void begin(Args &&...args) { object = new T(model::forward<Args>(args)...); }
  template <class U> void set(U &&value) {
    if (object)
      *object = model::forward<U>(value);
    else
      begin(model::forward<U>(value));
  }
  void end() {
    delete object;
    object = nullptr;
  }
};

template <class... Ts> struct alternatives {
  void end(size_t) {}
};
template <class T, class... Ts> struct alternatives<T, Ts...> {
  ADJOINT_PART place<T> first;
  ADJOINT_REST alternatives<Ts...> others;

  alternatives() : first(), others() {}
  void end(size_t which) {
    if (which == 0)
      first.end();
    else
      others.end(which - 1);
  }
};
template <size_t i, class A> auto &placeOf(A &held) {
  if constexpr (i == 0)
    return held.first;
  else
    return placeOf<i - 1>(held.others);
}
template <size_t i, class A> auto &alternative(A &held) { return placeOf<i>(held).get(); }

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

template <class... Ts>
class ADJOINT_EXTEND("adjoint::same_alternative($.index(), $b);") ADJOINT_SHAPE("adjoint::same_alternative($p.which, $);") variant {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  static constexpr size_t size = sizeof...(Ts);

  variant() : held(), which(0) { placeOf<0>(held).begin(); }
  template <class U, class = enable_if_t<!is_same<remove_cvref_t<U>, variant>>>
  variant(U &&value) : held(), which(chosen<U, Ts...>) {
    placeOf<chosen<U, Ts...>>(held).begin(model::forward<U>(value));
  }
  template <class U, class = enable_if_t<!is_same<remove_cvref_t<U>, variant>>> variant &operator=(U &&value) {
    constexpr size_t i = chosen<U, Ts...>;
    if constexpr (endsObjects) {
      if (which == i)
        placeOf<i>(held).set(model::forward<U>(value));
      else if constexpr (__is_class(remove_cvref_t<U>))
        emplace<i>(model::forward<U>(value));
      else
        emplace<i>(remove_cvref_t<U>(value)); // what is assigned may be a part of what ends
    } else {
      alternative<i>(held) = model::forward<U>(value);
      which = i;
    }
    return *this;
  }
  variant(const variant &) = default;
  variant(variant &&) = default;
  variant &operator=(const variant &) = default;
  variant &operator=(variant &&) = default;

  size_t index() const { return which; }
  bool valueless_by_exception() const { return false; }
  template <class U, class... Args> U &emplace(Args &&...args) { return emplace<positionOf<U, Ts...>()>(model::forward<Args>(args)...); }
  template <size_t i, class... Args> auto &emplace(Args &&...args) {
    if constexpr (endsObjects)
      held.end(which);
    placeOf<i>(held).begin(model::forward<Args>(args)...);
    which = i;
    return alternative<i>(held);
  }

  /// Whether it counts or not.
  template <size_t i> auto &at() { return alternative<i>(held); }
  template <size_t i> const auto &at() const { return alternative<i>(held); }

private:
  static constexpr bool endsObjects = !(is_plain<Ts> && ...);

  ADJOINT_PART alternatives<Ts...> held;
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
template <size_t i, class... Ts> auto &&get(variant<Ts...> &&v) { return model::move(get<i>(v)); }
template <class U, class... Ts> U &&get(variant<Ts...> &&v) { return model::move(get<positionOf<U, Ts...>()>(v)); }
template <class U, class... Ts> U &get(variant<Ts...> &v) { return get<positionOf<U, Ts...>()>(v); }
template <class U, class... Ts> const U &get(const variant<Ts...> &v) { return get<positionOf<U, Ts...>()>(v); }
template <size_t i, class... Ts> auto *get_if(variant<Ts...> *v) {
  return v && v->index() == i ? &v->template at<i>() : nullptr;
}
template <size_t i, class... Ts> const auto *get_if(const variant<Ts...> *v) {
  return v && v->index() == i ? &v->template at<i>() : nullptr;
}
template <class U, class... Ts> U *get_if(variant<Ts...> *v) { return get_if<positionOf<U, Ts...>()>(v); }
template <class U, class... Ts> const U *get_if(const variant<Ts...> *v) {
  return get_if<positionOf<U, Ts...>()>(v);
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
