// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <iterator>. Those of arrays, vectors and spans are pointers.

#ifndef ADJOINT_MODEL_ITERATOR_H
#define ADJOINT_MODEL_ITERATOR_H

#include "adjoint/model/core.h"

namespace adjoint::model {

template <class T> const T *begin(initializer_list<T> list) { return list.begin(); }
template <class T> const T *end(initializer_list<T> list) { return list.end(); }
template <class T, size_t n> T *begin(T (&array)[n]) { return array; }
template <class T, size_t n> T *end(T (&array)[n]) { return array + n; }
template <class C> auto begin(C &container) -> decltype(container.begin()) { return container.begin(); }
template <class C> auto end(C &container) -> decltype(container.end()) { return container.end(); }
template <class C> auto begin(const C &container) -> decltype(container.begin()) { return container.begin(); }
template <class C> auto end(const C &container) -> decltype(container.end()) { return container.end(); }
template <class C> auto cbegin(const C &container) -> decltype(container.begin()) { return container.begin(); }
template <class C> auto cend(const C &container) -> decltype(container.end()) { return container.end(); }
template <class C> auto size(const C &container) -> decltype(container.size()) { return container.size(); }
template <class T, size_t n> size_t size(const T (&)[n]) { return n; }
template <class C> auto ssize(const C &container) -> decltype(ptrdiff_t(container.size())) {
  return static_cast<ptrdiff_t>(container.size());
}
template <class T, size_t n> ptrdiff_t ssize(const T (&)[n]) { return static_cast<ptrdiff_t>(n); }
template <class C> auto data(C &container) -> decltype(container.data()) { return container.data(); }
template <class C> auto data(const C &container) -> decltype(container.data()) { return container.data(); }
template <class T, size_t n> T *data(T (&array)[n]) { return array; }
template <class C> bool empty(const C &container) { return container.empty(); }

template <class T, class N> T *next(T *it, N n) { return it + n; }
template <class T> T *next(T *it) { return it + 1; }
template <class T, class N> T *prev(T *it, N n) { return it - n; }
template <class T> T *prev(T *it) { return it - 1; }
template <class T, class N> void advance(T *&it, N n) { it += n; }
template <class T> ptrdiff_t distance(T *first, T *last) { return last - first; }

/// Can it be moved by a number?
template <class It, class = void> inline constexpr bool is_random = false;
template <class It> inline constexpr bool is_random<It, decltype(void(*static_cast<It *>(nullptr) += 1))> = true;

/// How many elements, also between iterators that cannot be subtracted.
template <class It, class = void> inline constexpr bool has_difference = false;
template <class It> inline constexpr bool has_difference<It, decltype(void(It() - It()))> = true;
template <class It> enable_if_t<has_difference<It>, size_t> count_between(It first, It last) {
  return static_cast<size_t>(last - first);
}
template <class It> enable_if_t<!has_difference<It>, size_t> count_between(It first, It last) {
  size_t n = 0;
  for (; first != last; ++first)
    ++n;
  return n;
}

/// Of classes that are iterators, step by step where there is no other way.
template <class It, class = void> inline constexpr bool steps_back = false;
template <class It> inline constexpr bool steps_back<It, decltype(void(--*static_cast<It *>(nullptr)))> = true;
template <class It, class = enable_if_t<__is_class(It)>> ptrdiff_t distance(It first, It last) {
  return static_cast<ptrdiff_t>(count_between(first, last));
}
template <class It, class = enable_if_t<__is_class(It)>> void advance(It &it, ptrdiff_t n) {
  if constexpr (has_difference<It>) {
    it += n;
  } else {
    for (; n > 0; --n)
      ++it;
    if constexpr (steps_back<It>)
      for (; n < 0; ++n)
        --it;
  }
}
template <class It, class = enable_if_t<__is_class(It)>> It next(It it, ptrdiff_t n = 1) {
  advance(it, n);
  return it;
}
template <class It, class = enable_if_t<__is_class(It)>> It prev(It it, ptrdiff_t n = 1) {
  advance(it, -n);
  return it;
}

/// What an iterator of a reversed range points to stands before it.
template <class It> class reverse_iterator {
public:
  reverse_iterator() : current() {}
  explicit reverse_iterator(It it) : current(it) {}
  It base() const { return current; }
  decltype(auto) operator*() const {
    It before = current;
    --before;
    return *before;
  }
  auto *operator->() const { return &**this; }
  decltype(auto) operator[](ptrdiff_t n) const { return *(*this + n); }
  reverse_iterator &operator++() {
    --current;
    return *this;
  }
  reverse_iterator operator++(int) {
    reverse_iterator old = *this;
    --current;
    return old;
  }
  reverse_iterator &operator--() {
    ++current;
    return *this;
  }
  reverse_iterator operator--(int) {
    reverse_iterator old = *this;
    ++current;
    return old;
  }
  reverse_iterator &operator+=(ptrdiff_t n) {
    current -= n;
    return *this;
  }
  reverse_iterator &operator-=(ptrdiff_t n) {
    current += n;
    return *this;
  }
  reverse_iterator operator+(ptrdiff_t n) const { return reverse_iterator(current - n); }
  reverse_iterator operator-(ptrdiff_t n) const { return reverse_iterator(current + n); }
  ptrdiff_t operator-(const reverse_iterator &other) const { return other.current - current; }
  bool operator==(const reverse_iterator &other) const { return current == other.current; }
  bool operator!=(const reverse_iterator &other) const { return current != other.current; }
  bool operator<(const reverse_iterator &other) const { return other.current < current; }

private:
  It current;
};

template <class It> reverse_iterator<It> make_reverse_iterator(It it) { return reverse_iterator<It>(it); }

template <class C> auto rbegin(C &container) -> decltype(container.rbegin()) { return container.rbegin(); }
template <class C> auto rend(C &container) -> decltype(container.rend()) { return container.rend(); }
template <class C> auto rbegin(const C &container) -> decltype(container.rbegin()) { return container.rbegin(); }
template <class C> auto rend(const C &container) -> decltype(container.rend()) { return container.rend(); }
template <class C> auto crbegin(const C &container) -> decltype(container.rbegin()) { return container.rbegin(); }
template <class C> auto crend(const C &container) -> decltype(container.rend()) { return container.rend(); }
template <class T, size_t n> reverse_iterator<T *> rbegin(T (&array)[n]) { return reverse_iterator<T *>(array + n); }
template <class T, size_t n> reverse_iterator<T *> rend(T (&array)[n]) { return reverse_iterator<T *>(array); }

/// What is assigned to it goes to the end of the container.
template <class C> class back_insert_iterator {
public:
  explicit back_insert_iterator(C &container) : target(&container) {}
  back_insert_iterator(const back_insert_iterator &) = default;
  back_insert_iterator &operator=(const back_insert_iterator &) = default;
  template <class T> back_insert_iterator &operator=(const T &value) {
    target->push_back(value);
    return *this;
  }
  back_insert_iterator &operator*() { return *this; }
  back_insert_iterator &operator++() { return *this; }
  back_insert_iterator operator++(int) { return *this; }

private:
  C *target;
};
template <class C> back_insert_iterator<C> back_inserter(C &container) { return back_insert_iterator<C>(container); }

/// What is assigned to it goes to the front of the container.
template <class C> class front_insert_iterator {
public:
  explicit front_insert_iterator(C &container) : target(&container) {}
  front_insert_iterator(const front_insert_iterator &) = default;
  front_insert_iterator &operator=(const front_insert_iterator &) = default;
  template <class T> front_insert_iterator &operator=(const T &value) {
    target->push_front(value);
    return *this;
  }
  front_insert_iterator &operator*() { return *this; }
  front_insert_iterator &operator++() { return *this; }
  front_insert_iterator operator++(int) { return *this; }

private:
  C *target;
};
template <class C> front_insert_iterator<C> front_inserter(C &container) { return front_insert_iterator<C>(container); }

/// What is assigned to it goes before a place, one behind the other.
template <class C> class insert_iterator {
public:
  using iterator = typename C::iterator;

  insert_iterator(C &container, iterator place) : target(&container), place(place) {}
  insert_iterator(const insert_iterator &) = default;
  insert_iterator &operator=(const insert_iterator &) = default;
  template <class T> insert_iterator &operator=(const T &value) {
    place = target->insert(place, value);
    ++place;
    return *this;
  }
  insert_iterator &operator*() { return *this; }
  insert_iterator &operator++() { return *this; }
  insert_iterator &operator++(int) { return *this; }

private:
  C *target;
  iterator place;
};
template <class C> insert_iterator<C> inserter(C &container, typename C::iterator place) {
  return insert_iterator<C>(container, place);
}

/// What the two common libraries call the iterators of their containers.
namespace __gnu_cxx {
template <class Pointer, class Container> using __normal_iterator = Pointer;
}
template <class Pointer, class...> using __wrap_iter = Pointer;

} // namespace adjoint::model

#endif
