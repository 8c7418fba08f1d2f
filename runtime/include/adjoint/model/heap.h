// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <algorithm>: binary heaps, in which element i is not less than elements 2 i + 1 and 2 i + 2. What is taken away leaves a
// hole that sinks to a leaf, where the last element takes it and rises: the common way, which decides the order of equal
// elements.

#ifndef ADJOINT_MODEL_HEAP_H
#define ADJOINT_MODEL_HEAP_H

#include "adjoint/model/functional.h"

namespace adjoint::model {

/// Puts a value into a hole or, while they are less, the place of those above it.
template <class It, class T, class L> void rise(It heap, ptrdiff_t hole, ptrdiff_t top, const T &value, L isLess) {
  while (hole > top && isLess(heap[(hole - 1) / 2], value)) {
    heap[hole] = heap[(hole - 1) / 2];
    hole = (hole - 1) / 2;
  }
  heap[hole] = value;
}
/// Puts a value below `top`, whose place is free, of a heap of n elements.
template <class It, class T, class L> void sink(It heap, ptrdiff_t n, ptrdiff_t top, const T &value, L isLess) {
  ptrdiff_t hole = top;
  while (2 * hole + 1 < n) {
    ptrdiff_t child = 2 * hole + 2;
    if (child == n || isLess(heap[child], heap[child - 1]))
      --child;
    heap[hole] = heap[child];
    hole = child;
  }
  rise(heap, hole, top, value, isLess);
}

template <class It, class L> void make_heap(It first, It last, L isLess) {
  ptrdiff_t n = last - first;
  for (ptrdiff_t i = n / 2; i > 0; --i) {
    remove_cvref_t<decltype(*first)> value = first[i - 1];
    sink(first, n, i - 1, value, isLess);
  }
}
template <class It> void make_heap(It first, It last) { model::make_heap(first, last, less<>()); }
template <class It, class L> void push_heap(It first, It last, L isLess) {
  ptrdiff_t n = last - first;
  remove_cvref_t<decltype(*first)> value = first[n - 1];
  rise(first, n - 1, 0, value, isLess);
}
template <class It> void push_heap(It first, It last) { model::push_heap(first, last, less<>()); }
template <class It, class L> void pop_heap(It first, It last, L isLess) {
  ptrdiff_t n = last - first;
  if (n > 1) {
    remove_cvref_t<decltype(*first)> value = first[n - 1];
    first[n - 1] = first[0];
    sink(first, n - 1, 0, value, isLess);
  }
}
template <class It> void pop_heap(It first, It last) { model::pop_heap(first, last, less<>()); }
template <class It, class L> void sort_heap(It first, It last, L isLess) {
  for (; last - first > 1; --last)
    model::pop_heap(first, last, isLess);
}
template <class It> void sort_heap(It first, It last) { model::sort_heap(first, last, less<>()); }
template <class It, class L> It is_heap_until(It first, It last, L isLess) {
  ptrdiff_t n = last - first, i = 1;
  while (i < n && !isLess(first[(i - 1) / 2], first[i]))
    ++i;
  return i < n ? first + i : last;
}
template <class It> It is_heap_until(It first, It last) { return model::is_heap_until(first, last, less<>()); }
template <class It, class L> bool is_heap(It first, It last, L isLess) {
  return model::is_heap_until(first, last, isLess) == last;
}
template <class It> bool is_heap(It first, It last) { return model::is_heap(first, last, less<>()); }

} // namespace adjoint::model

#endif
