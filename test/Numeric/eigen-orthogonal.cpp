// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// The factors Q and R of Eigen's HouseholderQR and ColPivHouseholderQR: whole, thin, of fixed size, and what Q makes of a vector.

#include "numeric.h"

#include <Eigen/Dense>

#include <stdexcept>

using Eigen::MatrixXd;
using Eigen::VectorXd;

#pragma adjoint reverse
double whole(const double *p, int) {
  const MatrixXd a = Eigen::Map<const MatrixXd>(p, 3, 3);
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  const MatrixXd q = qr.householderQ(), r = qr.matrixQR().triangularView<Eigen::Upper>();
  return (q * r).squaredNorm() + q(0, 1) * r(0, 1) + q.trace() * qr.hCoeffs()(0);
}

#pragma adjoint reverse
double thin(const double *p, int) {
  const MatrixXd a = Eigen::Map<const MatrixXd>(p, 4, 3);
  const VectorXd b = a.col(0) * 2.0 + VectorXd::Ones(4);
  Eigen::HouseholderQR<MatrixXd> qr = a.householderQr();
  const MatrixXd q = qr.householderQ() * MatrixXd::Identity(4, 3);
  const VectorXd c = qr.householderQ().transpose() * b;
  const MatrixXd r = qr.matrixQR().topLeftCorner(3, 3).triangularView<Eigen::Upper>();
  const VectorXd x = r.triangularView<Eigen::Upper>().solve(c.head(3));
  return x.squaredNorm() * q.col(1).sum() + c(3);
}

#pragma adjoint reverse
double fixed(const double *p, int) {
  const Eigen::Matrix3d q = Eigen::Map<const Eigen::Matrix3d>(p).householderQr().householderQ();
  return q(0, 0) * q(1, 2) + q.trace();
}

/// Columns in another order; tall, and of fixed size.
#pragma adjoint reverse
double pivoted(const double *p, int n) {
  const MatrixXd a = Eigen::Map<const MatrixXd>(p, n / 3, 3);
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(a);
  const MatrixXd q = qr.householderQ(), r = qr.matrixR().triangularView<Eigen::Upper>();
  const VectorXd c = qr.householderQ().transpose() * a.col(0);
  const Eigen::Matrix3d square = a.topRows(3), own = square.colPivHouseholderQr().matrixQR();
  return q(0, 1) * r(0, 1) + q.trace() * qr.hCoeffs()(0) + c(1) + (r * qr.colsPermutation().transpose())(0, 1) + own(0, 2) * own(2, 0) +
         qr.solve(a.col(1) * p[0]).squaredNorm();
}

/// Without full rank the order of the columns is arbitrary.
#pragma adjoint reverse
double deficient(const double *p, int) {
  MatrixXd a = Eigen::Map<const MatrixXd>(p, 3, 3);
  a.col(2) = 0.5 * a.col(0);
  a.col(1) = 2.0 * a.col(0);
  const MatrixXd r = a.colPivHouseholderQr().matrixR();
  return r(0, 1);
}

int main() {
  const std::vector<double> square = {0.7, 1.3, -0.4, 0.8, 0.3, 1.1, 0.9, -0.6, 2.1};
  const std::vector<double> tall = {0.7, 1.3, -0.4, 0.8, 0.3, 1.1, 0.9, -0.6, 2.1, 0.2, -1.4, 0.5};
  numeric::check("whole", whole, whole_b, {square});
  numeric::check("thin", thin, thin_b, {tall});
  numeric::check("fixed", fixed, fixed_b, {square});
  numeric::check("pivoted", pivoted, pivoted_b, {square, tall});
  std::vector<double> square_b(9);
  double hasThrown = 0.0;
  try {
    deficient_b(square.data(), square_b.data(), 9, 1.0);
  } catch (const std::domain_error &) {
    hasThrown = 1.0;
  }
  numeric::expect("deficient", 1.0, hasThrown);
  return numeric::report();
}
