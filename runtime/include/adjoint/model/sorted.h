// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <algorithm>: sorting, and what sorted ranges are for. Where the library leaves the order of equal elements open, they keep
// theirs.

#ifndef ADJOINT_MODEL_SORTED_H
#define ADJOINT_MODEL_SORTED_H

#include "adjoint/model/algorithm.h"
#include "adjoint/model/order.h"

namespace adjoint::model {

// ------------------------------------------------------------------- sorting

template <class It, class L> void sort(It first, It last, L isLess) {
  const size_t n = static_cast<size_t>(last - first);
  if (n < 2)
    return;
  size_t *order = allocate<size_t>(n), *merged = allocate<size_t>(n);
  internal::findOrder(order, merged, first, n, isLess);
  internal::arrange(first, order, n);
  deallocate(merged);
  deallocate(order);
}
template <class It> void sort(It first, It last) {
  model::sort(first, last, [](const auto &a, const auto &b) { return a < b; });
}
template <class It> void stable_sort(It first, It last) { model::sort(first, last); }
template <class It, class L> void stable_sort(It first, It last, L isLess) { model::sort(first, last, isLess); }
template <class It> void partial_sort(It first, It, It last) { model::sort(first, last); }
template <class It, class L> void partial_sort(It first, It, It last, L isLess) { model::sort(first, last, isLess); }
template <class It> void nth_element(It first, It, It last) { model::sort(first, last); }
template <class It, class L> void nth_element(It first, It, It last, L isLess) { model::sort(first, last, isLess); }
/// Copies the smallest, as many as there is room for, in their order.
template <class It, class Out, class L> Out partial_sort_copy(It first, It last, Out out, Out end, L isLess) {
  Out filled = out;
  for (; first != last; ++first) {
    if (filled != end) {
      *filled = *first;
      ++filled;
    } else if (out != end && isLess(*first, *(end - 1))) {
      *(end - 1) = *first;
    } else {
      continue;
    }
    for (Out at = filled - 1; at != out && isLess(*at, *(at - 1)); --at)
      swap(*at, *(at - 1));
  }
  return filled;
}
template <class It, class Out> Out partial_sort_copy(It first, It last, Out out, Out end) {
  return model::partial_sort_copy(first, last, out, end, less<>());
}
template <class It, class L> It is_sorted_until(It first, It last, L isLess) {
  if (first == last)
    return last;
  It next = first;
  for (++next; next != last && !isLess(*next, *first); ++next)
    ++first;
  return next;
}
template <class It> It is_sorted_until(It first, It last) { return model::is_sorted_until(first, last, less<>()); }
template <class It, class L> bool is_sorted(It first, It last, L isLess) {
  return model::is_sorted_until(first, last, isLess) == last;
}
template <class It> bool is_sorted(It first, It last) { return model::is_sorted_until(first, last) == last; }

// ----------------------------------------------------------- sorted ranges

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

template <class It, class T> It lower_bound(It first, It last, const T &value) {
  return model::partition_point(first, last, [&](const auto &element) { return element < value; });
}
template <class It, class T, class L> It lower_bound(It first, It last, const T &value, L isLess) {
  return model::partition_point(first, last, [&](const auto &element) { return isLess(element, value); });
}
template <class It, class T> It upper_bound(It first, It last, const T &value) {
  return model::partition_point(first, last, [&](const auto &element) { return !(value < element); });
}
template <class It, class T, class L> It upper_bound(It first, It last, const T &value, L isLess) {
  return model::partition_point(first, last, [&](const auto &element) { return !isLess(value, element); });
}
template <class It, class T> pair<It, It> equal_range(It first, It last, const T &value) {
  return pair<It, It>(model::lower_bound(first, last, value), model::upper_bound(first, last, value));
}
template <class It, class T, class L> pair<It, It> equal_range(It first, It last, const T &value, L isLess) {
  return pair<It, It>(model::lower_bound(first, last, value, isLess), model::upper_bound(first, last, value, isLess));
}
template <class It, class T, class L> bool binary_search(It first, It last, const T &value, L isLess) {
  It found = model::lower_bound(first, last, value, isLess);
  return found != last && !isLess(value, *found);
}
template <class It, class T> bool binary_search(It first, It last, const T &value) {
  It found = model::lower_bound(first, last, value);
  return found != last && !(value < *found);
}

/// Is each element of the second in the first, as often?
template <class It, class Jt, class L> bool includes(It first, It last, Jt other, Jt end, L isLess) {
  while (other != end) {
    if (first == last || isLess(*other, *first))
      return false;
    if (!isLess(*first, *other))
      ++other;
    ++first;
  }
  return true;
}
template <class It, class Jt> bool includes(It first, It last, Jt other, Jt end) {
  return model::includes(first, last, other, end, less<>());
}
/// What is in either; of what is in both, the first's.
template <class It, class Jt, class Out, class L> Out set_union(It first, It last, Jt other, Jt end, Out out, L isLess) {
  while (first != last || other != end) {
    bool isSecond = first == last || (other != end && isLess(*other, *first));
    if (isSecond) {
      *out = *other;
      ++other;
    } else {
      if (other != end && !isLess(*first, *other))
        ++other;
      *out = *first;
      ++first;
    }
    ++out;
  }
  return out;
}
template <class It, class Jt, class Out> Out set_union(It first, It last, Jt other, Jt end, Out out) {
  return model::set_union(first, last, other, end, out, less<>());
}
/// What is in both: the first's.
template <class It, class Jt, class Out, class L>
Out set_intersection(It first, It last, Jt other, Jt end, Out out, L isLess) {
  while (first != last && other != end)
    if (isLess(*first, *other)) {
      ++first;
    } else {
      if (!isLess(*other, *first)) {
        *out = *first;
        ++out;
        ++first;
      }
      ++other;
    }
  return out;
}
template <class It, class Jt, class Out> Out set_intersection(It first, It last, Jt other, Jt end, Out out) {
  return model::set_intersection(first, last, other, end, out, less<>());
}
/// What is in the first alone.
template <class It, class Jt, class Out, class L>
Out set_difference(It first, It last, Jt other, Jt end, Out out, L isLess) {
  while (first != last) {
    bool isSecond = other != end && !isLess(*first, *other);
    if (isSecond) {
      if (!isLess(*other, *first))
        ++first;
      ++other;
    } else {
      *out = *first;
      ++out;
      ++first;
    }
  }
  return out;
}
template <class It, class Jt, class Out> Out set_difference(It first, It last, Jt other, Jt end, Out out) {
  return model::set_difference(first, last, other, end, out, less<>());
}
/// What is in one alone.
template <class It, class Jt, class Out, class L>
Out set_symmetric_difference(It first, It last, Jt other, Jt end, Out out, L isLess) {
  while (first != last || other != end) {
    bool isFirst = other == end || (first != last && isLess(*first, *other));
    bool isSecond = first == last || (other != end && isLess(*other, *first));
    if (isFirst) {
      *out = *first;
      ++out;
    } else if (isSecond) {
      *out = *other;
      ++out;
    }
    if (!isSecond)
      ++first;
    if (!isFirst)
      ++other;
  }
  return out;
}
template <class It, class Jt, class Out> Out set_symmetric_difference(It first, It last, Jt other, Jt end, Out out) {
  return model::set_symmetric_difference(first, last, other, end, out, less<>());
}

// ------------------------------------------- the order of dictionaries

template <class It, class Jt, class L> bool lexicographical_compare(It first, It last, Jt other, Jt end, L isLess) {
  for (; first != last && other != end; ++first, ++other) {
    if (isLess(*first, *other))
      return true;
    if (isLess(*other, *first))
      return false;
  }
  return first == last && other != end;
}
template <class It, class Jt> bool lexicographical_compare(It first, It last, Jt other, Jt end) {
  return model::lexicographical_compare(first, last, other, end, less<>());
}
/// The next larger order of the elements; false, and the smallest, behind the largest.
template <class It, class L> bool next_permutation(It first, It last, L isLess) {
  It place = last;
  if (first == last || --place == first)
    return false;
  while (place != first && !isLess(*(place - 1), *place))
    --place;
  bool isLarger = place != first;
  if (isLarger) {
    It larger = last - 1;
    while (!isLess(*(place - 1), *larger))
      --larger;
    swap(*(place - 1), *larger);
  }
  model::reverse(place, last);
  return isLarger;
}
template <class It> bool next_permutation(It first, It last) { return model::next_permutation(first, last, less<>()); }
template <class It, class L> bool prev_permutation(It first, It last, L isLess) {
  return model::next_permutation(first, last, [&](const auto &a, const auto &b) { return isLess(b, a); });
}
template <class It> bool prev_permutation(It first, It last) { return model::prev_permutation(first, last, less<>()); }

} // namespace adjoint::model

#endif
