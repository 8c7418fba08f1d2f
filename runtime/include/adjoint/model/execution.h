// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms with an execution policy. Those that are loops are parallel loops of OpenMP where the policy allows threads and
// OpenMP is on, with all that this means for derivatives (docs/openmp.md). All others are what they are without a policy.

#ifndef ADJOINT_MODEL_EXECUTION_H
#define ADJOINT_MODEL_EXECUTION_H

#include "adjoint/model/algorithm.h"
#include "adjoint/model/functional.h"
#include "adjoint/model/numeric.h"
#include "adjoint/model/sorted.h"

namespace adjoint::model {

namespace execution {
struct sequenced_policy {};
struct unsequenced_policy {};
struct parallel_policy {};
struct parallel_unsequenced_policy {};
} // namespace execution

/// Where libstdc++ has them.
namespace __pstl::execution {
using sequenced_policy = model::execution::sequenced_policy;
using unsequenced_policy = model::execution::unsequenced_policy;
using parallel_policy = model::execution::parallel_policy;
using parallel_unsequenced_policy = model::execution::parallel_unsequenced_policy;
} // namespace __pstl::execution

/// May there be threads?
template <class P> inline constexpr bool is_parallel = false;
template <> inline constexpr bool is_parallel<execution::parallel_policy> = true;
template <> inline constexpr bool is_parallel<execution::parallel_unsequenced_policy> = true;

template <class P> inline constexpr bool is_policy = is_parallel<P>;
template <> inline constexpr bool is_policy<execution::sequenced_policy> = true;
template <> inline constexpr bool is_policy<execution::unsequenced_policy> = true;

#ifdef _OPENMP
#define ADJOINT_MODEL_PARALLEL _Pragma("omp parallel for")
#define ADJOINT_MODEL_PARALLEL_SUM _Pragma("omp parallel for reduction(+ : sum)")
#else
#define ADJOINT_MODEL_PARALLEL
#define ADJOINT_MODEL_PARALLEL_SUM
#endif

template <class P, class It, class F> enable_if_t<is_policy<P>> for_each(const P &, It first, It last, F f) {
  if constexpr (is_parallel<P> && is_random<It>) {
    const ptrdiff_t n = last - first;
    ADJOINT_MODEL_PARALLEL
    for (ptrdiff_t i = 0; i < n; ++i)
      f(first[i]);
  } else {
    for (; first != last; ++first)
      f(*first);
  }
}
template <class P, class It, class N, class F> enable_if_t<is_policy<P>, It> for_each_n(const P &policy, It first, N n, F f) {
  It last = model::next(first, static_cast<ptrdiff_t>(n));
  model::for_each(policy, first, last, f);
  return last;
}

template <class P, class It, class Out, class F>
enable_if_t<is_policy<P>, Out> transform(const P &, It first, It last, Out out, F f) {
  if constexpr (is_parallel<P> && is_random<It> && is_random<Out>) {
    const ptrdiff_t n = last - first;
    ADJOINT_MODEL_PARALLEL
    for (ptrdiff_t i = 0; i < n; ++i)
      out[i] = f(first[i]);
    return out + n;
  } else {
    return model::transform(first, last, out, f);
  }
}
template <class P, class It, class Jt, class Out, class F>
enable_if_t<is_policy<P>, Out> transform(const P &, It first, It last, Jt other, Out out, F f) {
  if constexpr (is_parallel<P> && is_random<It> && is_random<Jt> && is_random<Out>) {
    const ptrdiff_t n = last - first;
    ADJOINT_MODEL_PARALLEL
    for (ptrdiff_t i = 0; i < n; ++i)
      out[i] = f(first[i], other[i]);
    return out + n;
  } else {
    return model::transform(first, last, other, out, f);
  }
}

template <class P, class It, class T> enable_if_t<is_policy<P>> fill(const P &, It first, It last, const T &value) {
  if constexpr (is_parallel<P> && is_random<It>) {
    const ptrdiff_t n = last - first;
    ADJOINT_MODEL_PARALLEL
    for (ptrdiff_t i = 0; i < n; ++i)
      first[i] = value;
  } else {
    model::fill(first, last, value);
  }
}
template <class P, class It, class Out> enable_if_t<is_policy<P>, Out> copy(const P &, It first, It last, Out out) {
  if constexpr (is_parallel<P> && is_random<It> && is_random<Out>) {
    const ptrdiff_t n = last - first;
    ADJOINT_MODEL_PARALLEL
    for (ptrdiff_t i = 0; i < n; ++i)
      out[i] = first[i];
    return out + n;
  } else {
    return model::copy(first, last, out);
  }
}

/// The sum of what f gives for each index, added to the first; other operations than + keep the order.
template <class P, class T, class F> T sum_of(const P &, ptrdiff_t n, T sum, F f) {
  if constexpr (is_parallel<P> && is_number<T>) {
    ADJOINT_MODEL_PARALLEL_SUM
    for (ptrdiff_t i = 0; i < n; ++i)
      sum += f(i);
  } else {
    for (ptrdiff_t i = 0; i < n; ++i)
      sum = sum + f(i);
  }
  return sum;
}
template <class Op, class T> inline constexpr bool is_plus = is_same<Op, plus<void>> || is_same<Op, plus<T>>;

template <class P, class It, class T, class Op>
enable_if_t<is_policy<P>, T> reduce(const P &policy, It first, It last, T init, Op op) {
  if constexpr (is_random<It> && is_plus<Op, T>)
    return sum_of(policy, last - first, init, [&](ptrdiff_t i) { return first[i]; });
  else
    return model::reduce(first, last, init, op);
}
template <class P, class It, class T> enable_if_t<is_policy<P>, T> reduce(const P &policy, It first, It last, T init) {
  return model::reduce(policy, first, last, init, plus<void>());
}
template <class P, class It, class = enable_if_t<is_policy<P>>> auto reduce(const P &policy, It first, It last) {
  return model::reduce(policy, first, last, remove_cvref_t<decltype(*first)>(), plus<void>());
}

template <class P, class It, class T, class Op, class F>
enable_if_t<is_policy<P> && !is_policy<It>, T> transform_reduce(const P &policy, It first, It last, T init, Op op, F f) {
  if constexpr (is_random<It> && is_plus<Op, T>)
    return sum_of(policy, last - first, init, [&](ptrdiff_t i) { return f(first[i]); });
  else
    return model::transform_reduce(first, last, init, op, f);
}
template <class P, class It, class Jt, class T, class Op, class F>
enable_if_t<is_policy<P>, T> transform_reduce(const P &policy, It first, It last, Jt other, T init, Op op, F f) {
  if constexpr (is_random<It> && is_random<Jt> && is_plus<Op, T>)
    return sum_of(policy, last - first, init, [&](ptrdiff_t i) { return f(first[i], other[i]); });
  else
    return model::transform_reduce(first, last, other, init, op, f);
}
template <class P, class It, class Jt, class T>
enable_if_t<is_policy<P>, T> transform_reduce(const P &policy, It first, It last, Jt other, T init) {
  return model::transform_reduce(policy, first, last, other, init, plus<void>(), multiplies<void>());
}

#undef ADJOINT_MODEL_PARALLEL
#undef ADJOINT_MODEL_PARALLEL_SUM

#define ADJOINT_MODEL_IN_ORDER(Name)                                                                                   \
  template <class P, class... Args, class = enable_if_t<is_policy<P>>>                                                 \
  auto Name(const P &, Args &&...args)->decltype(model::Name(model::forward<Args>(args)...)) {                         \
    return model::Name(model::forward<Args>(args)...);                                                                 \
  }
ADJOINT_MODEL_IN_ORDER(adjacent_difference)
ADJOINT_MODEL_IN_ORDER(adjacent_find)
ADJOINT_MODEL_IN_ORDER(all_of)
ADJOINT_MODEL_IN_ORDER(any_of)
ADJOINT_MODEL_IN_ORDER(copy_if)
ADJOINT_MODEL_IN_ORDER(copy_n)
ADJOINT_MODEL_IN_ORDER(count)
ADJOINT_MODEL_IN_ORDER(count_if)
ADJOINT_MODEL_IN_ORDER(equal)
ADJOINT_MODEL_IN_ORDER(exclusive_scan)
ADJOINT_MODEL_IN_ORDER(fill_n)
ADJOINT_MODEL_IN_ORDER(find)
ADJOINT_MODEL_IN_ORDER(find_if)
ADJOINT_MODEL_IN_ORDER(find_if_not)
ADJOINT_MODEL_IN_ORDER(generate)
ADJOINT_MODEL_IN_ORDER(generate_n)
ADJOINT_MODEL_IN_ORDER(inclusive_scan)
ADJOINT_MODEL_IN_ORDER(is_sorted)
ADJOINT_MODEL_IN_ORDER(max_element)
ADJOINT_MODEL_IN_ORDER(min_element)
ADJOINT_MODEL_IN_ORDER(minmax_element)
ADJOINT_MODEL_IN_ORDER(none_of)
ADJOINT_MODEL_IN_ORDER(nth_element)
ADJOINT_MODEL_IN_ORDER(partial_sort)
ADJOINT_MODEL_IN_ORDER(remove_if)
ADJOINT_MODEL_IN_ORDER(replace)
ADJOINT_MODEL_IN_ORDER(replace_if)
ADJOINT_MODEL_IN_ORDER(reverse)
ADJOINT_MODEL_IN_ORDER(rotate)
ADJOINT_MODEL_IN_ORDER(sort)
ADJOINT_MODEL_IN_ORDER(stable_sort)
ADJOINT_MODEL_IN_ORDER(swap_ranges)
ADJOINT_MODEL_IN_ORDER(transform_exclusive_scan)
ADJOINT_MODEL_IN_ORDER(transform_inclusive_scan)
ADJOINT_MODEL_IN_ORDER(unique)
#undef ADJOINT_MODEL_IN_ORDER

} // namespace adjoint::model

#endif
