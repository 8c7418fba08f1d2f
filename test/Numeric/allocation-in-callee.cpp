// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-inline-loops
//
// Memory that a callee allocates and the caller owns, or the other way round.

#include "numeric.h"

#include <cstdlib>

double *powers(double x, int n) {
  double *v = static_cast<double *>(malloc(sizeof(double) * std::size_t(n)));
  v[0] = 1.0;
  for (int i = 1; i < n; ++i)
    v[i] = v[i - 1] * x;
  return v;
}

#pragma adjoint reverse
double fromCallee(double x, double y) {
  double *v = powers(x, 4);
  v[2] *= y;
  double s = v[1] + v[2] * v[3];
  free(v);
  v = powers(s, 3);
  s *= v[2];
  free(v);
  return s;
}

void release(double *v, double *sum) {
  *sum *= v[0] + v[1];
  delete[] v;
}

#pragma adjoint reverse
double releasedByCallee(double x, double y) {
  double *v = new double[2];
  v[0] = x * y;
  v[1] = v[0] * x;
  v[0] += v[1] * y;
  double s = v[0] * v[1];
  release(v, &s);
  return s * x;
}

double carried[2];

// Of what it returns nothing but the memory matters to the caller.
double *leavesSums(double a, int n) {
  double *cells = new double[2]{a, 0.5 * a};
  for (int i = 0; i < n; ++i) {
    carried[i & 1] += 0.3 * cells[i & 1] * carried[1];
    cells[i & 1] *= 0.5 + sin(carried[0]);
  }
  return cells;
}

#pragma adjoint reverse
double resultUnread(double x, double y) {
  carried[0] = x;
  carried[1] = y;
  double *unread = leavesSums(x * y, 3);
  delete[] unread;
  return carried[0] * y;
}

struct Node {
  double key;
  Node *left, *right;
};

// A null pointer that the callee stores beside pointers to active memory.
Node *inserted(Node *root, double key) {
  if (!root)
    return new Node{key, nullptr, nullptr};
  if (root->key > 10.0)
    root->left = inserted(root->left, key);
  else
    root->right = inserted(root->right, key * root->key);
  return root;
}

double fold(const Node *node, double w) {
  return node ? node->key * w + fold(node->left, w * 0.5) * fold(node->right, w + node->key) : 1.0;
}

void release(Node *node) {
  if (!node)
    return;
  release(node->left);
  release(node->right);
  delete node;
}

#pragma adjoint reverse
double tree(double x, double y) {
  Node *root = inserted(nullptr, x * 20.0);
  inserted(root, y);
  inserted(root, x * y);
  double s = fold(root, 0.3);
  release(root);
  return s;
}

int main() {
  numeric::check("resultUnread", resultUnread, resultUnread_b, {{0.7, 1.3}, {-2.1, 0.4}});
  numeric::check("tree", tree, tree_b, {{0.7, 1.3}, {0.2, 0.6}});
  numeric::check("fromCallee", fromCallee, fromCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("releasedByCallee", releasedByCallee, releasedByCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
