// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::vector. Memory beyond the elements holds no objects; plain ones begin there by assignment.

#ifndef ADJOINT_MODEL_VECTOR_H
#define ADJOINT_MODEL_VECTOR_H

#include "adjoint/model/core.h"
#include "adjoint/model/iterator.h"

namespace adjoint::model {

template <class T>
class ADJOINT_EXTEND("$b.resize($.size());", "adjoint::require_size($b, $.size());") ADJOINT_SHAPE("$.resize($p.count);") vector {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  vector() : elements(nullptr), count(0), room(0) {}
  explicit vector(size_t n) : elements(allocate<T>(n)), count(n), room(n) {
    if constexpr (__is_class(T))
      makeDefault(elements, n);
  }
  vector(size_t n, const T &value) : elements(allocate<T>(n)), count(n), room(n) {
    for (size_t i = 0; i < n; ++i)
      construct(elements + i, value);
  }
  template <class It, class = enable_if_t<!is_number<It>>>
  vector(It first, It last) : elements(nullptr), count(count_between(first, last)), room(count) {
    elements = allocate<T>(count);
    copyTo(elements, count, 0, first);
  }
  vector(initializer_list<T> list) : elements(allocate<T>(list.size())), count(list.size()), room(list.size()) {
    copyFrom(list.begin());
  }
  vector(const vector &other) : elements(allocate<T>(other.count)), count(other.count), room(other.count) {
    copyFrom(other.elements);
  }
  vector(vector &&other) noexcept : elements(other.elements), count(other.count), room(other.room) { other.forget(); }
  ~vector() {
    destroy();
    deallocate(elements);
  }

  vector &operator=(const vector &other) {
    if (this != &other) {
      size_t n = other.count;
      makeRoomAnew(n);
      copyTo(elements, n, count, other.begin());
      shrinkTo(n);
      count = n;
    }
    return *this;
  }
  vector &operator=(vector &&other) {
    if (this != &other) {
      destroy();
      deallocate(elements);
      elements = other.elements;
      count = other.count;
      room = other.room;
      other.forget();
    }
    return *this;
  }
  vector &operator=(initializer_list<T> list) {
    assign(list.begin(), list.end());
    return *this;
  }

  template <class It, class = enable_if_t<!is_number<It>>> void assign(It first, It last) {
    size_t n = count_between(first, last);
    makeRoomAnew(n);
    copyTo(elements, n, count, first);
    shrinkTo(n);
    count = n;
  }
  void assign(size_t n, const T &value) {
    if constexpr (is_plain<T>) {
      T kept = value;
      makeRoom(n);
      fill(elements, n, n, kept);
    } else if (n > room) {
      vector anew(n, value);
      swap(anew);
    } else {
      fill(elements, n, count, value);
      shrinkTo(n);
    }
    count = n;
  }
  void assign(initializer_list<T> list) { assign(list.begin(), list.end()); }

  T *begin() { return elements; }
  T *end() { return elements + count; }
  const T *begin() const { return elements; }
  const T *end() const { return elements + count; }
  const T *cbegin() const { return elements; }
  const T *cend() const { return elements + count; }
  reverse_iterator<T *> rbegin() { return reverse_iterator<T *>(elements + count); }
  reverse_iterator<T *> rend() { return reverse_iterator<T *>(elements); }
  reverse_iterator<const T *> rbegin() const { return reverse_iterator<const T *>(elements + count); }
  reverse_iterator<const T *> crbegin() const { return rbegin(); }
  reverse_iterator<const T *> crend() const { return rend(); }
  reverse_iterator<const T *> rend() const { return reverse_iterator<const T *>(elements); }
  T *data() { return elements; }
  const T *data() const { return elements; }

  size_t size() const { return count; }
  size_t capacity() const { return room; }
  bool empty() const { return count == 0; }

  T &operator[](size_t i) { return elements[i]; }
  const T &operator[](size_t i) const { return elements[i]; }
  T &at(size_t i) {
    if (i >= count)
      throw_out_of_range();
    return elements[i];
  }
  const T &at(size_t i) const {
    if (i >= count)
      throw_out_of_range();
    return elements[i];
  }
  T &front() { return elements[0]; }
  const T &front() const { return elements[0]; }
  T &back() { return elements[count - 1]; }
  const T &back() const { return elements[count - 1]; }

  void reserve(size_t n) { makeRoom(n); }
  void shrink_to_fit() {
    if (count < room)
      moveTo(count);
  }
  void resize(size_t n) {
    size_t old = count;
    if constexpr (!__is_class(T)) // numbers are zero in new memory
      if (elements == nullptr)
        old = n;
    growTo(n);
    for (size_t i = old; i < n; ++i)
      construct(elements + i);
    shrinkTo(n);
    count = n;
  }
  void resize(size_t n, const T &value) {
    if constexpr (is_plain<T>) {
      T kept = value;
      growTo(n);
      for (size_t i = count; i < n; ++i)
        elements[i] = kept;
    } else {
      if (n > count)
        insert(end(), n - count, value);
      shrinkTo(n);
    }
    count = n;
  }
  void clear() {
    shrinkTo(0);
    count = 0;
  }

  void push_back(const T &value) {
    if constexpr (is_plain<T>) {
      if (count == room) {
        T kept = value;
        moveTo(grown());
        elements[count] = kept;
      } else {
        elements[count] = value;
      }
      ++count;
    } else {
      emplace_back(value);
    }
  }
  void push_back(T &&value) {
    if constexpr (__is_class(T))
      emplace_back(model::move(value));
    else
      push_back(static_cast<const T &>(value));
  }
  template <class... Args> T &emplace_back(Args &&...args) {
    if constexpr (is_plain<T> && __is_trivially_constructible(T, Args...))
      return append(T(model::forward<Args>(args)...));
    else if constexpr (sizeof...(Args) == 1 && (is_computed<T, remove_cvref_t<Args>> && ...))
      return emplace_back(T(model::forward<Args>(args)...));
    else
      return *make(count, model::forward<Args>(args)...);
  }
  void pop_back() { shrinkTo(count - 1), --count; }

  T *insert(const T *where, const T &value) { return emplace(where, value); }
  T *insert(const T *where, T &&value) { return emplace(where, model::move(value)); }
  T *insert(const T *where, size_t n, const T &value) {
    size_t at = static_cast<size_t>(where - elements);
    if constexpr (!is_plain<T>)
      if (n > room - count) {
        T *larger = allocate<T>(grown(n));
        fill(larger + at, n, 0, value);
        return moveApart(larger, grown(n), at, n);
      }
    T kept = value;
    size_t objects = makeGap(at, n);
    fill(elements + at, n, objects, kept);
    return elements + at;
  }
  template <class It, class = enable_if_t<!is_number<It>>> T *insert(const T *where, It first, It last) {
    size_t at = static_cast<size_t>(where - elements), n = static_cast<size_t>(last - first);
    if constexpr (!is_plain<T>)
      if (n > room - count) {
        T *larger = allocate<T>(grown(n));
        copyTo(larger + at, n, 0, first);
        return moveApart(larger, grown(n), at, n);
      }
    size_t objects = makeGap(at, n);
    copyTo(elements + at, n, objects, first);
    return elements + at;
  }
  T *insert(const T *where, initializer_list<T> list) { return insert(where, list.begin(), list.end()); }
  T *emplace(const T *where, T &&value) {
    if constexpr (is_plain<T>) { // it may be one of those that move
      return emplace<const T &>(where, value);
    } else {
      size_t at = static_cast<size_t>(where - elements);
      if (at == count || count == room)
        return make(at, model::move(value));
      size_t objects = makeGap(at, 1);
      put(elements + at, objects > 0, model::move(value));
      return elements + at;
    }
  }
  template <class... Args> T *emplace(const T *where, Args &&...args) {
    size_t at = static_cast<size_t>(where - elements);
    if constexpr (!is_plain<T>)
      if (at == count || count == room)
        return make(at, model::forward<Args>(args)...);
    T made(model::forward<Args>(args)...);
    size_t objects = makeGap(at, 1);
    put(elements + at, objects > 0, model::move(made));
    return elements + at;
  }
  T *erase(const T *where) { return erase(where, where + 1); }
  T *erase(const T *first, const T *last) {
    size_t at = static_cast<size_t>(first - elements), n = static_cast<size_t>(last - first);
    for (size_t i = at; i + n < count; ++i)
      elements[i] = model::move(elements[i + n]);
    shrinkTo(count - n);
    count -= n;
    return elements + at;
  }

  void swap(vector &other) {
    model::swap(elements, other.elements);
    model::swap(count, other.count);
    model::swap(room, other.room);
  }

private:
  static void makeDefault(T *first, size_t n) {
    for (size_t i = 0; i < n; ++i)
      construct(first + i);
  }
  void copyFrom(const T *source) {
    for (size_t i = 0; i < count; ++i)
      construct(elements + i, source[i]);
  }
  void forget() {
    elements = nullptr;
    count = 0;
    room = 0;
  }
  /// Elements end; their memory is given back behind it.
  void destroy() {
    if constexpr (has_destructor<T>)
      for (size_t i = 0; i < count; ++i)
        elements[i].~T();
  }
  /// Elements end, those from n on.
  void shrinkTo(size_t n) {
    if constexpr (has_destructor<T>)
      for (size_t i = n; i < count; ++i)
        elements[i].~T();
  }
  T &append(T made) {
    if (count == room)
      moveTo(grown());
    elements[count] = made;
    ++count;
    return elements[count - 1];
  }
  /// At the end or in new memory.
  template <class... Args> T *make(size_t at, Args &&...args) {
    if (count < room) {
      new (elements + at) T(model::forward<Args>(args)...);
      ++count;
      return elements + at;
    } else { // the arguments may be parts of what moves
      T *larger = allocate<T>(grown());
      new (larger + at) T(model::forward<Args>(args)...);
      return moveApart(larger, grown(), at, 1);
    }
  }
  size_t grown() const { return room == 0 ? 1 : 2 * room; }
  /// With room for n more.
  size_t grown(size_t n) const { return count + (n > count ? n : count); }
  void makeRoom(size_t n) {
    if (elements == nullptr || n > room)
      moveTo(n);
  }
  /// The same, where elements stay: with more room than that, as the library takes it.
  void growTo(size_t n) {
    if (elements == nullptr || n > room)
      moveTo(elements == nullptr ? n : grown(n - count));
  }
  /// The same, where all elements are replaced: in new memory there are none.
  void makeRoomAnew(size_t n) {
    if constexpr (!is_plain<T>)
      if (n > room)
        shrinkTo(0), count = 0;
    makeRoom(n);
  }
  /// To n places, of which the first hold objects.
  static void fill(T *places, size_t n, size_t objects, const T &value) {
    for (size_t i = 0; i < n; ++i)
      put(places + i, i < objects, value);
  }
  template <class It> static void copyTo(T *places, size_t n, size_t objects, It first) {
    for (size_t i = 0; i < n; ++i, ++first)
      put(places + i, i < objects, *first);
  }
  /// Places for n between others, of which the first hold objects, that were moved from: how many.
  size_t makeGap(size_t at, size_t n) {
    if constexpr (is_plain<T>)
      if (n > room - count)
        moveTo(grown(n));
    size_t behind = count - at;
    for (size_t i = count; i > at; --i)
      put(elements + (i - 1 + n), i - 1 + n < count, model::move(elements[i - 1]));
    count += n;
    return behind < n ? behind : n;
  }
  void moveTo(size_t n) {
    T *larger = allocate<T>(n);
    for (size_t i = 0; i < count; ++i)
      construct(larger + i, relocated(elements[i]));
    take(larger, n);
  }
  /// To memory where those between are there already; to the first of these.
  T *moveApart(T *larger, size_t n, size_t at, size_t between) {
    relocate(larger, elements, at);
    relocate(larger + at + between, elements + at, count - at);
    take(larger, n);
    count += between;
    return elements + at;
  }
  static void relocate(T *places, T *objects, size_t n) {
    for (size_t i = 0; i < n; ++i)
      construct(places + i, relocated(objects[i]));
  }
  void take(T *memory, size_t n) {
    destroy();
    deallocate(elements);
    elements = memory;
    room = n;
  }

  ADJOINT_VIEW("$.data()", "$.size()") T *elements;
  ADJOINT_VIEW("$.size()") size_t count;
  ADJOINT_VIEW("$.capacity()") size_t room;
};

/// What std::vector<bool> gives for an element; elements of the model are no bits.
using _Bit_reference = bool &;
using _Bit_iterator = bool *;
using _Bit_const_iterator = const bool *;

template <class T> bool operator==(const vector<T> &a, const vector<T> &b) {
  bool same = a.size() == b.size();
  for (size_t i = 0; same && i < a.size(); ++i)
    same = a[i] == b[i];
  return same;
}
template <class T> bool operator!=(const vector<T> &a, const vector<T> &b) { return !(a == b); }
template <class T> bool operator<(const vector<T> &a, const vector<T> &b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] < b[i])
      return true;
    if (b[i] < a[i])
      return false;
  }
  return a.size() < b.size();
}
template <class T> bool operator>(const vector<T> &a, const vector<T> &b) { return b < a; }
template <class T> bool operator<=(const vector<T> &a, const vector<T> &b) { return !(b < a); }
template <class T> bool operator>=(const vector<T> &a, const vector<T> &b) { return !(a < b); }
template <class T> void swap(vector<T> &a, vector<T> &b) { a.swap(b); }

} // namespace adjoint::model

#endif
