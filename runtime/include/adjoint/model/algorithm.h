// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <algorithm>. Where the library leaves the order of evaluation or of equal elements open, that of the common
// implementations: sort is made of insertions, which gives the same sorted range.

#ifndef ADJOINT_MODEL_ALGORITHM_H
#define ADJOINT_MODEL_ALGORITHM_H

#include "adjoint/model/core.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

// ------------------------------------------------------- copies and changes

template <class It, class Out> Out copy(It first, It last, Out out) {
  for (; first != last; ++first, ++out)
    *out = *first;
  return out;
}
template <class It, class N, class Out> Out copy_n(It first, N n, Out out) {
  for (N i = 0; i < n; ++i, ++first, ++out)
    *out = *first;
  return out;
}
template <class It, class Out, class P> Out copy_if(It first, It last, Out out, P holds) {
  for (; first != last; ++first)
    if (holds(*first)) {
      *out = *first;
      ++out;
    }
  return out;
}
template <class It, class Out> Out copy_backward(It first, It last, Out out) {
  while (first != last)
    *--out = *--last;
  return out;
}
template <class It, class Out> Out move(It first, It last, Out out) {
  for (; first != last; ++first, ++out)
    *out = model::move(*first);
  return out;
}
template <class It, class T> void fill(It first, It last, const T &value) {
  for (; first != last; ++first)
    *first = value;
}
template <class It, class N, class T> It fill_n(It first, N n, const T &value) {
  for (N i = 0; i < n; ++i, ++first)
    *first = value;
  return first;
}
template <class It, class F> void generate(It first, It last, F make) {
  for (; first != last; ++first)
    model::store(first, make());
}
template <class It, class N, class F> It generate_n(It first, N n, F make) {
  for (N i = 0; i < n; ++i, ++first)
    model::store(first, make());
  return first;
}
template <class It, class Out, class F> Out transform(It first, It last, Out out, F f) {
  for (; first != last; ++first, ++out)
    model::store(out, f(*first));
  return out;
}
template <class It, class Jt, class Out, class F> Out transform(It first, It last, Jt other, Out out, F f) {
  for (; first != last; ++first, ++other, ++out)
    model::store(out, f(*first, *other));
  return out;
}
template <class It, class F> F for_each(It first, It last, F f) {
  for (; first != last; ++first)
    f(*first);
  return f;
}
template <class It, class N, class F> It for_each_n(It first, N n, F f) {
  for (N i = 0; i < n; ++i, ++first)
    f(*first);
  return first;
}
template <class It, class T> void replace(It first, It last, const T &old, const T &value) {
  for (; first != last; ++first)
    if (*first == old)
      *first = value;
}
template <class It, class P, class T> void replace_if(It first, It last, P holds, const T &value) {
  for (; first != last; ++first)
    if (holds(*first))
      *first = value;
}
template <class It, class Jt> void iter_swap(It a, Jt b) { swap(*a, *b); }
template <class It, class Jt> Jt swap_ranges(It first, It last, Jt other) {
  for (; first != last; ++first, ++other)
    swap(*first, *other);
  return other;
}
template <class It> void reverse(It first, It last) {
  while (first < last) {
    --last;
    if (first < last)
      swap(*first, *last);
    ++first;
  }
}
template <class It, class Out> Out reverse_copy(It first, It last, Out out) {
  for (; first != last; ++out) {
    --last;
    *out = *last;
  }
  return out;
}
template <class It> It rotate(It first, It middle, It last) {
  It result = first + (last - middle);
  model::reverse(first, middle);
  model::reverse(middle, last);
  model::reverse(first, last);
  return result;
}
template <class It, class Engine> void shuffle(It first, It last, Engine &&engine) {
  size_t n = static_cast<size_t>(last - first);
  size_t *order = allocate<size_t>(n);
  shuffled(order, n, engine);
  for (size_t i = 0; i < n; ++i) {
    size_t from = order[i];
    while (from < i) // has been put elsewhere
      from = order[from];
    swap(first[i], first[from]);
  }
  deallocate(order);
}
template <class It, class T> It remove(It first, It last, const T &value) {
  It out = first;
  for (; first != last; ++first)
    if (!(*first == value)) {
      *out = *first;
      ++out;
    }
  return out;
}
template <class It, class P> It remove_if(It first, It last, P holds) {
  It out = first;
  for (; first != last; ++first)
    if (!holds(*first)) {
      *out = *first;
      ++out;
    }
  return out;
}
template <class It> It unique(It first, It last) {
  if (first == last)
    return last;
  It out = first;
  for (++first; first != last; ++first)
    if (!(*out == *first)) {
      ++out;
      *out = *first;
    }
  return ++out;
}

// ------------------------------------------------------------------ searches

template <class It, class T> It find(It first, It last, const T &value) {
  while (first != last && !(*first == value))
    ++first;
  return first;
}
template <class It, class P> It find_if(It first, It last, P holds) {
  while (first != last && !holds(*first))
    ++first;
  return first;
}
template <class It, class P> It find_if_not(It first, It last, P holds) {
  while (first != last && holds(*first))
    ++first;
  return first;
}
template <class It, class T> ptrdiff_t count(It first, It last, const T &value) {
  ptrdiff_t n = 0;
  for (; first != last; ++first)
    if (*first == value)
      ++n;
  return n;
}
template <class It, class P> ptrdiff_t count_if(It first, It last, P holds) {
  ptrdiff_t n = 0;
  for (; first != last; ++first)
    if (holds(*first))
      ++n;
  return n;
}
template <class It, class P> bool all_of(It first, It last, P holds) {
  return model::find_if_not(first, last, holds) == last;
}
template <class It, class P> bool any_of(It first, It last, P holds) {
  return model::find_if(first, last, holds) != last;
}
template <class It, class P> bool none_of(It first, It last, P holds) {
  return model::find_if(first, last, holds) == last;
}
template <class It, class Jt, class P> bool equal(It first, It last, Jt other, P areEqual) {
  for (; first != last; ++first, ++other)
    if (!areEqual(*first, *other))
      return false;
  return true;
}
template <class It, class Jt> bool equal(It first, It last, Jt other) {
  bool same = true;
  for (; same && first != last; ++first, ++other)
    same = *first == *other;
  return same;
}
template <class It, class T> It lower_bound(It first, It last, const T &value) {
  ptrdiff_t n = last - first;
  while (n > 0) {
    ptrdiff_t half = n / 2;
    if (*(first + half) < value) {
      first += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
template <class It, class T, class L> It lower_bound(It first, It last, const T &value, L isLess) {
  ptrdiff_t n = last - first;
  while (n > 0) {
    ptrdiff_t half = n / 2;
    if (isLess(*(first + half), value)) {
      first += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
template <class It, class T> It upper_bound(It first, It last, const T &value) {
  ptrdiff_t n = last - first;
  while (n > 0) {
    ptrdiff_t half = n / 2;
    if (!(value < *(first + half))) {
      first += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
template <class It, class T, class L> It upper_bound(It first, It last, const T &value, L isLess) {
  ptrdiff_t n = last - first;
  while (n > 0) {
    ptrdiff_t half = n / 2;
    if (!isLess(value, *(first + half))) {
      first += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
template <class It, class T> pair<It, It> equal_range(It first, It last, const T &value) {
  return pair<It, It>(model::lower_bound(first, last, value), model::upper_bound(first, last, value));
}
template <class It, class T> bool binary_search(It first, It last, const T &value) {
  It found = model::lower_bound(first, last, value);
  return found != last && !(value < *found);
}

// ------------------------------------------------------- minima and maxima

template <class It> It max_element(It first, It last) {
  It largest = first;
  for (; first != last; ++first)
    if (*largest < *first)
      largest = first;
  return largest;
}
template <class It, class L> It max_element(It first, It last, L isLess) {
  It largest = first;
  for (; first != last; ++first)
    if (isLess(*largest, *first))
      largest = first;
  return largest;
}
template <class It> It min_element(It first, It last) {
  It smallest = first;
  for (; first != last; ++first)
    if (*first < *smallest)
      smallest = first;
  return smallest;
}
template <class It, class L> It min_element(It first, It last, L isLess) {
  It smallest = first;
  for (; first != last; ++first)
    if (isLess(*first, *smallest))
      smallest = first;
  return smallest;
}
/// The first of the smallest, the last of the largest.
template <class It> pair<It, It> minmax_element(It first, It last) {
  It smallest = first, largest = first;
  for (; first != last; ++first) {
    if (*first < *smallest)
      smallest = first;
    if (!(*first < *largest))
      largest = first;
  }
  return pair<It, It>(smallest, largest);
}
template <class It, class L> pair<It, It> minmax_element(It first, It last, L isLess) {
  It smallest = first, largest = first;
  for (; first != last; ++first) {
    if (isLess(*first, *smallest))
      smallest = first;
    if (!isLess(*first, *largest))
      largest = first;
  }
  return pair<It, It>(smallest, largest);
}
template <class T, class L> T max(initializer_list<T> list, L isLess) {
  return *model::max_element(list.begin(), list.end(), isLess);
}
template <class T, class L> T min(initializer_list<T> list, L isLess) {
  return *model::min_element(list.begin(), list.end(), isLess);
}
template <class T> T max(initializer_list<T> list) { return *model::max_element(list.begin(), list.end()); }
template <class T> T min(initializer_list<T> list) { return *model::min_element(list.begin(), list.end()); }
template <class T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T, class L> const T &max(const T &a, const T &b, L isLess) { return isLess(a, b) ? b : a; }
template <class T, class L> const T &min(const T &a, const T &b, L isLess) { return isLess(b, a) ? b : a; }
template <class T> pair<const T &, const T &> minmax(const T &a, const T &b) {
  if (b < a)
    return pair<const T &, const T &>(b, a);
  return pair<const T &, const T &>(a, b);
}
template <class T, class L> pair<const T &, const T &> minmax(const T &a, const T &b, L isLess) {
  if (isLess(b, a))
    return pair<const T &, const T &>(b, a);
  return pair<const T &, const T &>(a, b);
}
template <class T> pair<T, T> minmax(initializer_list<T> list) {
  pair<const T *, const T *> ends = model::minmax_element(list.begin(), list.end());
  return pair<T, T>(*ends.first, *ends.second);
}
template <class T> const T &clamp(const T &value, const T &low, const T &high) {
  return value < low ? low : high < value ? high : value;
}
template <class T, class L> const T &clamp(const T &value, const T &low, const T &high, L isLess) {
  return isLess(value, low) ? low : isLess(high, value) ? high : value;
}

// ------------------------------------------------------------------- sorting

template <class It> void sort(It first, It last) {
  for (It it = first; it != last; ++it)
    for (It at = it; at != first && *at < *(at - 1); --at)
      swap(*at, *(at - 1));
}
template <class It, class L> void sort(It first, It last, L isLess) {
  for (It it = first; it != last; ++it)
    for (It at = it; at != first && isLess(*at, *(at - 1)); --at)
      swap(*at, *(at - 1));
}
template <class It> void stable_sort(It first, It last) { model::sort(first, last); }
template <class It, class L> void stable_sort(It first, It last, L isLess) { model::sort(first, last, isLess); }
template <class It> void partial_sort(It first, It, It last) { model::sort(first, last); }
template <class It, class L> void partial_sort(It first, It, It last, L isLess) { model::sort(first, last, isLess); }
template <class It> void nth_element(It first, It, It last) { model::sort(first, last); }
template <class It, class L> void nth_element(It first, It, It last, L isLess) { model::sort(first, last, isLess); }
template <class It> bool is_sorted(It first, It last) {
  if (first == last)
    return true;
  for (It next = first + 1; next != last; ++first, ++next)
    if (*next < *first)
      return false;
  return true;
}
template <class It, class L> bool is_sorted(It first, It last, L isLess) {
  if (first == last)
    return true;
  for (It next = first + 1; next != last; ++first, ++next)
    if (isLess(*next, *first))
      return false;
  return true;
}

/// Of two sorted ranges, equal elements of the first before those of the second.
template <class It, class Jt, class Out, class L> Out merge(It first, It last, Jt other, Jt end, Out out, L isLess) {
  while (first != last || other != end) {
    bool isSecond = first == last || (other != end && isLess(*other, *first));
    if (isSecond) {
      *out = *other;
      ++other;
    } else {
      *out = *first;
      ++first;
    }
    ++out;
  }
  return out;
}
template <class It, class Jt, class Out> Out merge(It first, It last, Jt other, Jt end, Out out) {
  while (first != last || other != end) {
    bool isSecond = first == last || (other != end && *other < *first);
    if (isSecond) {
      *out = *other;
      ++other;
    } else {
      *out = *first;
      ++first;
    }
    ++out;
  }
  return out;
}

/// Two sorted ranges, one behind the other.
template <class It, class L> void inplace_merge(It first, It middle, It last, L isLess) {
  for (; middle != last; ++middle)
    for (It at = middle; at != first && isLess(*at, *(at - 1)); --at)
      swap(*at, *(at - 1));
}
template <class It> void inplace_merge(It first, It middle, It last) {
  for (; middle != last; ++middle)
    for (It at = middle; at != first && *at < *(at - 1); --at)
      swap(*at, *(at - 1));
}

/// What holds comes first, in its order.
template <class It, class P> It stable_partition(It first, It last, P holds) {
  It border = first;
  for (It it = first; it != last; ++it)
    if (holds(*it)) {
      for (It at = it; at != border; --at)
        swap(*at, *(at - 1));
      ++border;
    }
  return border;
}

} // namespace adjoint::model

#endif
