// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Detection: finds the places of a matrix that a sweep can make nonzero. A direction that is NaN in some columns and
// zero in the others leaves NaN in each row that depends on one of these: derivatives are sums of products, and NaN
// passes through both, also times zero. Nothing is lost by cancellation, or by a partial derivative that happens to be
// zero.
//
// Columns are found by halving. Of blocks of columns it is known which rows depend on them; the halves of the blocks
// are coloured, so that no row may depend on two of one colour; a sweep for each colour tells which halves a row
// depends on. A matrix with few places in each row takes few sweeps for each of the log2(columns) levels. Rows that
// depend on so many blocks that they alone would cost more are asked for one by one, if there is a way.
//
// What is found is the pattern of the computation at that point: of the branches that it takes there.
#ifndef ADJOINT_SPARSE_DETECTION_H
#define ADJOINT_SPARSE_DETECTION_H

#include <adjoint/sparse/colours.h>
#include <adjoint/strong.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

namespace adjoint::derivatives {

/// Also where the compiler takes it that there is none.
inline bool isNan(double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return (bits & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

/// Lists of numbers, one behind the other in memory: the blocks that each row depends on.
class Lists {
public:
  explicit Lists(std::size_t count) : starts(count + 1) {}
  /// Each with the number 0.
  static Lists ofZeros(std::size_t count) {
    Lists result(count);
    std::iota(result.starts.begin(), result.starts.end(), std::size_t(0));
    result.numbers.assign(count, 0);
    return result;
  }

  std::size_t count() const { return starts.size() - 1; }
  std::size_t begin(std::size_t list) const { return starts[list]; }
  std::size_t end(std::size_t list) const { return starts[list + 1]; }
  std::size_t lengthOf(std::size_t list) const { return end(list) - begin(list); }
  int operator[](std::size_t place) const { return numbers[place]; }
  std::vector<int> of(std::size_t list) const {
    return std::vector<int>(numbers.begin() + static_cast<std::ptrdiff_t>(begin(list)),
                            numbers.begin() + static_cast<std::ptrdiff_t>(end(list)));
  }
  bool areEqual(std::size_t a, std::size_t b) const {
    return lengthOf(a) == lengthOf(b) &&
           std::equal(numbers.data() + begin(a), numbers.data() + end(a), numbers.data() + begin(b));
  }

  /// Lists with what `append(list, number, into)` puts in the place of each number.
  template <class Append> Lists replaced(const Append &append) const {
    Lists result(count());
    for (std::size_t list = 0; list < count(); ++list) {
      for (std::size_t place = begin(list); place < end(list); ++place)
        append(list, place, result.numbers);
      result.starts[list + 1] = result.numbers.size();
    }
    return result;
  }
  /// The lists that a number stands in, for each number below `numberCount`.
  Lists transposed(std::size_t numberCount) const {
    Lists result(numberCount);
    for (int number : numbers)
      ++result.starts[static_cast<std::size_t>(number) + 1];
    std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
    result.numbers.resize(numbers.size());
    std::vector<std::size_t> next = result.starts;
    for (std::size_t list = 0; list < count(); ++list)
      for (std::size_t place = begin(list); place < end(list); ++place)
        result.numbers[next[static_cast<std::size_t>(numbers[place])]++] = static_cast<int>(list);
    return result;
  }

private:
  std::vector<std::size_t> starts;
  std::vector<int> numbers;
};

class Detection {
public:
  /// For each of several sets of columns that are NaN, which rows become NaN.
  using Sweep = std::function<std::vector<std::vector<char>>(const std::vector<std::vector<char>> &areSet)>;
  /// The columns that a row depends on.
  using RowSweep = std::function<std::vector<int>(std::size_t row)>;

  /// `askRow` may be empty.
  Detection(std::size_t rowCount, std::size_t columnCount, Sweep sweep, RowSweep askRow)
      : rowCount(rowCount), columnCount(columnCount), sweep(std::move(sweep)), askRow(std::move(askRow)),
        blocks(rowCount), answers(rowCount), isAnswered(rowCount) {}

  Pattern find() {
    const WithoutStrongZeros guard;
    std::size_t size = 1;
    while (size < columnCount)
      size *= 2;
    if (columnCount != 0)
      dependOnAll(size);
    for (; size > 1; size /= 2)
      halve(size / 2);
    std::vector<std::vector<int>> rows(rowCount);
    for (std::size_t row = 0; row < rowCount; ++row)
      rows[row] = isAnswered[row] ? std::move(answers[row]) : blocks.of(row);
    return Pattern(columnCount, std::move(rows));
  }

private:
  struct WithoutStrongZeros {
    bool before = std::exchange(strong::finds_patterns, true);
    ~WithoutStrongZeros() { strong::finds_patterns = before; }
  };

  static constexpr int coloursAtOnce = 16; ///< which bounds the memory for them

  /// One block of all columns; of one column it is asked at once.
  void dependOnAll(std::size_t size) {
    blocks = Lists::ofZeros(rowCount);
    if (size == 1)
      keepDependent(1);
  }

  void halve(std::size_t size) {
    blocks = blocks.replaced([&](std::size_t, std::size_t place, std::vector<int> &into) {
      for (int half : {2 * blocks[place], 2 * blocks[place] + 1})
        if (static_cast<std::size_t>(half) * size < columnCount)
          into.push_back(half);
    });
    keepDependent(size);
  }

  /// Of the blocks of this size, those that a row depends on.
  void keepDependent(std::size_t size) {
    if (askRow)
      askLongRows();
    const std::size_t count = (columnCount + size - 1) / size;
    const std::vector<int> colours = coloursOfBlocks(count);
    const int last = colours.empty() ? -1 : *std::max_element(colours.begin(), colours.end());
    std::vector<char> isKept(rowCount == 0 ? 0 : blocks.end(rowCount - 1));
    for (int colour = 0; colour <= last; colour += coloursAtOnce)
      findKept(colour, std::min(colour + coloursAtOnce, last + 1), colours, size, isKept);
    blocks = blocks.replaced([&](std::size_t, std::size_t place, std::vector<int> &into) {
      if (isKept[place])
        into.push_back(blocks[place]);
    });
  }

  /// No row depends on two blocks of one colour. Each block gets the first colour that is left; neighbours mostly
  /// depend on the same blocks: one of them will do.
  std::vector<int> coloursOfBlocks(std::size_t count) const {
    const Lists rowsOf = blocks.transposed(count);
    std::vector<int> colours(count, -1), takenBy(count + 1, -1);
    for (std::size_t block = 0; block < count; ++block) {
      const int own = static_cast<int>(block);
      for (std::size_t k = rowsOf.begin(block); k < rowsOf.end(block); ++k) {
        const auto row = static_cast<std::size_t>(rowsOf[k]);
        if (k > rowsOf.begin(block) && blocks.areEqual(row, static_cast<std::size_t>(rowsOf[k - 1])))
          continue;
        for (std::size_t place = blocks.begin(row); place < blocks.end(row) && blocks[place] < own; ++place)
          takenBy[static_cast<std::size_t>(colours[static_cast<std::size_t>(blocks[place])])] = own;
      }
      int colour = 0;
      while (takenBy[static_cast<std::size_t>(colour)] == own)
        ++colour;
      colours[block] = colour;
    }
    return colours;
  }

  void findKept(int begin, int end, const std::vector<int> &colours, std::size_t size, std::vector<char> &isKept) {
    std::vector<std::vector<char>> areSet;
    for (int colour = begin; colour < end; ++colour) {
      areSet.emplace_back(columnCount);
      for (std::size_t column = 0; column < columnCount; ++column)
        areSet.back()[column] = colours[column / size] == colour;
    }
    const std::vector<std::vector<char>> areHit = sweep(areSet);
    for (std::size_t row = 0; row < rowCount; ++row)
      for (std::size_t place = blocks.begin(row); place < blocks.end(row); ++place) {
        const int colour = colours[static_cast<std::size_t>(blocks[place])];
        if (colour >= begin && colour < end)
          isKept[place] = areHit[static_cast<std::size_t>(colour - begin)][row];
      }
  }

  /// As many of the longest rows as it pays to ask: the longest that is left is a bound of the number of colours.
  void askLongRows() {
    const std::vector<std::size_t> order = longRows();
    if (order.empty())
      return;
    std::size_t asked = 0, best = blocks.lengthOf(order.front());
    for (std::size_t k = 0; k < order.size() && k < best; ++k) {
      const std::size_t left = k + 1 < order.size() ? blocks.lengthOf(order[k + 1]) : 0;
      if (2 * (k + 1) + left < best) { // a row that is asked costs as much as a colour, and is asked once
        best = 2 * (k + 1) + left;
        asked = k + 1;
      }
    }
    for (std::size_t k = 0; k < asked; ++k) {
      answers[order[k]] = askRow(order[k]);
      isAnswered[order[k]] = 1;
    }
    if (asked != 0)
      blocks = blocks.replaced([&](std::size_t row, std::size_t place, std::vector<int> &into) {
        if (!isAnswered[row])
          into.push_back(blocks[place]);
      });
  }

  /// All rows, the longest first; empty where too many are as long for it to pay.
  std::vector<std::size_t> longRows() const {
    std::size_t longest = 0, count = 0;
    for (std::size_t row = 0; row < rowCount; ++row)
      longest = std::max(longest, blocks.lengthOf(row));
    for (std::size_t row = 0; row < rowCount; ++row)
      count += blocks.lengthOf(row) + 2 >= longest;
    if (longest < 4 || 2 * count >= longest)
      return {};
    std::vector<std::size_t> order(rowCount);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return blocks.lengthOf(a) != blocks.lengthOf(b) ? blocks.lengthOf(a) > blocks.lengthOf(b) : a < b;
    });
    return order;
  }

  const std::size_t rowCount, columnCount;
  const Sweep sweep;
  const RowSweep askRow;
  Lists blocks; ///< by row
  std::vector<std::vector<int>> answers;
  std::vector<char> isAnswered;
};

} // namespace adjoint::derivatives

#endif // ADJOINT_SPARSE_DETECTION_H
