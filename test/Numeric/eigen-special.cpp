// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Diagonal matrices and permutations, matrices in another shape, the operator norm, functions by their addresses.

#include "eigen.h"

#include <Eigen/Dense>

#include <cmath>

using numeric::someMatrix;
using numeric::someVector;
using Diagonal = Eigen::DiagonalMatrix<double, Eigen::Dynamic>;

#pragma adjoint reverse
double diagonals(const Eigen::MatrixXd &a, const Eigen::VectorXd &v, double t) {
  Diagonal d(v);
  const Eigen::DiagonalMatrix<double, 3> fixed(t, t * t, v(1));
  Eigen::MatrixXd b = d * a;
  b += a * fixed;
  d = (v * t).asDiagonal();
  d.diagonal()(0) *= v(2);
  const Eigen::MatrixXd full = d;
  const Diagonal e = d.inverse();
  return (b * d).squaredNorm() + full.trace() * b(0, 1) + (e * v).sum() + (fixed * v).dot(v);
}

#pragma adjoint reverse
double permuted(const Eigen::MatrixXd &a, const Eigen::VectorXd &v) {
  Eigen::PermutationMatrix<Eigen::Dynamic> p(3);
  p.setIdentity();
  p.applyTranspositionOnTheRight(0, 2);
  p.applyTranspositionOnTheRight(1, 2);
  const Eigen::PermutationMatrix<3> q(Eigen::Vector3i(1, 2, 0));
  const Eigen::MatrixXd b = p * a, c = a * q;
  const Eigen::VectorXd w = p.transpose() * v, u = q.inverse() * w;
  return (b * c).trace() + w.dot(c * u) + b(0, 1) * u(2);
}

/// Within larger expressions, also where the matrix that is permuted is written.
#pragma adjoint reverse
double permutedWithin(const Eigen::MatrixXd &a, const Eigen::VectorXd &v) {
  Eigen::PermutationMatrix<Eigen::Dynamic> p(3);
  p.setIdentity();
  p.applyTranspositionOnTheRight(0, 2);
  p.applyTranspositionOnTheRight(1, 2);
  Eigen::MatrixXd b = 2.0 * a - p.transpose() * a * p;
  Eigen::VectorXd w = v + p * v;
  w = p * w;
  b.col(0) = p * b.col(1) + w;
  b = (a * p).cwiseProduct(b) + p * (a * b) * 0.5;
  const Eigen::PermutationMatrix<Eigen::Dynamic> both = p * p;
  return b.squaredNorm() + (p * a).col(1).dot(w) + (a.transpose() * p * b).trace() + ((p * a).array().sin() * b.array()).sum() +
         (both * a - p.inverse() * b).norm() + (v.transpose() * p)(0) * w(1);
}

#pragma adjoint reverse
double shapes(const Eigen::MatrixXd &a, const Eigen::VectorXd &v, double t) {
  Eigen::MatrixXd b = a * t;
  b.reshaped()(4) *= v(0);
  b.reshaped(9, 1).col(0).head(3) += v;
  const Eigen::VectorXd flat = a.reshaped(), rows = b.reshaped<Eigen::RowMajor>();
  const Eigen::MatrixXd wide = (a * b).reshaped(1, 9);
  return flat.dot(rows) + wide(0, 5) * flat(2) + a.array().reshaped().square().sum();
}

#pragma adjoint reverse
double norms(const Eigen::MatrixXd &a, const Eigen::VectorXd &v) {
  const Eigen::Matrix3d b = a * a.transpose();
  return a.operatorNorm() * v.norm() + b.operatorNorm() + a.leftCols(2).operatorNorm();
}

double wave(double x) { return std::sin(x) * x; }

#pragma adjoint reverse
double byAddress(const Eigen::MatrixXd &a, const Eigen::VectorXd &v) {
  const Eigen::MatrixXd b = a.unaryExpr(&wave);
  return b.sum() + v.array().unaryExpr(&wave).square().sum() * b(0, 1);
}

/// A diagonal is added to a matrix of any kind.
#pragma adjoint reverse
double ridge(const Eigen::MatrixXd &a, const Eigen::VectorXd &v) {
  Eigen::MatrixXd m = a * a.transpose();
  m += v.asDiagonal();
  m -= (0.5 * v.array().sin()).matrix().asDiagonal();
  Eigen::Matrix2d b = Eigen::Matrix2d::Zero();
  b += v.head<2>().asDiagonal();
  const Eigen::MatrixXd c = v.asDiagonal().inverse() * m;
  return b.sum() * b(0, 0) + c.squaredNorm() * m(1, 1) * m(0, 1);
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1);
  const Eigen::MatrixXd a = someMatrix(3, 3, 3);
  numeric::check("diagonals", diagonals, diagonals_b, a, v, 0.7);
  numeric::check("permuted", permuted, permuted_b, a, v);
  numeric::check("permutedWithin", permutedWithin, permutedWithin_b, a, v);
  numeric::check("shapes", shapes, shapes_b, a, v, 0.7);
  numeric::check("norms", norms, norms_b, a, v);
  numeric::check("byAddress", byAddress, byAddress_b, a, v);
  numeric::check("ridge", ridge, ridge_b, a, v);
  return numeric::report();
}
