// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::deque, and the adaptors queue, stack and priority_queue. Elements of a deque never move: pointers to them do.

#ifndef ADJOINT_MODEL_DEQUE_H
#define ADJOINT_MODEL_DEQUE_H

#include "adjoint/model/functional.h"
#include "adjoint/model/heap.h"
#include "adjoint/model/vector.h"

namespace adjoint::model {

template <class T> class deque_iterator {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  using reference = T &;
  using pointer = T *;
  using difference_type = ptrdiff_t;

  deque_iterator() : at(nullptr) {}
  explicit deque_iterator(T **at) : at(at) {}
  T &operator*() const { return **at; }
  T *operator->() const { return *at; }
  T &operator[](ptrdiff_t n) const { return *at[n]; }
  deque_iterator &operator++() {
    ++at;
    return *this;
  }
  deque_iterator operator++(int) {
    deque_iterator old = *this;
    ++at;
    return old;
  }
  deque_iterator &operator--() {
    --at;
    return *this;
  }
  deque_iterator operator--(int) {
    deque_iterator old = *this;
    --at;
    return old;
  }
  deque_iterator &operator+=(ptrdiff_t n) {
    at += n;
    return *this;
  }
  deque_iterator &operator-=(ptrdiff_t n) {
    at -= n;
    return *this;
  }
  deque_iterator operator+(ptrdiff_t n) const { return deque_iterator(at + n); }
  deque_iterator operator-(ptrdiff_t n) const { return deque_iterator(at - n); }
  ptrdiff_t operator-(const deque_iterator &other) const { return at - other.at; }
  bool operator==(const deque_iterator &other) const { return at == other.at; }
  bool operator!=(const deque_iterator &other) const { return at != other.at; }
  bool operator<(const deque_iterator &other) const { return at < other.at; }

  T **at;
};
template <class T> deque_iterator<T> next(deque_iterator<T> it, ptrdiff_t n = 1) { return it + n; }
template <class T> deque_iterator<T> prev(deque_iterator<T> it, ptrdiff_t n = 1) { return it - n; }
template <class T> ptrdiff_t distance(deque_iterator<T> first, deque_iterator<T> last) { return last - first; }

template <class T>
class ADJOINT_EXTEND("$b.resize($.size());", "adjoint::require_size($b, $.size());") ADJOINT_SHAPE("$.resize($p.count);") deque {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T &;
  using const_reference = const T &;
  using iterator = deque_iterator<T>;
  using const_iterator = deque_iterator<T>;
  using reverse_iterator = model::reverse_iterator<iterator>;

  deque() : elements(nullptr), start(0), count(0), room(0) {}
  explicit deque(size_t n) : elements(nullptr), start(0), count(0), room(0) { resize(n); }
  deque(size_t n, const T &value) : elements(nullptr), start(0), count(0), room(0) { resize(n, value); }
  template <class It, class = enable_if_t<!is_number<It>>>
  deque(It first, It last) : elements(nullptr), start(0), count(0), room(0) {
    append(first, last);
  }
  deque(initializer_list<T> list) : elements(nullptr), start(0), count(0), room(0) { append(list.begin(), list.end()); }
  deque(const deque &other) : elements(nullptr), start(0), count(0), room(0) { append(other.begin(), other.end()); }
  deque(deque &&other) noexcept : elements(nullptr), start(0), count(0), room(0) { swap(other); }
  ~deque() {
    clear();
    deallocate(elements);
  }
  deque &operator=(const deque &other) {
    if (this != &other)
      assign(other.begin(), other.end());
    return *this;
  }
  deque &operator=(deque &&other) {
    if (this != &other) {
      clear();
      swap(other);
    }
    return *this;
  }
  deque &operator=(initializer_list<T> list) {
    assign(list.begin(), list.end());
    return *this;
  }
  template <class It, class = enable_if_t<!is_number<It>>> void assign(It first, It last) {
    size_t n = 0;
    for (; n < count && first != last; ++n, ++first)
      (*this)[n] = *first;
    shrinkTo(n);
    append(first, last);
  }
  void assign(initializer_list<T> list) { assign(list.begin(), list.end()); }
  void assign(size_t n, const T &value) {
    shrinkTo(n);
    for (size_t i = 0; i < count; ++i)
      (*this)[i] = value;
    resize(n, value);
  }

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  iterator begin() const { return iterator(elements + start); }
  iterator end() const { return iterator(elements + start + count); }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  T &operator[](size_t i) const { return *elements[start + i]; }
  T &at(size_t i) const {
    if (i >= count)
      throw_out_of_range();
    return *elements[start + i];
  }
  T &front() const { return *elements[start]; }
  T &back() const { return *elements[start + count - 1]; }

  void push_back(const T &value) { linkBack(new T(value)); }
  void push_back(T &&value) { linkBack(new T(model::move(value))); }
  void push_front(const T &value) { linkFront(new T(value)); }
  void push_front(T &&value) { linkFront(new T(model::move(value))); }
  template <class... Args> T &emplace_back(Args &&...args) {
    linkBack(new T(model::forward<Args>(args)...));
    return back();
  }
  template <class... Args> T &emplace_front(Args &&...args) {
    linkFront(new T(model::forward<Args>(args)...));
    return front();
  }
  void pop_back() {
    --count;
    delete elements[start + count];
  }
  void pop_front() {
    delete elements[start];
    ++start;
    --count;
  }
  iterator insert(iterator where, const T &value) { return emplace(where, value); }
  iterator insert(iterator where, T &&value) { return emplace(where, model::move(value)); }
  iterator insert(iterator where, size_t n, const T &value) {
    size_t at = where - begin();
    if (at == 0 || at == count) {
      fill(makeGap(at, n), n, value);
    } else {
      T kept = value;
      fill(makeGap(at, n), n, kept);
    }
    return begin() + at;
  }
  template <class It, class = enable_if_t<!is_number<It>>> iterator insert(iterator where, It first, It last) {
    T **gap = makeGap(where - begin(), count_between(first, last)), **slot = gap;
    for (; first != last; ++first, ++slot)
      put(slot, *first);
    return iterator(gap);
  }
  iterator insert(iterator where, initializer_list<T> list) { return insert(where, list.begin(), list.end()); }
  template <class... Args> iterator emplace(iterator where, Args &&...args) {
    size_t at = where - begin();
    if (at == 0) {
      linkFront(new T(model::forward<Args>(args)...));
    } else if (at == count) {
      linkBack(new T(model::forward<Args>(args)...));
    } else {
      T made(model::forward<Args>(args)...);
      put(makeGap(at, 1), model::move(made));
    }
    return begin() + at;
  }
  iterator erase(iterator where) {
    size_t at = where - begin();
    return eraseAt(at, 1, at < count - 1 - at);
  }
  iterator erase(iterator first, iterator last) {
    size_t at = first - begin(), n = last - first;
    return n == 0 ? first : eraseAt(at, n, at <= count - n - at);
  }
  void clear() {
    for (size_t i = 0; i < count; ++i)
      delete elements[start + i];
    start = 0;
    count = 0;
  }
  void resize(size_t n) {
    shrinkTo(n);
    while (count < n)
      linkBack(new T());
  }
  void resize(size_t n, const T &value) {
    shrinkTo(n);
    while (count < n)
      linkBack(new T(value));
  }
  void shrink_to_fit() {}
  void swap(deque &other) {
    model::swap(elements, other.elements);
    model::swap(start, other.start);
    model::swap(count, other.count);
    model::swap(room, other.room);
  }

private:
  template <class It> void append(It first, It last) {
    for (; first != last; ++first)
      push_back(*first);
  }
  static void put(T **slot, const T &value) {
    if (*slot)
      **slot = value;
    else
      *slot = new T(value);
  }
  static void put(T **slot, T &&value) {
    if (*slot)
      **slot = model::move(value);
    else
      *slot = new T(model::move(value));
  }
  static void fill(T **slots, size_t n, const T &value) {
    for (size_t i = 0; i < n; ++i)
      put(slots + i, value);
  }
  void shrinkTo(size_t n) {
    while (count > n)
      pop_back();
  }
  /// The n from `at` on; those before or those behind move.
  iterator eraseAt(size_t at, size_t n, bool thoseBefore) {
    if (thoseBefore) {
      for (size_t i = at; i > 0; --i)
        *elements[start + i - 1 + n] = model::move(*elements[start + i - 1]);
      for (size_t i = 0; i < n; ++i)
        pop_front();
    } else {
      for (size_t i = at; i + n < count; ++i)
        *elements[start + i] = model::move(*elements[start + i + n]);
      shrinkTo(count - n);
    }
    return begin() + at;
  }
  /// Places for n between, null where nothing was; those on the shorter side move.
  T **makeGap(size_t at, size_t n) {
    if (start < n || start + count + n > room)
      makeRoom(n);
    bool thoseBefore = at < count / 2;
    for (size_t i = 0; i < n; ++i)
      elements[thoseBefore ? start - n + i : start + count + i] = nullptr;
    if (thoseBefore) {
      start -= n;
      for (size_t i = start; i < start + at; ++i)
        put(elements + i, model::move(*elements[i + n]));
    } else {
      for (size_t i = start + count; i > start + at; --i)
        put(elements + i - 1 + n, model::move(*elements[i - 1]));
    }
    count += n;
    return elements + start + at;
  }
  void linkBack(T *element) {
    if (start + count == room)
      makeRoom(1);
    elements[start + count] = element;
    ++count;
  }
  void linkFront(T *element) {
    if (start == 0)
      makeRoom(1);
    --start;
    elements[start] = element;
    ++count;
  }
  /// For n and more, on both sides.
  void makeRoom(size_t n) {
    size_t side = count + n;
    T **larger = allocate<T *>(count + 2 * side);
    for (size_t i = 0; i < count; ++i)
      larger[side + i] = elements[start + i];
    deallocate(elements);
    elements = larger;
    start = side;
    room = count + 2 * side;
  }

  ADJOINT_SLOTS("$.size()", "$.count", "$.start") T **elements;
  ADJOINT_VIEW("0") size_t start;
  ADJOINT_VIEW("$.size()") size_t count;
  ADJOINT_VIEW("$.size()") size_t room;
};

/// What the two common libraries call the iterators.
template <class T, class Reference, class Pointer> using _Deque_iterator = deque_iterator<T>;

template <class T> class queue {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  bool empty() const { return held.empty(); }
  size_t size() const { return held.size(); }
  T &front() const { return held.front(); }
  T &back() const { return held.back(); }
  void push(const T &value) { held.push_back(value); }
  void push(T &&value) { held.push_back(model::move(value)); }
  template <class... Args> T &emplace(Args &&...args) { return held.emplace_back(model::forward<Args>(args)...); }
  void pop() { held.pop_front(); }
  void swap(queue &other) { held.swap(other.held); }

private:
  deque<T> held;
};

template <class T> class stack {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  bool empty() const { return held.empty(); }
  size_t size() const { return held.size(); }
  T &top() const { return held.back(); }
  void push(const T &value) { held.push_back(value); }
  void push(T &&value) { held.push_back(model::move(value)); }
  template <class... Args> T &emplace(Args &&...args) { return held.emplace_back(model::forward<Args>(args)...); }
  void pop() { held.pop_back(); }
  void swap(stack &other) { held.swap(other.held); }

private:
  deque<T> held;
};

template <class T, class C = vector<T>, class L = less<T>> class priority_queue {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  priority_queue() {}
  explicit priority_queue(const L &order) : isLess(order) {}
  priority_queue(const L &order, const C &elements) : isLess(order) { pushAll(elements.begin(), elements.end()); }
  template <class It> priority_queue(It first, It last) { pushAll(first, last); }

  bool empty() const { return heap.size() == 0; }
  size_t size() const { return heap.size(); }
  const T &top() const { return heap[0]; }
  void push(const T &value) {
    heap.push_back(value);
    model::push_heap(heap.begin(), heap.end(), isLess);
  }
  void push(T &&value) { emplace(model::move(value)); }
  template <class... Args> void emplace(Args &&...args) {
    heap.emplace_back(model::forward<Args>(args)...);
    model::push_heap(heap.begin(), heap.end(), isLess);
  }
  void pop() {
    model::pop_heap(heap.begin(), heap.end(), isLess);
    heap.pop_back();
  }
  void swap(priority_queue &other) {
    heap.swap(other.heap);
    model::swap(isLess, other.isLess);
  }

private:
  template <class It> void pushAll(It first, It last) {
    for (; first != last; ++first)
      heap.push_back(*first);
    model::make_heap(heap.begin(), heap.end(), isLess);
  }

  vector<T> heap;
  L isLess;
};

} // namespace adjoint::model

#endif
