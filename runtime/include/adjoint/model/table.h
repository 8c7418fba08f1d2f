// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What std::map, set and their unordered kinds have in common: a ring of nodes, which never move, in the order of iteration.
//
// The ring begins and ends at a node without a value. An element is looked for from the beginning: tables of the
// differentiated function are small, and what is linear here is not recorded.

#ifndef ADJOINT_MODEL_TABLE_H
#define ADJOINT_MODEL_TABLE_H

#include "adjoint/model/core.h"
#include "adjoint/model/functional.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

template <class T> struct table_node {
  T value;
  table_node *next;
  table_node *before;
};

template <class T> class table_iterator {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  using reference = T &;
  using pointer = T *;
  using difference_type = ptrdiff_t;

  table_iterator() : node(nullptr) {}
  explicit table_iterator(table_node<T> *node) : node(node) {}
  T &operator*() const { return node->value; }
  T *operator->() const { return &node->value; }
  table_iterator &operator++() {
    node = node->next;
    return *this;
  }
  table_iterator operator++(int) {
    table_iterator old = *this;
    node = node->next;
    return old;
  }
  table_iterator &operator--() {
    node = node->before;
    return *this;
  }
  table_iterator operator--(int) {
    table_iterator old = *this;
    node = node->before;
    return old;
  }
  bool operator==(const table_iterator &other) const { return node == other.node; }
  bool operator!=(const table_iterator &other) const { return node != other.node; }

  table_node<T> *node;
};

/// How many steps from one to the other; the library's own have no such operator, so that no user's program uses it.
template <class T> ptrdiff_t operator-(table_iterator<T> last, table_iterator<T> first) {
  ptrdiff_t steps = 0;
  for (; first != last; ++first)
    ++steps;
  return steps;
}
template <class T> ptrdiff_t distance(table_iterator<T> first, table_iterator<T> last) { return last - first; }
template <class T> void advance(table_iterator<T> &it, ptrdiff_t n) {
  for (; n > 0; --n)
    ++it;
  for (; n < 0; ++n)
    --it;
}
template <class T> table_iterator<T> next(table_iterator<T> it, ptrdiff_t n = 1) {
  model::advance(it, n);
  return it;
}
template <class T> table_iterator<T> prev(table_iterator<T> it, ptrdiff_t n = 1) {
  model::advance(it, -n);
  return it;
}

/// Elements are found without it.
template <class Key> struct hash {};

/// For the order of unordered containers: new elements come last. The library leaves it open. Keys are told apart by `Equal`.
template <class Equal> struct in_order_of_insertion {
  using equal = Equal;
};
template <class Less> constexpr bool isOrdered = true;
template <class Equal> constexpr bool isOrdered<in_order_of_insertion<Equal>> = false;

template <class T> inline constexpr bool is_plain_element = is_plain<T>;
template <class K, class V> inline constexpr bool is_plain_element<pair<const K, V>> = is_plain<K> && is_plain<V>;

/// Elements T are told apart by a Key, the element itself or its `first`. `Self` is the class derived from it.
template <class Self, class Key, class T, class Less, bool isMulti> class table {
public:
  using key_type = Key;
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T &;
  using const_reference = const T &;
  using iterator = table_iterator<T>;
  using const_iterator = table_iterator<T>;
  using reverse_iterator = model::reverse_iterator<iterator>;

  table() : ring(allocate<table_node<T>>(1)), elements(0) { close(); }
  table(const table &other) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    copyFrom(other);
  }
  table(table &&other) noexcept : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    exchange(other);
  }
  table(initializer_list<T> list) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    insert(list);
  }
  template <class It> table(It first, It last) : ring(allocate<table_node<T>>(1)), elements(0) {
    close();
    insert(first, last);
  }
  ~table() {
    clear();
    deallocate(ring);
  }
  table &operator=(const table &other) {
    if (this != &other) {
      clear();
      copyFrom(other);
    }
    return *this;
  }
  table &operator=(table &&other) {
    if (this != &other) {
      clear();
      exchange(other);
    }
    return *this;
  }
  table &operator=(initializer_list<T> list) {
    clear();
    insert(list);
    return *this;
  }

  size_t size() const { return elements; }
  bool empty() const { return elements == 0; }
  iterator begin() const { return iterator(ring->next); }
  iterator end() const { return iterator(ring); }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  void reserve(size_t) {}
  void rehash(size_t) {}
  void max_load_factor(float) {}

  iterator find(const Key &key) const { return iterator(nodeOf(key)); }
  bool contains(const Key &key) const { return nodeOf(key) != ring; }
  size_t count(const Key &key) const {
    size_t n = 0;
    for (table_node<T> *node = ring->next; node != ring; node = node->next)
      if (isSame(keyOf(node->value), key))
        ++n;
    return n;
  }
  iterator lower_bound(const Key &key) const {
    table_node<T> *node = ring->next;
    while (node != ring && Less()(keyOf(node->value), key))
      node = node->next;
    return iterator(node);
  }
  iterator upper_bound(const Key &key) const {
    table_node<T> *node = ring->next;
    while (node != ring && !Less()(key, keyOf(node->value)))
      node = node->next;
    return iterator(node);
  }
  pair<iterator, iterator> equal_range(const Key &key) const {
    if constexpr (isOrdered<Less>)
      return pair<iterator, iterator>(lower_bound(key), upper_bound(key));
    else
      return equals(nodeOf(key), key);
  }

  auto insert(const T &value) { return insertOne(value); }
  auto insert(T &&value) { return insertOne(model::move(value)); }
  template <class A, class B> auto insert(const pair<A, B> &value) { return emplace(value); }
  template <class A, class B> auto insert(pair<A, B> &&value) { return emplace(model::move(value)); }
  iterator insert(iterator hint, const T &value) { return emplace_hint(hint, value); }
  iterator insert(iterator hint, T &&value) { return emplace_hint(hint, model::move(value)); }
  template <class It, class = enable_if_t<!is_same<It, iterator>>> void insert(It first, It last) {
    for (; first != last; ++first)
      insert(*first);
  }
  void insert(const_iterator first, const_iterator last) {
    for (; first != last; ++first)
      insert(*first);
  }
  void insert(initializer_list<T> list) { insert(list.begin(), list.end()); }
  template <class... Args> auto emplace(Args &&...args) {
    if constexpr (!is_plain_element<T>) { // it begins where it stays
      table_node<T> *made = new table_node<T>{T(model::forward<Args>(args)...), nullptr, nullptr};
      if constexpr (isMulti)
        return iterator(link(made));
      else
        return linkOrDelete(made);
    } else {
      return insert(T(model::forward<Args>(args)...));
    }
  }
  /// Among its equals as close before the hint as it may stand.
  template <class... Args> iterator emplace_hint(iterator hint, Args &&...args) {
    if constexpr (isMulti) {
      table_node<T> *node = new table_node<T>{T(model::forward<Args>(args)...), nullptr, nullptr};
      return iterator(linkBefore(placeNear(hint.node, keyOf(node->value)), node));
    } else {
      return emplace(model::forward<Args>(args)...).first;
    }
  }

  size_t erase(const Key &key) {
    size_t erased = 0;
    table_node<T> *node = ring->next;
    while (node != ring) {
      table_node<T> *next = node->next;
      if (isSame(keyOf(node->value), key)) {
        remove(node);
        ++erased;
      }
      node = next;
    }
    return erased;
  }
  iterator erase(iterator where) {
    table_node<T> *next = where.node->next;
    remove(where.node);
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
  void swap(Self &other) { exchange(other); }
  /// Takes over the elements of which there is none here; the others stay.
  template <class Other> void merge(Other &&other) {
    for (auto it = other.begin(); it != other.end();) {
      table_node<T> *node = it.node;
      ++it;
      if (isMulti || nodeOf(keyOf(node->value)) == ring)
        link(other.unlink(node));
    }
  }

  // Of maps.
  auto &operator[](const Key &key) { return made(key)->value.second; }
  auto &at(const Key &key) const {
    table_node<T> *node = nodeOf(key);
    if (node == ring)
      throw_out_of_range();
    return node->value.second;
  }
  template <class... Args> pair<iterator, bool> try_emplace(const Key &key, Args &&...args) {
    size_t before = elements;
    table_node<T> *node = made(key, model::forward<Args>(args)...);
    return pair<iterator, bool>(iterator(node), elements != before);
  }
  template <class V> pair<iterator, bool> insert_or_assign(const Key &key, V &&value) {
    table_node<T> *node = nodeOf(key);
    bool isNew = node == ring;
    if (isNew)
      node = made(key, model::forward<V>(value));
    else
      node->value.second = model::forward<V>(value);
    return pair<iterator, bool>(iterator(node), isNew);
  }

  /// The node, which belongs to nobody then.
  table_node<T> *unlink(table_node<T> *node) {
    node->before->next = node->next;
    node->next->before = node->before;
    --elements;
    return node;
  }

private:
  template <class U> static const Key &keyOf(const U &value) {
    if constexpr (is_same<U, Key>)
      return value;
    else
      return value.first;
  }
  static bool isSame(const Key &a, const Key &b) {
    if constexpr (isOrdered<Less>)
      return !Less()(a, b) && !Less()(b, a);
    else
      return typename Less::equal()(a, b);
  }
  /// The ring where there is none.
  table_node<T> *nodeOf(const Key &key) const {
    table_node<T> *node = ring->next;
    while (node != ring && !isSame(keyOf(node->value), key))
      node = node->next;
    return node;
  }
  /// From the first with the key on; elements of one key stand beside each other.
  pair<iterator, iterator> equals(table_node<T> *first, const Key &key) const {
    table_node<T> *last = first;
    while (last != ring && isSame(keyOf(last->value), key))
      last = last->next;
    return pair<iterator, iterator>(iterator(first), iterator(last));
  }
  template <class... Args> table_node<T> *made(const Key &key, Args &&...args) {
    table_node<T> *node = nodeOf(key);
    if (node == ring)
      node = link(new table_node<T>{T(of_parts(), key, model::forward<Args>(args)...), nullptr, nullptr});
    return node;
  }
  template <class U> auto insertOne(U &&value) {
    if constexpr (isMulti) {
      return iterator(link(new table_node<T>{model::forward<U>(value), nullptr, nullptr}));
    } else {
      table_node<T> *node = nodeOf(keyOf(value));
      bool isNew = node == ring;
      if (isNew)
        node = link(new table_node<T>{model::forward<U>(value), nullptr, nullptr});
      return pair<iterator, bool>(iterator(node), isNew);
    }
  }
  pair<iterator, bool> linkOrDelete(table_node<T> *made) {
    table_node<T> *node = nodeOf(keyOf(made->value));
    bool isNew = node == ring;
    if (isNew)
      node = link(made);
    else
      delete made;
    return pair<iterator, bool>(iterator(node), isNew);
  }
  table_node<T> *link(table_node<T> *node) {
    if constexpr (isOrdered<Less>)
      return linkBefore(upper_bound(keyOf(node->value)).node, node);
    else if constexpr (isMulti) // before its equals, as in libstdc++
      return linkBefore(nodeOf(keyOf(node->value)), node);
    else
      return linkBefore(ring, node);
  }
  table_node<T> *linkBefore(table_node<T> *next, table_node<T> *node) {
    node->next = next;
    node->before = next->before;
    next->before->next = node;
    next->before = node;
    ++elements;
    return node;
  }
  table_node<T> *placeNear(table_node<T> *hint, const Key &key) const {
    if constexpr (!isOrdered<Less>)
      return nodeOf(key);
    else if (hint != ring && Less()(keyOf(hint->value), key))
      return lower_bound(key).node;
    else if (hint->before != ring && Less()(key, keyOf(hint->before->value)))
      return upper_bound(key).node;
    else
      return hint;
  }
  void remove(table_node<T> *node) { delete unlink(node); }
  void copyFrom(const table &other) {
    for (table_node<T> *node = other.ring->next; node != other.ring; node = node->next) {
      ring->before->next = new table_node<T>{node->value, ring, ring->before};
      ring->before = ring->before->next;
    }
    elements = other.elements;
  }
  void close() {
    ring->next = ring;
    ring->before = ring;
  }
  void exchange(table &other) {
    model::swap(ring, other.ring);
    model::swap(elements, other.elements);
  }

  ADJOINT_RING("$.size()") table_node<T> *ring;
  ADJOINT_VIEW("$.size()") size_t elements;
};

template <class Self, class Key, class T, class Less, bool isMulti>
bool operator==(const table<Self, Key, T, Less, isMulti> &a, const table<Self, Key, T, Less, isMulti> &b) {
  if (a.size() != b.size())
    return false;
  auto other = b.begin();
  for (auto it = a.begin(); it != a.end(); ++it, ++other)
    if (!(*it == *other))
      return false;
  return true;
}

template <class K, class V, class L = less<K>>
class ADJOINT_EXTEND("adjoint::same_keys($, $b);") map : public table<map<K, V, L>, K, pair<const K, V>, L, false> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using mapped_type = V;
  using table<map<K, V, L>, K, pair<const K, V>, L, false>::table;
};
template <class K, class V, class L = less<K>>
class multimap : public table<multimap<K, V, L>, K, pair<const K, V>, L, true> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using mapped_type = V;
  using table<multimap<K, V, L>, K, pair<const K, V>, L, true>::table;
};
template <class K, class V, class H = hash<K>, class E = equal_to<K>>
class ADJOINT_EXTEND("adjoint::same_keys($, $b);") unordered_map
    : public table<unordered_map<K, V, H, E>, K, pair<const K, V>, in_order_of_insertion<E>, false> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using mapped_type = V;
  using table<unordered_map<K, V, H, E>, K, pair<const K, V>, in_order_of_insertion<E>, false>::table;
};
template <class T, class L = less<T>> class set : public table<set<T, L>, T, T, L, false> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using table<set<T, L>, T, T, L, false>::table;
};
template <class T, class L = less<T>> class multiset : public table<multiset<T, L>, T, T, L, true> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using table<multiset<T, L>, T, T, L, true>::table;
};
template <class T, class H = hash<T>, class E = equal_to<T>>
class unordered_set : public table<unordered_set<T, H, E>, T, T, in_order_of_insertion<E>, false> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using table<unordered_set<T, H, E>, T, T, in_order_of_insertion<E>, false>::table;
};
template <class K, class V, class H = hash<K>, class E = equal_to<K>>
class unordered_multimap
    : public table<unordered_multimap<K, V, H, E>, K, pair<const K, V>, in_order_of_insertion<E>, true> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using mapped_type = V;
  using table<unordered_multimap<K, V, H, E>, K, pair<const K, V>, in_order_of_insertion<E>, true>::table;
};
template <class T, class H = hash<T>, class E = equal_to<T>>
class unordered_multiset : public table<unordered_multiset<T, H, E>, T, T, in_order_of_insertion<E>, true> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using table<unordered_multiset<T, H, E>, T, T, in_order_of_insertion<E>, true>::table;
};

/// What the two common libraries call the iterators.
template <class T> using _Rb_tree_iterator = table_iterator<T>;
template <class T> using _Rb_tree_const_iterator = table_iterator<T>;
namespace __detail {
template <class T, bool isConstant, bool hasHash> using _Node_iterator = table_iterator<T>;
template <class T, bool isConstant, bool hasHash> using _Node_const_iterator = table_iterator<T>;
} // namespace __detail

} // namespace adjoint::model

#endif
