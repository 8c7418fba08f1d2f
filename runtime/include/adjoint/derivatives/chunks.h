// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of a derivative with many directions, several at a time where there is a derivative that takes several:
// `Chunks<OneMap, SeveralMap, A...>` has the map for one direction, and that for `width` of them or NoMap
// (derivatives/maps.h).
//
// Directions are taken `width` at a time, and those that are left, too, beside zeros; one that is left alone is taken
// by the map for one. So are all where several cannot be taken at once (OneByOne in derivatives/known.h).
#ifndef ADJOINT_DERIVATIVES_CHUNKS_H
#define ADJOINT_DERIVATIVES_CHUNKS_H

#include <adjoint/derivatives/maps.h>
#include <adjoint/derivatives/matrix.h>

namespace adjoint::derivatives {

/// The directions that one run takes, counted among all: of a number of a product, those of their entries.
template <class E> class Entries {
public:
  Entries(E &number, std::size_t first, std::size_t last) : number(number), first(first), last(last) {}
  std::size_t begin() const { return first; }
  std::size_t end() const { return last; }
  auto operator[](std::size_t k) const { return entryOf(number, k - first); }

private:
  E &number;
  std::size_t first, last;
};

struct NoMap {};
template <template <class, class...> class Map, class D, class... A>
using MapOf = std::conditional_t<D::isKnown, Map<D, A...>, NoMap>;

template <class OneMap, class SeveralMap, class... A> class Chunks {
  static constexpr bool hasSeveral = !std::is_same_v<SeveralMap, NoMap>;
  static constexpr std::size_t width = std::conditional_t<hasSeveral, SeveralMap, OneMap>::width;

public:
  using T = typename OneMap::T;

  explicit Chunks(A &...given) : one(given...), given(given...) {}
  OneMap &single() { return one; }

  /// How many runs of a derivative take `count` directions?
  static constexpr std::size_t runsFor(std::size_t count) { return (count + width - 1) / width; }

  /// Products with `count` directions. `set(k, i)` is number i of direction k. For each run, `sized(size)` learns how
  /// many numbers a product has, and `take(i, entries)` gets each: entries[k], for the directions k from
  /// entries.begin() to entries.end().
  template <class Set, class Sized, class Take>
  void apply(std::size_t count, const Set &set, const Sized &sized, const Take &take) {
    std::size_t next = 0;
    if constexpr (hasSeveral) {
      try {
        while (count - next > 1)
          next = applyChunk(several(), next, std::min(count, next + width), set, sized, take);
      } catch (const OneByOne &) {
        isOneByOne = true;
      }
    }
    while (next < count)
      next = applyChunk(one, next, next + 1, set, sized, take);
  }

private:
  SeveralMap &several() {
    if (isOneByOne)
      throw OneByOne();
    if (!wide)
      std::apply([this](A &...each) { wide.emplace(each...); }, given);
    return *wide;
  }

  template <class Map, class Set, class Sized, class Take>
  std::size_t applyChunk(Map &map, std::size_t begin, std::size_t end, const Set &set, const Sized &sized,
                         const Take &take) {
    map.apply([&](std::size_t k, std::size_t i) { return begin + k < end ? T(set(begin + k, i)) : T(0); }, sized,
              [&](std::size_t i, auto &number) {
                take(i, Entries<std::remove_reference_t<decltype(number)>>(number, begin, end));
              });
    return end;
  }

  OneMap one;
  std::optional<SeveralMap> wide;
  std::tuple<A &...> given;
  bool isOneByOne = false;
};

/// Of a function whose derivatives of one kind are D, for one direction, and S, for several.
template <template <class, class...> class Map, class D, class S, class... A>
using ChunksOf = Chunks<Map<D, A...>, MapOf<Map, S, A...>, A...>;

/// Products with the columns of a matrix, as columns.
template <class Chunks, class N> auto productsWith(Chunks &chunks, const Matrix<N> &directions, const char *caller) {
  if (directions.rows() != chunks.single().inputs())
    throwOtherShape(caller);
  using T = typename Chunks::T;
  const std::size_t count = directions.columns();
  Matrix<T> result;
  chunks.apply(
      count, [&](std::size_t k, std::size_t i) { return static_cast<T>(directions(i, k)); },
      [&](std::size_t size) {
        if (result.rows() == 0)
          result = Matrix<T>(size, count);
      },
      [&](std::size_t i, auto entries) {
        for (std::size_t k = entries.begin(); k < entries.end(); ++k)
          result(i, k) = static_cast<T>(entries[k]);
      });
  return result;
}

} // namespace adjoint::derivatives

#endif // ADJOINT_DERIVATIVES_CHUNKS_H
