// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects that hold weak and shared pointers, assigned as wholes.

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

int main() {
  numeric::check("assigned", assigned, assigned_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("tree", tree, tree_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  return numeric::report();
}
