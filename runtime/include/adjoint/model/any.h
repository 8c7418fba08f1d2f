// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::any: a pointer to an object of a class that is made for each type of content, as that of std::function.

#ifndef ADJOINT_MODEL_ANY_H
#define ADJOINT_MODEL_ANY_H

#include "adjoint/model/core.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

struct any_made {}; ///< in front of what a content is made of
class any_content {
public:
  virtual ~any_content() {}
  virtual any_content *copy() const = 0;
};
template <class T> class any_holder : public any_content {
public:
  template <class... Args> explicit any_holder(any_made, Args &&...args) : value(model::forward<Args>(args)...) {}
  any_holder *copy() const override { return new any_holder(any_made(), value); }

  T value;
};

class any {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  any() : content(nullptr) {}
  template <class U, class T = remove_cvref_t<U>, class = enable_if_t<!is_same<T, any>>>
  any(U &&value) : content(new any_holder<T>(any_made(), model::forward<U>(value))) {}
  any(const any &other) : content(other.content ? other.content->copy() : nullptr) {}
  any(any &&other) noexcept : content(other.content) { other.content = nullptr; }
  ~any() { delete content; }
  any &operator=(const any &other) {
    any copy(other);
    swap(copy);
    return *this;
  }
  any &operator=(any &&other) {
    any taken(model::move(other));
    swap(taken);
    return *this;
  }
  template <class U, class T = remove_cvref_t<U>, class = enable_if_t<!is_same<T, any>>> any &operator=(U &&value) {
    any made(model::forward<U>(value));
    swap(made);
    return *this;
  }

  template <class T, class... Args> T &emplace(Args &&...args) {
    reset();
    auto *made = new any_holder<T>(any_made(), model::forward<Args>(args)...);
    content = made;
    return made->value;
  }
  void reset() {
    delete content;
    content = nullptr;
  }
  void swap(any &other) { model::swap(content, other.content); }
  bool has_value() const { return content != nullptr; }

  any_content *content;
};

template <class T> T *any_cast(any *object) {
  auto *held = object ? dynamic_cast<any_holder<remove_cvref_t<T>> *>(object->content) : nullptr;
  return held ? &held->value : nullptr;
}
template <class T> const T *any_cast(const any *object) {
  const auto *held = object ? dynamic_cast<const any_holder<remove_cvref_t<T>> *>(object->content) : nullptr;
  return held ? &held->value : nullptr;
}
template <class T> T any_cast(const any &object) {
  const remove_cvref_t<T> *value = model::any_cast<remove_cvref_t<T>>(&object);
  if (!value)
    throw_bad_any_cast();
  return static_cast<T>(*value);
}
template <class T> T any_cast(any &object) {
  remove_cvref_t<T> *value = model::any_cast<remove_cvref_t<T>>(&object);
  if (!value)
    throw_bad_any_cast();
  return static_cast<T>(*value);
}
template <class T> T any_cast(any &&object) {
  remove_cvref_t<T> *value = model::any_cast<remove_cvref_t<T>>(&object);
  if (!value)
    throw_bad_any_cast();
  return static_cast<T>(model::move(*value));
}
template <class T, class... Args> any make_any(Args &&...args) {
  any made;
  made.emplace<T>(model::forward<Args>(args)...);
  return made;
}
inline void swap(any &a, any &b) { a.swap(b); }

} // namespace adjoint::model

#endif
