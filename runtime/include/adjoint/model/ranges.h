// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The algorithms of namespace std::ranges: over a range or from one iterator to another, on projections of the elements.
// In the library they are objects; a call of one is a call of the function with its name here.

#ifndef ADJOINT_MODEL_RANGES_H
#define ADJOINT_MODEL_RANGES_H

#include "adjoint/model/algorithm.h"
#include "adjoint/model/functional.h"
#include "adjoint/model/iterator.h"
#include "adjoint/model/sorted.h"
#include "adjoint/model/span.h"

namespace adjoint::model::ranges {

struct less {
  template <class A, class B> bool operator()(const A &a, const B &b) const { return a < b; }
};
struct greater {
  template <class A, class B> bool operator()(const A &a, const B &b) const { return b < a; }
};
struct equal_to {
  template <class A, class B> bool operator()(const A &a, const B &b) const { return a == b; }
};

/// In the place of an iterator of a range that is gone.
struct dangling {
  dangling() {}
  template <class It> dangling(const It &) {}
};
template <class It, class F> struct in_fun_result {
  It in;
  F fun;
  template <class I, class G> operator in_fun_result<I, G>() const { return {in, fun}; }
};
template <class It, class Out> struct in_out_result {
  It in;
  Out out;
  template <class I, class O> operator in_out_result<I, O>() const { return {in, out}; }
};
template <class It, class Jt, class Out> struct in_in_out_result {
  It in1;
  Jt in2;
  Out out;
  template <class I, class J, class O> operator in_in_out_result<I, J, O>() const { return {in1, in2, out}; }
};
template <class T> struct min_max_result {
  T min;
  T max;
};

template <class R> using iterator_of = decltype(model::begin(*static_cast<typename remove_reference<R>::type *>(nullptr)));
template <class T, class = void> inline constexpr bool is_range = false;
template <class T> inline constexpr bool is_range<T, enable_if_t<sizeof(iterator_of<T>) != 0>> = true;

/// Do iterators of a temporary of this class outlive it?
template <class T> inline constexpr bool is_borrowed = false;
template <class T, size_t n> inline constexpr bool is_borrowed<span<T, n>> = true;
template <bool, class It> struct found_in { using type = dangling; };
template <class It> struct found_in<true, It> { using type = It; };
/// What an algorithm over a range gives back.
template <class R> inline constexpr bool outlives = is_borrowed<remove_cvref_t<R>>;
template <class R> inline constexpr bool outlives<R &> = true;
template <class R> using place_in = typename found_in<outlives<R>, iterator_of<R>>::type;

/// A function of elements, asked of their projections.
template <class F, class P> class projected {
public:
  projected(F &f, P &project) : f(f), project(project) {}
  template <class A> decltype(auto) operator()(A &&a) { return model::invoke(f, model::invoke(project, model::forward<A>(a))); }
  template <class A, class B> decltype(auto) operator()(A &&a, B &&b) {
    return model::invoke(f, model::invoke(project, model::forward<A>(a)), model::invoke(project, model::forward<B>(b)));
  }

private:
  F &f;
  P &project;
};

// Each from one iterator to another, and over a range. First those with an order of the elements:
#define ADJOINT_MODEL_ORDERED(Name, Compare)                                                                           \
  template <class It, class C = Compare, class P = identity> auto Name(It first, It last, C compare = {}, P project = {}) { \
    return model::Name(first, last, projected<C, P>(compare, project));                                                \
  }                                                                                                                    \
  template <class R, class C = Compare, class P = identity, class = iterator_of<R>>                                    \
  auto Name(R &&range, C compare = {}, P project = {}) {                                                               \
    return ranges::Name(model::begin(range), model::end(range), compare, project);                                     \
  }
ADJOINT_MODEL_ORDERED(max_element, less)
ADJOINT_MODEL_ORDERED(min_element, less)
ADJOINT_MODEL_ORDERED(is_sorted, less)
ADJOINT_MODEL_ORDERED(is_sorted_until, less)
ADJOINT_MODEL_ORDERED(adjacent_find, equal_to)
#undef ADJOINT_MODEL_ORDERED

#define ADJOINT_MODEL_SORTING(Name)                                                                                    \
  template <class It, class C = less, class P = identity> It Name(It first, It last, C compare = {}, P project = {}) { \
    model::Name(first, last, projected<C, P>(compare, project));                                                       \
    return last;                                                                                                       \
  }                                                                                                                    \
  template <class R, class C = less, class P = identity, class It = place_in<R>>                                    \
  It Name(R &&range, C compare = {}, P project = {}) {                                                                 \
    return ranges::Name(model::begin(range), model::end(range), compare, project);                                     \
  }
ADJOINT_MODEL_SORTING(sort)
ADJOINT_MODEL_SORTING(stable_sort)
#undef ADJOINT_MODEL_SORTING

// What holds of the elements:
#define ADJOINT_MODEL_HOLDING(Name)                                                                                    \
  template <class It, class F, class P = identity, class = enable_if_t<!is_range<It>>>                                 \
  auto Name(It first, It last, F holds, P project = {}) {                                                              \
    return model::Name(first, last, projected<F, P>(holds, project));                                                  \
  }                                                                                                                    \
  template <class R, class F, class P = identity, class = iterator_of<R>> auto Name(R &&range, F holds, P project = {}) { \
    return ranges::Name(model::begin(range), model::end(range), holds, project);                                       \
  }
ADJOINT_MODEL_HOLDING(all_of)
ADJOINT_MODEL_HOLDING(any_of)
ADJOINT_MODEL_HOLDING(none_of)
ADJOINT_MODEL_HOLDING(count_if)
ADJOINT_MODEL_HOLDING(find_if)
ADJOINT_MODEL_HOLDING(find_if_not)
#undef ADJOINT_MODEL_HOLDING

template <class It, class T, class P = identity> It find(It first, It last, const T &value, P project = {}) {
  while (first != last && !(model::invoke(project, *first) == value))
    ++first;
  return first;
}
template <class R, class T, class P = identity, class It = place_in<R>>
It find(R &&range, const T &value, P project = {}) {
  return ranges::find(model::begin(range), model::end(range), value, project);
}
template <class It, class T, class P = identity> ptrdiff_t count(It first, It last, const T &value, P project = {}) {
  ptrdiff_t n = 0;
  for (; first != last; ++first)
    if (model::invoke(project, *first) == value)
      ++n;
  return n;
}
template <class R, class T, class P = identity, class = iterator_of<R>>
ptrdiff_t count(R &&range, const T &value, P project = {}) {
  return ranges::count(model::begin(range), model::end(range), value, project);
}

template <class It, class T, class C = less, class P = identity, class = enable_if_t<!is_range<It>>>
It lower_bound(It first, It last, const T &value, C compare = {}, P project = {}) {
  return model::partition_point(first, last, [&](auto &&element) { return model::invoke(compare, model::invoke(project, element), value); });
}
template <class R, class T, class C = less, class P = identity, class It = place_in<R>>
It lower_bound(R &&range, const T &value, C compare = {}, P project = {}) {
  return ranges::lower_bound(model::begin(range), model::end(range), value, compare, project);
}
template <class It, class T, class C = less, class P = identity, class = enable_if_t<!is_range<It>>>
It upper_bound(It first, It last, const T &value, C compare = {}, P project = {}) {
  return model::partition_point(first, last, [&](auto &&element) { return !model::invoke(compare, value, model::invoke(project, element)); });
}
template <class R, class T, class C = less, class P = identity, class It = place_in<R>>
It upper_bound(R &&range, const T &value, C compare = {}, P project = {}) {
  return ranges::upper_bound(model::begin(range), model::end(range), value, compare, project);
}

template <class It, class End, class F, class P = identity, class = enable_if_t<!is_range<It>>>
in_fun_result<It, F> for_each(It first, End last, F f, P project = {}) {
  for (; first != last; ++first)
    model::invoke(f, model::invoke(project, *first));
  return {first, f};
}
template <class R, class F, class P = identity, class It = place_in<R>>
in_fun_result<It, F> for_each(R &&range, F f, P project = {}) {
  return ranges::for_each(model::begin(range), model::end(range), f, project);
}
template <class It, class End, class Out, class = enable_if_t<!is_range<It>>>
in_out_result<It, Out> copy(It first, End last, Out out) {
  for (; first != last; ++first, ++out)
    *out = *first;
  return {first, out};
}
template <class R, class Out, class It = place_in<R>> in_out_result<It, Out> copy(R &&range, Out out) {
  return ranges::copy(model::begin(range), model::end(range), out);
}
template <class It, class End, class Out, class F, class P = identity, class = enable_if_t<!is_range<It>>>
in_out_result<It, Out> copy_if(It first, End last, Out out, F holds, P project = {}) {
  for (; first != last; ++first)
    if (model::invoke(holds, model::invoke(project, *first))) {
      *out = *first;
      ++out;
    }
  return {first, out};
}
template <class R, class Out, class F, class P = identity, class It = place_in<R>>
in_out_result<It, Out> copy_if(R &&range, Out out, F holds, P project = {}) {
  return ranges::copy_if(model::begin(range), model::end(range), out, holds, project);
}
template <class It, class End, class Out, class F, class P = identity, class = enable_if_t<!is_range<It> && !is_range<End>>>
in_out_result<It, Out> transform(It first, End last, Out out, F f, P project = {}) {
  for (; first != last; ++first, ++out)
    *out = model::invoke(f, model::invoke(project, *first));
  return {first, out};
}
template <class R, class Out, class F, class P = identity, class It = place_in<R>, class = enable_if_t<!is_range<Out>>>
in_out_result<It, Out> transform(R &&range, Out out, F f, P project = {}) {
  return ranges::transform(model::begin(range), model::end(range), out, f, project);
}
template <class It, class Jt, class Out, class F>
in_in_out_result<It, Jt, Out> transform(It first, It last, Jt other, Jt end, Out out, F f) {
  for (; first != last && other != end; ++first, ++other, ++out)
    *out = model::invoke(f, *first, *other);
  return {first, other, out};
}
template <class R, class S, class Out, class F, class It = place_in<R>, class Jt = place_in<S>>
in_in_out_result<It, Jt, Out> transform(R &&range, S &&other, Out out, F f) {
  return ranges::transform(model::begin(range), model::end(range), model::begin(other), model::end(other), out, f);
}

template <class It, class T> It fill(It first, It last, const T &value) {
  for (; first != last; ++first)
    *first = value;
  return first;
}
template <class R, class T, class It = place_in<R>> It fill(R &&range, const T &value) {
  return ranges::fill(model::begin(range), model::end(range), value);
}
template <class It, class F, class = enable_if_t<!is_range<It>>> It generate(It first, It last, F make) {
  for (; first != last; ++first)
    *first = model::invoke(make);
  return first;
}
template <class R, class F, class It = place_in<R>> It generate(R &&range, F make) {
  return ranges::generate(model::begin(range), model::end(range), make);
}
template <class It> It reverse(It first, It last) {
  model::reverse(first, last);
  return last;
}
template <class R, class It = place_in<R>> It reverse(R &&range) {
  return ranges::reverse(model::begin(range), model::end(range));
}
template <class T> void swap(T &a, T &b) { model::swap(a, b); }

template <class T, class C = less, class P = identity> const T &max(const T &a, const T &b, C compare = {}, P project = {}) {
  return model::invoke(compare, model::invoke(project, a), model::invoke(project, b)) ? b : a;
}
template <class T, class C = less, class P = identity> const T &min(const T &a, const T &b, C compare = {}, P project = {}) {
  return model::invoke(compare, model::invoke(project, b), model::invoke(project, a)) ? b : a;
}
template <class It> ptrdiff_t distance(It first, It last) { return model::distance(first, last); }
template <class R, class = iterator_of<R>> ptrdiff_t distance(R &&range) {
  return model::distance(model::begin(range), model::end(range));
}
template <class R, class C = less, class P = identity, class = iterator_of<R>>
auto max(R &&range, C compare = {}, P project = {}) {
  return *ranges::max_element(range, compare, project);
}
template <class R, class C = less, class P = identity, class = iterator_of<R>>
auto min(R &&range, C compare = {}, P project = {}) {
  return *ranges::min_element(range, compare, project);
}
template <class R, class C = less, class P = identity, class = iterator_of<R>>
auto minmax(R &&range, C compare = {}, P project = {}) {
  auto found = model::minmax_element(model::begin(range), model::end(range), projected<C, P>(compare, project));
  return min_max_result<remove_cvref_t<decltype(*found.first)>>{*found.first, *found.second};
}
template <class T, class C = less, class P = identity>
const T &clamp(const T &value, const T &low, const T &high, C compare = {}, P project = {}) {
  if (model::invoke(compare, model::invoke(project, value), model::invoke(project, low)))
    return low;
  return model::invoke(compare, model::invoke(project, high), model::invoke(project, value)) ? high : value;
}

} // namespace adjoint::model::ranges

#endif
