// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <algorithm>: what needs no order among the elements but to find the smallest and the largest. See also
// adjoint/model/sorted.h and heap.h.

#ifndef ADJOINT_MODEL_ALGORITHM_H
#define ADJOINT_MODEL_ALGORITHM_H

#include "adjoint/model/core.h"
#include "adjoint/model/functional.h"
#include "adjoint/model/iterator.h"
#include "adjoint/model/order.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

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
template <class It, class Jt, class P> It find_first_of(It first, It last, Jt other, Jt end, P areEqual) {
  for (; first != last; ++first)
    for (Jt candidate = other; candidate != end; ++candidate)
      if (areEqual(*first, *candidate))
        return first;
  return last;
}
template <class It, class Jt> It find_first_of(It first, It last, Jt other, Jt end) {
  return model::find_first_of(first, last, other, end, equal_to<>());
}
template <class It, class P> It adjacent_find(It first, It last, P areEqual) {
  if (first == last)
    return last;
  It next = first;
  for (++next; next != last; ++first, ++next)
    if (areEqual(*first, *next))
      return first;
  return last;
}
template <class It> It adjacent_find(It first, It last) { return model::adjacent_find(first, last, equal_to<>()); }
/// Does a range begin with another?
template <class It, class Jt, class P> bool beginsWith(It first, It last, Jt other, Jt end, P areEqual) {
  for (; other != end; ++first, ++other)
    if (first == last || !areEqual(*first, *other))
      return false;
  return true;
}
template <class It, class Jt, class P> It search(It first, It last, Jt other, Jt end, P areEqual) {
  while (first != last && !beginsWith(first, last, other, end, areEqual))
    ++first;
  return first;
}
template <class It, class Jt> It search(It first, It last, Jt other, Jt end) {
  return model::search(first, last, other, end, equal_to<>());
}
template <class It, class Jt, class P> It find_end(It first, It last, Jt other, Jt end, P areEqual) {
  It found = last;
  for (; other != end && first != last; ++first)
    if (beginsWith(first, last, other, end, areEqual))
      found = first;
  return found;
}
template <class It, class Jt> It find_end(It first, It last, Jt other, Jt end) {
  return model::find_end(first, last, other, end, equal_to<>());
}
template <class It, class N, class T, class P> It search_n(It first, It last, N n, const T &value, P areEqual) {
  It run = first;
  if (n <= 0)
    return first;
  for (N equal = 0; equal != n; ++first) {
    if (first == last)
      return last;
    if (areEqual(*first, value)) {
      ++equal;
    } else {
      equal = 0;
      run = first;
      ++run;
    }
  }
  return run;
}
template <class It, class N, class T> It search_n(It first, It last, N n, const T &value) {
  return model::search_n(first, last, n, value, equal_to<>());
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
template <class It, class Jt, class P> pair<It, Jt> mismatch(It first, It last, Jt other, P areEqual) {
  for (; first != last && areEqual(*first, *other); ++first)
    ++other;
  return pair<It, Jt>(first, other);
}
template <class It, class Jt> pair<It, Jt> mismatch(It first, It last, Jt other) {
  return model::mismatch(first, last, other, equal_to<>());
}
template <class It, class Jt, class P> pair<It, Jt> mismatch(It first, It last, Jt other, Jt end, P areEqual) {
  for (; first != last && other != end && areEqual(*first, *other); ++first)
    ++other;
  return pair<It, Jt>(first, other);
}
template <class It, class Jt> pair<It, Jt> mismatch(It first, It last, Jt other, Jt end) {
  return model::mismatch(first, last, other, end, equal_to<>());
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
template <class It, class Jt, class P> bool equal(It first, It last, Jt other, Jt end, P areEqual) {
  const pair<It, Jt> differ = model::mismatch(first, last, other, end, areEqual);
  return differ.first == last && differ.second == end;
}
template <class It, class Jt> bool equal(It first, It last, Jt other, Jt end) {
  return model::equal(first, last, other, end, equal_to<>());
}
/// Is each element as often in the one range as in the other?
template <class It, class Jt> bool is_permutation(It first, It last, Jt other) {
  Jt end = other;
  for (It it = first; it != last; ++it)
    ++end;
  for (It it = first; it != last; ++it)
    if (model::count(first, last, *it) != model::count(other, end, *it))
      return false;
  return true;
}
template <class It, class Jt> bool is_permutation(It first, It last, Jt other, Jt end) {
  return model::count_between(first, last) == model::count_between(other, end) && model::is_permutation(first, last, other);
}
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
template <class It, class Out> Out move_backward(It first, It last, Out out) {
  while (first != last)
    *--out = model::move(*--last);
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
template <class It, class Out, class T> Out replace_copy(It first, It last, Out out, const T &old, const T &value) {
  for (; first != last; ++first, ++out)
    if (*first == old)
      *out = value;
    else
      *out = *first;
  return out;
}
template <class It, class Out, class P, class T> Out replace_copy_if(It first, It last, Out out, P holds, const T &value) {
  for (; first != last; ++first, ++out)
    if (holds(*first))
      *out = value;
    else
      *out = *first;
  return out;
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
template <class It, class Out> Out rotate_copy(It first, It middle, It last, Out out) {
  return model::copy(first, middle, model::copy(middle, last, out));
}
template <class It> It shift_left(It first, It last, ptrdiff_t n) {
  return n > 0 && n < last - first ? model::move(first + n, last, first) : n > 0 ? first : last;
}
template <class It> It shift_right(It first, It last, ptrdiff_t n) {
  return n > 0 && n < last - first ? model::move_backward(first, last - n, last) : n > 0 ? last : first;
}
template <class It, class Engine> void shuffle(It first, It last, Engine &&engine) {
  size_t n = static_cast<size_t>(last - first);
  size_t *order = allocate<size_t>(n);
  shuffled(order, n, engine);
  internal::arrange(first, order, n);
  deallocate(order);
}
/// What stays before the first that leaves is not touched.
template <class It, class T> It remove(It first, It last, const T &value) {
  first = model::find(first, last, value);
  if (first == last)
    return last;
  It out = first;
  for (++first; first != last; ++first)
    if (!(*first == value)) {
      *out = model::move(*first);
      ++out;
    }
  return out;
}
template <class It, class P> It remove_if(It first, It last, P holds) {
  first = model::find_if(first, last, holds);
  if (first == last)
    return last;
  It out = first;
  for (++first; first != last; ++first)
    if (!holds(*first)) {
      *out = model::move(*first);
      ++out;
    }
  return out;
}
template <class It, class Out, class T> Out remove_copy(It first, It last, Out out, const T &value) {
  for (; first != last; ++first)
    if (!(*first == value)) {
      *out = *first;
      ++out;
    }
  return out;
}
template <class It, class Out, class P> Out remove_copy_if(It first, It last, Out out, P holds) {
  for (; first != last; ++first)
    if (!holds(*first)) {
      *out = *first;
      ++out;
    }
  return out;
}
template <class It, class P> It unique(It first, It last, P areEqual) {
  first = model::adjacent_find(first, last, areEqual);
  if (first == last)
    return last;
  It out = first;
  ++first;
  for (++first; first != last; ++first)
    if (!areEqual(*out, *first)) {
      ++out;
      *out = model::move(*first);
    }
  return ++out;
}
template <class It> It unique(It first, It last) { return model::unique(first, last, equal_to<>()); }
template <class It, class Out, class P> Out unique_copy(It first, It last, Out out, P areEqual) {
  if (first == last)
    return out;
  It kept = first;
  *out = *kept;
  for (++first, ++out; first != last; ++first)
    if (!areEqual(*kept, *first)) {
      kept = first;
      *out = *kept;
      ++out;
    }
  return out;
}
template <class It, class Out> Out unique_copy(It first, It last, Out out) {
  return model::unique_copy(first, last, out, equal_to<>());
}

// ------------------------------------------------------------- two parts

/// What holds comes first; the first that does not and the last that does change places until they meet.
template <class It, class P> It partition(It first, It last, P holds) {
  while (true) {
    while (first != last && holds(*first))
      ++first;
    if (first == last)
      return first;
    --last;
    while (first != last && !holds(*last))
      --last;
    if (first == last)
      return first;
    swap(*first, *last);
    ++first;
  }
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
template <class It, class Yes, class No, class P>
pair<Yes, No> partition_copy(It first, It last, Yes yes, No no, P holds) {
  for (; first != last; ++first)
    if (holds(*first)) {
      *yes = *first;
      ++yes;
    } else {
      *no = *first;
      ++no;
    }
  return pair<Yes, No>(yes, no);
}
template <class It, class P> bool is_partitioned(It first, It last, P holds) {
  It border = model::find_if_not(first, last, holds);
  return model::find_if(border, last, holds) == last;
}
/// By halves, without a branch: each decision moves the place, or does not.
template <class It, class P> It partition_point(It first, It last, P holds) {
  if constexpr (is_random<It>) {
    ptrdiff_t n = last - first;
    while (n > 1) {
      const ptrdiff_t half = n / 2;
      first += holds(*(first + (half - 1))) ? half : 0;
      n -= half;
    }
    if (n == 1)
      first += holds(*first) ? 1 : 0;
    return first;
  } else {
    return model::find_if_not(first, last, holds);
  }
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
template <class T, class L> pair<T, T> minmax(initializer_list<T> list, L isLess) {
  pair<const T *, const T *> ends = model::minmax_element(list.begin(), list.end(), isLess);
  return pair<T, T>(*ends.first, *ends.second);
}
template <class T> const T &clamp(const T &value, const T &low, const T &high) {
  return value < low ? low : high < value ? high : value;
}
template <class T, class L> const T &clamp(const T &value, const T &low, const T &high, L isLess) {
  return isLess(value, low) ? low : isLess(high, value) ? high : value;
}

} // namespace adjoint::model

#endif
