// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SparseJacobian and SparseHessian: the pattern of a matrix, its colours, and its values at any point.
//
// From arguments of f, the constructor finds the pattern at that point; or it takes yours. A call computes the values
// there: in one sweep for each colour, along the sum of the unit vectors of the colour, and one more that checks the
// pattern. The pattern is that of the branches that f takes at the point of detection: elsewhere f may have more
// nonzeros. A product with a fixed direction that all columns take part in shows that, and std::logic_error is thrown,
// unless check(false) was called. (Nonzeros below 1e-10 of the matrix may stay unseen.)
//
// Jacobians are made of tangents or of adjoints, of what was asked for; if both were, of tangents where there are at
// most twice as many colours of columns as of rows. Hessians have all places, also above the diagonal; of two that
// mirror each other one is computed. Values are those of the dense matrices, adjoint::jacobian<f> and
// adjoint::hessian<f>, row by row.
//
// An object may be used by one thread at a time, and copied.
//
// Source: A. Gebremedhin, F. Manne and A. Pothen, SIAM Review 47 (2005); A. Griewank and A. Walther, Evaluating
// Derivatives, 2nd ed., SIAM 2008, chapters 7 and 8.
#ifndef ADJOINT_SPARSE_MATRICES_H
#define ADJOINT_SPARSE_MATRICES_H

#include <adjoint/derivatives.h>
#include <adjoint/sparse/detection.h>

#include <cmath>

namespace adjoint {

namespace derivatives {

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
constexpr bool hasNan = false;
#else
constexpr bool hasNan = true;
#endif

/// What a map makes NaN of columns that are. Zero for all others.
template <class Map> std::vector<char> nanBehind(Map &map, const std::vector<char> &isSet) {
  static_assert(hasNan, "<adjoint/sparse.h>: patterns are found by NaN; compile this file, and that of the derivative, "
                        "without -ffinite-math-only (-ffast-math), or give the pattern yourself");
  using T = typename Map::T;
  std::vector<T> direction(isSet.size()), product;
  for (std::size_t i = 0; i < isSet.size(); ++i)
    direction[i] = isSet[i] ? std::numeric_limits<T>::quiet_NaN() : T(0);
  map.apply(direction, product);
  std::vector<char> isHit(product.size());
  std::transform(product.begin(), product.end(), isHit.begin(),
                 [](T number) { return isNan(static_cast<double>(number)); });
  return isHit;
}

template <class Map> std::vector<int> nanBehindOne(Map &map, std::size_t column) {
  std::vector<char> isSet(map.inputs());
  isSet[column] = 1;
  const std::vector<char> isHit = nanBehind(map, isSet);
  std::vector<int> rows;
  for (std::size_t row = 0; row < isHit.size(); ++row)
    if (isHit[row])
      rows.push_back(static_cast<int>(row));
  return rows;
}

/// The places of the matrix of a map.
template <class Map> Pattern patternOf(Map &map, std::size_t rows, Detection::RowSweep askRow = {}) {
  return Detection(
             rows, map.inputs(), [&](const std::vector<char> &isSet) { return nanBehind(map, isSet); },
             std::move(askRow))
      .find();
}

/// With the mirror image of each place, and the diagonal, which colours count on.
inline Pattern symmetric(const Pattern &pattern) {
  std::vector<std::vector<int>> rows(pattern.rowCount());
  const std::vector<int> ofPlaces = pattern.rows();
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    rows[static_cast<std::size_t>(ofPlaces[k])].push_back(pattern.columns()[k]);
    rows[static_cast<std::size_t>(pattern.columns()[k])].push_back(ofPlaces[k]);
  }
  return Pattern(pattern.columnCount(), std::move(rows));
}

[[noreturn]] inline void throwOtherSize() {
  throw std::invalid_argument("<adjoint/sparse.h>: the pattern has another size than the matrix");
}

/// Which columns each sweep is along, and which places are then read from which number of its product.
class Compression {
public:
  struct Read {
    std::size_t place, from;
  };

  /// Each place (i, j) is read from number i of the sweep of j.
  static Compression byColumns(const Pattern &pattern) {
    Compression result(colourColumns(pattern));
    const std::vector<int> rows = pattern.rows();
    for (std::size_t k = 0; k < pattern.size(); ++k)
      result.addRead(pattern.columns()[k], k, rows[k]);
    return result;
  }
  /// The same of the transposed matrix, places counted in the matrix.
  static Compression byRows(const Pattern &pattern) {
    Compression result(colourColumns(pattern.transposed()));
    const std::vector<int> rows = pattern.rows();
    for (std::size_t k = 0; k < pattern.size(); ++k)
      result.addRead(rows[k], k, pattern.columns()[k]);
    return result;
  }
  /// Where another column of row i has the colour of j, the place (i, j) is read as (j, i).
  static Compression symmetric(const Pattern &pattern) {
    Compression result(colourSymmetric(pattern));
    const std::vector<int> rows = pattern.rows();
    std::vector<std::size_t> count(result.size());
    for (std::size_t row = 0; row < pattern.rowCount(); ++row) {
      const auto begin = static_cast<std::size_t>(pattern.starts()[row]),
                 end = static_cast<std::size_t>(pattern.starts()[row + 1]);
      for (std::size_t k = begin; k < end; ++k)
        ++count[result.colourOf(pattern.columns()[k])];
      for (std::size_t k = begin; k < end; ++k) {
        const bool isAlone = count[result.colourOf(pattern.columns()[k])] == 1;
        result.addRead(isAlone ? pattern.columns()[k] : rows[k], k, isAlone ? rows[k] : pattern.columns()[k]);
      }
      for (std::size_t k = begin; k < end; ++k)
        count[result.colourOf(pattern.columns()[k])] = 0;
    }
    return result;
  }

  std::size_t size() const { return reads.size(); } ///< how many sweeps

  /// `outputs`: how many numbers the products must have.
  template <class Map>
  std::vector<typename Map::T> values(Map &map, std::size_t placeCount, std::size_t outputs) const {
    using T = typename Map::T;
    if (map.inputs() != colours.size())
      throwOtherSize();
    std::vector<T> result(placeCount), direction(colours.size()), product;
    for (std::size_t colour = 0; colour < size(); ++colour) {
      for (std::size_t i = 0; i < colours.size(); ++i)
        direction[i] = static_cast<std::size_t>(colours[i]) == colour;
      map.apply(direction, product);
      if (product.size() != outputs)
        throwOtherSize();
      for (const Read &read : reads[colour])
        result[read.place] = product[read.from];
    }
    return result;
  }

private:
  explicit Compression(std::vector<int> colourOfEach) : colours(std::move(colourOfEach)) {
    reads.resize(colours.empty() ? 0 : static_cast<std::size_t>(*std::max_element(colours.begin(), colours.end())) + 1);
  }
  std::size_t colourOf(int column) const { return static_cast<std::size_t>(colours[static_cast<std::size_t>(column)]); }
  void addRead(int column, std::size_t place, int from) {
    reads[colourOf(column)].push_back({place, static_cast<std::size_t>(from)});
  }

  std::vector<int> colours;
  std::vector<std::vector<Read>> reads; ///< by colour
};

/// Does the matrix of the map have no other nonzeros? `isTransposed`: of the map from the rows.
template <class Map>
void expectPattern(Map &map, const Pattern &pattern, const std::vector<typename Map::T> &values, bool isTransposed) {
  using T = typename Map::T;
  std::vector<T> direction(map.inputs()), product;
  std::uint32_t state = 1;
  for (T &each : direction) { // in [0.5, 1.5)
    state = state * 1664525u + 1013904223u;
    each = static_cast<T>(0.5 + (state >> 8) / 16777216.0);
  }
  map.apply(direction, product);
  std::vector<T> expected(product.size()), scale(product.size());
  const std::vector<int> rows = pattern.rows();
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const auto row = static_cast<std::size_t>(rows[k]), column = static_cast<std::size_t>(pattern.columns()[k]);
    const T term = values[k] * direction[isTransposed ? row : column];
    expected[isTransposed ? column : row] += term;
    scale[isTransposed ? column : row] += std::abs(term);
  }
  const T eps = std::numeric_limits<T>::epsilon(),
          norm = scale.empty() ? T(0) : *std::max_element(scale.begin(), scale.end());
  for (std::size_t i = 0; i < product.size(); ++i)
    if (std::abs(product[i] - expected[i]) > std::cbrt(eps) * scale[i] + std::cbrt(eps * eps) * norm)
      throw std::logic_error(
          "<adjoint/sparse.h>: the matrix has nonzeros outside of the pattern: find it at this point");
}

/// Are they arguments of a function, and not a pattern, or another matrix, alone?
template <class Self, class... A> constexpr bool areArguments = true;
template <class Self, class A>
constexpr bool areArguments<Self, A> = !std::is_same_v<Plain<A>, Pattern> && !std::is_same_v<Plain<A>, Self>;

} // namespace derivatives

template <auto F> class SparseHessian {
  static constexpr derivatives::Kind kind = derivatives::Kind::HessianVector;
  using D = derivatives::KnownDerivative<F, kind>;

public:
  /// Mirror images of places are added.
  explicit SparseHessian(const Pattern &pattern)
      : places(derivatives::symmetric(pattern)), compression(derivatives::Compression::symmetric(places)) {}
  /// Finds the pattern at these arguments of f.
  template <class... A, class = std::enable_if_t<derivatives::areArguments<SparseHessian, A...>>>
  explicit SparseHessian(A &&...given) : SparseHessian(detected(given...)) {}

  const Pattern &pattern() const { return places; }
  std::size_t colourCount() const { return compression.size(); }
  void check(bool isWanted) { isChecked = isWanted; }

  /// The values of the places, at these arguments.
  template <class... A> auto operator()(A &&...given) const {
    static_assert(derivatives::isCallableForNumber<kind, D, A...>());
    derivatives::HessianMap<D, std::remove_reference_t<A>...> map(given...);
    auto values = compression.values(map, places.size(), places.rowCount());
    if (isChecked)
      derivatives::expectPattern(map, places, values, false);
    return values;
  }

private:
  template <class... A> static Pattern detected(A &...given) {
    static_assert(derivatives::isCallableForNumber<kind, D, A...>());
    derivatives::HessianMap<D, A...> map(given...);
    return derivatives::patternOf(map, map.inputs(),
                                  [&map](std::size_t row) { return derivatives::nanBehindOne(map, row); });
  }

  Pattern places;
  derivatives::Compression compression;
  bool isChecked = true;
};

template <auto F> class SparseJacobian {
  using Tangent = derivatives::KnownDerivative<F, derivatives::Kind::Tangent>;
  using Adjoint = derivatives::KnownDerivative<F, derivatives::Kind::Adjoint>;
  template <class... A> using Forward = derivatives::TangentMap<Tangent, A...>;
  template <class... A> using Back = derivatives::AdjointMap<Adjoint, A...>;

public:
  explicit SparseJacobian(const Pattern &pattern) : places(pattern), compression(chosen()) {}
  /// Finds the pattern at these arguments of f.
  template <class... A, class = std::enable_if_t<derivatives::areArguments<SparseJacobian, A...>>>
  explicit SparseJacobian(A &&...given) : SparseJacobian(detected(given...)) {}

  const Pattern &pattern() const { return places; }
  std::size_t colourCount() const { return compression.size(); }
  /// Is it made of adjoints?
  bool goesByRows() const { return isByRows; }
  void check(bool isWanted) { isChecked = isWanted; }

  /// The values of the places, at these arguments.
  template <class... A> auto operator()(A &&...given) const {
    static_assert(derivatives::hasJacobian<Sweeps::Cheaper, Tangent, Adjoint, A...>());
    if constexpr (Tangent::isKnown && Adjoint::isKnown)
      return isByRows ? byRows(given...) : byColumns(given...);
    else if constexpr (Tangent::isKnown)
      return byColumns(given...);
    else
      return byRows(given...);
  }

private:
  derivatives::Compression chosen() {
    if constexpr (!Adjoint::isKnown) {
      return derivatives::Compression::byColumns(places);
    } else {
      derivatives::Compression rows = derivatives::Compression::byRows(places);
      isByRows = true;
      if constexpr (Tangent::isKnown) {
        derivatives::Compression columns = derivatives::Compression::byColumns(places);
        isByRows = derivatives::isCheaperByRows(rows.size(), columns.size());
        if (!isByRows)
          return columns;
      }
      return rows;
    }
  }

  template <class... A> auto byColumns(A &...given) const {
    Forward<A...> map(given...);
    auto values = compression.values(map, places.size(), places.rowCount());
    if (isChecked)
      derivatives::expectPattern(map, places, values, false);
    return values;
  }
  template <class... A> auto byRows(A &...given) const {
    Back<A...> map(given...);
    auto values = compression.values(map, places.size(), places.columnCount());
    if (isChecked)
      derivatives::expectPattern(map, places, values, true);
    return values;
  }

  /// By columns, and rows that are long by adjoints; or by rows, of the transposed matrix.
  template <class... A> static Pattern detected(A &...given) {
    static_assert(derivatives::hasJacobian<Sweeps::Cheaper, Tangent, Adjoint, A...>());
    if constexpr (Tangent::isKnown && Adjoint::isKnown) {
      Forward<A...> map(given...);
      Back<A...> back(given...);
      return derivatives::patternOf(map, back.inputs(),
                                    [&](std::size_t row) { return derivatives::nanBehindOne(back, row); });
    } else if constexpr (Tangent::isKnown) {
      Forward<A...> map(given...);
      std::vector<typename Forward<A...>::T> direction(map.inputs()), product;
      map.apply(direction, product);
      return derivatives::patternOf(map, product.size());
    } else {
      Back<A...> map(given...);
      return derivatives::patternOf(map, map.outputs()).transposed();
    }
  }

  Pattern places;
  bool isByRows = false;
  derivatives::Compression compression;
  bool isChecked = true;
};

} // namespace adjoint

#endif // ADJOINT_SPARSE_MATRICES_H
