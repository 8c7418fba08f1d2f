// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Recursions that make containers and read constants and variables of the file by name.

#include "numeric.h"

#include <cmath>
#include <complex>
#include <vector>

static const double pi = 3.14159265358979323846;
const double half[2] = {0.5, 0.25};
double scale = 1.25;

// Of a transform.
void halve(std::vector<double> &x) {
  if (x.size() <= 1)
    return;
  std::vector<double> even(x.size() / 2), odd(x.size() / 2);
  for (std::size_t k = 0; k < x.size() / 2; ++k) {
    even[k] = x[2 * k];
    odd[k] = x[2 * k + 1] * x[2 * k];
  }
  halve(even);
  halve(odd);
  for (std::size_t k = 0; k < x.size() / 2; ++k) {
    x[k] = even[k] * std::cos(pi * k) + half[k % 2] * odd[k];
    x[k + x.size() / 2] = even[k] * odd[k] * scale;
  }
}
#pragma adjoint reverse
double transformed(const double *x, int n) {
  std::vector<double> u(8);
  for (int i = 0; i < 8; ++i)
    u[i] = x[i % n] + 0.1 * i;
  halve(u);
  double s = 0.0;
  for (double v : u)
    s += v * v;
  return s;
}

// Grids that become coarser, which a recursion returns.
std::vector<double> solved(const std::vector<double> &b, int level) {
  std::vector<double> x(b.size());
  if (level == 0) {
    for (std::size_t i = 0; i < b.size(); ++i)
      x[i] = b[i] * half[0] * pi;
    return x;
  }
  std::vector<double> coarse((b.size() + 1) / 2);
  for (std::size_t i = 0; i < coarse.size(); ++i)
    coarse[i] = b[2 * i] * b[2 * i];
  const std::vector<double> correction = solved(coarse, level - 1);
  for (std::size_t i = 0; i < b.size(); ++i)
    x[i] = b[i] * scale + correction[i / 2] * b[i];
  return x;
}
#pragma adjoint reverse
double multigrid(const double *x, int n) {
  double s = 0.0;
  for (double v : solved(std::vector<double>(x, x + n), 2))
    s = s * 0.5 + v;
  return s;
}

// A pointer to a variable of the file is stored by the recursion.
struct Node {
  const double *factor;
  std::vector<double> values;
};
static void grow(Node &node, int depth) {
  if (depth == 0) {
    node.factor = &scale;
    return;
  }
  Node inner;
  inner.values.assign(node.values.begin(), node.values.end());
  inner.values.push_back(node.values[0] * pi);
  grow(inner, depth - 1);
  for (double &v : node.values)
    v *= inner.values.back() * *inner.factor;
  node.factor = depth == 1 ? inner.factor : &half[0];
}
#pragma adjoint reverse
double grown(const double *x, int n) {
  Node node;
  node.values.assign(x, x + n);
  grow(node, 3);
  return node.values[0] * node.values[std::size_t(n) - 1] * *node.factor;
}

int main() {
  numeric::check("transformed", transformed, transformed_b, {{0.7, 0.3, 0.9}, {0.4, 1.3}});
  numeric::check("multigrid", multigrid, multigrid_b, {{0.7, 0.3, 0.9, 0.2, 0.6}, {0.4, 1.3}});
  numeric::check("grown", grown, grown_b, {{0.7, 0.3, 0.9}, {0.4, 1.3}});
  return numeric::report();
}
