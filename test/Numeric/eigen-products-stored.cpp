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

#pragma adjoint reverse
#pragma adjoint hessian_vector
double energy(const MatrixXd &a, const VectorXd &x) {
  const VectorXd y = a * x, z = a.transpose() * y.array().sin().matrix();
  const MatrixXd b = a.transpose() * a.topRows(3), c = b.leftCols(2) * a.transpose().topRows(2);
  return z.dot(x) + c.array().sin().sum() + (b * z).squaredNorm();
}

/// A product with the Hessian against differences of gradients.
static void checkSecondOrder() {
  const MatrixXd a = someMatrix(3, 3, 5), a_d = someMatrix(3, 3, 6);
  const VectorXd x = someVector(3, 2), x_d = someVector(3, 3);
  auto gradient = [&](double step) {
    MatrixXd a_b = MatrixXd::Zero(3, 3);
    VectorXd x_b = VectorXd::Zero(3), all(12);
    energy_b(a + step * a_d, a_b, x + step * x_d, x_b, 1.0);
    all << a_b.reshaped(), x_b;
    return all;
  };
  MatrixXd a_b = MatrixXd::Zero(3, 3), a_bd = MatrixXd::Zero(3, 3);
  VectorXd x_b = VectorXd::Zero(3), x_bd = VectorXd::Zero(3), all(12);
  energy_bd(a, a_d, a_b, a_bd, x, x_d, x_b, x_bd, 1.0, 0.0);
  all << a_bd.reshaped(), x_bd;
  const VectorXd expected = (gradient(1e-6) - gradient(-1e-6)) / 2e-6;
  for (Eigen::Index i = 0; i < 12; ++i)
    numeric::expect("energy, second order", expected(i), all(i), 1e-6);
}

int main() {
  checkSecondOrder();
  const MatrixXd m = someMatrix(3, 3, 3), n = someMatrix(3, 3, 4);
  const VectorXd v = someVector(3, 1);
  numeric::check("transposed", transposed, transposed_b, m, n);
  numeric::check("parts", parts, parts_b, someMatrix(4, 3), v);
  numeric::check("ofRows", ofRows, ofRows_b, m, n, v);
  numeric::check("powers", powers, powers_b, m, v);
  numeric::check("network", network, network_b, m, v);
  return numeric::report();
}
