// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::list and forward_list: the ring of nodes that tables are, see adjoint/model/table.h, in the user's order.

#ifndef ADJOINT_MODEL_LIST_H
#define ADJOINT_MODEL_LIST_H

#include "adjoint/model/table.h"

namespace adjoint::model {

template <class Self, class T> class sequence {
public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T &;
  using const_reference = const T &;
  using iterator = table_iterator<T>;
  using const_iterator = table_iterator<T>;
  using reverse_iterator = model::reverse_iterator<iterator>;

  sequence() : ring(allocate<table_node<T>>(1)), elements(0) { close(); }
  explicit sequence(size_t n) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    resize(n);
  }
  sequence(size_t n, const T &value) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    resize(n, value);
  }
  template <class It, class = enable_if_t<!is_number<It>>>
  sequence(It first, It last) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    append(first, last);
  }
  sequence(initializer_list<T> list) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    append(list.begin(), list.end());
  }
  sequence(const sequence &other) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    append(other.begin(), other.end());
  }
  sequence(sequence &&other) noexcept : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    exchange(other);
  }
  ~sequence() {
    clear();
    deallocate(ring);
  }
  sequence &operator=(const sequence &other) {
    if (this != &other)
      assign(other.begin(), other.end());
    return *this;
  }
  sequence &operator=(sequence &&other) {
    if (this != &other) {
      clear();
      exchange(other);
    }
    return *this;
  }
  sequence &operator=(initializer_list<T> list) {
    assign(list.begin(), list.end());
    return *this;
  }
  void assign(initializer_list<T> list) { assign(list.begin(), list.end()); }
  template <class It, class = enable_if_t<!is_number<It>>> void assign(It first, It last) {
    table_node<T> *node = ring->next;
    for (; node != ring && first != last; node = node->next, ++first)
      node->value = *first;
    removeFrom(node);
    append(first, last);
  }
  void assign(size_t n, const T &value) {
    table_node<T> *node = ring->next;
    for (; node != ring && n > 0; node = node->next, --n)
      node->value = value;
    for (; n > 0; --n)
      link(ring, value);
    removeFrom(node);
  }

  size_t size() const { return elements; }
  bool empty() const { return elements == 0; }
  iterator begin() const { return iterator(ring->next); }
  iterator end() const { return iterator(ring); }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  iterator before_begin() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  T &front() const { return ring->next->value; }
  T &back() const { return ring->before->value; }

  void push_back(const T &value) { link(ring, value); }
  void push_back(T &&value) { link(ring, model::move(value)); }
  void push_front(const T &value) { link(ring->next, value); }
  void push_front(T &&value) { link(ring->next, model::move(value)); }
  template <class... Args> T &emplace_back(Args &&...args) { return link(ring, model::forward<Args>(args)...)->value; }
  template <class... Args> T &emplace_front(Args &&...args) { return link(ring->next, model::forward<Args>(args)...)->value; }
  void pop_back() { remove_node(ring->before); }
  void pop_front() { remove_node(ring->next); }
  iterator insert(iterator where, const T &value) { return iterator(link(where.node, value)); }
  iterator insert(iterator where, T &&value) { return iterator(link(where.node, model::move(value))); }
  template <class It, class = enable_if_t<!is_number<It>>> iterator insert(iterator where, It first, It last) {
    table_node<T> *before = where.node->before;
    for (; first != last; ++first)
      link(where.node, *first);
    return iterator(before->next);
  }
  iterator insert(iterator where, initializer_list<T> list) { return insert(where, list.begin(), list.end()); }
  iterator insert(iterator where, size_t n, const T &value) {
    table_node<T> *before = where.node->before;
    for (; n > 0; --n)
      link(where.node, value);
    return iterator(before->next);
  }
  template <class... Args> iterator emplace(iterator where, Args &&...args) {
    return iterator(link(where.node, model::forward<Args>(args)...));
  }
  iterator insert_after(iterator where, const T &value) { return iterator(link(where.node->next, value)); }
  iterator insert_after(iterator where, T &&value) { return iterator(link(where.node->next, model::move(value))); }
  iterator erase_after(iterator where) { return erase(iterator(where.node->next)); }
  iterator erase(iterator where) {
    table_node<T> *next = where.node->next;
    remove_node(where.node);
    return iterator(next);
  }
  iterator erase(iterator first, iterator last) {
    while (first != last)
      first = erase(first);
    return last;
  }
  void clear() {
    table_node<T> *node = ring->next;
    while (node != ring) {
      table_node<T> *next = node->next;
      delete node;
      node = next;
    }
    close();
    elements = 0;
  }
  void resize(size_t n) {
    shrinkTo(n);
    while (elements < n)
      link(ring);
  }
  void resize(size_t n, const T &value) {
    shrinkTo(n);
    while (elements < n)
      link(ring, value);
  }
  void swap(Self &other) { exchange(other); }

  template <class P> size_t remove_if(P leaves) {
    const size_t before = elements;
    table_node<T> *node = ring->next;
    while (node != ring) {
      table_node<T> *next = node->next;
      if (leaves(node->value))
        remove_node(node);
      node = next;
    }
    return before - elements;
  }
  size_t remove(const T &value) {
    const size_t before = elements;
    table_node<T> *last = ring; // which holds the value itself
    for (table_node<T> *node = ring->next; node != ring;) {
      table_node<T> *next = node->next;
      if (node->value == value) {
        if (&node->value == &value)
          last = node;
        else
          remove_node(node);
      }
      node = next;
    }
    if (last != ring)
      remove_node(last);
    return before - elements;
  }
  void reverse() {
    table_node<T> *node = ring;
    do {
      table_node<T> *next = node->next;
      node->next = node->before;
      node->before = next;
      node = next;
    } while (node != ring);
  }
  void sort() { sort(less<T>()); }
  /// By insertion: equal elements keep their order.
  template <class L> void sort(L isLess) {
    table_node<T> *node = ring->next;
    while (node != ring) {
      table_node<T> *next = node->next, *where = node;
      while (where->before != ring && isLess(node->value, where->before->value))
        where = where->before;
      if (where != node) {
        node->before->next = node->next;
        node->next->before = node->before;
        insert_node(node, where);
      }
      node = next;
    }
  }
  size_t unique() { return unique(equal_to<T>()); }
  template <class P> size_t unique(P areEqual) {
    const size_t before = elements;
    for (table_node<T> *node = ring->next; node != ring; node = node->next)
      while (node->next != ring && areEqual(node->value, node->next->value))
        remove_node(node->next);
    return before - elements;
  }

  void splice(iterator where, Self &other) { splice(where, other, other.begin(), other.end()); }
  void splice(iterator where, Self &other, iterator it) {
    if (it.node != where.node)
      take(it.node, other, where.node);
  }
  void splice(iterator where, Self &&other) { splice(where, other); }
  /// The place is not in the range; both may be of one list.
  void splice(iterator where, Self &other, iterator first, iterator last) {
    while (first != last) {
      table_node<T> *node = first.node;
      ++first;
      take(node, other, where.node);
    }
  }
  void merge(Self &other) { merge(other, less<T>()); }
  void merge(Self &&other) { merge(other, less<T>()); }
  template <class L> void merge(Self &&other, L isLess) { merge(other, isLess); }
  /// Of two sorted lists; equal elements of this one first.
  template <class L> void merge(Self &other, L isLess) {
    for (table_node<T> *node = ring->next; node != ring; node = node->next)
      while (!other.empty() && isLess(other.front(), node->value))
        take(other.ring->next, other, node);
    splice(end(), other);
  }

private:
  template <class... Args> table_node<T> *link(table_node<T> *next, Args &&...args) {
    table_node<T> *node = new table_node<T>{T(model::forward<Args>(args)...), next, next};
    insert_node(node, next);
    ++elements;
    return node;
  }
  void take(table_node<T> *node, sequence &other, table_node<T> *next) {
    other.unlink(node);
    insert_node(node, next);
    ++elements;
  }
  void insert_node(table_node<T> *node, table_node<T> *next) {
    node->next = next;
    node->before = next->before;
    next->before->next = node;
    next->before = node;
  }
  void unlink(table_node<T> *node) {
    node->before->next = node->next;
    node->next->before = node->before;
    --elements;
  }
  void remove_node(table_node<T> *node) {
    unlink(node);
    delete node;
  }
  template <class It> void append(It first, It last) {
    for (; first != last; ++first)
      link(ring, *first);
  }
  void shrinkTo(size_t n) {
    while (elements > n)
      pop_back();
  }
  void removeFrom(table_node<T> *node) {
    while (node != ring) {
      table_node<T> *next = node->next;
      remove_node(node);
      node = next;
    }
  }
  void close() {
    ring->next = ring;
    ring->before = ring;
  }
  void exchange(sequence &other) {
    model::swap(ring, other.ring);
    model::swap(elements, other.elements);
  }

  ADJOINT_RING("std::distance($.begin(), $.end())") table_node<T> *ring;
  ADJOINT_VIEW("std::distance($.begin(), $.end())") size_t elements;
};

template <class T> class ADJOINT_EXTEND("$b.resize($.size());") list : public sequence<list<T>, T> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using sequence<list<T>, T>::sequence;
  using sequence<list<T>, T>::operator=;
};
template <class T> class ADJOINT_EXTEND("$b.resize(std::distance($.begin(), $.end()));") forward_list : public sequence<forward_list<T>, T> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using sequence<forward_list<T>, T>::sequence;
  using sequence<forward_list<T>, T>::operator=;
};

/// What the two common libraries call the iterators.
template <class T> using _List_iterator = table_iterator<T>;
template <class T> using _List_const_iterator = table_iterator<T>;
template <class T> using _Fwd_list_iterator = table_iterator<T>;
template <class T> using _Fwd_list_const_iterator = table_iterator<T>;

} // namespace adjoint::model

#endif
