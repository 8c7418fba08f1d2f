// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SparseJacobian and SparseHessian: the pattern of a matrix, its colours, and its values at any point.
//
// From arguments of f, the constructor finds the pattern at that point; or it takes yours. A call computes the values
// there: along one direction for each colour, the sum of the unit vectors of the colour, and one more that checks the
// pattern, several of them in one sweep (derivatives/chunks.h). The pattern is that of the branches that f takes at the
// point of detection: elsewhere f may have more nonzeros. A product with a fixed direction that all columns take part
// in shows that, and std::logic_error is thrown, unless check(false) was called. (Nonzeros below 1e-10 of the matrix
// may stay unseen.)
//
// Jacobians are made of tangents or of adjoints, of what was asked for; if both were, of tangents where that takes at
// most twice as many sweeps. Hessians have all places, also above the diagonal; of two that
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
#include <numeric>

namespace adjoint {

namespace derivatives {

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
constexpr bool hasNan = false;
#else
constexpr bool hasNan = true;
#endif

/// The rows that become NaN by columns that are, for each of several sets of columns.
template <class Chunks>
std::vector<std::vector<char>> nanBehind(Chunks &chunks, const std::vector<std::vector<char>> &areSet) {
  static_assert(hasNan, "<adjoint/sparse.h>: patterns are found by NaN; compile this file, and that of the derivative, "
                        "without -ffinite-math-only (-ffast-math), or give the pattern yourself");
  using T = typename Chunks::T;
  std::vector<std::vector<char>> areHit(areSet.size());
  chunks.apply(
      areSet.size(),
      [&](std::size_t k, std::size_t i) { return areSet[k][i] ? std::numeric_limits<T>::quiet_NaN() : T(0); },
      [&](std::size_t size) {
        for (std::vector<char> &isHit : areHit)
          isHit.resize(size);
      },
      [&](std::size_t i, auto entries) {
        for (std::size_t k = entries.begin(); k < entries.end(); ++k)
          areHit[k][i] = isNan(static_cast<double>(entries[k]));
      });
  return areHit;
}

template <class Chunks> std::vector<int> nanBehindOne(Chunks &chunks, std::size_t column) {
  std::vector<char> isSet(chunks.single().inputs());
  isSet[column] = 1;
  const std::vector<char> isHit = nanBehind(chunks, {isSet}).front();
  std::vector<int> rows;
  for (std::size_t row = 0; row < isHit.size(); ++row)
    if (isHit[row])
      rows.push_back(static_cast<int>(row));
  return rows;
}

/// The places of the matrix whose products these are.
template <class Chunks> Pattern patternOf(Chunks &chunks, std::size_t rows, Detection::RowSweep askRow = {}) {
  return Detection(
             rows, chunks.single().inputs(),
             [&](const std::vector<std::vector<char>> &areSet) { return nanBehind(chunks, areSet); }, std::move(askRow))
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
  /// A place that is read from a number of the product that belongs to the colour.
  struct Read {
    std::size_t place, from, colour;
  };

  /// Each place (i, j) is read from number i of the sweep of j.
  static Compression byColumns(const Pattern &pattern) {
    Compression result(colourColumns(pattern));
    const std::vector<int> rows = pattern.rows();
    for (std::size_t k = 0; k < pattern.size(); ++k)
      result.addRead(pattern.columns()[k], k, rows[k]);
    result.sortReads(pattern.rowCount());
    return result;
  }
  /// The same of the transposed matrix, places counted in the matrix.
  static Compression byRows(const Pattern &pattern) {
    Compression result(colourColumns(pattern.transposed()));
    const std::vector<int> rows = pattern.rows();
    for (std::size_t k = 0; k < pattern.size(); ++k)
      result.addRead(rows[k], k, pattern.columns()[k]);
    result.sortReads(pattern.columnCount());
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
    result.sortReads(pattern.rowCount());
    return result;
  }

  std::size_t size() const { return colourCount; }

  /// Of the matrix whose products these are, with so many numbers each; `check`: a direction more, and what takes its
  /// product.
  template <class Chunks, class Check>
  std::vector<typename Chunks::T> values(Chunks &chunks, std::size_t placeCount, std::size_t outputs,
                                         Check *check) const {
    using T = typename Chunks::T;
    if (chunks.single().inputs() != colours.size())
      throwOtherSize();
    std::vector<T> result(placeCount);
    chunks.apply(
        size() + (check != nullptr),
        [&](std::size_t colour, std::size_t i) {
          return colour == size() ? check->direction(i) : T(static_cast<std::size_t>(colours[i]) == colour);
        },
        [&](std::size_t count) {
          if (count != outputs)
            throwOtherSize();
        },
        [&](std::size_t i, auto entries) {
          for (std::size_t k = starts[i]; k < starts[i + 1]; ++k)
            if (reads[k].colour >= entries.begin() && reads[k].colour < entries.end())
              result[reads[k].place] = static_cast<T>(entries[reads[k].colour]);
          if (check && entries.end() > size())
            check->take(i, static_cast<T>(entries[size()]));
        });
    return result;
  }

private:
  explicit Compression(std::vector<int> colourOfEach) : colours(std::move(colourOfEach)) {
    colourCount = colours.empty() ? 0 : static_cast<std::size_t>(*std::max_element(colours.begin(), colours.end())) + 1;
  }
  std::size_t colourOf(int column) const { return static_cast<std::size_t>(colours[static_cast<std::size_t>(column)]); }
  void addRead(int column, std::size_t place, int from) {
    reads.push_back({place, static_cast<std::size_t>(from), colourOf(column)});
  }
  /// In the order in which the numbers of a product come.
  void sortReads(std::size_t outputs) {
    std::sort(reads.begin(), reads.end(),
              [](const Read &a, const Read &b) { return a.from != b.from ? a.from < b.from : a.place < b.place; });
    starts.assign(outputs + 1, 0);
    for (const Read &read : reads)
      ++starts[read.from + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
  }

  std::vector<int> colours;
  std::size_t colourCount = 0;
  std::vector<Read> reads;
  std::vector<std::size_t> starts; ///< where the reads of a number begin
};

/// Does a matrix have nonzeros outside of its pattern? Its product with one more direction tells.
template <class T> class PatternCheck {
public:
  /// `isTransposed`: products are those of the transposed matrix.
  explicit PatternCheck(bool isTransposed) : isTransposed(isTransposed) {}

  /// In [0.5, 1.5).
  static T direction(std::size_t i) {
    const std::uint32_t mixed = (static_cast<std::uint32_t>(i) + 1u) * 2654435761u;
    return static_cast<T>(0.5 + (mixed >> 8) / 16777216.0);
  }
  void take(std::size_t, T number) { product.push_back(number); }

  void expect(const Pattern &pattern, const std::vector<T> &values) const {
    std::vector<T> expected(product.size()), scale(product.size());
    std::vector<std::size_t> known(product.size()); // of a full row there is nothing to miss, and rounding may be all of it
    const std::size_t all = isTransposed ? pattern.rowCount() : pattern.columnCount();
    const std::vector<int> rows = pattern.rows();
    for (std::size_t k = 0; k < pattern.size(); ++k) {
      const auto row = static_cast<std::size_t>(rows[k]), column = static_cast<std::size_t>(pattern.columns()[k]);
      const T term = values[k] * direction(isTransposed ? row : column);
      expected[isTransposed ? column : row] += term;
      scale[isTransposed ? column : row] += std::abs(term);
      ++known[isTransposed ? column : row];
    }
    const T eps = std::numeric_limits<T>::epsilon(),
            norm = scale.empty() ? T(0) : *std::max_element(scale.begin(), scale.end());
    for (std::size_t i = 0; i < product.size(); ++i)
      if (known[i] < all && std::abs(product[i] - expected[i]) > std::cbrt(eps) * scale[i] + std::cbrt(eps * eps) * norm)
        throw std::logic_error(
            "<adjoint/sparse.h>: the matrix has nonzeros outside of the pattern: find it at this point");
  }

private:
  const bool isTransposed;
  std::vector<T> product;
};

/// The values of the places; checked where that is wanted.
template <class Chunks>
std::vector<typename Chunks::T> valuesOf(Chunks &chunks, const Compression &compression, const Pattern &pattern,
                                         bool isTransposed, bool isChecked) {
  PatternCheck<typename Chunks::T> check(isTransposed);
  auto values = compression.values(chunks, pattern.size(), isTransposed ? pattern.columnCount() : pattern.rowCount(),
                                   isChecked ? &check : nullptr);
  if (isChecked)
    check.expect(pattern, values);
  return values;
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
    derivatives::OfHessian<F, std::remove_reference_t<A>...> products(given...);
    return derivatives::valuesOf(products, compression, places, false, isChecked);
  }

private:
  template <class... A> static Pattern detected(A &...given) {
    static_assert(derivatives::isCallableForNumber<kind, D, A...>());
    derivatives::OfHessian<F, A...> products(given...);
    return derivatives::patternOf(products, products.single().inputs(),
                                  [&products](std::size_t row) { return derivatives::nanBehindOne(products, row); });
  }

  Pattern places;
  derivatives::Compression compression;
  bool isChecked = true;
};

template <auto F> class SparseJacobian {
  using Tangent = derivatives::KnownDerivative<F, derivatives::Kind::Tangent>;
  using Adjoint = derivatives::KnownDerivative<F, derivatives::Kind::Adjoint>;
  template <class... A> using Forward = typename derivatives::OfJacobian<F, A...>::Forward;
  template <class... A> using Back = typename derivatives::OfJacobian<F, A...>::Back;

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
        isByRows = derivatives::isCheaperByRows(runsOf<derivatives::Kind::Adjoint>(rows),
                                                runsOf<derivatives::Kind::Tangent>(columns));
        if (!isByRows)
          return columns;
      }
      return rows;
    }
  }

  /// How many runs of the derivative?
  template <derivatives::Kind K> static std::size_t runsOf(const derivatives::Compression &by) {
    constexpr std::size_t width = derivatives::SeveralAtOnce<F, K>::width;
    return (by.size() + width - 1) / width;
  }

  template <class... A> auto byColumns(A &...given) const {
    Forward<A...> products(given...);
    return derivatives::valuesOf(products, compression, places, false, isChecked);
  }
  template <class... A> auto byRows(A &...given) const {
    Back<A...> products(given...);
    return derivatives::valuesOf(products, compression, places, true, isChecked);
  }

  /// By columns, and rows that are long by adjoints; or by rows, of the transposed matrix.
  template <class... A> static Pattern detected(A &...given) {
    static_assert(derivatives::hasJacobian<Sweeps::Cheaper, Tangent, Adjoint, A...>());
    if constexpr (Tangent::isKnown && Adjoint::isKnown) {
      Forward<A...> forward(given...);
      Back<A...> back(given...);
      return derivatives::patternOf(forward, back.single().inputs(),
                                    [&](std::size_t row) { return derivatives::nanBehindOne(back, row); });
    } else if constexpr (Tangent::isKnown) {
      Forward<A...> forward(given...);
      std::size_t rows = 0;
      forward.single().apply([](std::size_t, std::size_t) { return 0; }, [&](std::size_t size) { rows = size; },
                             [](std::size_t, const auto &) {});
      return derivatives::patternOf(forward, rows);
    } else {
      Back<A...> back(given...);
      return derivatives::patternOf(back, back.single().outputs()).transposed();
    }
  }

  Pattern places;
  bool isByRows = false;
  derivatives::Compression compression;
  bool isChecked = true;
};

} // namespace adjoint

#endif // ADJOINT_SPARSE_MATRICES_H
