// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Algorithms that copy with changes, split a range in two, compare and look for ranges, join sorted ones, keep heaps and
// try permutations, on active numbers; iterators that insert.

#include "numeric.h"

#include <numeric>
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <set>
#include <vector>

namespace {
using Row = std::vector<double>;

/// Every element counts, and so does its place.
template <class Range> double seen(const Range &v) {
  double s = 0.5, place = 1.0;
  for (double e : v)
    s = s * 0.9 + e * e * place++;
  return s;
}
} // namespace

#pragma adjoint reverse
double changedCopies(const double *x, int n) {
  Row v(x, x + n), w(n + 3), u(n + 3);
  std::replace_copy(v.begin(), v.end(), w.begin(), x[0], x[0] * x[1]);
  std::replace_copy_if(w.begin(), w.begin() + n, u.begin(), [](double e) { return e < 0.5; }, x[1] * x[1]);
  auto end = std::rotate_copy(v.begin(), v.begin() + 1, v.end(), w.begin() + 1);
  *end = u[0] * x[0];
  end = std::remove_copy_if(w.begin(), end + 1, u.begin(), [](double e) { return e < 0.0; });
  *end = x[0];
  u[1] = u[0];
  auto left = std::unique(u.begin(), u.end(), [](double a, double b) { return std::fabs(a - b) < 0.1; });
  u.erase(left, u.end());
  std::move_backward(v.begin(), v.end() - 1, v.end());
  v[0] *= x[1];
  Row kept;
  std::unique_copy(v.begin(), v.end(), std::back_inserter(kept));
  return seen(w) * seen(u) + seen(v) * seen(kept);
}

#pragma adjoint reverse
double parts(const double *x, int n) {
  Row v(x, x + n), low, high;
  v.push_back(x[0] * x[1]);
  const auto isLow = [&](double e) { return e < x[1]; };
  auto border = std::partition(v.begin(), v.end(), isLow);
  double s = 0.0;
  for (auto it = v.begin(); it != border; ++it)
    s += std::sin(*it);
  for (auto it = border; it != v.end(); ++it)
    s *= 1.0 + *it * *it;
  std::partition_copy(x, x + n, std::back_inserter(low), std::back_inserter(high), isLow);
  if (std::is_partitioned(v.begin(), v.end(), isLow) && std::partition_point(v.begin(), v.end(), isLow) == border)
    s += seen(low) * seen(high);
  return s;
}

#pragma adjoint reverse
double comparisons(const double *x, int n) {
  Row v(x, x + n), w(v), u(n, x[0] * x[1]);
  double s = x[0];
  auto [here, there] = std::mismatch(v.begin(), v.end(), w.begin());
  if (here == v.end() && there == w.end())
    s += x[1];
  w[1] *= x[0];
  auto differ = std::mismatch(v.begin(), v.end(), w.begin(), w.end());
  s *= *differ.first * *differ.second;
  if (std::lexicographical_compare(v.begin(), v.end(), w.begin(), w.end()))
    s += v[1];
  else
    s -= w[1] * x[0];
  if (!std::equal(v.begin(), v.end(), w.begin(), w.end()) && std::is_permutation(v.begin(), v.end(), x))
    s *= v[0];
  auto same = std::adjacent_find(u.begin(), u.end());
  s += *same * *same;
  auto rises = std::adjacent_find(v.begin(), v.end(), std::less<>());
  if (rises != v.end())
    s += *rises * x[0];
  auto found = std::search(v.begin(), v.end(), x + 1, x + 2);
  s += *found * s;
  auto any = std::find_first_of(v.begin(), v.end(), w.begin() + 2, w.end());
  if (any != v.end())
    s += *any;
  s += static_cast<double>(std::search_n(u.begin(), u.end(), 2, u[0]) - u.begin() + 2) * u[1];
  return s;
}

namespace {
struct Loan {
  double due, amount;
};
bool isDueBefore(const Loan &a, const Loan &b) { return a.due < b.due; }
} // namespace

#pragma adjoint reverse
double sortedRanges(const double *x, int n) {
  Row v(x, x + n), w{x[0], x[1] * x[1], 2.0 * x[0]}, joined, common, alone;
  std::sort(v.begin(), v.end());
  std::sort(w.begin(), w.end());
  std::set_union(v.begin(), v.end(), w.begin(), w.end(), std::back_inserter(joined));
  std::set_intersection(v.begin(), v.end(), w.begin(), w.end(), std::back_inserter(common));
  std::set_difference(v.begin(), v.end(), w.begin(), w.end(), std::back_inserter(alone));
  Row either(v.size() + w.size());
  either.erase(std::set_symmetric_difference(v.begin(), v.end(), w.begin(), w.end(), either.begin()), either.end());
  double s = seen(joined) * seen(common) + seen(alone) * seen(either);
  if (std::includes(joined.begin(), joined.end(), w.begin(), w.end()))
    s *= x[1];
  std::vector<Loan> loans{{x[0], x[1]}, {x[1], x[0] * x[1]}, {0.3 * x[0], 1.0}};
  std::vector<Loan> first(2);
  std::partial_sort_copy(loans.begin(), loans.end(), first.begin(), first.end(), isDueBefore);
  s += first[0].amount * std::exp(first[1].due);
  auto end = std::is_sorted_until(x, x + n);
  return s + *(end - 1) * x[0];
}

// A heap of several jobs: the largest is split until all are small.
#pragma adjoint reverse
double heaps(const double *x, int n) {
  Row v(x, x + n);
  for (double &e : v)
    e = e * e + 0.1;
  std::make_heap(v.begin(), v.end());
  double s = 0.0;
  for (int k = 0; k < 4; ++k) {
    std::pop_heap(v.begin(), v.end());
    const double largest = v.back();
    v.back() = largest * 0.45;
    std::push_heap(v.begin(), v.end());
    v.push_back(largest * largest * 0.3);
    std::push_heap(v.begin(), v.end());
    s = s * 0.7 + std::log(largest) * v.front();
  }
  Row w(x, x + n);
  std::make_heap(w.begin(), w.end(), std::greater<>());
  std::pop_heap(w.begin(), w.end(), std::greater<>());
  s += w.back() * w.front();
  std::sort_heap(v.begin(), v.end());
  return s + seen(v);
}

// The sum over all orders, and the best of them.
#pragma adjoint reverse
double permutations(const double *x, int n) {
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i)
    order[i] = i;
  double sum = 0.0, least = 1e9;
  do {
    double cost = 1.0;
    for (int i = 0; i < n; ++i)
      cost = cost * 0.6 + std::sin(x[order[i]] * (i + 1));
    sum += cost * cost;
    least = std::min(least, cost);
  } while (std::next_permutation(order.begin(), order.end()));
  Row v(x, x + n);
  std::prev_permutation(v.begin(), v.end());
  return sum + least + seen(v);
}

#pragma adjoint reverse
double insertions(const double *x, int n) {
  std::list<double> list;
  std::copy(x, x + n, std::front_inserter(list));
  std::deque<double> deque;
  std::transform(x, x + n, std::front_inserter(deque), [&](double e) { return e * x[0]; });
  Row v(2, x[1]);
  std::copy(list.begin(), list.end(), std::inserter(v, v.begin() + 1));
  double array[3] = {x[0], x[1] * x[0], x[1]};
  double s = 0.0;
  for (auto it = std::rbegin(array); it != std::rend(array); ++it)
    s = s * 0.5 + *it * *it;
  for (auto it = std::make_reverse_iterator(v.end()); it != std::make_reverse_iterator(v.begin()); ++it)
    s = s * 0.5 + *it;
  return s * seen(list) + seen(deque) * seen(v);
}

// Lists that give away elements, one, some and all; merged; without those that are near their neighbours.
#pragma adjoint reverse
double lists(const double *x, int n) {
  std::list<double> a(x, x + n), b{x[0] * x[1], x[1], x[0]};
  a.splice(a.begin(), b, std::next(b.begin()));
  a.splice(a.end(), a, a.begin());
  a.splice(std::next(a.begin()), b, b.begin(), b.end());
  b.push_back(x[1] * 3.0);
  double s = seen(a) * seen(b);
  a.sort();
  b.insert(b.begin(), 2, x[0]);
  b.insert(b.end(), {x[1], x[0] * 2.0});
  b.sort();
  a.merge(b);
  a.unique([](double p, double q) { return q - p < 0.05; });
  s += seen(a) + static_cast<double>(b.size());
  b.assign({x[0], x[0], x[1]});
  b.unique();
  a.sort();
  a.merge(std::list<double>{-9.0 * x[0] * x[0], 1e3 * x[1] * x[1]});
  a.splice(a.end(), std::list<double>{x[0] * x[1]});
  return s * seen(b) + seen(a);
}

// A sum has the type of what is added, not of the place where it goes.
#pragma adjoint reverse
double types(const double *x, int n) {
  std::vector<int> whole(n);
  std::transform_inclusive_scan(x, x + n, whole.begin(), std::plus<>(), [](double t) { return 1.37 * t + 0.211; });
  double s = std::search_n(x, x + n, -1, 5.0) == x ? x[0] * x[1] : x[2];
  for (int i = 0; i < n; ++i)
    s += whole[i] * x[i] * x[i];
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.35}};
  numeric::check("changedCopies", changedCopies, changedCopies_b, points);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("comparisons", comparisons, comparisons_b, points);
  numeric::check("sortedRanges", sortedRanges, sortedRanges_b, points);
  numeric::check("heaps", heaps, heaps_b, points);
  numeric::check("permutations", permutations, permutations_b, points);
  numeric::check("insertions", insertions, insertions_b, points);
  numeric::check("lists", lists, lists_b, points);
  numeric::check("types", types, types_b, points);
  return numeric::report();
}
