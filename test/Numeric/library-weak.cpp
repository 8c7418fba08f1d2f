// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects that hold weak and shared pointers, assigned as wholes; objects that could give out pointers to themselves.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Body {
  double mass, position;
  std::weak_ptr<Body> parent;
  std::vector<std::shared_ptr<Body>> children;
};

double moment(const Body &body, double at) {
  double s = body.mass * (body.position - at) * (body.position - at);
  for (const auto &child : body.children)
    s += moment(*child, at + body.position);
  if (auto parent = body.parent.lock())
    s += 0.1 * parent->mass * body.position;
  return s;
}

} // namespace

#pragma adjoint reverse
double assigned(const double *x, int) {
  auto root = std::make_shared<Body>();
  *root = Body{x[0], x[1], {}, {}};
  root->position *= root->mass;
  return root->mass * root->position;
}

#pragma adjoint reverse
double tree(const double *x, int n) {
  auto root = std::make_shared<Body>();
  *root = Body{x[0], x[1], {}, {}};
  for (int i = 1; i < n; ++i) {
    auto child = std::make_shared<Body>();
    *child = Body{x[i], x[0] * i, root, {}};
    root->children.push_back(child);
  }
  return moment(*root, std::sin(x[1]));
}

namespace {
struct Node : std::enable_shared_from_this<Node> {
  double value;
  std::vector<std::shared_ptr<Node>> parts;
  explicit Node(double value) : value(value) {}
  double sum() const {
    double s = value * value;
    for (const auto &part : parts)
      s += part->sum() * value;
    return s;
  }
};
} // namespace

#pragma adjoint reverse
double graph(double x, double y) {
  auto a = std::make_shared<Node>(x), b = std::make_shared<Node>(y);
  a->parts = {b, std::make_shared<Node>(x * y)};
  Node copy(*b);
  copy.value *= a->sum();
  *b = copy;
  return a->sum() + copy.value;
}

class Leaf : public std::enable_shared_from_this<Leaf> {
public:
  explicit Leaf(double value) : value(value) {}
  double area() const { return value * value; }
  double value;
};

#pragma adjoint reverse
double ofLeaf(Leaf &leaf, double x) {
  leaf.value *= x;
  return leaf.area() * x;
}

#pragma adjoint reverse
double ofLeaves(double x, double y) {
  Leaf leaf(x);
  return ofLeaf(leaf, y) * leaf.value;
}

int main() {
  numeric::check("graph", graph, graph_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("ofLeaves", ofLeaves, ofLeaves_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("assigned", assigned, assigned_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("tree", tree, tree_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  Leaf leaf(2), leaf_b(0);
  double x_b = 0;
  ofLeaf_b(leaf, leaf_b, 3, x_b, 1);
  numeric::expect("ofLeaf", 108, leaf_b.value);
  numeric::expect("ofLeaf", 36 + 72, x_b);
  return numeric::report();
}
