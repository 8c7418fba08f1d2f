// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Expressions of Eigen as arguments of what makes objects of the user's classes.

#include "numeric.h"

#include <Eigen/Core>

#include <memory>
#include <vector>

class Link {
public:
  Link(double length, const Eigen::Vector3d &axis) : length(length), axis(axis) {}
  Link(const Eigen::VectorXd &all, double length) : length(length * all.sum()), axis(all.head(3)) {}
  double along(double x) const { return length * axis.z() + axis.squaredNorm() * x; }

private:
  double length;
  Eigen::Vector3d axis;
};

#pragma adjoint reverse
double shared(double x) {
  auto p = std::make_shared<Link>(x, Eigen::Vector3d::UnitZ());
  return p->along(x);
}

#pragma adjoint reverse
double unique(double x, double y) {
  const Eigen::Vector3d a(x, y, x * y);
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    auto p = std::make_unique<Link>(x + sum, a * y + Eigen::Vector3d::Ones() * i);
    sum += p->along(a[i]);
  }
  return sum;
}

#pragma adjoint reverse
double emplaced(double x, double y) {
  const Eigen::Vector3d a(x, y, x * y);
  std::vector<Link> links;
  for (int i = 0; i < 4; ++i)
    links.emplace_back(x * i, a.cwiseProduct(a) * y);
  Eigen::MatrixXd m = Eigen::MatrixXd::Identity(4, 4) * x;
  links.emplace_back(m * Eigen::VectorXd::Constant(4, y), x);
  double sum = 1.0;
  for (const Link &link : links)
    sum = link.along(sum * y);
  return sum;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("shared", shared, shared_b, {{0.6}, {-0.3}});
  numeric::check("unique", unique, unique_b, points);
  numeric::check("emplaced", emplaced, emplaced_b, points);
  return numeric::report();
}
