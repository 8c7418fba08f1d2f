// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours by ColPack, whose headers stay in this file: they say `using namespace std`, and define macros.

#include <adjoint/sparse/colours.h>

#include <ColPack/ColPackHeaders.h>

namespace adjoint {

namespace {

/// The rows as ColPack takes them from ADOL-C: each begins with the number of its columns.
class Rows {
public:
  explicit Rows(const Pattern &pattern) {
    numbers.reserve(pattern.size() + pattern.rowCount());
    std::vector<std::size_t> begins;
    for (std::size_t row = 0; row < pattern.rowCount(); ++row) {
      const int begin = pattern.starts()[row], end = pattern.starts()[row + 1];
      begins.push_back(numbers.size());
      numbers.push_back(static_cast<unsigned>(end - begin));
      numbers.insert(numbers.end(), pattern.columns().begin() + begin, pattern.columns().begin() + end);
    }
    for (std::size_t begin : begins)
      pointers.push_back(&numbers[begin]);
  }
  unsigned **data() { return pointers.data(); }

private:
  std::vector<unsigned> numbers;
  std::vector<unsigned *> pointers;
};

} // namespace

std::vector<int> colourColumns(const Pattern &pattern) {
  std::vector<int> colours(pattern.columnCount());
  if (pattern.size() == 0)
    return colours;
  Rows rows(pattern);
  ColPack::BipartiteGraphPartialColoringInterface graph(
      SRC_MEM_ADOLC, rows.data(), static_cast<int>(pattern.rowCount()), static_cast<int>(pattern.columnCount()));
  graph.PartialDistanceTwoColoring("SMALLEST_LAST", "COLUMN_PARTIAL_DISTANCE_TWO");
  graph.GetRightVertexColors(colours);
  return colours;
}

std::vector<int> colourSymmetric(const Pattern &pattern) {
  std::vector<int> colours(pattern.columnCount());
  if (pattern.size() == 0)
    return colours;
  Rows rows(pattern);
  ColPack::GraphColoringInterface graph(SRC_MEM_ADOLC, rows.data(), static_cast<int>(pattern.rowCount()));
  graph.Coloring("SMALLEST_LAST", "STAR");
  graph.GetVertexColors(colours);
  return colours;
}

} // namespace adjoint
