// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::optional, unique_ptr and shared_ptr.

#ifndef ADJOINT_MODEL_MEMORY_H
#define ADJOINT_MODEL_MEMORY_H

#include "adjoint/model/core.h"

namespace adjoint::model {

struct ADJOINT_DIRECT nullopt_t {
  explicit constexpr nullopt_t(int) {}
};
inline constexpr nullopt_t nullopt{0};

/// An object whose end is nothing stays where it is, whether it counts or not.
template <class T, class = void>
class ADJOINT_EXTEND("if ($ && !$b) $b.emplace();", "adjoint::require_value($b, $.has_value());")
    ADJOINT_SHAPE("adjoint::have_value($, $p.filled);") optional {
  using made_from = typename copied_from<!begins_plainly<T>, optional>::type;
  using assigned_from = typename copied_from<!is_plain<T>, optional>::type;

public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;

  optional() : held(zero<T>()), filled(false) {}
  optional(nullopt_t) : held(zero<T>()), filled(false) {}
  template <class U = T, class = enable_if_t<!is_same<remove_cvref_t<U>, optional>>>
  optional(U &&value) : held(model::forward<U>(value)), filled(true) {}
  optional(const made_from &other) : held(zero<T>()), filled(other.filled) {
    if (filled)
      new (&held) T(other.held);
  }
  optional(made_from &&other) : held(zero<T>()), filled(other.filled) {
    if (filled)
      new (&held) T(model::move(other.held));
  }
  optional &operator=(nullopt_t) {
    filled = false;
    return *this;
  }
  template <class U = T, class = enable_if_t<!is_same<remove_cvref_t<U>, optional>>> optional &operator=(U &&value) {
    set(model::forward<U>(value));
    return *this;
  }
  optional &operator=(const assigned_from &other) {
    if (other.filled)
      set(other.held);
    filled = other.filled;
    return *this;
  }
  optional &operator=(made_from &&other) {
    if (other.filled)
      set(model::move(other.held));
    filled = other.filled;
    return *this;
  }

  explicit operator bool() const { return filled; }
  bool has_value() const { return filled; }
  T &operator*() { return held; }
  const T &operator*() const { return held; }
  T *operator->() { return &held; }
  const T *operator->() const { return &held; }
  T &value() {
    if (!filled)
      throw_bad_optional_access();
    return held;
  }
  const T &value() const {
    if (!filled)
      throw_bad_optional_access();
    return held;
  }
  template <class U> T value_or(U &&other) const {
    if (filled)
      return held;
    return static_cast<T>(model::forward<U>(other));
  }
  void reset() { filled = false; }
  template <class... Args> T &emplace(Args &&...args) {
    construct(&held, model::forward<Args>(args)...);
    filled = true;
    return held;
  }
  void swap(optional &other) {
    if constexpr (is_plain<T>) {
      model::swap(held, other.held);
      model::swap(filled, other.filled);
    } else if (filled && other.filled) {
      model::swap(held, other.held);
    } else if (filled || other.filled) {
      optional taken(model::move(*this));
      optional given(model::move(other));
      reset();
      other.reset();
      if (given.filled)
        set(model::move(given.held));
      if (taken.filled)
        other.set(model::move(taken.held));
    }
  }

private:
  template <class U> void set(U &&value) {
    if constexpr (is_plain<T>)
      held = model::forward<U>(value);
    else
      put(&held, filled, model::forward<U>(value));
    filled = true;
  }

  ADJOINT_VIEW("(*$)") ADJOINT_WHERE("$.has_value()", "$.filled") T held; ///< zero, or what it was, where nothing is held
  ADJOINT_VIEW("$.has_value()") bool filled;
};

/// An object whose end does something begins where it is given, and ends where the optional lets go of it.
template <class T>
class ADJOINT_SHAPE("adjoint::have_value($, $p.held != nullptr);") optional<T, enable_if_t<has_destructor<T>>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;

  optional() : held(nullptr) {}
  optional(nullopt_t) : held(nullptr) {}
  template <class U = T, class = enable_if_t<!is_same<remove_cvref_t<U>, optional>>>
  optional(U &&value) : held(new T(model::forward<U>(value))) {}
  optional(const optional &other) : held(other.held ? new T(*other.held) : nullptr) {}
  optional(optional &&other) noexcept(__is_nothrow_constructible(T, T &&))
      : held(other.held ? new T(model::move(*other.held)) : nullptr) {}
  ~optional() { delete held; }
  optional &operator=(nullopt_t) {
    reset();
    return *this;
  }
  template <class U = T, class = enable_if_t<!is_same<remove_cvref_t<U>, optional>>> optional &operator=(U &&value) {
    if (held)
      *held = model::forward<U>(value);
    else
      held = new T(model::forward<U>(value));
    return *this;
  }
  optional &operator=(const optional &other) {
    if (!other.held)
      reset();
    else if (this != &other)
      *this = *other.held;
    return *this;
  }
  optional &operator=(optional &&other) {
    if (!other.held)
      reset();
    else if (this != &other)
      *this = model::move(*other.held);
    return *this;
  }

  explicit operator bool() const { return held != nullptr; }
  bool has_value() const { return held != nullptr; }
  T &operator*() { return *held; }
  const T &operator*() const { return *held; }
  T *operator->() { return held; }
  const T *operator->() const { return held; }
  T &value() {
    if (!held)
      throw_bad_optional_access();
    return *held;
  }
  const T &value() const {
    if (!held)
      throw_bad_optional_access();
    return *held;
  }
  template <class U> T value_or(U &&other) const {
    if (held)
      return *held;
    return static_cast<T>(model::forward<U>(other));
  }
  void reset() {
    delete held;
    held = nullptr;
  }
  template <class... Args> T &emplace(Args &&...args) {
    reset();
    held = new T(model::forward<Args>(args)...);
    return *held;
  }
  void swap(optional &other) { model::swap(held, other.held); }

private:
  ADJOINT_VIEW("($ ? &*$ : nullptr)", "($ ? 1 : 0)", "object") T *held;
};

template <class T> void swap(optional<T> &a, optional<T> &b) { a.swap(b); }
template <class T> bool operator==(const optional<T> &a, nullopt_t) { return !a.has_value(); }
template <class T> bool operator!=(const optional<T> &a, nullopt_t) { return a.has_value(); }
template <class T> bool operator==(const optional<T> &a, const optional<T> &b) {
  return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
}
template <class T> bool operator!=(const optional<T> &a, const optional<T> &b) { return !(a == b); }
template <class T> bool operator==(nullopt_t, const optional<T> &a) { return !a.has_value(); }
template <class T> bool operator!=(nullopt_t, const optional<T> &a) { return a.has_value(); }
template <class T> bool operator<(const optional<T> &a, const optional<T> &b) {
  return b.has_value() && (!a.has_value() || *a < *b);
}
template <class T> bool operator>(const optional<T> &a, const optional<T> &b) { return b < a; }
template <class T> bool operator<=(const optional<T> &a, const optional<T> &b) { return !(b < a); }
template <class T> bool operator>=(const optional<T> &a, const optional<T> &b) { return !(a < b); }
/// With a value; nothing is less than any.
template <class U> inline constexpr bool is_value = !is_same<U, nullopt_t>;
template <class T> inline constexpr bool is_value<optional<T>> = false;
#define ADJOINT_COMPARED(op, ofNothing, ofNothingBehind)                                                               \
  template <class T, class U, class = enable_if_t<is_value<U>>> bool operator op(const optional<T> &a, const U &b) {   \
    return a.has_value() ? *a op b : ofNothing;                                                                        \
  }                                                                                                                    \
  template <class T, class U, class = enable_if_t<is_value<U>>> bool operator op(const U &a, const optional<T> &b) {   \
    return b.has_value() ? a op *b : ofNothingBehind;                                                                  \
  }
ADJOINT_COMPARED(==, false, false)
ADJOINT_COMPARED(!=, true, true)
ADJOINT_COMPARED(<, true, false)
ADJOINT_COMPARED(<=, true, false)
ADJOINT_COMPARED(>, false, true)
ADJOINT_COMPARED(>=, false, true)
#undef ADJOINT_COMPARED
template <class T> optional<remove_cvref_t<T>> make_optional(T &&value) {
  return optional<remove_cvref_t<T>>(model::forward<T>(value));
}
template <class T, class... Args> optional<T> make_optional(Args &&...args) {
  optional<T> made;
  made.emplace(model::forward<Args>(args)...);
  return made;
}


/// Without a deleter of one's own, which is none here.
template <class T> using default_delete = void;

template <class T> struct pointee {
  using type = T;
};
template <class T> struct pointee<T[]> {
  using type = T;
};

/// Can it be called with memory that nobody knows the type of? Then it is taken to free it.
template <class D, class = void> inline constexpr bool frees_anything = false;
template <class D>
inline constexpr bool frees_anything<D, decltype(void((*static_cast<D *>(nullptr))(static_cast<void *>(nullptr))))> = true;

/// With a deleter, which is called.
template <class T, class D = void> class unique_ptr {
public:
  using element = typename pointee<T>::type;

  unique_ptr() : target(nullptr), deleter() {}
  unique_ptr(nullptr_t) : target(nullptr), deleter() {}
  explicit unique_ptr(element *target) : target(target), deleter() {}
  template <class E> unique_ptr(element *target, E &&deleter) : target(target), deleter(model::forward<E>(deleter)) {}
  unique_ptr(unique_ptr &&other) noexcept : target(other.release()), deleter(model::move(other.deleter)) {}
  ~unique_ptr() {
    if (target)
      end(target);
  }
  unique_ptr &operator=(unique_ptr &&other) {
    reset(other.release());
    if constexpr (__is_assignable(D &, D &&)) // otherwise nobody assigns
      deleter = model::move(other.deleter);
    return *this;
  }
  unique_ptr &operator=(nullptr_t) {
    reset();
    return *this;
  }
  element *get() const { return target; }
  D &get_deleter() { return deleter; }
  const D &get_deleter() const { return deleter; }
  element &operator*() const { return *target; }
  element *operator->() const { return target; }
  element &operator[](size_t i) const { return target[i]; }
  explicit operator bool() const { return target != nullptr; }
  element *release() {
    element *released = target;
    target = nullptr;
    return released;
  }
  void reset(element *other = nullptr) {
    element *old = target;
    target = other;
    if (old)
      end(old);
  }
  void swap(unique_ptr &other) {
    model::swap(target, other.target);
    model::swap(deleter, other.deleter);
  }

private:
  void end(element *old) {
    if constexpr (frees_anything<D>)
      __builtin_free(old);
    else
      deleter(old);
  }

  element *target;
  D deleter;
};

template <class T> class unique_ptr<T, void> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  unique_ptr() : target(nullptr) {}
  unique_ptr(nullptr_t) : target(nullptr) {}
  explicit unique_ptr(T *target) : target(target) {}
  unique_ptr(unique_ptr &&other) noexcept : target(other.release()) {}
  template <class U> unique_ptr(unique_ptr<U> &&other) : target(other.release()) {}
  ~unique_ptr() { delete target; }
  unique_ptr &operator=(unique_ptr &&other) {
    reset(other.release());
    return *this;
  }
  template <class U> unique_ptr &operator=(unique_ptr<U> &&other) {
    reset(other.release());
    return *this;
  }
  unique_ptr &operator=(nullptr_t) {
    reset();
    return *this;
  }
  T *get() const { return target; }
  T &operator*() const { return *target; }
  T *operator->() const { return target; }
  explicit operator bool() const { return target != nullptr; }
  T *release() {
    T *released = target;
    target = nullptr;
    return released;
  }
  void reset(T *other = nullptr) {
    T *old = target;
    target = other;
    delete old;
  }
  void swap(unique_ptr &other) { model::swap(target, other.target); }

private:
  ADJOINT_VIEW("$.get()", "($ ? 1 : 0)", "object") T *target;
};

template <class T> class unique_ptr<T[], void> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  unique_ptr() : elements(nullptr) {}
  unique_ptr(nullptr_t) : elements(nullptr) {}
  explicit unique_ptr(T *elements) : elements(elements) {}
  unique_ptr(unique_ptr &&other) noexcept : elements(other.release()) {}
  ~unique_ptr() { delete[] elements; }
  unique_ptr &operator=(unique_ptr &&other) {
    reset(other.release());
    return *this;
  }
  T *get() const { return elements; }
  T &operator[](size_t i) const { return elements[i]; }
  explicit operator bool() const { return elements != nullptr; }
  T *release() {
    T *released = elements;
    elements = nullptr;
    return released;
  }
  void reset(T *other = nullptr) {
    T *old = elements;
    elements = other;
    delete[] old;
  }
  void swap(unique_ptr &other) { model::swap(elements, other.elements); }

private:
  ADJOINT_VIEW("$.get()") T *elements;
};

template <class T> struct made {
  using unique = unique_ptr<T>;
  static constexpr bool isArray = false;
};
template <class T> struct made<T[]> {
  using element = T;
  static constexpr bool isArray = true;
};
template <class T, class... Args> enable_if_t<!made<T>::isArray, unique_ptr<T>> make_unique(Args &&...args) {
  return unique_ptr<T>(new T(model::forward<Args>(args)...));
}
template <class T> enable_if_t<made<T>::isArray, unique_ptr<T>> make_unique(size_t n) {
  return unique_ptr<T>(new typename made<T>::element[n]());
}

#include "adjoint/model/shared.h"

/// Of the objects that derive from it, nobody asks who owns them: there is no shared_from_this().
/// (It is not made by derived classes alone, as the library's is: some versions of Clang ask who makes it.)
template <class T> class enable_shared_from_this {
public:
  enable_shared_from_this() {}
  enable_shared_from_this(const enable_shared_from_this &) {}
  enable_shared_from_this &operator=(const enable_shared_from_this &) { return *this; }
};

template <class T, class D> bool operator==(const unique_ptr<T, D> &p, nullptr_t) { return p.get() == nullptr; }
template <class T, class D> bool operator==(nullptr_t, const unique_ptr<T, D> &p) { return p.get() == nullptr; }
template <class T, class D, class U, class E>
bool operator==(const unique_ptr<T, D> &p, const unique_ptr<U, E> &q) {
  return p.get() == q.get();
}
template <class T, class D> bool operator!=(const unique_ptr<T, D> &p, nullptr_t) { return p.get() != nullptr; }
template <class T, class D> bool operator!=(nullptr_t, const unique_ptr<T, D> &p) { return p.get() != nullptr; }
template <class T, class D, class U, class E>
bool operator!=(const unique_ptr<T, D> &p, const unique_ptr<U, E> &q) {
  return p.get() != q.get();
}

namespace boost {
#include "adjoint/model/shared.h"
} // namespace boost

} // namespace adjoint::model

#endif
