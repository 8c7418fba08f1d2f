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

#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>

namespace adjoint::derivatives {

/// Also where the compiler takes it that there is none.
inline bool isNan(double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return (bits & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

class Detection {
public:
  /// For each of several sets of columns that are NaN, which rows become NaN.
  using Sweep = std::function<std::vector<std::vector<char>>(const std::vector<std::vector<char>> &areSet)>;
  /// The columns that a row depends on.
  using RowSweep = std::function<std::vector<int>(std::size_t row)>;

  /// `askRow` may be empty.
  Detection(std::size_t rowCount, std::size_t columnCount, Sweep sweep, RowSweep askRow)
      : rowCount(rowCount), columnCount(columnCount), sweep(std::move(sweep)), askRow(std::move(askRow)),
        blocks(rowCount, {0}), answers(rowCount), isAnswered(rowCount) {}

  Pattern find() {
    std::size_t size = 1;
    while (size < columnCount)
      size *= 2;
    if (columnCount == 0)
      blocks.assign(rowCount, {});
    else if (columnCount == 1)
      keepDependent(1);
    for (; size > 1; size /= 2)
      halve(size / 2);
    for (std::size_t row = 0; row < rowCount; ++row)
      if (isAnswered[row])
        blocks[row] = answers[row];
    return Pattern(columnCount, blocks);
  }

private:
  static constexpr int coloursAtOnce = 16; ///< which bounds the memory for them

  void halve(std::size_t size) {
    for (std::vector<int> &row : blocks) {
      std::vector<int> halves;
      for (int block : row)
        for (int half : {2 * block, 2 * block + 1})
          if (static_cast<std::size_t>(half) * size < columnCount)
            halves.push_back(half);
      row = std::move(halves);
    }
    keepDependent(size);
  }

  /// Of the blocks of this size, those that a row depends on.
  void keepDependent(std::size_t size) {
    if (askRow)
      askLongRows();
    const std::size_t count = (columnCount + size - 1) / size;
    const std::vector<int> colours = coloursOfBlocks(count);
    const int last = colours.empty() ? -1 : *std::max_element(colours.begin(), colours.end());
    std::vector<std::vector<int>> kept(rowCount);
    for (int colour = 0; colour <= last; colour += coloursAtOnce)
      keepOfColours(colour, std::min(colour + coloursAtOnce, last + 1), colours, size, kept);
    blocks = std::move(kept);
  }

  /// Neighbours mostly depend on the same blocks: one of them will do.
  std::vector<int> coloursOfBlocks(std::size_t count) const {
    std::vector<std::vector<int>> different;
    for (const std::vector<int> &row : blocks)
      if (different.empty() || different.back() != row)
        different.push_back(row);
    return colourColumns(Pattern(count, std::move(different)));
  }

  void keepOfColours(int begin, int end, const std::vector<int> &colours, std::size_t size,
                     std::vector<std::vector<int>> &kept) {
    std::vector<std::vector<char>> areSet;
    for (int colour = begin; colour < end; ++colour) {
      areSet.emplace_back(columnCount);
      for (std::size_t column = 0; column < columnCount; ++column)
        areSet.back()[column] = colours[column / size] == colour;
    }
    const std::vector<std::vector<char>> areHit = sweep(areSet);
    for (std::size_t row = 0; row < rowCount; ++row)
      for (int block : blocks[row]) {
        const int colour = colours[static_cast<std::size_t>(block)];
        if (colour >= begin && colour < end && areHit[static_cast<std::size_t>(colour - begin)][row])
          kept[row].push_back(block);
      }
  }

  /// As many of the longest rows as it pays to ask: the longest that is left is a bound of the number of colours.
  void askLongRows() {
    const std::vector<std::size_t> order = longRows();
    if (order.empty())
      return;
    std::size_t asked = 0, best = blocks[order.front()].size();
    for (std::size_t k = 0; k < order.size() && k < best; ++k) {
      const std::size_t left = k + 1 < order.size() ? blocks[order[k + 1]].size() : 0;
      if (2 * (k + 1) + left < best) { // a row that is asked costs as much as a colour, and is asked once
        best = 2 * (k + 1) + left;
        asked = k + 1;
      }
    }
    for (std::size_t k = 0; k < asked; ++k) {
      answers[order[k]] = askRow(order[k]);
      isAnswered[order[k]] = 1;
      blocks[order[k]].clear();
    }
  }

  /// All rows, the longest first; empty where too many are as long for it to pay.
  std::vector<std::size_t> longRows() const {
    std::size_t longest = 0, count = 0;
    for (const std::vector<int> &row : blocks)
      longest = std::max(longest, row.size());
    for (const std::vector<int> &row : blocks)
      count += row.size() + 2 >= longest;
    if (longest < 4 || 2 * count >= longest)
      return {};
    std::vector<std::size_t> order(rowCount);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return blocks[a].size() != blocks[b].size() ? blocks[a].size() > blocks[b].size() : a < b;
    });
    return order;
  }

  const std::size_t rowCount, columnCount;
  const Sweep sweep;
  const RowSweep askRow;
  std::vector<std::vector<int>> blocks; ///< by row
  std::vector<std::vector<int>> answers;
  std::vector<char> isAnswered;
};

} // namespace adjoint::derivatives

#endif // ADJOINT_SPARSE_DETECTION_H
