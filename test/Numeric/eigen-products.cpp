// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Products of Eigen's matrices: all shapes and orders, transposes, chains, aliases, sums into what is there.

#include "eigen.h"

using numeric::someMatrix;
using numeric::someVector;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

#pragma adjoint reverse
double inner(const Eigen::VectorXd &a, const Eigen::VectorXd &b) {
  const double s = a.transpose() * b;
  return s * s + a.dot(b) * (a.transpose() * b)(0, 0) + (a.transpose() * b).value();
}

#pragma adjoint reverse
Eigen::MatrixXd outer(const Eigen::VectorXd &a, const Eigen::VectorXd &b, double t) {
  Eigen::MatrixXd m = a * b.transpose();
  m += t * a * a.transpose().head(2);
  m.noalias() -= (a * t) * (b + b).transpose();
  return m;
}

#pragma adjoint reverse
Eigen::VectorXd matrixVector(const Eigen::MatrixXd &a, const RowMatrix &b, const Eigen::VectorXd &x) {
  Eigen::VectorXd y = a * x;
  y += b * x * 2.0;
  y -= (a + b) * (x - y);
  y.noalias() += a.transpose() * y.cwiseAbs2();
  return y + b.transpose() * x;
}

#pragma adjoint reverse
Eigen::RowVectorXd rowTimes(const Eigen::MatrixXd &a, const RowMatrix &b, const Eigen::VectorXd &x) {
  Eigen::RowVectorXd y = x.transpose() * a;
  y += y * b;
  return y * 0.5 * (a * b).transpose();
}

#pragma adjoint reverse
Eigen::MatrixXd matrixMatrix(const Eigen::MatrixXd &a, const RowMatrix &b) {
  Eigen::MatrixXd c = a * b;
  RowMatrix d = b * a + c.transpose() * a;
  c.noalias() = d * a.transpose();
  c += a * d;
  c -= b.transpose() * c * b;
  return c;
}

#pragma adjoint reverse
double fixed(const Eigen::Matrix3d &a, const Eigen::Matrix<double, 3, 2> &b, const Eigen::Vector3d &x) {
  const Eigen::Matrix2d c = b.transpose() * a * b;
  const Eigen::Vector2d y = b.transpose() * (a * x + x);
  return y.dot(c * y) + (x.transpose() * a * x).value() + (c * c).trace();
}

#pragma adjoint reverse
double quadratic(const Eigen::MatrixXd &a, const Eigen::VectorXd &x, const Eigen::VectorXd &b) {
  return 0.5 * x.dot(a * x) - b.dot(x) + (a * x - b).squaredNorm() + double(x.transpose() * a * x);
}

#pragma adjoint reverse
void aliased(const Eigen::MatrixXd &a, Eigen::VectorXd &x, int n) {
  for (int i = 0; i < n; ++i) {
    x = a * x;
    x = a.transpose() * x + x * 0.5;
    x -= a * x;
  }
}

#pragma adjoint reverse
void aliasedMatrix(Eigen::MatrixXd &a, const Eigen::Matrix2d &b) {
  a = a * a;
  a = b * a * b;
  a *= b;
  a.applyOnTheLeft(b);
  a += a * b.transpose();
}

#pragma adjoint reverse
double power(const Eigen::Matrix3d &a, int n) {
  Eigen::Matrix3d p = Eigen::Matrix3d::Identity(), q = a;
  for (int i = 0; i < n; ++i) {
    p *= a;
    q = q * p * 0.5;
  }
  return p.trace() + q.sum();
}

#pragma adjoint reverse
Eigen::MatrixXd diagonals(const Eigen::MatrixXd &a, const Eigen::VectorXd &d) {
  Eigen::MatrixXd b = d.asDiagonal() * a * d.cwiseInverse().asDiagonal();
  b += a.transpose() * d.asDiagonal() * a;
  b.diagonal() += d;
  b.diagonal().array() *= a.diagonal().array();
  const Eigen::MatrixXd full = d.asDiagonal();
  b.diagonal<1>() = d.head(2) * d(2);
  return b * full;
}

#pragma adjoint reverse
double blocks(const Eigen::MatrixXd &a, const Eigen::VectorXd &x) {
  const Eigen::VectorXd y = a.block(0, 1, 2, 2) * x.tail(2);
  const Eigen::Vector2d z = a.topLeftCorner<2, 2>() * y + a.row(1).head(2).transpose() * a.col(0).dot(x);
  return z.squaredNorm() + (a.row(0) * x).value() * (a.row(2) * a.col(1)).value() + a.row(2) * x;
}

/// Temporaries of constants, inside products of products.
#pragma adjoint reverse
double constantsInside(const Eigen::VectorXd &x, double t) {
  const auto row = [](int n) { return Eigen::RowVectorXd(Eigen::RowVectorXd::LinSpaced(n, 0.3, 0.9)); };
  const Eigen::MatrixXd a = (x * (row(2) * t)) * (x * (row(2) * t)).transpose() + Eigen::MatrixXd::Identity(3, 3) * 1.5;
  return a.squaredNorm() + (a * (x * (row(3) * t))).trace();
}

/// Nothing but a number is active.
#pragma adjoint reverse
double numberTimesConstants(double t) {
  const auto row = [](int n) { return Eigen::RowVectorXd(Eigen::RowVectorXd::LinSpaced(n, 0.3, 0.9)); };
  const auto column = [](int n) { return Eigen::VectorXd(Eigen::VectorXd::LinSpaced(n, 0.2, 1.1)); };
  return ((column(3) * t) * (row(2) * t) + (column(3) * t) * (row(2) * t)).cwiseProduct(0.48 * ((column(3) * t) * (row(2) * t))).sum();
}

#pragma adjoint reverse
double empty(const Eigen::MatrixXd &a, const Eigen::VectorXd &x) { return (a * x).sum() + x.squaredNorm() + a.sum() + (x.transpose() * x).value(); }

int main() {
  const Eigen::VectorXd x = someVector(3, 1), y = someVector(3, 2);
  const Eigen::MatrixXd a = someMatrix(3, 3, 3), b = someMatrix(3, 3, 4);
  numeric::check("inner", inner, inner_b, x, y);
  numeric::check("outer", outer, outer_b, x, someVector(2, 5), 0.7);
  numeric::check("matrixVector", matrixVector, matrixVector_b, a, b, x);
  numeric::check("rowTimes", rowTimes, rowTimes_b, a, b, x);
  numeric::check("matrixMatrix", matrixMatrix, matrixMatrix_b, a, b);
  numeric::check("fixed", fixed, fixed_b, a, someMatrix(3, 2, 6), x);
  numeric::check("quadratic", quadratic, quadratic_b, a, x, y);
  numeric::check("aliased", aliased, aliased_b, a, x, 2);
  numeric::check("aliasedMatrix", aliasedMatrix, aliasedMatrix_b, someMatrix(2, 2, 7), someMatrix(2, 2, 8));
  numeric::check("power", power, power_b, a, 3);
  numeric::check("diagonals", diagonals, diagonals_b, a, x);
  numeric::check("blocks", blocks, blocks_b, a, x);
  numeric::check("constantsInside", constantsInside, constantsInside_b, x, 0.7);
  numeric::check("numberTimesConstants", numberTimesConstants, numberTimesConstants_b, {{0.7}, {-1.2}});
  numeric::check("empty", empty, empty_b, someMatrix(2, 0), Eigen::VectorXd());
  return numeric::report();
}
