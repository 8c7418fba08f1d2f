// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Matrices of what a functor says: of two indices, one or none, of variables, and of random numbers.

#include "numeric.h"

#include <Eigen/Dense>

#include <random>

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

#pragma adjoint reverse
double kernels(const double *p, int n) {
  const auto a = Eigen::Map<const VectorXd>(p, n);
  const VectorXd z = VectorXd::NullaryExpr(n, [&](Index i) { return p[0] * i + a(i) * a(i); });
  const Eigen::Matrix3d m = Eigen::Matrix3d::NullaryExpr([&](Index i, Index j) { return p[1] * p[1] / (1.0 + i + 2 * j); });
  const MatrixXd k = MatrixXd::NullaryExpr(3, 4, [&a](int i, int j) { return std::exp(-std::abs(a(i) - a(j % 3))); });
  const Eigen::RowVectorXd row = Eigen::RowVectorXd::NullaryExpr(4, [&](Index j) { return std::sin(j * p[2]); });
  return a.dot(z) + (m * k).sum() + (k * row.transpose()).squaredNorm();
}

#pragma adjoint reverse
double paths(const double *p, int n) {
  std::mt19937 engine(3);
  std::normal_distribution<double> normal(0.0, 1.0);
  VectorXd z = VectorXd::NullaryExpr(n, [&]() { return normal(engine); });
  z += VectorXd::NullaryExpr(n, 1, [&] { return p[0] * normal(engine); });
  return (z.array() * Eigen::Map<const VectorXd>(p, n).array()).exp().sum();
}

/// Integers, and arrays that begin with a number everywhere.
#pragma adjoint reverse
double whole(const double *x) {
  const Eigen::VectorXi up = Eigen::VectorXi::LinSpaced(4, 0, 10), down = Eigen::VectorXi::LinSpaced(7, 3, -1), close = Eigen::VectorXi::LinSpaced(8, 1, 4);
  Eigen::Array3d a(x[2]);
  a += Eigen::Array3d(2.0) * x[0];
  double s = up(3) * x[0] + up(1) * x[1] + a(0) * x[0] + a(2) * x[1];
  for (int i = 0; i < 7; ++i)
    s += down(i) * x[i % 3] * x[0] + close(i) * x[1];
  return s;
}

int main() {
  numeric::check("kernels", kernels, kernels_b, {{0.4, -0.7, 1.3}, {0.1, 0.2, -0.5}});
  numeric::check("paths", paths, paths_b, {{0.4, -0.7, 1.3}, {0.1}});
  numeric::check("whole", whole, whole_b, {{0.4, -0.7, 1.3}});
  return numeric::report();
}
