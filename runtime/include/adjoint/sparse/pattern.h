// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pattern: the places of a matrix that may differ from zero, row by row and in each row by columns (CSR). All numbers
// are int, as Ipopt, Ceres and Eigen have them.
//
//     row i has the columns columns()[k], for k from starts()[i] to starts()[i + 1]
#ifndef ADJOINT_SPARSE_PATTERN_H
#define ADJOINT_SPARSE_PATTERN_H

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace adjoint {

class Pattern {
public:
  Pattern() = default;
  /// Places as (row, column), in any order, also several times. Throws std::out_of_range.
  Pattern(std::size_t rows, std::size_t columns, const std::vector<std::pair<std::size_t, std::size_t>> &places)
      : Pattern(columns, sorted(rows, columns, places)) {}
  /// The columns of each row, in any order.
  Pattern(std::size_t columns, std::vector<std::vector<int>> rows) : width(columns) {
    for (std::vector<int> &row : rows) {
      std::sort(row.begin(), row.end());
      indices.insert(indices.end(), row.begin(), std::unique(row.begin(), row.end()));
      if (indices.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw std::length_error("adjoint::Pattern: more places than an int can count");
      begins.push_back(static_cast<int>(indices.size()));
    }
  }

  std::size_t rowCount() const { return begins.size() - 1; }
  std::size_t columnCount() const { return width; }
  std::size_t size() const { return indices.size(); }

  const std::vector<int> &starts() const { return begins; }
  const std::vector<int> &columns() const { return indices; }
  /// The row of each place: with columns(), coordinates.
  std::vector<int> rows() const {
    std::vector<int> result(size());
    for (std::size_t row = 0; row < rowCount(); ++row)
      std::fill(result.begin() + begins[row], result.begin() + begins[row + 1], static_cast<int>(row));
    return result;
  }

  Pattern transposed() const {
    std::vector<std::vector<int>> result(width);
    for (std::size_t row = 0; row < rowCount(); ++row)
      for (int k = begins[row]; k < begins[row + 1]; ++k)
        result[static_cast<std::size_t>(indices[static_cast<std::size_t>(k)])].push_back(static_cast<int>(row));
    return Pattern(rowCount(), std::move(result));
  }

private:
  static std::vector<std::vector<int>> sorted(std::size_t rows, std::size_t columns,
                                              const std::vector<std::pair<std::size_t, std::size_t>> &places) {
    std::vector<std::vector<int>> result(rows);
    for (const auto &[row, column] : places) {
      if (row >= rows || column >= columns)
        throw std::out_of_range("adjoint::Pattern: a place outside of the matrix");
      result[row].push_back(static_cast<int>(column));
    }
    return result;
  }

  std::size_t width = 0;
  std::vector<int> begins{0}, indices;
};

} // namespace adjoint

#endif // ADJOINT_SPARSE_PATTERN_H
