// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES: lists of numbers and of integers meet in one constructor
//
// Containers of integers that are chosen by numbers have no adjoint.

#include "numeric.h"

#include <memory>
#include <vector>

using Rows = std::vector<std::vector<double>>;

struct Tree {
  double value = 0.0;
  std::unique_ptr<Tree> left, right;
};

std::unique_ptr<Tree> grow(const Rows &x, const std::vector<double> &g, const std::vector<int> &rows, int depth) {
  auto tree = std::make_unique<Tree>();
  for (int i : rows)
    tree->value += g[i] * g[i];
  if (depth == 0)
    return tree;
  std::vector<int> l, r;
  for (int i : rows)
    (x[i][0] < 0.1 ? l : r).push_back(i);
  tree->left = grow(x, g, l, depth - 1);
  tree->right = grow(x, g, r, depth - 1);
  return tree;
}

#pragma adjoint reverse
double splitRows(double x, double y) {
  const Rows rows{{-1.0}, {2.0}, {0.0}};
  std::vector<double> g{x, y, x * y};
  auto tree = grow(rows, g, {0, 1, 2}, 2);
  return tree->left->value * tree->right->value + tree->value;
}

int main() {
  numeric::check("splitRows", splitRows, splitRows_b, {{0.7, 1.3}, {2.1, 0.4}});
  return numeric::report();
}
