// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of indices: which elements of an array a loop may write, for snapshots (adjoint/checkpoints.h).
//
//     for (int i = 1; i < n; ++i)
//       for (int j = 0; j < m; ++j)
//         u[i * m + j] = ...;                       // range(1, n) * m + range(0, m)
//
// A range is the least one that holds all values of an expression, found by interval arithmetic. The empty range stays
// empty, whatever is added to it: a loop without iterations writes nothing.
//
// Units: elements. Nothing throws. Overflow of std::ptrdiff_t is undefined, as it is in the indices themselves.
#ifndef ADJOINT_RANGE_H
#define ADJOINT_RANGE_H

#include <cstddef>

namespace adjoint {

/// The indices first, first + 1, ..., last; none if last < first.
struct Range {
  std::ptrdiff_t first = 0;
  std::ptrdiff_t last = -1;

  constexpr bool empty() const { return last < first; }
  constexpr std::size_t size() const { return empty() ? 0 : std::size_t(last - first) + 1; }
};

constexpr std::size_t elements_in(Range a) { return a.size(); }

/// One index.
constexpr Range only(std::ptrdiff_t index) { return {index, index}; }

/// low <= i < high, as `for (i = low; i < high; ++i)` counts.
constexpr Range range(std::ptrdiff_t low, std::ptrdiff_t high) { return low < high ? Range{low, high - 1} : Range(); }

/// The same with bounds that are themselves of ranges.
constexpr Range range(Range low, Range high) {
  return low.empty() || high.empty() ? Range() : range(low.first, high.last);
}

constexpr Range operator+(Range a, Range b) {
  return a.empty() || b.empty() ? Range() : Range{a.first + b.first, a.last + b.last};
}
constexpr Range operator*(Range a, std::ptrdiff_t factor) {
  if (a.empty())
    return a;
  return factor < 0 ? Range{a.last * factor, a.first * factor} : Range{a.first * factor, a.last * factor};
}
constexpr Range operator-(Range a, Range b) { return a + b * -1; }
constexpr Range operator+(Range a, std::ptrdiff_t b) { return a + only(b); }
constexpr Range operator+(std::ptrdiff_t a, Range b) { return only(a) + b; }
constexpr Range operator-(Range a, std::ptrdiff_t b) { return a - only(b); }
constexpr Range operator-(std::ptrdiff_t a, Range b) { return only(a) - b; }
constexpr Range operator*(std::ptrdiff_t factor, Range a) { return a * factor; }

/// Quotients, rounded towards zero. Empty for a divisor of zero.
constexpr Range operator/(Range a, std::ptrdiff_t divisor) {
  if (a.empty() || divisor == 0)
    return Range();
  return divisor < 0 ? Range{a.last / divisor, a.first / divisor} : Range{a.first / divisor, a.last / divisor};
}

/// Remainders, which have the sign of the dividend.
constexpr Range operator%(Range a, std::ptrdiff_t divisor) {
  if (a.empty() || divisor == 0)
    return Range();
  const std::ptrdiff_t most = (divisor < 0 ? -divisor : divisor) - 1;
  return {a.first >= 0 ? 0 : (a.first < -most ? -most : a.first), a.last <= 0 ? 0 : (a.last > most ? most : a.last)};
}

/// The least range that holds both.
constexpr Range operator|(Range a, Range b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  return {a.first < b.first ? a.first : b.first, a.last > b.last ? a.last : b.last};
}

/// Those of the indices that are less than `bound`, and so on.
constexpr Range below(Range a, std::ptrdiff_t bound) { return {a.first, a.last < bound ? a.last : bound - 1}; }
constexpr Range up_to(Range a, std::ptrdiff_t last) { return {a.first, a.last < last ? a.last : last}; }
constexpr Range above(Range a, std::ptrdiff_t bound) { return {a.first > bound ? a.first : bound + 1, a.last}; }
constexpr Range from(Range a, std::ptrdiff_t first) { return {a.first > first ? a.first : first, a.last}; }

} // namespace adjoint

#endif // ADJOINT_RANGE_H
