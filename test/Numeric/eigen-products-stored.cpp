// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Products whose factors are read where they lie: transposed, parts of matrices, maps with strides, matrices by rows.

#include "eigen.h"

#include <Eigen/Core>
#include <cmath>

using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
double transposed(const MatrixXd &a, const MatrixXd &b) {
  const MatrixXd c = a.transpose() * b, d = a * b.transpose(), e = a.transpose() * b.transpose();
  return c.squaredNorm() + d.sum() * e.squaredNorm();
}

#pragma adjoint reverse
double parts(const MatrixXd &a, const VectorXd &x) {
  const MatrixXd c = a.topLeftCorner(2, 3) * a.bottomRows(3).transpose();
  const VectorXd y = a.topRows(2) * x + a.middleRows(1, 2) * a.col(1).head(3), z = a.leftCols(2).transpose() * a.col(2);
  return c.squaredNorm() + y.dot(z);
}

#pragma adjoint reverse
MatrixXd ofRows(const ByRows &a, const MatrixXd &b, const VectorXd &x) {
  ByRows c = a * b;
  c.noalias() += b * a;
  c.col(0) += a * x - a.transpose() * (b * x);
  return c * a.transpose();
}

/// The matrix is overwritten by a product with itself.
#pragma adjoint reverse
double powers(const MatrixXd &a, const VectorXd &x) {
  MatrixXd p = a;
  VectorXd y = x;
  for (int i = 0; i < 3; ++i) {
    p = p.transpose() * p / p.norm();
    y = p * y + a.transpose() * y;
    y.normalize();
  }
  return y(0) * y(1) + y(2);
}

/// Data have no adjoint.
#pragma adjoint reverse
double network(const MatrixXd &w, const VectorXd &b) {
  const MatrixXd data = someMatrix(3, 4, 7);
  const MatrixXd hidden = ((w * data).colwise() + b).array().tanh();
  VectorXd h = VectorXd::Zero(3);
  for (Eigen::Index t = 0; t < data.cols(); ++t)
    h = (w.transpose() * h + w * data.col(t) + hidden.col(t)).array().tanh();
  return h.sum() + hidden.squaredNorm();
}

int main() {
  const MatrixXd m = someMatrix(3, 3, 3), n = someMatrix(3, 3, 4);
  const VectorXd v = someVector(3, 1);
  numeric::check("transposed", transposed, transposed_b, m, n);
  numeric::check("parts", parts, parts_b, someMatrix(4, 3), v);
  numeric::check("ofRows", ofRows, ofRows_b, m, n, v);
  numeric::check("powers", powers, powers_b, m, v);
  numeric::check("network", network, network_b, m, v);
  return numeric::report();
}
