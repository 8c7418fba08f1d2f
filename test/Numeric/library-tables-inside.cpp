// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Maps, sets and lists as elements: of arrays, vectors, pairs, and of structs that are elements themselves.

#include "numeric.h"

#include <array>
#include <list>
#include <map>
#include <set>
#include <utility>
#include <vector>

#pragma adjoint reverse
double inArray(double x, double y) {
  std::map<int, double> rows[2];
  rows[0][1] += x * y;
  rows[1] = rows[0];
  rows[1][1] *= y;
  std::list<double> lists[2][2];
  lists[1][0].push_back(x);
  lists[1][0].push_front(rows[1][1]);
  return rows[0][1] * x + lists[1][0].back() * lists[1][0].front();
}

#pragma adjoint reverse
double inVector(double x, double y) {
  std::vector<std::map<int, double>> rows(2);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k)
      rows[i][k - i] += x * k + y;
  rows.resize(3);
  rows[2] = {{1, x * y}, {4, x}};
  rows.emplace_back();
  rows.back()[7] = y * y;
  rows.push_back(rows[0]);
  rows[4][1] *= x;
  double s = 0.0;
  for (const auto &row : rows)
    for (const auto &[k, v] : row)
      s = s * 0.5 + v * v * k;
  std::vector<std::list<double>> lists(2, {x, y});
  lists[1].push_back(s);
  std::vector<std::set<int>> sets(2);
  sets[1].insert(3);
  return lists[0].front() * lists[1].back() + static_cast<double>(sets[1].size()) * x;
}

namespace {
struct Part {
  double factor = 2.0;
  std::map<int, double> values;
};
} // namespace

#pragma adjoint reverse
double inStruct(double x, double y) {
  std::vector<Part> parts(2);
  parts[0].values[1] = x;
  parts.push_back(parts[0]);
  parts[2].factor = y;
  std::array<Part, 2> pair;
  pair[1].values[2] = x * y;
  std::pair<int, Part> pairs[2];
  pairs[1].second.values[0] = y;
  return parts[2].values[1] * parts[2].factor * parts[1].factor + pair[1].values[2] * pair[0].factor +
         pairs[1].second.values[0] * pairs[0].second.factor;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {-0.4, 0.9}};
  numeric::check("inArray", inArray, inArray_b, points);
  numeric::check("inVector", inVector, inVector_b, points);
  numeric::check("inStruct", inStruct, inStruct_b, points);
  return numeric::report();
}
